"""Taking a copy of a home at one moment, into a folder or an archive."""

from __future__ import annotations

import os
import shutil
import zipfile
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from vademecum.durable import disk_refusal, is_stale, is_temporary, make_folders, sync_folder, temporary
from vademecum.errors import UsageError
from vademecum.model.copies import MANIFEST, HomeCopy
from vademecum.sealing.opening import resting_home
from vademecum.vault.copies.layout import files_of, manifest
from vademecum.vault.locks import Locks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import BinaryIO

    Stamp = tuple[int, int, int]
    Copied = dict[str, tuple[Stamp, int, str]]
    """Path -> stamp of what was copied, size, SHA-256."""

ARCHIVE = ".zip"
_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip can say: equal homes give equal archives."""

_LEVEL = 6
_CHUNK = 1 << 20


def take(home: Path, target: Path, *, whole: bool) -> HomeCopy:
    """See `ports.copies.Copies.take`."""
    _refuse(home, target)
    if target.suffix.lower() != ARCHIVE:
        make_folders(target)
        with _staged(target) as staging:
            copied = _copied(home, staging, whole=whole)
            os.sync()
            _unpack(staging, target)
    else:
        make_folders(target.parent)
        with _staged(target.parent) as staging:
            copied = _copied(home, staging, whole=whole)
            _pack(staging, target, [MANIFEST, *copied])
    return HomeCopy(
        path=str(target),
        memories=sum(path.startswith("memories/") and path.endswith(".md") for path in copied),
        conversations=sum(path.startswith("conversations/") for path in copied),
        files=len(copied),
        bytes=sum(size for _, size, _ in copied.values()),
    )


def _unpack(staging: Path, target: Path) -> None:
    """Let a whole copy stand in the folder itself, its manifest last. Within it, for it may be a disk of its
    own; what was broken off before is no copy, and in nobody's way."""
    try:
        for name in sorted(os.listdir(staging), key=MANIFEST.__eq__):
            (staging / name).rename(target / name)
        sync_folder(target)
        for left in target.iterdir():
            if is_temporary(left.name) and is_stale(left.stat()):
                shutil.rmtree(left, ignore_errors=True)
    except OSError as error:
        raise disk_refusal("write", target, error) from error


def _refuse(home: Path, target: Path) -> None:
    homes = (home, Path(resting_home(str(home))))
    if any(target.resolve().is_relative_to(each.resolve()) for each in homes):
        raise UsageError(f"{target} lies in the home; a copy in what it copies would grow without end")
    if target.is_dir() and target.suffix.lower() != ARCHIVE:
        if not all(map(is_temporary, os.listdir(target))):
            raise UsageError(
                f"{target} is not empty; name a new folder, or an archive that ends in {ARCHIVE}"
            )
    elif os.path.lexists(target):
        raise UsageError(f"{target} is there already and is not written over; choose another name")


@contextmanager
def _staged(folder: Path) -> Generator[Path]:
    """A folder in another one that is gone when the block ends."""
    staging = temporary(folder)
    make_folders(staging)
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _copied(open_home: Path, target: Path, *, whole: bool) -> dict[str, tuple[Stamp, int, str]]:
    """Copy while others write, then again, with everybody else waiting, what they changed meanwhile.

    A whole copy of an encrypted home is as encrypted as that is.

    The first pass takes as long as it takes; the second holds the locks for the time that a look at the
    stamps and the few changed files need.
    """
    copied: Copied = {}
    home = Path(resting_home(str(open_home))) if whole else open_home
    try:
        for path in files_of(str(home), whole=whole):
            _copy(home, target, path, copied)
        with _standstill(open_home):
            present = set(files_of(str(home), whole=whole))
            for path in set(copied) - present:
                (target / path).unlink()
                del copied[path]
            for path in sorted(present):
                if path not in copied or copied[path][0] != _stamp(home / path):
                    _copy(home, target, path, copied)
        ordered = dict(sorted(copied.items()))
        listed = {path: (size, digest) for path, (_, size, digest) in ordered.items()}
        with private(target / MANIFEST) as file:
            file.write(manifest(listed))
    except OSError as error:
        raise disk_refusal("copy to", target, error) from error
    return ordered


@contextmanager
def _standstill(home: Path) -> Generator[None]:
    """Every lock under which a home is written, in one order; a session's own lock is not among them."""
    folder = home / "state" / "locks"
    names: set[str] = set()
    with suppress(OSError):
        names = {name.removesuffix(".lock") for name in os.listdir(folder)}
        names |= {entry.name for entry in os.scandir(home / "memories") if entry.is_dir()}
    with ExitStack() as stack:
        for name in sorted(names):
            stack.enter_context(Locks(folder).hold(name))
        yield


def _stamp(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _copy(home: Path, target: Path, path: str, copied: Copied) -> None:
    """Copy one file; one that vanished meanwhile was erased, and stays so."""
    stamp = _stamp(home / path)
    place = target / path
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path in copied:
        place.unlink()
    digest, size = sha256(), 0
    try:
        source = (home / path).open("rb")
    except FileNotFoundError:
        copied.pop(path, None)
        return
    with source, private(place) as copy:
        while chunk := source.read(_CHUNK):
            digest.update(chunk)
            size += copy.write(chunk)
    if stamp is not None:
        copied[path] = (stamp, size, digest.hexdigest())


def private(path: Path) -> BinaryIO:
    """A new file for its owner alone. Not synced: a copy of many files is synced once, as a whole."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb")


def _pack(staging: Path, target: Path, paths: list[str]) -> None:
    """Pack files in this order; equal files give equal bytes."""
    temp = staging / f"{MANIFEST}{ARCHIVE}"
    try:
        with private(temp) as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
                for path in paths:
                    info = zipfile.ZipInfo(path, _TIME)
                    info.compress_type, info.create_system = zipfile.ZIP_DEFLATED, 3
                    info.external_attr = 0o100600 << 16
                    info.file_size = (staging / path).stat().st_size
                    with (staging / path).open("rb") as source, archive.open(info, "w") as packed:
                        shutil.copyfileobj(source, packed, _CHUNK)
            file.flush()
            os.fsync(file.fileno())
        os.link(temp, target)  # unlike a rename, this takes nobody's place
        sync_folder(target.parent)
    except FileExistsError:
        raise UsageError(f"{target} is there already and is not written over; choose another name") from None
    except OSError as error:
        raise disk_refusal("write", target, error) from error
