"""The spaces of a service's database, and what a caller reaches of them; what `wiring_service` puts together.

A tenant's shared scopes and what each of its people keeps alone are apart: each is a space with a name of its
own, and row-level security shows no other one.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import cache, partial

from vademecum.engine.ruling import compiled
from vademecum.model.record import PERSONAL, Scope
from vademecum.model.tenancy import EVERY_SHARED_SCOPE
from vademecum.model.value import value
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.joint.sides import Side
from vademecum.stores.memory.turns import MemoryTurns
from vademecum.stores.postgres.index import PostgresIndex
from vademecum.stores.postgres.truth.files import PostgresFileRows
from vademecum.stores.postgres.truth.journals import PostgresJournalRows
from vademecum.stores.postgres.truth.scanning import Looked, PostgresScanner
from vademecum.stores.postgres.truth.talks import PostgresTalkRows
from vademecum.stores.postgres.turns.index import PostgresTurns
from vademecum.text.digest import sha256_hex
from vademecum.vault.conversations.closed import ClosedConversations
from vademecum.vault.conversations.rows import RowConversations
from vademecum.vault.documents import scope_of
from vademecum.vault.rows.copies import RowCopies
from vademecum.vault.rows.granted import Granted, GrantedRows
from vademecum.vault.rows.journals import row_ends, row_imports, row_ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.engine.import_parts import ImportParts
    from vademecum.ports import Clock
    from vademecum.ports.truth import FileRows
    from vademecum.stores.joint.gate import Gate
    from vademecum.stores.postgres.tenancy import Tenancy
    from vademecum.text.analyzer import Analyzer

    Reads = Callable[[Scope], bool]

_PERSON = "u-"
_DIGITS = 38
"""Hex digits of a person's space: 152 bits, as long as a name of a space may be."""


@value
class Reach:
    """What a caller reaches.

    Attributes:
        reads, writes: shared scopes; ``*`` for all of them.
        personal: what is theirs alone, too.
        changes: whether that may be written to.
    """

    tenant: str
    user: str
    reads: frozenset[str]
    writes: frozenset[str]
    personal: bool
    changes: bool


class Space:
    """What stands under one name in the database, and what is derived from it."""

    def __init__(self, tenancy: Tenancy, gate: Gate) -> None:
        self.tenancy = tenancy
        self.gate = gate
        self.files = PostgresFileRows(tenancy)
        self.talks = PostgresTalkRows(tenancy)
        self.journals = PostgresJournalRows(tenancy)
        self.index = PostgresIndex(tenancy, FIELD_WEIGHTS, rules=compiled)
        self.turns = PostgresTurns(tenancy)

    @contextmanager
    def steady(self) -> Generator[None]:
        """What is read inside is of one moment, until something is written."""
        with self.gate.passed(), self.tenancy.steady():
            yield


class Whole:
    """What goes over all that a caller reaches: scans, copies, conversations."""

    def __init__(self, files: FileRows, own: Space, spaces: Iterable[Space], reads: Reads) -> None:
        """Remember what is reached.

        Args:
            files: of memories.
            own: where conversations and journals are.
            spaces: all that are looked through.
            reads: whether a scope is open; the personal one decides of conversations, too.
        """
        self._files = files
        self._own = own
        self._spaces = tuple(spaces)
        self._reads = reads

    def scanner(self) -> PostgresScanner:
        """Looks through every row of the tenant's, and of the person's own."""
        return PostgresScanner([Looked(tenancy=space.tenancy, shows=self._shows) for space in self._spaces])

    def _shows(self, path: str) -> bool:
        return self._reads(scope_of(path))

    def copies(self) -> RowCopies:
        """Copies of all that is reached."""
        return RowCopies(self._files, self._own.talks, self._own.journals, self._steady)

    @contextmanager
    def _steady(self) -> Generator[None]:
        with ExitStack() as stack:
            for space in self._spaces:
                stack.enter_context(space.steady())
            yield

    def imports(self) -> ImportParts:
        """What importing needs. No file of the server's is a source: what is imported was sent to it."""
        from vademecum.engine.import_parts import ImportParts
        from vademecum.importers.opening import ForeignFiles

        return ImportParts(
            sources=ForeignFiles({}),
            ledger=row_imports(self._own.journals),
            scope_at=lambda _folder: None,
            copies=self.copies(),
        )

    def conversations(self, analyzer: Analyzer, clock: Clock) -> ConversationParts:
        """What the verbs about conversations need."""
        from vademecum.engine.conversations.parts import ConversationParts

        own, is_open = self._own, self._reads(PERSONAL)
        kept = RowConversations(own.talks, row_ends(own.journals), aside=self.copies().keep_aside)
        return ConversationParts(
            keeper=kept if is_open else ClosedConversations(),
            turns=own.turns if is_open else MemoryTurns(),
            analyzer=analyzer,
            clock=clock,
            workspace=None,
            workspace_of=lambda _folder: None,
            current=lambda: None,
            open_scanner=self.scanner,
            open_ledger=cache(lambda: row_ledger(own.journals)),
        )


def space_name(tenant: str, user: str | None) -> str:
    """Name in the database of what is shared in a tenant, or is one person's alone."""
    if user is None:
        return tenant
    digest = sha256_hex(f"{tenant}\0{user}".encode("utf-8", "surrogatepass"))
    return f"{_PERSON}{digest[:_DIGITS]}"


def granted_to(reach: Reach, own: Space, shared: Space) -> Granted:
    """Which files a caller reaches."""
    return Granted(
        own=own.files if reach.personal else None,
        shared=shared.files,
        reads=partial(_reaches, reach.reads, reach.personal),
        writes=partial(_reaches, reach.writes, reach.personal and reach.changes),
        rules=EVERY_SHARED_SCOPE in reach.writes,
    )


def reached(reach: Reach, granted: Granted, own: Space, shared: Space) -> Whole:
    """All that a caller reaches."""
    spaces = (own, shared) if reach.personal else (shared,)
    return Whole(GrantedRows(granted), own, spaces, granted.reads)


def all_of(space: Space) -> Whole:
    """One space alone, without a bound."""
    return Whole(space.files, space, (space,), lambda _scope: True)


def _reaches(scopes: frozenset[str], personal: bool, scope: Scope) -> bool:
    if scope == PERSONAL:
        return personal
    return EVERY_SHARED_SCOPE in scopes or scope in scopes


def sides_of(reach: Reach, own: Space, shared: Space) -> list[Side]:
    """Which indexes a caller asks, and what of them is shown."""
    sides: list[Side] = []
    if reach.personal:
        sides.append(Side(index=own.index, holds=_is_personal))
    seen = None if EVERY_SHARED_SCOPE in reach.reads else frozenset(map(Scope, reach.reads))
    if seen is None or seen or not sides:
        sides.append(Side(index=shared.index, holds=_is_shared, scopes=seen))
    return sides


def _is_personal(scope: Scope) -> bool:
    return scope == PERSONAL


def _is_shared(scope: Scope) -> bool:
    return scope != PERSONAL
