"""`PostgresTurns`: every part of `ports.Turns` over the rows of one tenant."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial

from vademecum.errors import StoreError
from vademecum.stores.postgres.turns import changing, checking, lookups, proposing, rebuilding
from vademecum.stores.postgres.turns.keys import TURNS
from vademecum.stores.postgres.vectors import PostgresVectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
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
    from vademecum.stores.postgres.tenancy import Tenancy

_AT_ONCE = 1_000


class PostgresTurns:
    """An index of conversations in a database. Shared between threads."""

    def __init__(self, tenancy: Tenancy, *, is_fresh: bool = False) -> None:
        """Speak for a tenant; there need not be an index yet.

        Args:
            tenancy: whose conversations.
            is_fresh: it is to take the place of another one.
        """
        self._tenancy = tenancy
        self._read, self._write = tenancy.read, tenancy.write
        self._vectors = PostgresVectors(tenancy.read, tenancy.write, TURNS)
        self._is_fresh = is_fresh

    def propose(self, ask: TurnAsk) -> TurnProposal:
        return self._read(partial(proposing.propose, ask=ask))

    def at(self, places: Sequence[tuple[ConversationId, int]]) -> tuple[TurnCandidate, ...]:
        return self._read(partial(lookups.at, places=places))

    def corpus(self) -> TurnCorpus:
        return self._read(lookups.corpus)

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        return self._read(partial(lookups.frequencies, words=words))

    def languages(self) -> tuple[str, ...]:
        return self._read(lookups.languages)

    def held(self, ids: Sequence[ConversationId]) -> dict[ConversationId, Held]:
        return self._read(partial(lookups.held, ids=ids))

    def resolve(self, handle: str) -> tuple[ConversationId, ...]:
        return self._read(partial(lookups.resolve, handle=handle))

    def page(self, choice: Choice, *, limit: int, offset: int = 0) -> tuple[tuple[Held, ...], int]:
        return self._read(partial(lookups.page, choice=choice, limit=limit, offset=offset))

    def said_in(self, fence: Fence, within: tuple[int, int], *, limit: int) -> SaidThen:
        return self._read(partial(lookups.said_in, fence=fence, within=within, limit=limit))

    def place(self, conversation: ConversationId, seq: int) -> Mark | None:
        return self._read(partial(lookups.place, conversation=conversation, seq=seq))

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
        return self._read(lookups.revision)

    def apply(self, changes: TurnChanges) -> None:
        if not changes.is_empty:
            # What is there already is not taken twice, so that doing it again does no harm.
            self._tenancy.write(partial(changing.apply_changes, changes=changes), repeatable=True)

    def flush(self, *, threshold: int = 0) -> bool:
        """Nothing ever waits: a turn is searched by the transaction that brings it."""
        return True

    def scrub(self) -> None:
        """No row holds what is not stored any more. Pages that the server has not used again since, its log
        and its backups may, for as long as whoever runs it keeps them."""

    def lingering(self, words: Sequence[str]) -> frozenset[str]:
        return self._read(partial(lookups.lingering, words=words))

    @contextmanager
    def rebuilding(self) -> Generator[PostgresTurns]:
        if self._is_fresh:
            raise StoreError("this index is being rebuilt already; finish that first")
        beside = self._tenancy.beside()
        with beside.changing() as transaction:
            rebuilding.empty(transaction)
            yield PostgresTurns(beside, is_fresh=True)

    def vectors(self) -> PostgresVectors:
        return self._vectors

    def steady(self) -> AbstractContextManager[None]:
        return self._tenancy.steady()

    def check(self) -> tuple[str, ...]:
        return self._read(checking.faults)

    def close(self) -> None:
        """The connections are the database's."""

    def size_bytes(self) -> int:
        return self._read(rebuilding.size_bytes)
