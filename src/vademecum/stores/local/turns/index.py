"""`LocalTurns`: every part of `ports.Turns` over a shared, disposable cache folder."""

from __future__ import annotations

import os
import time
from functools import partial

from vademecum.stores.local import lookups as shared
from vademecum.stores.local.attempting import Attempting
from vademecum.stores.local.bags import Bags
from vademecum.stores.local.head import read_head
from vademecum.stores.local.shelf import Shelf
from vademecum.stores.local.turns import lookups
from vademecum.stores.local.turns.layout import MARKS, TurnGeneration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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
    from vademecum.stores.local.generation import Generation
    from vademecum.stores.local.vectors import Keys

_AT_ONCE = 1_000


class LocalTurns(Attempting):
    """An index of conversations in files. Shared between threads and processes."""

    @classmethod
    def open(
        cls, cache_dir: str | os.PathLike[str], *, clock_ns: Callable[[], int] = time.time_ns
    ) -> LocalTurns:
        """Open the index in a folder; made when there is none.

        Args:
            cache_dir: folder that holds nothing but this index.
            clock_ns: nanoseconds since the epoch.

        Raises:
            StoreError: there is none and the folder cannot be written.
        """
        index = cls(Shelf(os.fspath(cache_dir), clock_ns, TurnGeneration), Bags({}))
        index._shelf.current()
        return index

    def propose(self, ask: TurnAsk) -> TurnProposal:
        from vademecum.stores.local.turns import proposing

        return self._try(lambda generation: proposing.propose(generation, ask))

    def at(self, places: Sequence[tuple[ConversationId, int]]) -> tuple[TurnCandidate, ...]:
        def attempt(generation: Generation) -> tuple[TurnCandidate, ...]:
            assert isinstance(generation, TurnGeneration)  # it is of this shelf
            with generation.catalogue.reading() as connection:
                found = generation.turns(connection, lookups.versions_at(connection, places))
                return tuple([turn for turn, _ in found])

        return self._try(attempt)

    def corpus(self) -> TurnCorpus:
        return self._read(lookups.corpus)

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        found = self._read(lambda connection: shared.frequencies(connection, words))
        return {word: found[word] for word in words if word in found}

    def languages(self) -> tuple[str, ...]:
        return self._read(shared.languages)

    def held(self, ids: Sequence[ConversationId]) -> dict[ConversationId, Held]:
        return self._read(lambda connection: lookups.held(connection, ids))

    def resolve(self, handle: str) -> tuple[ConversationId, ...]:
        return self._read(lambda connection: lookups.resolve(connection, handle))

    def page(self, choice: Choice, *, limit: int, offset: int = 0) -> tuple[tuple[Held, ...], int]:
        return self._read(lambda connection: lookups.page(connection, choice, limit, offset))

    def said_in(self, fence: Fence, within: tuple[int, int], *, limit: int) -> SaidThen:
        return self._read(lambda connection: lookups.said_in(connection, fence, within, limit))

    def place(self, conversation: ConversationId, seq: int) -> Mark | None:
        return self._read(lambda connection: lookups.place(connection, conversation, seq))

    def spoken(self) -> Iterator[tuple[ConversationId, Spoken]]:
        after = ("", 0)
        while True:
            found = self._read(partial(lookups.spoken_after, after=after, limit=_AT_ONCE))
            yield from found
            if len(found) < _AT_ONCE:
                return
            after = (found[-1][0], found[-1][1].seq)

    def stamps(self) -> dict[ConversationId, Stamp]:
        return self._read(lookups.stamps)

    def revision(self) -> str:
        head = self._read(read_head)
        return f"{head.store}.{head.changes}"

    def apply(self, changes: TurnChanges) -> None:
        if changes.is_empty:
            return
        from vademecum.stores.local.turns.changing import apply_changes

        self._write(lambda connection: apply_changes(connection, changes))
        self._flush_if_many()

    def check(self) -> tuple[str, ...]:
        from vademecum.stores.local.turns import checking

        return self._try(checking.faults)

    def _keys(self) -> Keys:
        from vademecum.stores.local.turns.keys import TURNS

        return TURNS

    def lingering(self, words: Sequence[str]) -> frozenset[str]:
        from vademecum.stores.local import scrubbing

        marked = {f"{mark}{word}": word for word in words for mark in MARKS.values()}

        def attempt(generation: Generation) -> frozenset[str]:
            with generation.catalogue.reading() as connection:
                found = scrubbing.lingering(generation, connection, (*words, *marked))
                return frozenset(marked.get(one, one) for one in found)

        return self._try(attempt)
