"""`Tenancy`: everything that is done in the name of one tenant, one transaction at a time."""

from __future__ import annotations

import re
import threading
import time
from contextlib import contextmanager, suppress

import psycopg
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus

from vademecum.errors import InvalidValue
from vademecum.stores.postgres.faults import UNDONE, OutcomeUnknown, is_lost, told, translate
from vademecum.stores.postgres.remembered import Remembered
from vademecum.stores.postgres.tracing import span
from vademecum.stores.postgres.transaction import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Any, TypeVar

    from psycopg import Connection
    from psycopg_pool import ConnectionPool

    from vademecum.model.tenancy import TenantId

    T = TypeVar("T")
    Pool = ConnectionPool[Connection[tuple[Any, ...]]]

_TRIES = 8
_FIRST_PAUSE_S = 0.02
"""Doubled from one try to the next, so that eight of them outlast a restart of the server of 2.5 s."""

_DONE = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}", re.ASCII)
# How a transaction begins, in one exchange. The name of the tenant was checked, so that nothing in it can end
# the literal.
_OF = "SET LOCAL vade.tenant = '{tenant}'"
_READ = f"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; {_OF}"
_CHANGE = f"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; {_OF}"
_WRITE = f"{_CHANGE}; SELECT vade.admit()"
_HURRIED = f"{_WRITE}; SET LOCAL synchronous_commit = off"
_CLOSE = f"{_CHANGE}; SELECT vade.shut()"


class _Here(threading.local):
    """What a thread is about.

    Attributes:
        transaction: the one whose work is being done.
        steady: it wants one state.
        connection: kept for that, once something was asked.
        view: the transaction that is open there meanwhile.
    """

    transaction: Transaction | None = None
    steady: bool = False
    connection: Connection[tuple[Any, ...]] | None = None
    view: Transaction | None = None


