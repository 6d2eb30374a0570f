"""A database becomes the memory of many people: for each of them a `Vade` over what they reach.

What is shared in a tenant, and what each of its people keeps alone, are spaces of their own in the database;
a `Vade` joins two of them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cache, partial

from vademecum.model.policy import Policy
from vademecum.model.tenancy import EVERY_SHARED_SCOPE, TenantId
from vademecum.model.value import replace
from vademecum.settings import defaults
from vademecum.stores.joint.gate import Gate
from vademecum.stores.joint.index import GrantedIndex
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.truth.following import PostgresFollowing
from vademecum.stores.postgres.truth.holding import Life, PostgresHolding
from vademecum.vault.documents import scope_of
from vademecum.vault.rows.granted import GrantedVault
from vademecum.vault.rows.journals import RowSessionJournals, row_ledger
from vademecum.vault.rows.kept import KeptVault
from vademecum.vault.scopes import parse_scope
from vademecum.wiring import SystemClock, UlidIds, open_with
from vademecum.wiring_meaning import embedding
from vademecum.wiring_spaces import Reach, Space, all_of, granted_to, reached, sides_of, space_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from contextlib import AbstractContextManager
    from datetime import datetime
    from typing import Self

    from vademecum.engine.parts import Files, Parts
    from vademecum.engine.vade import Vade
    from vademecum.model.record import MemoryId
    from vademecum.ports import Clock, Index
    from vademecum.ports.truth import FileRows
    from vademecum.settings import Settings
    from vademecum.wiring_spaces import Whole

EVERY = frozenset({EVERY_SHARED_SCOPE})

_NO_BOUND = 1 << 62
"""A look reads what changed, however much there is."""

_SPACES = 2_000
_VADES = 1_000
"""Remembered of who asked last: a `Vade` takes some kilobytes, and a new one looks at the files first."""


class SafeIds:
    """Fresh ids that ascend over all threads of a process."""

    def __init__(self) -> None:
        self._ids = UlidIds()
        self._lock = threading.Lock()

    def new(self, at: datetime) -> MemoryId:
        """See `ports.Ids.new`."""
        with self._lock:
            return self._ids.new(at)


class Keeper:
    """Keeps the index of a space in step with its files.

    Args:
        vade: over all of the space.
        vault: of that.
        revision: of whatever the index is made of.
        steady: what is read inside is of one moment, until something is written.
    """

    def __init__(
        self,
        vade: Vade,
        vault: KeptVault,
        revision: Callable[[], str],
        steady: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self.vade = vade
        self._vault = vault
        self._revision = revision
        self._steady = steady
        self._kept = ""
        self._lock = threading.Lock()

    def keep(self) -> None:
        """Read what changed since the last time."""
        present = self._revision()
        if present == self._kept:
            return
        with self._steady(), self._lock:
            synced = self.vade.sync()
            if not synced.unreachable and self._vault.follow():
                self._kept = present


class Service:
    """The memory of many people in one database; for threads. A context manager that closes itself."""

    def __init__(
        self, database: Database, life: Life, settings: Settings, clock: Clock, *, connections: int
    ) -> None:
        """Use a database that is open; see `open_service`."""
        self._database = database
        self._gate = Gate(connections // 2)
        self._life = life
        self._settings = settings
        self._clock = clock
        self._ids = SafeIds()
        self._lock = threading.Lock()
        self._spaces: OrderedDict[str, Space] = OrderedDict()
        self._keepers: OrderedDict[str, Keeper] = OrderedDict()
        self._vades: OrderedDict[Reach, Vade] = OrderedDict()
        self._common: Parts | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give every connection back; safe to call twice."""
        self._life.close()
        self._database.close()

    @property
    def database(self) -> Database:
        """Where it all stands, for what is kept beside memories."""
        return self._database

    def vade(
        self,
        tenant: str,
        user: str,
        *,
        reads: Collection[str] = EVERY,
        writes: Collection[str] = EVERY,
        personal: bool = True,
        changes: bool = True,
    ) -> Vade:
        """What somebody may ask; cheap, and shared by all requests of the same reach. It is not closed.

        Args:
            tenant: whose shared scopes are meant.
            user: whose personal scope, conversations and requests are meant.
            reads, writes: shared scopes (``project:…``, ``org:…``) that are open, ``*`` for all of them.
            personal: whether the personal scope and the conversations are reached.
            changes: whether the personal scope may be written to.

        Raises:
            InvalidValue: no tenant can be called so.
            Busy: the database cannot be reached.
        """
        reach = Reach(tenant, user, frozenset(reads), frozenset(writes), personal, changes)
        with self._lock:
            known = self._vades.get(reach)
            if known is not None:
                self._vades.move_to_end(reach)
                return known
        made = self._made(reach)
        with self._lock:
            made = self._vades.setdefault(reach, made)
            while len(self._vades) > _VADES:
                self._vades.popitem(last=False)
        return made

    def keeper(self, tenant: str, user: str | None = None) -> Vade:
        """Everything that is shared in a tenant, or that is one person's alone: for whoever keeps its index,
        gives it vectors, or copies all of it. No grant bounds it.

        Args:
            tenant: which.
            user: whose own part; the shared part when not given.

        Raises:
            InvalidValue: no tenant can be called so.
        """
        return self._keeper(tenant, user).vade

    def _keeper(self, tenant: str, user: str | None) -> Keeper:
        name = space_name(tenant, user)
        with self._lock:
            known = self._keepers.get(name)
            if known is not None:
                self._keepers.move_to_end(name)
                return known
        shared = self._space(space_name(tenant, None))
        space = self._space(name)
        following = PostgresFollowing(space.tenancy)
        rules = None if user is None else shared.files
        vault = KeptVault(space.files, following, partial(_store, space.index), rules)
        revisions = partial(_revisions, space.files, shared.files)
        made = Keeper(self._opened(vault, space.index, space, all_of(space)), vault, revisions, space.steady)
        with self._lock:
            made = self._keepers.setdefault(name, made)
            while len(self._keepers) > _VADES:
                self._keepers.popitem(last=False)
        return made

    def _space(self, name: str) -> Space:
        with self._lock:
            known = self._spaces.get(name)
            if known is None:
                known = self._spaces[name] = Space(self._database.tenancy(TenantId(name)), self._gate)
            self._spaces.move_to_end(name)
            while len(self._spaces) > _SPACES:
                self._spaces.popitem(last=False)
        return known

    def _made(self, reach: Reach) -> Vade:
        shared = self._space(space_name(reach.tenant, None))
        own = self._space(space_name(reach.tenant, reach.user))
        keepers = [self._keeper(reach.tenant, None)]
        if reach.personal:
            keepers.append(self._keeper(reach.tenant, reach.user))
        granted = granted_to(reach, own, shared)
        index = GrantedIndex(sides_of(reach, own, shared), scope_of, self._gate)
        vault = GrantedVault(granted, index, lambda: _keep(keepers, index))
        return self._opened(vault, index, own, reached(reach, granted, own, shared))

    def _opened(self, vault: Files, index: Index, space: Space, whole: Whole) -> Vade:
        settings, clock = self._settings, self._clock
        given = embedding(settings, clock)
        ledger = cache(lambda: row_ledger(space.journals))
        return open_with(
            vault=vault,
            index=index,
            policy=_policy(settings),
            language=settings.language,
            clock=clock,
            ids=self._ids,
            read_scope=lambda text: parse_scope(text, None),
            ledger=ledger,
            scanner=whole.scanner,
            sessions=lambda: RowSessionJournals(space.journals, PostgresHolding(space.tenancy, self._life)),
            imports=whole.imports,
            conversations=lambda analyzer: whole.conversations(analyzer, clock),
            meaning=given,
            share=partial(self._shared, kept=isinstance(index, GrantedIndex)),
        )

    def _shared(self, parts: Parts, *, kept: bool) -> Parts:
        """Words and what reads them are loaded once for all."""
        with self._lock:
            common = self._common = self._common or parts
        return replace(
            parts,
            kept=kept,
            analyzer=common.analyzer,
            lexicon=common.lexicon,
            open_wording=common.open_wording,
            open_planner=common.open_planner,
            open_extractor=common.open_extractor,
            open_deadlines=common.open_deadlines,
            open_counsel=common.open_counsel,
            open_graph_tools=common.open_graph_tools,
        )


