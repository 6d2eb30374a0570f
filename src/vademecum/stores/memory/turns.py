"""`MemoryTurns`: every part of `ports.Turns` in dictionaries."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager, nullcontext

from vademecum.model.conversation import Role
from vademecum.model.transcript import Mark
from vademecum.model.turns import NOWHERE, SaidThen, TurnCandidate, TurnCorpus, TurnProposal
from vademecum.stores.memory.vectors import MemoryVectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from contextlib import AbstractContextManager

    from vademecum.model.conversation import ConversationId
    from vademecum.model.file import Stamp
    from vademecum.model.turns import Choice, Fence, Held, Spoken, TurnAsk, TurnChanges

_MOST_CANDIDATES = 10


class MemoryTurns:
    """An index that nothing keeps; it proposes every turn that matches."""

    def __init__(self) -> None:
        self._versions: dict[tuple[ConversationId, int], int] = {}
        self._vectors = MemoryVectors(self._numbered, self._passing)
        self._last_version = 0
        self._held: dict[ConversationId, Held] = {}
        self._turns: dict[ConversationId, dict[int, Spoken]] = {}
        self._frequencies: Counter[str] = Counter()
        self._changes = 0

    def propose(self, ask: TurnAsk) -> TurnProposal:
        needles = [f" {word} " for word in ask.words]
        found = [
            _candidate(conversation, turn)
            for conversation, turns in self._turns.items()
            if _admits(ask.fence, self._held[conversation])
            for turn in turns.values()
            if ask.role in (None, turn.role)
            and (ask.within is None or _is_of(turn, ask.within))
            and any(needle in turn.bag for needle in needles)
        ]
        return TurnProposal(tuple(found), exhausted=True, ceiling=0.0)

    def at(self, places: Sequence[tuple[ConversationId, int]]) -> tuple[TurnCandidate, ...]:
        held = ((each, self._turns.get(each, {}).get(seq)) for each, seq in dict.fromkeys(places))
        return tuple(_candidate(conversation, turn) for conversation, turn in held if turn)

    def corpus(self) -> TurnCorpus:
        turns = [turn.length for each in self._turns.values() for turn in each.values()]
        return TurnCorpus(len(turns), sum(turns))

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        return {word: self._frequencies[word] for word in words if self._frequencies[word] > 0}

    def languages(self) -> tuple[str, ...]:
        count = Counter(turn.lang for turns in self._turns.values() for turn in turns.values())
        return tuple(sorted(count, key=lambda name: (-count[name], name)))

    def held(self, ids: Sequence[ConversationId]) -> dict[ConversationId, Held]:
        return {each: self._held[each] for each in ids if each in self._held}

    def resolve(self, handle: str) -> tuple[ConversationId, ...]:
        return tuple(sorted(each for each in self._held if each.startswith(handle)))[:_MOST_CANDIDATES]

    def page(self, choice: Choice, *, limit: int, offset: int = 0) -> tuple[tuple[Held, ...], int]:
        chosen = sorted(
            (each for each in self._held.values() if _chosen(choice, each)),
            key=lambda each: (each.claimed is None, -(each.claimed or 0), each.id),
        )
        return tuple(chosen[offset : offset + limit]), len(chosen)

    def said_in(self, fence: Fence, within: tuple[int, int], *, limit: int) -> SaidThen:
        said = {
            each: found
            for each, turns in self._turns.items()
            if _admits(fence, self._held[each])
            and (found := [turns[seq] for seq in sorted(turns) if _is_of(turns[seq], within)])
        }
        latest = sorted(said, key=lambda each: (-max(turn.at or 0 for turn in said[each]), each))
        places = tuple((each, _first(said[each], limit)) for each in latest[:limit])
        return SaidThen(places, len(said), sum(map(len, said.values())))

    def place(self, conversation: ConversationId, seq: int) -> Mark | None:
        turn = self._turns.get(conversation, {}).get(seq)
        return Mark(turn.line - 1, turn.start, "") if turn else None

    def spoken(self) -> Iterator[tuple[ConversationId, Spoken]]:
        for conversation in sorted(self._turns):
            for seq in sorted(self._turns[conversation]):
                yield conversation, self._turns[conversation][seq]

    def stamps(self) -> dict[ConversationId, Stamp]:
        return {each: self._held[each].stamp for each in sorted(self._held)}

    def revision(self) -> str:
        return f"memory.{self._changes}"

    def apply(self, changes: TurnChanges) -> None:
        if changes.is_empty:
            return
        self._changes += 1
        for conversation in changes.gone:
            self._drop(conversation)
        for heard in changes.heard:
            conversation = heard.conversation.id
            if heard.anew:
                self._drop(conversation)
            self._held[conversation] = heard.conversation
            turns = self._turns.setdefault(conversation, {})
            for turn in heard.turns:
                if turn.seq in turns:
                    continue
                turns[turn.seq] = turn
                self._last_version += 1
                self._versions[conversation, turn.seq] = self._last_version
                self._frequencies.update(set(turn.bag.split()))

    def _drop(self, conversation: ConversationId) -> None:
        self._held.pop(conversation, None)
        for turn in self._turns.pop(conversation, {}).values():
            self._vectors.drop(self._versions.pop((conversation, turn.seq)))
            self._frequencies.subtract(set(turn.bag.split()))

    def flush(self, *, threshold: int = 0) -> bool:
        return True

    def scrub(self) -> None:
        self._frequencies = +self._frequencies

    def lingering(self, words: Sequence[str]) -> frozenset[str]:
        return frozenset(self.frequencies(words))

    def vectors(self) -> MemoryVectors[tuple[ConversationId, int], Fence]:
        return self._vectors

    @contextmanager
    def rebuilding(self) -> Generator[MemoryTurns]:
        fresh = MemoryTurns()
        fresh._vectors.follow(self._vectors, only_space=True)
        yield fresh
        self._vectors.follow(fresh._vectors)
        self._versions, self._last_version = fresh._versions, fresh._last_version
        self._held, self._turns, self._frequencies = fresh._held, fresh._turns, fresh._frequencies
        self._changes += 1

    def _numbered(self) -> dict[tuple[ConversationId, int], int]:
        return self._versions

    def _passing(self, among: Fence) -> Iterator[tuple[ConversationId, int]]:
        return (place for place in self._versions if _admits(among, self._held[place[0]]))

    def steady(self) -> AbstractContextManager[None]:
        return nullcontext()

    def check(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        """Nothing is open."""

    def size_bytes(self) -> int:
        return 0


def _candidate(conversation: ConversationId, turn: Spoken) -> TurnCandidate:
    return TurnCandidate(
        conversation, turn.seq, turn.role, turn.length, turn.bag, turn.speaker, turn.asks, turn.tells, turn.at
    )


def _is_of(turn: Spoken, within: tuple[int, int]) -> bool:
    return turn.at is not None and within[0] <= turn.at < within[1]


def _first(turns: Sequence[Spoken], limit: int) -> tuple[int, ...]:
    """Places of the first turns of the person, or of anybody."""
    asked = [turn.seq for turn in turns if turn.role is Role.USER]
    return tuple((asked or [turn.seq for turn in turns])[:limit])


def _admits(fence: Fence, held: Held) -> bool:
    outside = fence.workspaces and (held.workspace or NOWHERE) not in fence.workspaces
    return not outside and held.id not in fence.without and (not fence.only or held.id in fence.only)


def _chosen(choice: Choice, held: Held) -> bool:
    return (
        _admits(choice.fence, held)
        and (choice.archived or not held.archived)
        and (held.ended is None or not choice.open)
        and (held.live or not choice.live)
        and choice.host in (None, held.host)
    )
