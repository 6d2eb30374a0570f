"""What went wrong below, sorted into what can be done about it."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager

from vademecum.errors import Busy, StoreError, VadeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_OCCUPIED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Damaged(Exception):
    """A generation cannot be trusted; it is dropped and made anew, never shown to a caller."""


class EngineDamaged(Exception):
    """A lexical index cannot be trusted; it is made anew from the catalogue, never shown to a caller."""


def _primary_code(error: Exception) -> int:
    """SQLite's result code without its extension; 0 when the error is Python's own."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the database itself is broken, as opposed to its surroundings."""
    return _primary_code(error) in _DAMAGE


def translate(error: sqlite3.Error | OSError, folder: object) -> VadeError:
    """The error a caller meets."""
    if _primary_code(error) in _OCCUPIED:
        return Busy("another process is writing the index; try again in a moment")
    return StoreError(f"the index in {folder} cannot be used ({error}); check free space and permissions")


@contextmanager
def engine_faults() -> Generator[None]:
    """Turn any failure of the lexical engine into `EngineDamaged`.

    A broken segment surfaces as ValueError, OSError or a Rust panic. The panic's class derives from
    BaseException and is exported nowhere, so it is known by its name.
    """
    try:
        yield
    except (ValueError, OSError, RuntimeError) as error:
        raise EngineDamaged(str(error)) from error
    except BaseException as error:
        if type(error).__name__ == "PanicException":
            raise EngineDamaged(str(error)) from error
        raise
