"""Between a hook and its helper: where they meet, what they say, and who may.

The thin end of it is paid for at every prompt, so only what the interpreter has built in is imported.
"""

from __future__ import annotations

# `socket` is seven modules on top of it, half of a bare interpreter.
import _socket
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PROTOCOL = b"vademecum hook 1"
ANSWERED, DECLINED = b"+", b"-"
NAME = "helper.sock"
_OPEN_FOLDERS = "/proc/self/fd"
_LONGEST_ADDRESS = 100
"""Bytes of a path that every system takes as an address; the least known limit is 104."""

_UNSAID = frozenset({"VADE_HOME", "VADE_DEBUG"})
_INT = 4


def stamp() -> bytes:
    """Tells one installation, and one state of it, from any other."""
    root = os.path.dirname(os.path.dirname(__file__))
    return f"{root}:{os.stat(os.path.join(root, '__init__.py')).st_mtime_ns}".encode(
        "utf-8", "surrogateescape"
    )


def told(environ: Mapping[str, str]) -> bytes:
    """Settings that the environment makes; a helper that was begun under others is no help."""
    said = sorted(f"{name}={environ[name]}" for name in environ if _is_setting(name))
    return "\0".join(said).encode("utf-8", "surrogateescape")


def _is_setting(name: str) -> bool:
    return name.startswith("VADE_") and name not in _UNSAID


def packed(fields: Sequence[bytes]) -> bytes:
    """Fields as one message, each behind its length."""
    return b"".join(len(field).to_bytes(_INT, "big") + field for field in fields)


def unpacked(message: bytes) -> list[bytes]:
    """The fields of a message; what is not whole is left out."""
    fields: list[bytes] = []
    place = 0
    while place + _INT <= len(message):
        size = int.from_bytes(message[place : place + _INT], "big")
        field = message[place + _INT : place + _INT + size]
        if len(field) < size:
            break
        fields.append(field)
        place += _INT + size
    return fields


class Address:
    """Where the helper of a home listens, however long the way there is.

    Args:
        folder: of the home's derived data, which belongs to the user alone.

    Raises:
        OSError: the folder is not there, or too far for an address.
    """

    def __init__(self, folder: str) -> None:
        self.path = os.path.join(folder, NAME)
        self._folder = -1
        self.spoken = self.path
        if len(os.fsencode(self.path)) > _LONGEST_ADDRESS:  # Linux names an open folder in few bytes
            if not os.path.isdir(_OPEN_FOLDERS):
                raise OSError("no short way there")
            self._folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            self.spoken = f"{_OPEN_FOLDERS}/{self._folder}/{NAME}"

    def close(self) -> None:
        """Let the folder go."""
        if self._folder >= 0:
            os.close(self._folder)
            self._folder = -1


def is_own(peer: _socket.socket) -> bool:
    """Whether the process at the other end is the user's; where the system does not tell, who owns the folder
    that the socket lies in has decided already."""
    asked = getattr(_socket, "SO_PEERCRED", None)
    if asked is None:
        return True
    told_of = peer.getsockopt(_socket.SOL_SOCKET, asked, 3 * _INT)
    return int.from_bytes(told_of[_INT : 2 * _INT], sys.byteorder) == os.getuid()


def ask(folder: str, fields: Sequence[bytes], timeout_s: float) -> bytes | None:
    """What the helper of a home answers; `DECLINED` when it does not help, None when there is none.

    Args:
        folder: of the home's derived data.
        fields: what to ask.
        timeout_s: longest wait for each step.
    """
    address = peer = None
    try:
        address = Address(folder)
        peer = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        peer.settimeout(timeout_s)
        peer.connect(address.spoken)
        if not is_own(peer):
            return None
        peer.sendall(packed([PROTOCOL, stamp(), *fields]))
        peer.shutdown(_socket.SHUT_WR)
        answer = b""
        while block := peer.recv(65_536):
            answer += block
    except (OSError, AttributeError):  # no helper, a slow one, or a system without such sockets
        return None
    finally:
        if peer is not None:
            peer.close()
        if address is not None:
            address.close()
    fields = unpacked(answer)
    if fields == [DECLINED]:
        return DECLINED
    return fields[1] if len(fields) == 2 and fields[0] == ANSWERED else None
