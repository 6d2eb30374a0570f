"""`PostgresIndex`: every part of `ports.Index` over the rows of one tenant."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from functools import partial

from vademecum.errors import Busy
from vademecum.stores.codec import path_bytes, speakable
from vademecum.stores.edges import StoredEdges
from vademecum.stores.postgres import aliases, changing, checking, edge_lookups, head, lookups, totals
from vademecum.stores.postgres.bounding import bounded
from vademecum.stores.postgres.derivations import PostgresDerivations
from vademecum.stores.postgres.deriving import following
from vademecum.stores.postgres.fields import PostgresFields
from vademecum.stores.postgres.layout import layout_of
from vademecum.stores.postgres.posting_rows import Weighing
from vademecum.stores.postgres.proposing import Proposing, term_lists
from vademecum.stores.postgres.vectors import MEMORIES, PostgresVectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import TypeVar

    from vademecum.model.ask import Ask, Candidate, Corpus, Filters, Proposal
    from vademecum.model.brief import Census
    from vademecum.model.entry import Changes, Entry, Row
    from vademecum.model.file import AliasEntry, FileState, Quarantined
    from vademecum.model.postings import Field
    from vademecum.model.record import MemoryId, Scope
    from vademecum.ports.deriving import Compile
    from vademecum.stores.postgres.head import Head
    from vademecum.stores.postgres.tenancy import Tenancy
    from vademecum.stores.postgres.transaction import Transaction

    T = TypeVar("T")

_PUT_TRACE = """
UPDATE vade.head SET trace = %(trace)s WHERE tenant = %(tenant)s AND store = (
    SELECT head.store FROM vade.head
    WHERE head.tenant = %(tenant)s AND head.store = %(store)s AND head.changes = %(changes)s
    FOR UPDATE SKIP LOCKED)
