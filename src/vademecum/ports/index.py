"""An index, split by what asks it.

`Candidates` proposes, `Statistics` and `Counting` count, `Catalogue` looks things up, `Manifest` knows the
files, `Vocabulary` the aliases, `IndexWriter` changes all of them in one step; `ports.meaning.Vectors` keeps
what texts mean. Edges get a protocol of their own beside these; nothing here has to change for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from vademecum.model.ask import Ask, Candidate, Corpus, Filters, Proposal
    from vademecum.model.brief import Census
    from vademecum.model.entry import Changes, Entry, Row
    from vademecum.model.file import AliasEntry, FileState, Quarantined
    from vademecum.model.record import MemoryId, Scope
    from vademecum.ports.deriving import Derivations
    from vademecum.ports.edges import Edges
    from vademecum.ports.fields import Fields
    from vademecum.ports.meaning import Vectors


class Candidates(Protocol):
    """Proposes records that may answer."""

    def propose(self, ask: Ask) -> Proposal:
        """Everything that satisfies the ask, or at least the `ask.depth` of it with the best bag scores.

        Records not yet known to the lexical engine are always proposed when they satisfy the ask.
        """
        ...

    def at(self, ids: Sequence[MemoryId]) -> tuple[Candidate, ...]:
        """The records of these ids as they would be proposed, in the order of the ids; those that are not
        stored are left out."""
        ...


class Statistics(Protocol):
    """Counts for rarity and length normalisation."""

    def corpus(self) -> Corpus:
        """Totals over every indexed record."""
        ...

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """Number of indexed records that contain each term in any field; absent terms are left out."""
        ...

    def expand_prefix(self, prefix: str, limit: int) -> tuple[str, ...]:
        """Indexed terms that begin with `prefix`, most frequent first, ties in order of the term."""
        ...

    def languages(self) -> tuple[str, ...]:
        """Languages of the indexed records, most frequent first, ties by name."""
        ...

    def lingering(self, terms: Sequence[str]) -> frozenset[str]:
        """Those of the terms, tags and names that any part of the index holds, even for a record that is
        gone; `IndexWriter.scrub` leaves those of stored records only."""
        ...


class Catalogue(Protocol):
    """Looks records up by what names them."""

    def rows(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Row]:
        """Stored rows of the ids that exist."""
        ...

    def resolve(self, handle: str) -> tuple[MemoryId, ...]:
        """Ids that `handle` may mean: a full id, else a key (every scope), else a prefix of an id
        (four characters or more); sorted, at most ten."""
        ...

    def page(self, filters: Filters, *, limit: int, offset: int = 0) -> tuple[tuple[Row, ...], int]:
        """One page, newest change first (then id), and the number of all that pass the filters."""
        ...

    def repeats(self, scope: Scope, body_hash: str) -> tuple[MemoryId, ...]:
        """Ids of records of the scope with this body hash, oldest id first."""
        ...

    def named(self, forms: Sequence[str], scopes: Sequence[Scope]) -> dict[str, tuple[MemoryId, ...]]:
        """Entities by folded name or alias: form -> ids, sorted. No scopes means every scope."""
        ...

    def tally(self, attribute: str, scopes: Sequence[Scope] = ()) -> dict[str, int]:
        """Number of records per ``scope`` or ``kind``; of memories per ``type``, ``status``, ``review``,
        ``month`` (UTC, of creation) or ``tag``, over the scopes; none means every scope. Keys sorted.

        Raises:
            UnknownName: another attribute.
        """
        ...


class Counting(Protocol):
    """Knows how many there are of what without counting them."""

    def census(self, scopes: Sequence[Scope]) -> Census:
        """Counts over the scopes; none means every scope."""
        ...


class Manifest(Protocol):
    """What the index remembers of the files."""

    def states(self) -> dict[str, FileState]:
        """path -> state of every known file, quarantined ones included."""
        ...

    def state(self, path: str) -> FileState | None:
        """State of one known file."""
        ...

    def known_files(self) -> int:
        """Number of known files, quarantined ones included."""
        ...

    def owner(self, record: MemoryId) -> str | None:
        """Path of the file that holds this id."""
        ...

    def file_of(self, scope: Scope) -> str | None:
        """Path of some record of the scope that does not stand in a team's folder; None when none does."""
        ...

    def quarantined(self) -> tuple[Quarantined, ...]:
        """Files that are named instead of served, sorted by path."""
        ...

    def revision(self) -> str:
        """``<store>.<number>``; grows by one with every change and never repeats, even after a rebuild."""
        ...

    def trace(self) -> str:
        """`Listing.trace` of the last look that asked for no change, empty when there was a change since."""
        ...


class Vocabulary(Protocol):
    """The derived copy of the alias files."""

    def matching(self, words: Sequence[str], scopes: Sequence[Scope]) -> tuple[AliasEntry, ...]:
        """Entries with a side whose first folded token is among `words`, in file order."""
        ...

    def vocabulary_state(self) -> str:
        """The `AliasFiles.aliases_state` it was made from, empty when never."""
        ...


class IndexWriter(Protocol):
    """Changes an index."""

    def apply(self, changes: Changes) -> None:
        """All of it or nothing, durable on return against a crash of the process.

        Raises:
            Busy: another process held the write lock past the deadline.
            StoreError: the store is damaged; a rebuild repairs it.
        """
        ...

    def put_trace(self, trace: str, revision: str) -> None:
        """Keep the trace of a look that asked for no change, if the index still is at this revision.

        Worth no waiting and no error: when it cannot be kept now, the next look is a full one.
        """
        ...

    def put_vocabulary(self, entries: Sequence[AliasEntry], state: str) -> None:
        """Replace the derived vocabulary."""
        ...

    def flush(self, *, threshold: int = 0) -> bool:
        """Hand more than `threshold` pending records to the lexical engine; False when another
        process is doing it."""
        ...

    def scrub(self) -> None:
        """Leave no byte of what is not stored any more: freed pages, deleted documents, older states.

        Raises:
            Busy: another process wrote, or read from an older state, past the deadline; scrub again.
            StoreError: the disk refuses.
        """
        ...

    def rebuilding(self) -> AbstractContextManager[Index]:
        """A fresh, empty index beside this one that takes its place when the block ends without error."""
        ...


class Index(Candidates, Statistics, Catalogue, Counting, Manifest, Vocabulary, IndexWriter, Protocol):
    """All parts together, as a back end offers them."""

    def steady(self) -> AbstractContextManager[None]:
        """Whatever this thread asks inside is answered from one state of the index, as far as it can be."""
        ...

    def close(self) -> None:
        """Release files and locks; safe to call twice."""
        ...

    def check(self) -> tuple[str, ...]:
        """Faults of the store itself, one line each; empty when sound."""
        ...

    def size_bytes(self) -> int:
        """Bytes the index takes on disk, 0 in memory."""
        ...

    def vectors(self) -> Vectors[MemoryId, Filters]:
        """Its part that keeps what texts mean; good for as long as the index is open."""
        ...

    def edges(self) -> Edges:
        """Its part that knows how records hang together."""
        ...

    def fields(self) -> Fields:
        """Its part that knows which fields are searched, and who states them."""
        ...

    def derivations(self) -> Derivations:
        """Its part that derives edges by rules."""
        ...

    def entries(self) -> Iterator[Entry]:
        """Every stored entry, by path; for comparing two indexes and for statistics."""
        ...
