"""`LocalIndex`: every part of `ports.Index` over a shared, disposable cache folder."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import contextmanager, suppress
from functools import partial

from vademecum.stores.codec import path_bytes
from vademecum.stores.local import lookups, proposing
from vademecum.stores.local.attempting import Attempting
from vademecum.stores.local.bags import Bags
from vademecum.stores.local.generation import Generation
from vademecum.stores.local.head import read_head
from vademecum.stores.local.shelf import Shelf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import Self

    from vademecum.model.ask import Ask, Candidate, Corpus, Filters, Proposal
    from vademecum.model.brief import Census
    from vademecum.model.entry import Changes, Entry, Row
    from vademecum.model.file import AliasEntry, FileState, Quarantined
    from vademecum.model.postings import Field
    from vademecum.model.record import MemoryId, Scope
    from vademecum.ports.deriving import Compile
    from vademecum.stores.edges import StoredEdges
    from vademecum.stores.local.derivations import LocalDerivations
    from vademecum.stores.local.fields import LocalFields
    from vademecum.stores.local.head import Connection
    from vademecum.stores.local.vectors import Keys, LocalVectors, Trying


class LocalIndex(Attempting):
    """An index in files. Shared between threads and processes.

    A damaged, outdated or missing index is replaced by an empty one without an error; `revision` then
    names another store, and `states` no file, so that the next sync fills it again.
    """

    rules: Compile | None = None
    """Makes rules of a book; without it nothing is derived."""

    portion: int | None = None
    """Records that new rules reach in one step; as many as everywhere when None."""

    @classmethod
    def open(
        cls,
        cache_dir: str | os.PathLike[str],
        weights: Mapping[Field, float],
        *,
        clock_ns: Callable[[], int] = time.time_ns,
        rules: Compile | None = None,
    ) -> LocalIndex:
        """Open the index in a folder; made when there is none.

        Args:
            cache_dir: folder that holds nothing but this index.
            weights: how many body occurrences one occurrence in a field is worth.
            clock_ns: nanoseconds since the epoch; tells young left-overs from old ones.
            rules: makes rules of a book; without it nothing is derived.

        Raises:
            StoreError: there is none and the folder cannot be written.
        """
        index = cls(Shelf(os.fspath(cache_dir), clock_ns, Generation), Bags(weights))
        index.rules = rules
        index._shelf.current()
        return index

    def propose(self, ask: Ask) -> Proposal:
        return self._try(lambda generation: proposing.propose(generation, self._bags, ask))

    def at(self, ids: Sequence[MemoryId]) -> tuple[Candidate, ...]:
        return self._try(lambda generation: proposing.at(generation, ids))

    def corpus(self) -> Corpus:
        return self._read(lookups.corpus)

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        found = self._read(lambda connection: lookups.frequencies(connection, terms))
        return {term: found[term] for term in terms if term in found}

    def expand_prefix(self, prefix: str, limit: int) -> tuple[str, ...]:
        return self._read(lambda connection: lookups.expand_prefix(connection, prefix, limit))

    def languages(self) -> tuple[str, ...]:
        return self._read(lookups.languages)

    def lingering(self, terms: Sequence[str]) -> frozenset[str]:
        from vademecum.stores.local import scrubbing

        def attempt(generation: Generation) -> frozenset[str]:
            with generation.catalogue.reading() as connection:
                return frozenset(scrubbing.lingering(generation, connection, terms))

        return self._try(attempt)

    def rows(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Row]:
        return self._read(lambda connection: lookups.rows(connection, ids))

    def resolve(self, handle: str) -> tuple[MemoryId, ...]:
        return self._read(lambda connection: lookups.resolve(connection, handle))

    def page(self, filters: Filters, *, limit: int, offset: int = 0) -> tuple[tuple[Row, ...], int]:
        return self._read(lambda connection: lookups.page(connection, filters, limit, offset))

    def repeats(self, scope: Scope, body_hash: str) -> tuple[MemoryId, ...]:
        return self._read(lambda connection: lookups.repeats(connection, scope, body_hash))

    def named(self, forms: Sequence[str], scopes: Sequence[Scope]) -> dict[str, tuple[MemoryId, ...]]:
        return self._read(lambda connection: lookups.named(connection, forms, scopes))

    def tally(self, attribute: str, scopes: Sequence[Scope] = ()) -> dict[str, int]:
        return self._read(lambda connection: lookups.tally(connection, attribute, scopes))

    def census(self, scopes: Sequence[Scope]) -> Census:
        from vademecum.stores.local.census import census

        return self._read(lambda connection: census(connection, scopes))

    def states(self) -> dict[str, FileState]:
        return self._read(lookups.states)

    def state(self, path: str) -> FileState | None:
        return self._read(lambda connection: lookups.state(connection, path))

    def known_files(self) -> int:
        return self._read(lookups.known_files)

    def owner(self, record: MemoryId) -> str | None:
        return self._read(lambda connection: lookups.owner(connection, record))

    def file_of(self, scope: Scope) -> str | None:
        return self._read(lambda connection: lookups.file_of(connection, scope))

    def quarantined(self) -> tuple[Quarantined, ...]:
        return self._read(lookups.quarantined)

    def revision(self) -> str:
        head = self._read(read_head)
        return f"{head.store}.{head.changes}"

    def trace(self) -> str:
        return self._read(read_head).trace

    def matching(self, words: Sequence[str], scopes: Sequence[Scope]) -> tuple[AliasEntry, ...]:
        return self._read(lambda connection: lookups.matching(connection, words, scopes))

    def vocabulary_state(self) -> str:
        return self._read(read_head).vocabulary

    def apply(self, changes: Changes) -> None:
        if changes.is_empty:
            return
        from vademecum.stores.local.changing import apply_changes

        self._write(lambda connection: apply_changes(connection, changes, self.rules))
        self._flush_if_many()

    def put_trace(self, trace: str, revision: str) -> None:
        def attempt(generation: Generation) -> None:
            store, _, changes = revision.rpartition(".")
            with suppress(sqlite3.OperationalError), generation.catalogue.writing(waits=False) as connection:
                connection.execute(
                    "UPDATE head SET trace = ? WHERE store = ? AND changes = ?", (trace, store, int(changes))
                )

        self._try(attempt)

    def put_vocabulary(self, entries: Sequence[AliasEntry], state: str) -> None:
        from vademecum.stores.local.changing import replace_vocabulary

        self._write(lambda connection: replace_vocabulary(connection, entries, state))

    def check(self) -> tuple[str, ...]:
        from vademecum.stores.local import checking

        return self._try(checking.faults)

    def _keys(self) -> Keys:
        from vademecum.stores.local.vectors import MEMORIES

        return MEMORIES

    def _vectors_of(self, attempt: Trying, keys: Keys) -> LocalVectors:
        from vademecum.stores.local.vectors import LocalVectors

        def following(sql: Connection, versions: Sequence[int] | None) -> AbstractContextManager[None]:
            from vademecum.stores.local.deriving import following

            return following(sql, self.rules, versions)

        return LocalVectors(attempt, keys, following)

    def edges(self) -> StoredEdges[Connection]:
        from vademecum.stores.edges import StoredEdges
        from vademecum.stores.local import edge_lookups

        return StoredEdges(self._read, edge_lookups)

    def fields(self) -> LocalFields:
        from vademecum.stores.local.fields import LocalFields

        return LocalFields(self._read, self._write)

    def derivations(self) -> LocalDerivations:
        from vademecum.stores.local.derivations import LocalDerivations

        return LocalDerivations(self.rules, self._read, self._write, portion=self.portion)

    @contextmanager
    def rebuilding(self) -> Generator[Self]:
        with super().rebuilding() as fresh:
            fresh.rules, fresh.portion = self.rules, self.portion
            yield fresh

    def entries(self) -> Iterator[Entry]:
        after = b""
        while True:
            found = self._read(partial(lookups.entries_after, path=after))
            yield from found
            if not found:
                return
            after = path_bytes(found[-1].path)