"""

_FEW = 20_000
"""Records of which the lists of all asked terms are read at once; beyond it a common one takes 200 KB."""


class PostgresIndex:
    """An index in a database. Shared between threads and processes; whatever is written is durable at once.

    One that is missing, or of an earlier layout, is replaced by an empty one without an error; `revision`
    then names another store, and `states` no file, so that the next sync fills it again.
    """

    def __init__(
        self, tenancy: Tenancy, weights: Mapping[Field, float], *, rules: Compile | None = None
    ) -> None:
        """Speak for a tenant; there need not be an index yet.

        Args:
            tenancy: whose records.
            weights: how many body occurrences one occurrence in a field is worth.
            rules: makes rules of a book; without it nothing is derived.
        """
        self._tenancy = tenancy
        self._weights = weights
        self._weighing = Weighing(weights)
        self._layout = layout_of(self._weighing)
        self._rules = rules
        self._vectors = PostgresVectors(
            self._read, self._write, MEMORIES, lambda sql, versions: following(sql, rules, versions)
        )

    def propose(self, ask: Ask) -> Proposal:
        return self._read(lambda transaction: self._proposing(transaction).propose(ask))

    def at(self, ids: Sequence[MemoryId]) -> tuple[Candidate, ...]:
        return self._read(lambda transaction: self._proposing(transaction).at(ids))

    def _proposing(self, transaction: Transaction) -> Proposing:
        present = head.read_head(transaction, self._layout)
        return Proposing(transaction, present, self._weighing, self._tenancy.remembered)

    def corpus(self) -> Corpus:
        return self._head().corpus

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        def question(transaction: Transaction) -> dict[str, int]:
            if transaction.head is not None and transaction.head.records <= _FEW:
                # Whoever counts terms is about to rank by them.
                lists = term_lists(transaction, terms, self._tenancy.remembered)
                return {
                    term: len(lists[key])
                    for term in terms
                    if speakable(term) and (key := bounded(term)) in lists
                }
            return lookups.frequencies(transaction, terms)

        return self._read(question)

    def expand_prefix(self, prefix: str, limit: int) -> tuple[str, ...]:
        return self._read(partial(lookups.expand_prefix, prefix=prefix, limit=limit))

    def languages(self) -> tuple[str, ...]:
        return self._read(lookups.languages)

    def lingering(self, terms: Sequence[str]) -> frozenset[str]:
        return self._read(partial(lookups.lingering, terms=terms))

    def rows(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Row]:
        return self._read(partial(lookups.shown_rows, ids=ids, remembered=self._tenancy.remembered))

    def resolve(self, handle: str) -> tuple[MemoryId, ...]:
        return self._read(partial(lookups.resolve, handle=handle))

    def page(self, filters: Filters, *, limit: int, offset: int = 0) -> tuple[tuple[Row, ...], int]:
        return self._read(partial(lookups.page, filters=filters, limit=limit, offset=offset))

    def repeats(self, scope: Scope, body_hash: str) -> tuple[MemoryId, ...]:
        return self._read(partial(lookups.repeats, scope=scope, body_hash=body_hash))

    def named(self, forms: Sequence[str], scopes: Sequence[Scope]) -> dict[str, tuple[MemoryId, ...]]:
        return self._read(partial(lookups.named, forms=forms, scopes=scopes))

    def tally(self, attribute: str, scopes: Sequence[Scope] = ()) -> dict[str, int]:
        return self._read(partial(lookups.tally, attribute=attribute, scopes=scopes))

    def census(self, scopes: Sequence[Scope]) -> Census:
        return self._read(partial(totals.census, scopes=scopes))

    def states(self) -> dict[str, FileState]:
        return self._read(lookups.states)

    def state(self, path: str) -> FileState | None:
        return self._read(partial(lookups.state, path=path))

    def known_files(self) -> int:
        return self._head().files

    def owner(self, record: MemoryId) -> str | None:
        return self._read(partial(lookups.owner, record=record))

    def file_of(self, scope: Scope) -> str | None:
        return self._read(partial(lookups.file_of, scope=scope))

    def quarantined(self) -> tuple[Quarantined, ...]:
        return self._read(lookups.quarantined)

    def revision(self) -> str:
        return self._head().revision

    def trace(self) -> str:
        return self._head().trace

    def matching(self, words: Sequence[str], scopes: Sequence[Scope]) -> tuple[AliasEntry, ...]:
        return self._read(partial(aliases.matching, words=words, scopes=scopes))

    def vocabulary_state(self) -> str:
        return self._head().vocabulary

    def apply(self, changes: Changes) -> None:
        if changes.is_empty:
            return

        def change(transaction: Transaction, present: Head) -> None:
            changing.apply_changes(transaction, present, changes, self._weighing, self._rules)

        self._change(change)

    def put_trace(self, trace: str, revision: str) -> None:
        store, _, changes = revision.rpartition(".")
        with suppress(Busy):
            self._tenancy.write(
                lambda transaction: transaction.run(
                    _PUT_TRACE, trace=trace, store=store, changes=int(changes)
                ),
                repeatable=True,
            )

    def put_vocabulary(self, entries: Sequence[AliasEntry], state: str) -> None:
        self._write(partial(aliases.replace_vocabulary, entries=entries, state=state))

    def flush(self, *, threshold: int = 0) -> bool:
        return True

    def scrub(self) -> None:
        """Forget what was read. Rows hold nothing of what is gone; see docs/service.md for what the database
        keeps of rows."""
        self._tenancy.remembered.forget(self._head().store)

    @contextmanager
    def rebuilding(self) -> Generator[PostgresIndex]:
        beside = self._tenancy.beside()
        with beside.changing() as transaction:
            head.begin_anew(transaction, self._layout)
            changing.empty(transaction)
            yield PostgresIndex(beside, self._weights, rules=self._rules)

    def steady(self) -> AbstractContextManager[None]:
        return self._tenancy.steady()

    def close(self) -> None:
        return

    def check(self) -> tuple[str, ...]:
        return self._read(
            lambda transaction: checking.faults(transaction, head.read_head(transaction, self._layout))
        )

    def size_bytes(self) -> int:
        return self._read(changing.size_bytes)

    def vectors(self) -> PostgresVectors:
        return self._vectors

    def edges(self) -> StoredEdges[Transaction]:
        return StoredEdges(self._read, edge_lookups)

    def fields(self) -> PostgresFields:
        return PostgresFields(self._read, self._write)

    def derivations(self) -> PostgresDerivations:
        return PostgresDerivations(self._rules, self._read, self._write)

    def entries(self) -> Iterator[Entry]:
        after = b""
        while True:
            found = self._read(partial(_entries_after, path=after))
            yield from found
            if not found:
                return
            after = path_bytes(found[-1].path)

    def _head(self) -> Head:
        return self._read(partial(head.read_head, layout=self._layout))

    def _read(self, question: Callable[[Transaction], T]) -> T:
        if self._tenancy.is_known:
            return self._tenancy.read(question)

        def asked(transaction: Transaction) -> T:
            if transaction.head is None and not transaction.writes:
                self._look(transaction)
            return question(transaction)

        try:
            found = self._tenancy.read(asked)
        except head.Outdated:
            self._begin()
            found = self._tenancy.read(asked)
        self._is_sound = True
        return found

    _is_sound = False
    """The layout was looked at; every look at the head looks at it again."""

    def _look(self, transaction: Transaction) -> None:
        """Find out which state this is, where more than one question will be put to it."""
        if self._tenancy.is_steady:
            present = head.read_head(transaction, self._layout)
            transaction.kept = self._tenancy.remembered.state(present.store, present.changes)
        elif not self._is_sound:
            head.read_head(transaction, self._layout)

    def _write(self, change: Callable[[Transaction], T]) -> T:
        return self._change(lambda transaction, _: change(transaction))

    def _change(self, change: Callable[[Transaction, Head], T]) -> T:
        """Change it in one step, behind the lock of its head; doing that twice is as good as once."""

        def changed(transaction: Transaction) -> T:
            return change(transaction, head.lock_head(transaction, self._layout))

        try:
            return self._tenancy.write(changed, repeatable=True)
        except head.Outdated:
            self._begin()
            return self._tenancy.write(changed, repeatable=True)

    def _begin(self) -> None:
        """Put an empty index in the place of a missing or outdated one, unless another process has."""

        def begin(transaction: Transaction) -> None:
            if head.is_outdated(transaction, self._layout):
                changing.empty(transaction)
                head.begin_anew(transaction, self._layout)

        self._tenancy.write(begin, repeatable=True)


def _entries_after(transaction: Transaction, path: bytes) -> list[Entry]:
    return edge_lookups.placed(transaction, lookups.entries_after(transaction, path))