def open_service(
    database_url: str,
    settings: Settings | None = None,
    *,
    connections: int = 16,
    now: Callable[[], datetime] | None = None,
) -> Service:
    """Open the database of a service, whose schema is as `wiring_accounts.migrate` makes it.

    Args:
        database_url: connection string of the role that the service connects as.
        settings: what holds for everybody; the defaults when not given.
        connections: at least 2; half as many callers are answered at a time, and others wait.
        now: gives the present, timezone-aware; the machine's clock when not given.

    Raises:
        Busy: it cannot be reached.
        StoreError: it is too old, its schema is of another version, or the role could see every tenant.
    """
    from vademecum.engine.clocks import CallableClock

    clock = SystemClock() if now is None else CallableClock(now)
    database = Database.open(database_url, size=connections)
    return Service(database, Life(database_url), settings or defaults(), clock, connections=connections)


def _keep(keepers: Collection[Keeper], index: GrantedIndex) -> None:
    """Bring indexes up to date, and let the question that looked see what came."""
    for keeper in keepers:
        keeper.keep()
    index.renewed()


def _store(index: Index) -> str:
    return index.revision().partition(".")[0]


def _revisions(own: FileRows, shared: FileRows) -> str:
    return f"{own.revision()} {shared.revision()}"


def _policy(settings: Settings) -> Policy:
    return Policy(
        write_scope=parse_scope(settings.scope, None),
        project=None,
        recall_limit=settings.recall_limit,
        search_limit=settings.search_limit,
        floor=settings.recall_floor,
        digest_bytes=settings.digest_max_bytes,
        review_agents=settings.review_agents,
        sync_max_files=_NO_BOUND,
    )
