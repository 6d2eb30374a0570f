"""A file of settings is replaced as a whole or left alone, whoever else writes, forbids it, or kills us."""

from __future__ import annotations

import os
from contextlib import suppress

from vademecum.errors import VaultError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_BESIDE = ".vade-"
"""Before the number of the process that writes a file anew."""


def bytes_of(path: str) -> bytes | None:
    """The file; None where there is none.

    Raises:
        VaultError: it cannot be read.
    """
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise VaultError(f"cannot read {path}: {error.strerror}") from error


def refuse_read_only(paths: Iterable[str]) -> None:
    """Whoever forbade to write to a file meant us too.

    Raises:
        VaultError: one of them is read-only.
    """
    for path in paths:
        with suppress(OSError):
            if not os.stat(path).st_mode & 0o222:
                raise VaultError(f"{path} is read-only; nothing was written. `chmod u+w` allows it")


def write(path: str, before: bytes | None, after: bytes | None) -> None:
    """Replace a file as a whole.

    Raises:
        VaultError: the disk refuses, or somebody wrote to it meanwhile.
    """
    real = os.path.realpath(path)  # settings that are kept elsewhere and linked to stay so
    try:
        for folder in missing_folders(path):
            os.mkdir(folder, 0o700)
        if after is None:
            os.unlink(real)
            return
        _sweep(real)
        beside = f"{real}{_BESIDE}{os.getpid()}"
        mode = os.stat(real).st_mode & 0o777 if before is not None else 0o600
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(after)
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        if bytes_of(real) != before:
            os.unlink(beside)
            raise VaultError(f"{path} was written to meanwhile, and was left alone; try again")
        os.replace(beside, real)
    except OSError as error:
        raise VaultError(f"cannot write {path}: {error.strerror or error}") from error


def _sweep(real: str) -> None:
    """Remove what a killed run left beside a file."""
    folder, name = os.path.split(real)
    for found in os.listdir(folder):
        pid = found.removeprefix(name + _BESIDE)
        if found.startswith(name + _BESIDE) and pid.isdecimal() and not _runs(int(pid)):
            os.unlink(os.path.join(folder, found))


def _runs(pid: int) -> bool:
    if pid == os.getpid():
        return False  # a number that was given again: what lies there is not of this run
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def missing_folders(path: str) -> tuple[str, ...]:
    """Folders that have to be made for a file, outermost first."""
    missing: list[str] = []
    folder = os.path.dirname(os.path.realpath(path))
    while not os.path.isdir(folder) and folder != os.path.dirname(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return tuple(reversed(missing))
