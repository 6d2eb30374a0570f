"""What went wrong in the database, sorted into what can be done about it."""

from __future__ import annotations

from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from vademecum.errors import Busy, StoreError, Unauthenticated, VadeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

UNDONE = (errors.SerializationFailure, errors.DeadlockDetected)
"""The database undid the transaction; the same one may go through now."""

_GONE = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.IdleInTransactionSessionTimeout,
)
_OCCUPIED = (*UNDONE, errors.LockNotAvailable, errors.QueryCanceled, errors.TooManyConnections)
_CLOSED = "VA001"
"""What `vade.admit` says of a space that was emptied for good."""

_CROWDED = (PoolTimeout, TooManyRequests)


class OutcomeUnknown(StoreError):
    """The connection was lost while a transaction was being committed: it may have been kept."""


def is_lost(error: psycopg.Error) -> bool:
    """Whether the connection is gone, and with it whatever was not committed."""
    if isinstance(error, _GONE):
        return True
    unheard = isinstance(error, psycopg.OperationalError) and error.sqlstate is None
    return unheard and not isinstance(error, (*_CROWDED, PoolClosed))


def translate(error: psycopg.Error) -> VadeError:
    """The error a caller meets. What the database said of rows stays out of it: it may quote them."""
    if isinstance(error, _CROWDED) or is_lost(error):
        return Busy("the database cannot be reached or has no connection left; try again in a moment")
    if isinstance(error, PoolClosed):
        return StoreError("the database was closed; open it again")
    if isinstance(error, _OCCUPIED):
        return Busy("another process holds what is needed in the database; try again in a moment")
    if isinstance(error, errors.UndefinedTable):
        return StoreError(
            "the database lacks tables that are needed; run `vade service migrate` as its owner"
        )
    if isinstance(error, errors.InsufficientPrivilege):
        return StoreError(
            "the database refuses what its role may not do; run `vade service migrate` as the owner"
        )
    if error.sqlstate == _CLOSED:
        return Unauthenticated("the tenant was deleted; nothing was kept")
    return StoreError(f"the database failed ({type(error).__name__}, {error.sqlstate}); look at its log")


@contextmanager
def told() -> Generator[None]:
    """Let callers meet errors of our own tree only."""
    try:
        yield
    except psycopg.Error as error:
        raise translate(error) from error
    except UnicodeEncodeError as error:
        raise StoreError(
            "a text to be stored holds half a surrogate pair; save its file as valid UTF-8"
        ) from error
