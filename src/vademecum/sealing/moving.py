"""Plain files of a home that is turned: copied, put back, and erased from where they shall not stay."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from vademecum.blotting import erase_file, erase_leaving
from vademecum.durable import create_exclusive, disk_refusal, is_temporary, make_folders
from vademecum.errors import Conflict, VaultError
from vademecum.sealing.layout import KEY, MARK, SEALED
from vademecum.sealing.shadow import LOCKS, plain_files, sealed_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.sealing.ciphering import Plain
    from vademecum.sealing.layout import Opened

_OWN = (MARK, KEY, SEALED)


def plain_paths(home: str) -> Iterator[str]:
    """Plain files of a home on the disk, without what makes it a sealed one."""
    for place in plain_files(home):
        path = os.path.relpath(place, home)
        if path.split(os.sep)[0] not in _OWN:
            yield path


def copied(source: Path, target: Path, *, durable: bool = False) -> None:
    """Copy a file with its time. One that is there with the same bytes is left.

    Raises:
        Conflict: another one is there.
        VaultError: the disk refuses.
    """
    try:
        data, found = source.read_bytes(), source.stat()
        if target.exists():
            if target.read_bytes() != data:
                raise Conflict(f"{target} is in the way, and differs from what is sealed; move it away")
        elif durable:
            make_folders(target.parent)
            create_exclusive(target.parent, [target.name], data)
        else:
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            target.write_bytes(data)
            target.chmod(0o600)
        os.utime(target, ns=(found.st_mtime_ns, found.st_mtime_ns))
    except OSError as error:
        raise disk_refusal("copy to", target, error) from error


def put(target: Path, plain: Plain, mtime_ns: int) -> None:
    """Write a plain file below a folder, with its time.

    Raises:
        OSError: there is no room.
        VaultError: it names a place outside.
    """
    parts = plain.path.split("/")
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        raise VaultError("it names a place outside of the home")
    place = target.joinpath(*parts)
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    place.write_bytes(plain.data)
    place.chmod(0o600)
    os.utime(place, ns=(mtime_ns, mtime_ns))


def clear(home: str, one: Opened) -> tuple[str, ...]:
    """Erase the plain files of a sealed home that say what the open one says; what else there is stays.

    Returns:
        Paths of those that stay.

    Raises:
        VaultError: the disk refuses; the next opening goes on.
    """
    left: list[str] = []
    for folder, folders, names in os.walk(home, topdown=False):
        parts = os.path.relpath(folder, home).split(os.sep)
        if parts[0] in _OWN:
            continue
        for name in names:
            place = Path(folder, name)
            path = os.path.relpath(place, home)
            if path in _OWN:
                continue
            if is_temporary(name):
                erase_leaving(place)
            elif LOCKS in parts or _says_the_same(place, Path(one.home, path)):
                erase_file(place)
            else:
                left.append(path)
        if folder != home and not os.listdir(folder):
            os.rmdir(folder)
        del folders
    return tuple(sorted(left))


def _says_the_same(place: Path, other: Path) -> bool:
    try:
        return place.read_bytes() == other.read_bytes()
    except OSError:
        return False


def clear_cache(folder: str) -> None:
    """Erase what was derived from a home."""
    for place in list(plain_files(folder)) if os.path.isdir(folder) else ():
        erase_file(Path(place))
    shutil.rmtree(folder, ignore_errors=True)


def drop_sealed(home: str) -> None:
    """Erase sealed files and key of a home that is plain."""
    for sealed in sealed_files(home):
        erase_file(sealed)
    shutil.rmtree(os.path.join(home, SEALED), ignore_errors=True)
    with suppress(FileNotFoundError):
        os.unlink(os.path.join(home, KEY))
