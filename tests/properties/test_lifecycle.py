"""Any sequence of verbs keeps three promises: nothing acknowledged is lost, nothing retracted is shown, every
chain ends once."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, multiple, precondition, rule
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import Conflict, InvalidValue
from vademecum.lifecycle.transitions import Move, leads_to
from vademecum.model.record import Memory, MemoryId, Status

TOPIC = "harbour"
WORDS = st.sampled_from(["red", "blue", "grey", "8080", "8081", "never", "always", "Lyon", "Nice"])
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(lambda words: f"{TOPIC} {' '.join(words)}")
DAYS = st.sampled_from([0, 1, 30])
HOLDING = (Status.ACTIVE, Status.DEPRECATED)


class Lifecycle(RuleBasedStateMachine):
    """A home used through every verb that changes what holds; what it should say is kept beside it."""

    memories = Bundle("memories")

    def __init__(self) -> None:
        super().__init__()
        self.home = MemoryHome(review_agents=False)
        self.number = 0
        self.status: dict[MemoryId, Status] = {}
        self.successor: dict[MemoryId, MemoryId] = {}
        self.texts: dict[MemoryId, str] = {}

    def _kept(self, text: str, record: str) -> MemoryId:
        kept = MemoryId(record)
        self.status[kept], self.texts[kept] = Status.ACTIVE, text
        return kept

    def _said(self, text: str) -> str:
        """The text with a number of its own: repeats are the business of other tests."""
        self.number += 1
        return f"{text} n{self.number}"

    @rule(target=memories, text=TEXTS)
    def remember(self, text: str) -> MemoryId:
        said = self._said(text)
        return self._kept(said, self.home.remember(said))

    @rule(target=memories, old=memories, text=TEXTS)
    def supersede(self, old: MemoryId, text: str) -> MemoryId:
        said = self._said(text)
        allowed = leads_to(self.status[old], Move.SUPERSEDE) is not None
        try:
            new = self.home.vade.supersede(old, said).memory.record.id
        except InvalidValue:
            assert not allowed
            return multiple()  # type: ignore[return-value]
        assert allowed
        self.status[old], self.successor[old] = Status.SUPERSEDED, new
        return self._kept(said, new)

    @rule(old=memories, move=st.sampled_from([move for move in Move if move is not Move.SUPERSEDE]))
    def move(self, old: MemoryId, move: Move) -> None:
        after = leads_to(self.status[old], move)
        try:
            answer = getattr(self.home.vade, move.value)(old)
        except InvalidValue:
            assert after is None
            return
        assert after is not None
        assert answer.memory.record.status is after
        self.status[old] = after

    @rule(old=memories, text=TEXTS)
    def try_it_only(self, old: MemoryId, text: str) -> None:
        before = {path: data for path, (data, _) in self.home.vault._files.items()}
        for move in (move for move in Move if move is not Move.SUPERSEDE):
            if leads_to(self.status[old], move) is not None:
                getattr(self.home.vade, move.value)(old, dry_run=True)
        if leads_to(self.status[old], Move.SUPERSEDE) is not None:
            self.home.vade.supersede(old, self._said(text), dry_run=True)
        assert {path: data for path, (data, _) in self.home.vault._files.items()} == before

    @rule(old=memories, text=TEXTS)
    def supersede_what_changed_meanwhile(self, old: MemoryId, text: str) -> None:
        if leads_to(self.status[old], Move.SUPERSEDE) is None:
            return
        try:
            stale = self.home.clock.at - timedelta(days=9_999)
            self.home.vade.supersede(old, self._said(text), expected_updated=stale)
        except Conflict:
            return
        raise AssertionError("a conflict went unnoticed")

    @rule(old=memories)
    def lose_the_old_half(self, old: MemoryId) -> None:
        """A crash between the two files of a supersession, as it looks afterwards."""
        if self.status[old] is not Status.SUPERSEDED or self.status[self.successor[old]] not in HOLDING:
            return
        path = self.home.vade.get(old).path
        lines = self.home.vault._files[path][0].decode().splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith(("status:", "superseded_by:", "valid_until:"))]
        self.home.write(path, "".join(kept))

    @rule(days=DAYS)
    def time_goes_on(self, days: int) -> None:
        self.home.clock.go_on(days=days, seconds=1)

    @rule()
    def rebuild(self) -> None:
        self.home.vade.reindex()

    def _ends(self) -> set[MemoryId]:
        """What a reader should be shown: the ends of all chains that hold."""
        return {record for record, status in self.status.items() if status in HOLDING}

    @invariant()
    def exactly_what_holds_is_shown(self) -> None:
        found = [hit.id for hit in self.home.vade.search(TOPIC, limit=50).hits]
        ends = self._ends()
        if len(ends) <= 50:
            assert sorted(found) == sorted(ends)
        assert len(found) == len(set(found))
        assert self.home.vade.list(limit=100).total == len(ends)

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        for record, text in self.texts.items():
            kept = self.home.vade.get(record).record
            assert isinstance(kept, Memory)
            assert (kept.body, kept.status) == (text, self.status[record])

    @precondition(lambda self: self.texts)
    @invariant()
    def old_words_lead_to_what_holds(self) -> None:
        for record, text in list(self.texts.items())[-3:]:
            end = record
            while end in self.successor:
                end = self.successor[end]
            number = text.rpartition(" ")[2]
            found = [hit.id for hit in self.home.vade.search(number).hits]
            assert found == ([end] if self.status[end] in HOLDING else [])

    @invariant()
    def every_beginning_answers_for_itself(self) -> None:
        """When a link began it held, unless it was put away or replaced in the same moment."""
        for record, status in self.status.items():
            kept = self.home.vade.get(record).record
            assert isinstance(kept, Memory)
            assert kept.created is not None
            if status in (*HOLDING, Status.SUPERSEDED) and kept.valid_until != kept.created:
                assert self.home.vade.get(record, as_of=kept.created).record.id == record


TestLifecycle = Lifecycle.TestCase
TestLifecycle.settings = settings(
    max_examples=15,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def test_a_flip_leaves_one_truth_and_its_past() -> None:
    home = MemoryHome()
    loves = home.remember("Rhea loves anchovies.", subject="Rhea", predicate="likes", value="anchovies")
    then = home.clock.at
    home.clock.go_on(days=1)
    home.vade.supersede(loves, "Rhea hates anchovies.", value="no anchovies")

    assert [hit.title or hit.summary for hit in home.vade.recall("Rhea anchovies").hits] == [
        "Rhea hates anchovies."
    ]
    assert [hit.summary for hit in home.vade.recall("Rhea anchovies", as_of=then).hits] == [
        "Rhea loves anchovies."
    ]
    assert home.vade.list().total == home.vade.list(as_of=then).total == 1
