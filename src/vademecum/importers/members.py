"""A path as the files in it: one file, a folder, or a zip, each opened as a stream and none outside of it."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import cast

from vademecum.errors import LimitExceeded, NotFound, UsageError, VaultError, quoted
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import IO, Any, BinaryIO

MOST_MEMBERS = 1_000_000
"""Files below a folder or in an archive; more is a mistaken path such as the root of a disk."""

MOST_BYTES = 64 * 1024**3
"""Bytes that an archive may unfold to in all; the largest exports known are a hundredth of it."""

MOST_RATIO = 400
"""How many times its packed size a file of an archive may unfold to. JSON of conversations packs to a fifth
or a twentieth; the deflate of a bomb reaches 1,032."""

_SPARED_BYTES = 16 * 1024**2
"""Below this size any ratio is harmless: an empty table may well pack to nothing."""

_PASSED_FOLDERS = frozenset({".git", ".hg", ".svn", ".obsidian", ".trash", "node_modules", "__MACOSX"})
"""Folders that hold no words of their owner."""


_DAMAGE = (
    zipfile.BadZipFile, OSError, ValueError, RuntimeError, EOFError, IndexError, OverflowError, struct.error,
    zlib.error,
)  # fmt: skip
"""What the library raises of archives that are damaged; it promises less."""


@value(kw_only=True)
class Member:
    """One file.

    Attributes:
        name: its path inside of what was given, with ``/``; for a single file its bare name.
        key: what tells it from every other file on this machine.
        size: in bytes.
        stamp: changes when the file is written again, as far as the system tells.
        open: gives its bytes from the beginning.
        seekable: its stream can start anywhere at no cost.
    """

    name: str
    key: str
    size: int
    stamp: str
    open: Callable[[], BinaryIO]
    seekable: bool = True

    @property
    def suffix(self) -> str:
        """The end of the name behind the last dot, lower case, with the dot."""
        return PurePosixPath(self.name).suffix.lower()

    @property
    def bare(self) -> str:
        """The name without its folders."""
        return PurePosixPath(self.name).name


def members_of(path: Path) -> Iterator[Member]:
    """Every file of a path, sorted by name; what cannot be entered is passed over.

    Raises:
        NotFound: there is nothing.
        UsageError: an archive that is none, or that names files outside of itself.
        LimitExceeded: more than can be meant.
        VaultError: it cannot be read.
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"there is no file or folder {path}; check the path") from None
    except (OSError, ValueError) as error:
        raise VaultError(f"cannot read {path}: {error}") from error
    if stat.S_ISDIR(mode):
        yield from _in_folder(path)
    elif not stat.S_ISREG(mode):
        raise UsageError(f"{path} is neither a file nor a folder")
    elif is_archive(path):
        yield from _in_archive(path)
    else:
        yield _file(path, path.name)


def is_archive(path: Path) -> bool:
    """Whether a file begins as zip archives do."""
    try:
        with path.open("rb") as stream:
            return stream.read(4) in (b"PK\x03\x04", b"PK\x05\x06")
    except OSError as error:
        raise VaultError(f"cannot read {path}: {error.strerror}") from error


def _in_folder(folder: Path) -> Iterator[Member]:
    for count, path in enumerate(_walk(folder), 1):
        if count > MOST_MEMBERS:
            raise LimitExceeded(f"{folder} holds more than {MOST_MEMBERS:,} files; name a smaller folder")
        yield _file(path, path.relative_to(folder).as_posix())


def _walk(folder: Path) -> Iterator[Path]:
    """Regular files below a folder, sorted; links to files are followed, links to folders are not, so that
    no circle is walked. Folders may be nested more deeply than functions."""
    entered = [_entries(folder)]
    while entered:
        for entry in entered[-1]:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _PASSED_FOLDERS:
                    entered.append(_entries(entry.path))
                    break
            elif _is_file(entry):
                yield Path(entry.path)
        else:
            entered.pop()


def _entries(folder: Path | str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as listed:
            return iter(sorted(listed, key=lambda entry: entry.name))
    except OSError:
        return iter(())


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether it is a file, or a link to one; a link that leads nowhere but to itself is none."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _file(path: Path, name: str) -> Member:
    try:
        found = path.stat()
    except OSError as error:
        raise VaultError(f"cannot read {path}: {error.strerror}") from error
    return Member(
        name=name.encode("utf-8", "replace").decode(),
        key=os.fsencode(path.resolve()).decode("utf-8", "replace"),
        size=found.st_size,
        stamp=f"{found.st_mtime_ns}-{found.st_ino}",
        open=lambda: _opened(path),
    )


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise VaultError(f"cannot read {path}: {error.strerror}") from error


def _in_archive(path: Path) -> Iterator[Member]:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [info for info in archive.infolist() if not info.filename.endswith("/")]
    except _DAMAGE as error:
        raise UsageError(f"{path} is a damaged zip archive ({error}); download it again") from error
    if len(entries) > MOST_MEMBERS or sum(info.file_size for info in entries) > MOST_BYTES:
        raise LimitExceeded(
            f"{path} would unfold to more than {MOST_BYTES // 1024**3} GB or {MOST_MEMBERS:,} files; "
            "unpack what you need of it and name the folder"
        )
    refuse_escapes(info.filename for info in entries)
    found = path.stat()
    for info in sorted(entries, key=lambda info: info.filename):
        if not set(PurePosixPath(info.filename).parts) & _PASSED_FOLDERS:
            yield _packed(path, info, f"{found.st_mtime_ns}-{found.st_ino}")


def refuse_escapes(names: Iterable[str]) -> None:
    """Refuse an archive that would write outside of its folder; nothing honest is packed like that.

    Raises:
        UsageError: a name is absolute, climbs, or holds what no name may hold.
    """
    for name in names:
        parts = name.replace("\\", "/").split("/")
        climbs = name.startswith(("/", "\\", "~")) or ".." in parts or ":" in parts[0]
        if climbs or not name or "\x00" in name:
            raise UsageError(
                f"the archive holds the name {quoted(name)}, which leads out of it; it is refused"
            )


def _packed(path: Path, info: zipfile.ZipInfo, stamp: str) -> Member:
    return Member(
        name=info.filename.encode("utf-8", "replace").decode(),
        key=f"{os.fsencode(path.resolve()).decode('utf-8', 'replace')}!{info.filename}",
        size=info.file_size,
        stamp=f"{stamp}-{info.CRC:08x}",
        open=lambda: _unpacked(path, info),
        seekable=False,
    )


def _unpacked(path: Path, info: zipfile.ZipInfo) -> BinaryIO:
    if info.file_size > max(_SPARED_BYTES, MOST_RATIO * info.compress_size):
        raise LimitExceeded(
            f"{info.filename} in {path} would unfold to more than {MOST_RATIO} times its packed size, as a "
            "zip bomb does; unpack it yourself if you trust it"
        )
    try:
        with zipfile.ZipFile(path) as archive:
            stream = archive.open(info)  # keeps the file open for itself
    except _DAMAGE as error:
        raise UsageError(f"{info.filename} in {path} cannot be unpacked ({error})") from error
    return cast("BinaryIO", io.BufferedReader(_Bounded(stream, info.file_size)))


class _Bounded(io.RawIOBase):
    """A stream of an archive that ends where the archive's own list said, and tells damage as `OSError`."""

    def __init__(self, stream: IO[bytes], size: int) -> None:
        self._stream = stream
        self._left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._stream.read(min(len(buffer), self._left))
        except _DAMAGE as error:
            raise OSError(f"the archive is damaged: {error}") from error
        self._left -= len(data)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._stream.close()
        super().close()
