"""Reading one file together with the stamp that belongs to exactly these bytes."""

from __future__ import annotations

import os
import stat

from vademecum.errors import Conflict
from vademecum.markdown.bounds import MAX_FILE_BYTES
from vademecum.model.file import Quarantined, QuarantineReason
from vademecum.model.value import value
from vademecum.text.digest import sha256_hex
from vademecum.vault.listing import LEAVES, folder_stays_inside, stamp, stays_inside
from vademecum.vault.paths import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vademecum.model.file import Stamp

RACY_NS = 50_000_000
"""Disks stamp with the kernel's tick, 4 to 10 ms; five of them leave room for a clock that is adjusted."""

_TRIES = 3
_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW


@value
class Seen:
    """A file's bytes as they were at one moment.

    Attributes:
        place: where the bytes really are, links resolved.
        mode: permission bits.
        racy: a later write may leave the same stamp.
    """

    data: bytes
    stamp: Stamp
    place: Path
    mode: int
    racy: bool


def see(root: str, path: str, now_ns: Callable[[], int]) -> Seen | Quarantined | None:
    """Read one file of the vault; None when it is gone.

    Raises:
        ForbiddenPath: the path, or the folder it stands in, is not inside the vault.
    """
    from pathlib import Path

    from vademecum.durable import remedy

    place = Path(root, checked(path))
    if not folder_stays_inside(path.split("/")[:-1], root):
        return _unreadable(path, LEAVES)
    try:
        if os.path.islink(place):
            if not stays_inside(os.fspath(place), root):
                return _unreadable(path, LEAVES)
            place = place.resolve(strict=True)
        return _read(place, path, now_ns)
    except IsADirectoryError:
        return None
    except (FileNotFoundError, NotADirectoryError):
        if place.is_symlink():
            return _unreadable(path, "a symbolic link to a file that does not exist; remove or repair it")
        there = os.path.isdir(root)
        return None if there else _unreadable(path, "the vault's folder is not there")
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        reason = error if isinstance(error, OSError) else OSError(str(error))
        return _unreadable(path, remedy(reason))


def state_of(root: str, path: str, now_ns: Callable[[], int]) -> str:
    """A digest that changes when a short file of the vault changes, empty when there is none."""
    if not os.path.lexists(f"{root}/{path}"):  # as in nearly every home; looking closer loads much
        return ""
    seen = see(root, path, now_ns)
    return sha256_hex(seen.data if isinstance(seen, Seen) else repr(seen).encode())


def check_unchanged(root: str, path: str, seen: Seen, now_ns: Callable[[], int]) -> None:
    """See that a file still holds what was seen in it.

    Raises:
        Conflict: it does not, or is gone.
    """
    again = see(root, path, now_ns)
    if not isinstance(again, Seen) or again.data != seen.data:
        raise Conflict(f"{path} changed while it was being written; try again")


def _unreadable(path: str, message: str) -> Quarantined:
    return Quarantined(path, QuarantineReason.UNREADABLE, message)


def _read(place: Path, path: str, now_ns: Callable[[], int]) -> Seen | Quarantined | None:
    # Without O_NONBLOCK a named pipe would wait for a writer for ever. No file object: it costs as much as
    # opening and reading, and asked for more than is there it sets aside room for all of it.
    descriptor = os.open(place, _FLAGS)
    try:
        return _read_open(descriptor, place, path, now_ns)
    finally:
        os.close(descriptor)


def _read_open(
    descriptor: int, place: Path, path: str, now_ns: Callable[[], int]
) -> Seen | Quarantined | None:
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        return None
    if found.st_size > MAX_FILE_BYTES:
        message = f"larger than {MAX_FILE_BYTES >> 20} MiB; split it or move it out of the vault"
        return Quarantined(path, QuarantineReason.TOO_LARGE, message)
    tries = 0
    while True:
        tries += 1
        moment, before = now_ns(), found
        data = _whole(descriptor, before.st_size)
        found = os.fstat(descriptor)
        steady = (before.st_mtime_ns, before.st_size) == (found.st_mtime_ns, found.st_size)
        if steady or tries == _TRIES:
            return _seen(data, before, place, racy=not steady or _written_near(before, moment))


def _whole(descriptor: int, expected: int) -> bytes:
    """All bytes from the first on; of a file that grows meanwhile no more than a vault's file may have."""
    parts: list[bytes] = []
    held = 0
    while held <= MAX_FILE_BYTES:
        part = os.pread(descriptor, max(expected - held, 0) + 1, held)
        if not part:
            break
        parts.append(part)
        held += len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _written_near(found: os.stat_result, moment_ns: int) -> bool:
    # Also when the times lie in the future: then nothing tells a later write from this one.
    return max(found.st_mtime_ns, found.st_ctime_ns) > moment_ns - RACY_NS


def _seen(data: bytes, found: os.stat_result, place: Path, *, racy: bool) -> Seen:
    return Seen(data, stamp(found), place, stat.S_IMODE(found.st_mode), racy)