class Tenancy:
    """The rows of one tenant. Shared between threads; each has its own transaction.

    Whatever shall change in one step shares one tenancy: a `write` inside another one is part of it.
    """

    def __init__(
        self,
        pool: Pool,
        tenant: TenantId,
        *,
        remembered: Remembered | None = None,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Speak for a tenant; nothing is asked yet.

        Args:
            pool: where connections come from.
            tenant: whose rows are meant.
            remembered: what was read before, of all tenants.
            pause: waits for so many seconds.

        Raises:
            InvalidValue: no tenant can be called so.
        """
        if not _NAME.fullmatch(tenant):
            raise InvalidValue(
                "tenant", "is a lower-case letter, then letters, digits and hyphens, 40 characters at most"
            )
        self.tenant = tenant
        self.remembered = Remembered() if remembered is None else remembered
        self._pool = pool
        self._pause = pause
        self._here = _Here()

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Ask on one state of the database. Asked anew, from the beginning, when the connection is lost.

        Raises:
            Busy: the database cannot be reached, or took too long.
            StoreError: it failed.
        """
        here = self._here
        if here.transaction is not None:
            with told():
                return work(here.transaction)
        if here.view is not None and here.connection is not None:
            # A recall asks four dozen times of one state, mostly what it remembers: the shortest way.
            try:
                return self._viewed(here.connection, work)
            except psycopg.Error as error:
                if not self._is_past(error):
                    raise translate(error) from error
            except UnicodeEncodeError:
                pass  # told of below
        return self._tried(lambda: self._once(_READ, work), again=True)

    def write(
        self, work: Callable[[Transaction], T], *, repeatable: bool = False, hurried: bool = False
    ) -> T:
        """Change in one step, durable on return. Done anew, from the beginning, when the database undid it.

        Args:
            work: does it; nothing outside the database, because it may be called several times.
            repeatable: doing it twice is as good as once, so that it is done again when the connection was
                lost while it was committed.
            hurried: nobody waits for the disk: a crash of the server may take what is kept here.

        Raises:
            Busy: another one holds what is needed past the deadline, or the database cannot be reached.
            OutcomeUnknown: the connection was lost while it was committed.
            Unauthenticated: the tenant was deleted.
            StoreError: the database failed.
        """
        here = self._here.transaction
        if here is not None and here.writes:
            with told():
                return work(here)
        return self._tried(lambda: self._once(_HURRIED if hurried else _WRITE, work), again=repeatable)

    def close(self, work: Callable[[Transaction], T]) -> T:
        """As a `write` that may be repeated, after which nobody writes here any more: it waits for those who
        do, and whoever comes later is refused.

        Raises:
            Busy, OutcomeUnknown, StoreError: as `write`.
        """
        return self._tried(lambda: self._once(_CLOSE, work), again=True)

    @property
    def is_steady(self) -> bool:
        """Whether this thread wants one state."""
        return self._here.steady

    @property
    def is_known(self) -> bool:
        """Whether this thread holds one state, of which the head of the index was read."""
        view = self._here.view
        return view is not None and view.head is not None

    def beside(self) -> Tenancy:
        """The same tenant for a second transaction in the same thread."""
        return Tenancy(self._pool, self.tenant, remembered=self.remembered, pause=self._pause)

    @contextmanager
    def changing(self) -> Generator[Transaction]:
        """As `write`, for whatever this thread does inside; never done anew.

        Raises:
            Busy, OutcomeUnknown, StoreError: as `write`.
        """
        here = self._here
        if here.transaction is not None and here.transaction.writes:
            yield here.transaction
            return
        self._let_go()  # what was read until now stays read; the next look is a new one
        with told(), self._pool.connection() as connection:
            here.transaction = self._begin(connection, _WRITE)
            try:
                yield here.transaction
            except BaseException:
                _roll_back(connection)
                raise
            finally:
                here.transaction = None
            _commit(connection, writes=True)

    @contextmanager
    def steady(self) -> Generator[None]:
        """Whatever this thread reads inside is answered from one state, until it writes itself."""
        here = self._here
        if here.steady:
            yield
            return
        here.steady = True
        try:
            yield
        finally:
            here.steady = False
            self._let_go()

    def _let_go(self) -> None:
        """Give back the connection that was kept."""
        here = self._here
        connection, here.connection = here.connection, None
        view, here.view = here.view, None
        if connection is not None:
            if view is not None:
                with suppress(psycopg.Error):
                    _say(connection, b"COMMIT")
            self._pool.putconn(connection)

    def _tried(self, attempt: Callable[[], T], *, again: bool) -> T:
        pause_s = _FIRST_PAUSE_S
        with told():
            for _ in range(_TRIES - 1):
                try:
                    return attempt()
                except OutcomeUnknown:
                    if not again:
                        raise
                    self._renew()
                except psycopg.Error as error:
                    if not self._is_past(error):
                        raise
                self._pause(pause_s)
                pause_s *= 2
            return attempt()

    def _is_past(self, error: psycopg.Error) -> bool:
        """Whether the same may go through now: the connection was lost, or the database undid it."""
        lost = is_lost(error)
        if lost:
            self._renew()
        return lost or isinstance(error, UNDONE)

    def _renew(self) -> None:
        """Drop what a restart of the server left behind, here and in the pool."""
        self._let_go()
        self._pool.check()

    def _once(self, begin: str, work: Callable[[Transaction], T]) -> T:
        # A span a transaction: what is asked again of the one that a thread holds does not come by here.
        with span("database read" if begin == _READ else "database write"):
            return self._asked(begin, work)

    def _asked(self, begin: str, work: Callable[[Transaction], T]) -> T:
        here = self._here
        if not here.steady:
            with self._pool.connection() as connection:
                return self._whole(connection, begin, work)
        if here.connection is None:
            here.connection = self._pool.getconn()
        if begin == _READ:
            return self._viewed(here.connection, work)
        if here.view is not None:  # what was read until now stays read; the next look is a new one
            here.view = None
            _say(here.connection, b"COMMIT")
        return self._whole(here.connection, begin, work)

    def _viewed(self, connection: Connection[tuple[Any, ...]], work: Callable[[Transaction], T]) -> T:
        """One more look at the state that this thread holds."""
        here = self._here
        here.view = here.view or self._begin(connection, _READ)
        here.transaction = here.view
        try:
            return work(here.view)
        except psycopg.Error:
            here.view = None
            _roll_back(connection)
            raise
        finally:
            here.transaction = None

    def _whole(
        self, connection: Connection[tuple[Any, ...]], begin: str, work: Callable[[Transaction], T]
    ) -> T:
        """One transaction from its beginning to its end."""
        here = self._here
        here.transaction = self._begin(connection, begin)
        try:
            result = work(here.transaction)
        except BaseException:
            _roll_back(connection)
            raise
        finally:
            here.transaction = None
        _commit(connection, writes=begin != _READ)
        return result

    def _begin(self, connection: Connection[tuple[Any, ...]], begin: str) -> Transaction:
        _say(connection, begin.format(tenant=self.tenant).encode())
        return Transaction(connection, self.tenant, writes=begin != _READ)


def _say(connection: Connection[tuple[Any, ...]], words: bytes) -> None:
    """Begin or end a transaction. The driver's own way makes a cursor and a plan for it, and costs thrice as
    much as all else that is worked for such an exchange.

    Raises:
        psycopg.Error: as `execute`.
    """
    result = connection.pgconn.exec_(words)
    if result.status not in _DONE:
        error = error_from_result(result, connection.info.encoding)
        # What the driver itself found, rather than the server said, is that nobody is there any more.
        raise error if error.sqlstate else psycopg.OperationalError(str(error))


def _roll_back(connection: Connection[tuple[Any, ...]]) -> None:
    with suppress(psycopg.Error):  # the connection may be gone, and then it is undone already
        _say(connection, b"ROLLBACK")


def _commit(connection: Connection[tuple[Any, ...]], *, writes: bool) -> None:
    try:
        _say(connection, b"COMMIT")
    except psycopg.OperationalError as error:
        if writes and is_lost(error):
            raise OutcomeUnknown(
                "the database was lost while a change was committed; look whether it is there before you "
                "do it again"
            ) from error
        raise
