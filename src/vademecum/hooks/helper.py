"""The helper: keeps a home open for a few minutes, so that a hook needs to load nothing to answer.

Nobody has to know of it. The first hook begins it, others meet it at a socket in the home's cache folder,
and it ends by itself when nobody asked for a while, when the home or its socket is gone, or when another
version asks. If it dies, the next hook answers by itself and begins another. It keeps nothing that is not in
files.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from contextlib import contextmanager, suppress

from vademecum.hooks import wire
from vademecum.hooks.acting import Acting
from vademecum.hooks.alone import NOWHERE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from vademecum.engine.vade import Vade

IDLE_S = 1800.0
"""People think for longer than a few minutes between two prompts; the next shall not wait for a start."""

_LOOK_S = 5.0
"""How often it looks whether its home and its socket are still there."""

_SLOWEST_S = 1.0
"""A hook hands its payload over at once, or it is none."""

EMBEDDING_S = 0.3
"""What is spent on vectors between two looks: a hook that comes meanwhile waits so long."""

_WAITING = 64
_MOST_BYTES = 17_000_000
_FOLDERS = 4
"""Working folders for which the home is kept open; people work in one or two at a time."""


class Homes:
    """The home, opened for the working folders that were asked for last.

    Args:
        home: the folder.
        environ: of this process.
    """

    def __init__(self, home: str, environ: Mapping[str, str]) -> None:
        self._home = home
        self._environ = environ
        from vademecum.settings.trust import record_place

        self._open: dict[str, Vade] = {}
        self._record = record_place(home)
        self._settings_stamp = self._stamp()

    def _stamp(self) -> tuple[tuple[int, int], ...]:
        """Of the settings, and of what says which of them count."""
        return (_stamp_of(os.path.join(self._home, "config.toml")), _stamp_of(self._record))

    @property
    def captures(self) -> bool:
        """Whether what is said is kept, as the settings stand."""
        from vademecum.settings import load

        return load(self._home, self._environ).hooks_capture

    @contextmanager
    def opening(self, folder: str) -> Generator[Vade]:
        """The home for a working folder."""
        stamp = self._stamp()
        if stamp != self._settings_stamp:
            self.close()
            self._settings_stamp = stamp
        vade = self._open.pop(folder, None)
        if vade is None:
            from vademecum.settings import load
            from vademecum.wiring import open_home

            settings = load(self._home, self._environ)
            vade = open_home(self._home, settings, cwd=folder or NOWHERE, create=False)
        self._open[folder] = vade  # the last asked for stands last
        while len(self._open) > _FOLDERS:
            self._open.pop(next(iter(self._open))).close()
        try:
            yield vade
        except Exception:
            self._open.pop(folder).close()
            raise

    def warm(self, folder: str) -> None:
        """Load what an answer needs, so that the first one is as quick as the next."""
        from vademecum.errors import VadeError

        with suppress(VadeError, OSError), self.opening(folder) as vade:
            vade.digest(vade.recall("memory"))

    def settle(self) -> bool:
        """Housekeeping that no answer waits for; whether nothing is left of it."""
        from vademecum.errors import VadeError

        done = True
        for vade in self._open.values():
            with suppress(VadeError):
                vade.after_answer()
                done = vade.embed(spare_s=EMBEDDING_S) and done
        return done

    def close(self) -> None:
        """Let everything go."""
        while self._open:
            self._open.popitem()[1].close()


class Helper:
    """Answers one hook after the other at the socket of a home.

    Args:
        home: the folder.
        environ: of this process.
    """

    def __init__(self, home: str, environ: Mapping[str, str]) -> None:
        from vademecum.places import cache_folder

        self._home = home
        self._environ = environ
        self._homes = Homes(home, environ)
        self._folder = cache_folder(home)
        self._stamp = wire.stamp()
        self._told = wire.told(environ)
        self._outdated = False

    def serve(self, folder: str = NOWHERE, idle_s: float = IDLE_S) -> None:
        """Answer until nobody asks any more; ends at once when another helper is there.

        Args:
            folder: working folder that will be asked for, as far as one can tell.
            idle_s: seconds without a question after which it ends.
        """
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        lock = _locked(os.path.join(self._folder, "helper.lock"))
        if lock is None:
            return
        address = wire.Address(self._folder)
        self._homes.warm(folder)  # until it listens, hooks answer by themselves
        with suppress(FileNotFoundError):
            os.unlink(address.path)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
            before = os.umask(0o177)
            listening.bind(address.spoken)
            os.umask(before)
            listening.listen(_WAITING)
            listening.settimeout(_LOOK_S)
            mark = os.stat(address.path).st_ino
            try:
                self._attend(listening, address.path, mark, idle_s)
            finally:
                if _mark(address.path) == mark:
                    os.unlink(address.path)
                self._homes.close()
                address.close()
                os.close(lock)

    def _attend(self, listening: socket.socket, path: str, mark: int, idle_s: float) -> None:
        until = time.monotonic() + idle_s
        settled = True
        while time.monotonic() < until and not self._outdated:
            if _mark(path) != mark or not os.path.isdir(self._home):
                return
            try:
                peer, _ = listening.accept()
            except TimeoutError:
                if not settled:
                    settled = self._homes.settle()
                continue
            with peer:
                self._attend_to(peer)
            settled = False
            until = time.monotonic() + idle_s

    def _attend_to(self, peer: socket.socket) -> None:
        try:
            peer.settimeout(_SLOWEST_S)
            if wire.is_own(peer):
                self._reply(peer, wire.unpacked(_heard(peer)))
        except OSError:
            return

    def _reply(self, peer: socket.socket, fields: list[bytes]) -> None:
        known = [wire.PROTOCOL, self._stamp, os.fsencode(self._home), self._told]
        if len(fields) != len(known) + 3 or fields[: len(known)] != known:
            self._outdated = fields[:1] != [wire.PROTOCOL] or fields[1:2] != [self._stamp]
            peer.sendall(wire.packed([wire.DECLINED]))
            return
        host, name, raw = fields[len(known) :]

        def say(text: bytes) -> bool:
            try:
                peer.sendall(wire.packed([wire.ANSWERED, text]))
                peer.shutdown(socket.SHUT_WR)
            except OSError:
                return False
            return True

        said: list[bool] = []

        def once(text: bytes) -> bool:
            said.append(True)
            return say(text)

        acting = Acting(
            self._home, self._homes.opening, self._environ, captures=self._homes.captures, by="helper"
        )
        acting.answer(os.fsdecode(host), os.fsdecode(name), raw, once)
        if not said:
            say(b"")


def _heard(peer: socket.socket) -> bytes:
    blocks: list[bytes] = []
    size = 0
    while size < _MOST_BYTES and (block := peer.recv(65_536)):
        blocks.append(block)
        size += len(block)
    return b"".join(blocks)


def _stamp_of(path: str) -> tuple[int, int]:
    try:
        told = os.stat(path)
    except OSError:
        return (0, 0)
    return (told.st_mtime_ns, told.st_size)


def _mark(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except OSError:
        return 0


def _locked(path: str) -> int | None:
    """A lock that ends with this process; None while another one holds it past a moment."""
    import fcntl

    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    for _ in range(20):  # one that declined a newer version is about to end
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(0.05)
        else:
            return descriptor
    os.close(descriptor)
    return None


def main() -> int:
    """Serve the home that the environment names."""
    from vademecum.arenas import keep_one
    from vademecum.errors import VadeError
    from vademecum.places import home_folder

    keep_one()
    folder = NOWHERE
    with suppress(OSError, VadeError):  # it may be locked by now
        home = home_folder(None, os.environ)
        with suppress(OSError):
            folder = os.getcwd()
            os.chdir("/")  # a folder that somebody works in can be removed and unmounted
        if os.path.isdir(home):
            Helper(home, os.environ).serve(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
