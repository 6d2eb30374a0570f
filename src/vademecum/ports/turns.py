"""An index of conversations, split by what asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from vademecum.model.conversation import ConversationId
    from vademecum.model.file import Stamp
    from vademecum.model.transcript import Mark
    from vademecum.model.turns import (
        Choice,
        Fence,
        Held,
        SaidThen,
        Spoken,
        TurnAsk,
        TurnCandidate,
        TurnChanges,
        TurnCorpus,
        TurnProposal,
    )
    from vademecum.ports.meaning import Vectors


class TurnCandidates(Protocol):
    """Proposes turns, and counts what ranks them."""

    def propose(self, ask: TurnAsk) -> TurnProposal:
        """Everything that satisfies the ask, or at least the `ask.depth` best of it."""
        ...

    def at(self, places: Sequence[tuple[ConversationId, int]]) -> tuple[TurnCandidate, ...]:
        """The turns at these places, whatever they say, in no order; places without one are left out."""
        ...

    def corpus(self) -> TurnCorpus:
        """Totals over every turn."""
        ...

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        """Number of turns that contain each word; absent ones are left out."""
        ...

    def languages(self) -> tuple[str, ...]:
        """Languages of the turns, most frequent first, ties by name."""
        ...


class ConversationCatalogue(Protocol):
    """Looks conversations up."""

    def held(self, ids: Sequence[ConversationId]) -> dict[ConversationId, Held]:
        """Those of the conversations that are indexed."""
        ...

    def resolve(self, handle: str) -> tuple[ConversationId, ...]:
        """Ids that begin so; sorted, at most ten."""
        ...

    def page(self, choice: Choice, *, limit: int, offset: int = 0) -> tuple[tuple[Held, ...], int]:
        """One page, latest claim first (then id), and the number of all that are chosen."""
        ...

    def said_in(self, fence: Fence, within: tuple[int, int], *, limit: int) -> SaidThen:
        """What was said in a half-open stretch of time, microseconds since the epoch: of at most `limit`
        conversations (of equally late ones by id), and of each at most `limit` turns."""
        ...

    def place(self, conversation: ConversationId, seq: int) -> Mark | None:
        """The end of the line before a turn's, for reading it; None when there is no such turn."""
        ...

    def spoken(self) -> Iterator[tuple[ConversationId, Spoken]]:
        """Every turn, by conversation and place; for comparing two indexes."""
        ...


class ConversationManifest(Protocol):
    """What the index remembers of the files."""

    def stamps(self) -> dict[ConversationId, Stamp]:
        """Every indexed conversation -> its file as it was last read, sorted by id."""
        ...

    def revision(self) -> str:
        """``<store>.<number>``; grows by one with every change and never repeats."""
        ...


class TurnWriter(Protocol):
    """Changes an index of turns."""

    def apply(self, changes: TurnChanges) -> None:
        """All of it or nothing.

        Raises:
            Busy: another process held the write lock past the deadline.
            StoreError: the store is damaged; a rebuild repairs it.
        """
        ...

    def flush(self, *, threshold: int = 0) -> bool:
        """Hand more than `threshold` pending turns to the lexical engine; False when another process is at
        it."""
        ...

    def scrub(self) -> None:
        """Leave no byte of what is not stored any more; see `IndexWriter.scrub`."""
        ...

    def lingering(self, words: Sequence[str]) -> frozenset[str]:
        """Those of the words that any part of the index holds, even for a turn that is gone."""
        ...

    def rebuilding(self) -> AbstractContextManager[Turns]:
        """A fresh, empty index beside this one that takes its place when the block ends without error."""
        ...


class Turns(TurnCandidates, ConversationCatalogue, ConversationManifest, TurnWriter, Protocol):
    """All parts together, as a back end offers them."""

    def vectors(self) -> Vectors[tuple[ConversationId, int], Fence]:
        """Its part that keeps what texts mean; good for as long as the index is open."""
        ...

    def steady(self) -> AbstractContextManager[None]:
        """Whatever this thread asks inside is answered from one state of the index, as far as it can be."""
        ...

    def check(self) -> tuple[str, ...]:
        """Faults, one line each; empty when everything that is stored twice agrees."""
        ...

    def close(self) -> None:
        """Release files and locks; safe to call twice."""
        ...

    def size_bytes(self) -> int:
        """Bytes it takes on disk, 0 in memory."""
        ...
