"""What hooks keep between two events, in the folder ``state/hooks`` of the home: small files, each its own.

No file is shared by two sessions and none is locked: a file is written beside its place and renamed into it,
or appended to by one write. What is lost when the machine dies with them is told again by the next event,
because transcripts stay where their hosts keep them.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress

from vademecum.model.value import value
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vademecum.hooks.payload import Event

BRIEFED = "brief"
"""Stands among the ids that a session was shown once it was briefed."""

_WRITE = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0)
"""Never through a link: one in a home from elsewhere may lead to any file of the user's."""

_MOST_SHOWN = 256 * 1024
"""Bytes of ids that are read of one session, some nine thousand."""


@value(kw_only=True)
class Session:
    """A session that hooks have heard of.

    Attributes:
        key: names its files.
        origin: its id at the host.
        transcripts: in which it is written down.
        folder: the working folder.
        due: something was said since it was kept last.
        ended: nothing more will be said.
        heard: seconds since the epoch of the last event.
        stamp: changes with every event.
    """

    key: str
    host: str
    origin: str
    transcripts: tuple[str, ...]
    folder: str
    due: bool
    ended: bool
    heard: float = 0.0
    stamp: int = 0


@value(kw_only=True)
class Uttered:
    """What one side said, where no transcript says it."""

    path: str
    role: str
    text: str
    turn: str
    at: float


class Notes:
    """The files.

    Args:
        home: the home, which is there.
    """

    def __init__(self, home: str) -> None:
        self.folder = os.path.join(home, "state", "hooks")
        self._sessions = os.path.join(self.folder, "sessions")
        self._shown = os.path.join(self.folder, "shown")
        self._uttered = os.path.join(self.folder, "uttered")

    def heard(self, event: Event, *, due: bool, ended: bool = False) -> None:
        """Keep what an event tells of its session."""
        key = key_of(event.host, event.session)
        known = self._read(key)
        transcripts = tuple(dict.fromkeys((*(known.transcripts if known else ()), *event.transcripts)))
        self._write(
            Session(
                key=key,
                host=event.host,
                origin=event.session,
                transcripts=transcripts,
                folder=event.folder or (known.folder if known else ""),
                due=due or (known is not None and known.due),
                ended=ended,
            )
        )

    def sessions(self) -> Iterator[Session]:
        """Every session that may still have something to keep."""
        for name in _listed(self._sessions):
            session = self._read(name.removesuffix(".json")) if name.endswith(".json") else None
            if session is not None:
                yield session

    def kept(self, session: Session) -> None:
        """What it had said was kept; unless something came meanwhile, it is no longer due."""
        path = self._path(session.key)
        with suppress(OSError):
            if os.stat(path).st_mtime_ns != session.stamp:
                return
            if session.ended:
                os.unlink(path)
            else:
                self._write(session, due=False)
                # The time of the file tells when the session was heard last, which keeping it is not.
                os.utime(path, ns=(session.stamp, session.stamp))

    def _path(self, key: str) -> str:
        return os.path.join(self._sessions, f"{key}.json")

    def _read(self, key: str) -> Session | None:
        try:
            with open(self._path(key), "rb") as file:
                said = json.loads(file.read())
                stamp = os.fstat(file.fileno()).st_mtime_ns
            return Session(
                key=key,
                host=str(said["host"]),
                origin=str(said["origin"]),
                transcripts=tuple(map(str, said["transcripts"])),
                folder=str(said["folder"]),
                due=said["due"] is True,
                ended=said["ended"] is True,
                heard=stamp / 1e9,
                stamp=stamp,
            )
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _write(self, session: Session, *, due: bool | None = None) -> None:
        said = {
            "host": session.host,
            "origin": session.origin,
            "transcripts": list(session.transcripts),
            "folder": session.folder,
            "due": session.due if due is None else due,
            "ended": session.ended,
        }
        put(self._path(session.key), json.dumps(said).encode())

    def shown(self, key: str) -> frozenset[str]:
        """Ids of the memories that a session was shown."""
        try:
            with open(os.path.join(self._shown, key), "rb") as file:
                return frozenset(file.read(_MOST_SHOWN).decode("ascii", "replace").split())
        except OSError:
            return frozenset()

    def show(self, key: str, ids: Iterable[str]) -> None:
        """Keep that a session was shown them."""
        lines = "".join(f"{one}\n" for one in ids).encode()
        if not lines:
            return
        _folder(self._shown)
        descriptor = os.open(os.path.join(self._shown, key), _WRITE | os.O_APPEND, 0o600)
        try:
            os.write(descriptor, lines)
        finally:
            os.close(descriptor)

    def forget_shown(self, key: str) -> None:
        """What the session was shown is gone from its context."""
        with suppress(OSError):
            os.unlink(os.path.join(self._shown, key))

    def utter(self, event: Event, role: str, text: str) -> None:
        """Keep what one side said until the worker takes it."""
        folder = os.path.join(self._uttered, key_of(event.host, event.session))
        at = time.time_ns()
        said = {"role": role, "text": text, "turn": event.turn, "at": at / 1e9}
        put(os.path.join(folder, f"{at:020}-{role}.json"), json.dumps(said).encode())

    def uttered(self, key: str) -> Iterator[Uttered]:
        """What was said in a session, in its order; each is there until its file is removed."""
        folder = os.path.join(self._uttered, key)
        for name in _listed(folder):
            path = os.path.join(folder, name)
            try:
                with open(path, "rb") as file:
                    said = json.loads(file.read())
                yield Uttered(
                    path=path, role=said["role"], text=said["text"], turn=said["turn"], at=said["at"]
                )
            except (OSError, ValueError, KeyError, TypeError):
                continue

    def tidy(self, before: float) -> None:
        """Remove what is known of sessions that nobody heard of since, even of what could not be kept."""
        for folder in (self._shown, self._sessions):
            _clear(folder, before)
        for key in _listed(self._uttered):
            folder = os.path.join(self._uttered, key)
            if not os.path.exists(self._path(key)):  # nobody would ever take it
                _clear(folder, before)
            with suppress(OSError):  # it is empty unless something waits in it
                os.rmdir(folder)


def key_of(host: str, session: str) -> str:
    """Names the files of a session, whatever its id holds."""
    return sha256_hex(f"{host}\0{session}".encode())[:24]


def _listed(folder: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError:
        return []


def _clear(folder: str, before: float) -> None:
    """Remove the files that nobody wrote to since."""
    for name in _listed(folder):
        path = os.path.join(folder, name)
        with suppress(OSError):
            if os.stat(path).st_mtime < before:
                os.unlink(path)


def _folder(folder: str) -> None:
    os.makedirs(folder, mode=0o700, exist_ok=True)


def put(path: str, data: bytes) -> None:
    """Write a file as a whole."""
    folder, name = os.path.split(path)
    _folder(folder)
    beside = os.path.join(folder, f".{name}.{os.getpid()}")
    descriptor = os.open(beside, _WRITE | os.O_TRUNC, 0o600)
    try:
        os.write(descriptor, data)
    finally:
        os.close(descriptor)
    os.replace(beside, path)
