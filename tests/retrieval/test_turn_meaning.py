"""What the meaning of turns adds to their order."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pytest
from tests.retrieval.building import question
from tests.retrieval.test_turn_ranking import NOON, TALK, Kept, Store, order, told, turn

from vademecum.model.conversation import ConversationId
from vademecum.model.turns import Fence
from vademecum.retrieval.turn_features import FEATURES
from vademecum.retrieval.turn_ranking import contributions, measured, rank_sessions, rank_turns
from vademecum.retrieval.turns import rank

Place = tuple[ConversationId, int]
A, B = ConversationId("a"), ConversationId("b")


class Alike:
    """Likeness by places; a place that is not told has no vector."""

    enough: float | None = None

    def __init__(self, told: Mapping[Place, float]) -> None:
        self.told = told

    def nearest(self, fence: Fence, limit: int) -> Mapping[Place, float]:
        return dict(sorted(self.told.items(), key=lambda one: (-one[1], one[0]))[:limit])

    def of(self, places: Sequence[Place]) -> Mapping[Place, float]:
        return {place: self.told[place] for place in places if place in self.told}


class Fenced(Alike):
    """Keeps for whom it was asked."""

    def __init__(self, told: Mapping[Place, float]) -> None:
        super().__init__(told)
        self.fences: list[Fence] = []

    def nearest(self, fence: Fence, limit: int) -> Mapping[Place, float]:
        self.fences.append(fence)
        return super().nearest(fence, limit)


def ordered(store: Store, topic: str, told: Mapping[Place, float]) -> list[int]:
    found = rank_turns(store, question(topic), Fence(), 9, likeness=Alike(told))
    return [one.candidate.seq for one in found.ranked]


def features(store: Store, topic: str, told: Mapping[Place, float], place: int) -> dict[str, float]:
    asked = question(topic)
    pool = rank(store, asked, Fence(), 60).ranked
    found = measured(store, asked, pool, near=list(told), likeness=Alike(told))
    return dict(found.of(store.turns[place]))


def test_turn_that_shares_no_word_joins_by_its_meaning() -> None:
    assert order(TALK, "port redis") == [2, 3, 9]
    assert set(ordered(TALK, "port redis", {(A, 4): 0.9, (A, 3): 0.1})) == {2, 3, 4, 9}


def test_likeness_lifts_a_turn() -> None:
    store = Store(turn(1, "port"), turn(1, "port", name="b"))

    assert [one.candidate.conversation for one in rank_turns(store, question("port"), Fence(), 9).ranked] == [
        A,
        B,
    ]
    found = rank_turns(store, question("port"), Fence(), 9, likeness=Alike({(A, 1): 0.1, (B, 1): 0.9}))
    assert [one.candidate.conversation for one in found.ranked] == [B, A]


def test_likeness_is_told_in_deviations_from_the_mean() -> None:
    told = {(A, 2): 0.2, (A, 3): 0.4, (B, 9): 0.6}

    found = features(TALK, "port redis", told, 2)

    assert list(found) == list(FEATURES)
    assert found["meaning"] == pytest.approx(0.0)
    assert found["meaning_before"] == pytest.approx(-(1.5**0.5))
    assert found["meaning_after"] == 0.0


def test_equal_likeness_says_nothing() -> None:
    assert features(TALK, "port redis", {(A, 2): 0.5, (A, 3): 0.5}, 2)["meaning"] == 0.0


def test_talk_with_an_assistant_has_its_own_meaning_alone() -> None:
    store = Store(turn(1, "port", by=""), turn(2, "port redi", by=""))

    found = features(store, "port redis", {(A, 1): 0.1, (A, 2): 0.9}, 1)

    assert list(found) == ["words", "session", "phrase", "meaning"]


def test_nothing_answers_where_no_turn_holds_a_word() -> None:
    assert ordered(TALK, "zebra", {(A, 1): 0.9}) == []


def test_question_of_function_words_asks_for_no_meaning() -> None:
    assert ordered(Store(turn(1, "who are you")), "who are you", {(A, 1): 0.9}) == [1]


def test_no_vectors_are_ranked_as_words_are() -> None:
    assert ordered(TALK, "port redis", {}) == order(TALK, "port redis")


def test_turn_and_neighbours_without_vectors_say_nothing() -> None:
    found = features(TALK, "port redis", {(A, 3): 0.2, (B, 9): 0.6}, 1)

    assert (found["meaning"], found["meaning_before"]) == (0.0, 0.0)
    assert found["meaning_after"] == pytest.approx(-1.0)


def test_turn_of_a_talk_without_words_has_no_session() -> None:
    store = Store(turn(1, "port"), turn(7, "harbour", name="c"))

    assert features(store, "port", {(ConversationId("c"), 7): 0.9}, 1)["session"] == 0.0


def test_neighbour_is_told_beside_equal_likeness() -> None:
    asked = question("port redis")
    pool = rank(TALK, asked, Fence(), 60).ranked
    told = Alike({(A, 1): 0.9, (A, 2): 0.5, (A, 3): 0.5})

    found = dict(measured(TALK, asked, pool, near=[(A, 2)], likeness=told).of(TALK.turns[1]))

    assert found["meaning"] == 0.0
    assert found["meaning_before"] == pytest.approx(0.4)


def test_meaning_is_left_out_where_nothing_is_near() -> None:
    asked = question("port redis")
    pool = rank(TALK, asked, Fence(), 60).ranked

    found = dict(measured(TALK, asked, pool, likeness=Alike({(A, 2): 0.9})).of(TALK.turns[1]))

    assert "meaning" not in found


def test_nearest_are_asked_for_behind_the_fence() -> None:
    class Asked(Alike):
        def nearest(self, fence: Fence, limit: int) -> Mapping[Place, float]:
            assert (fence, limit) == (Fence(workspaces=("w",)), 30)
            return super().nearest(fence, limit)

    found = rank_turns(
        TALK, question("port"), Fence(workspaces=("w",)), 9, likeness=Asked({(A, 4): 0.9, (A, 3): 0.1})
    )

    assert (A, 4) in [(one.candidate.conversation, one.candidate.seq) for one in found.ranked]


class Known(Alike):
    """Knows how like is like enough."""

    enough = 0.5


def test_like_enough_turns_answer_without_a_word() -> None:
    near = Known({(A, 1): 0.9, (A, 3): 0.5, (B, 9): 0.49})

    found = rank_turns(TALK, question("zebra"), Fence(), 9, likeness=near)

    assert [(one.candidate.conversation, one.candidate.seq) for one in found.ranked] == [(A, 1), (A, 3)]


def sessions(store: Store, topic: str, told: Alike) -> list[ConversationId]:
    found = rank_sessions(store, question(topic), Fence(), 9, likeness=told)
    return [one.candidate.conversation for one in found.ranked]


def test_likeness_lifts_a_session() -> None:
    store = Store(turn(1, "port"), turn(1, "port", name="b"))

    assert sessions(store, "port", Alike({})) == [A, B]
    assert sessions(store, "port", Alike({(A, 1): 0.1, (B, 1): 0.9})) == [B, A]


def test_session_that_shares_no_word_joins_by_its_meaning() -> None:
    store = Store(turn(1, "port"), turn(1, "harbour", name="b"))

    assert sessions(store, "port", Alike({(B, 1): 0.9, (A, 1): 0.1})) == [A, B]
    assert sessions(store, "zebra", Known({(B, 1): 0.9, (A, 1): 0.1})) == [B]


def test_session_of_two_like_turns_precedes_one() -> None:
    store = Store(turn(1, "port"), turn(1, "port", name="b"), turn(9, "port", name="b"))
    near = Alike({(A, 1): 0.5, (B, 1): 0.5, (B, 9): 0.5})

    assert sessions(store, "port", near) == [B, A]


def test_addends_of_a_session_sum_to_its_score() -> None:
    store = Store(turn(1, "port"), turn(1, "port", name="b"), turn(9, "port", name="b"))
    near = Alike({(A, 1): 0.1, (B, 1): 0.5, (B, 9): 0.4})

    one = rank_sessions(store, question("port"), Fence(), 9, likeness=near).ranked[0]

    told = contributions(one)
    assert (told[-1].source, told[-1].detail) == ("others", "further turns of it that may answer")
    assert told[-1].amount == one.others > 0
    assert sum(each.amount for each in told) == pytest.approx(one.score)


def test_score_of_a_session_is_that_of_all_its_turns_together() -> None:
    store = Store(turn(1, "port"), turn(9, "port"), turn(1, "harbour", name="b"))
    near = Alike({(A, 1): 0.5, (A, 9): 0.5})
    (both,) = rank_sessions(store, question("port"), Fence(), 9, likeness=near).ranked
    first, second = rank_turns(store, question("port"), Fence(), 9, likeness=near).ranked

    assert both.candidate == first.candidate
    assert both.score == pytest.approx(math.log(math.exp(first.score) + math.exp(second.score)))


def test_session_that_alone_holds_every_word_is_first() -> None:
    store = Store(turn(1, "port redi"), turn(1, "port", name="b"), turn(2, "port", name="b"))
    near = Alike({(A, 1): -0.9, (B, 1): 0.9, (B, 2): 0.9})

    assert sessions(store, "port redis", near) == [A, B]


def test_words_in_their_order_outweigh_many_like_turns() -> None:
    others = [turn(seq, "port x redi", name="b") for seq in range(1, 90, 9)]
    store = Store(turn(1, "port redi"), *others)
    near = Alike({(A, 1): -0.9} | {(B, one.seq): 0.9 for one in others})

    assert sessions(store, "port redis", near) == [A, B]
    assert sessions(Store(turn(1, "port x redi"), *others), "port redis", near) == [B, A]


def test_best_turn_of_a_session_is_measured_however_many_come_before() -> None:
    store = Store(
        *(turn(seq, "port port") for seq in range(1, 900, 9)), turn(1, "port" + " x" * 99, name="b")
    )
    near = Alike({(A, 1): -0.9, (B, 1): 0.9})

    found = rank_sessions(store, question("port"), Fence(), 1, likeness=Alike(near.told))
    every = rank_sessions(store, question("port"), Fence(), 2, likeness=near)

    assert found.ranked == every.ranked[:1]
    assert [one.candidate.conversation for one in every.ranked] == [A, B]


def test_sessions_are_looked_for_behind_the_fence_and_in_the_time() -> None:
    then = [told(seq, "port", name="b", at=12) for seq in (1, 9)]
    store, fence = Kept(told(1, "port"), *then), Fence(workspaces=("w",))
    near = Fenced({(A, 1): 0.5, (B, 1): 0.5})

    found = rank_sessions(store, question("port"), fence, 9, [NOON], near)

    assert {ask.fence for ask in store.asks} == {fence} == set(near.fences)
    assert [ask.within for ask in store.asks[-2:]] == [(12, 13), (12, 13)]
    assert (store.counted, found.proposed, found.partial) == (1, 3, False)
    assert [one.candidate.conversation for one in found.ranked] == [B, A]
    assert sum(each.amount for each in contributions(found.ranked[0])) == pytest.approx(found.ranked[0].score)


def test_order_of_sessions_does_not_hang_on_the_limit() -> None:
    store = Store(turn(1, "port"), turn(1, "port", name="b"), turn(1, "port redi", name="c"))
    near = Alike({(A, 1): 0.1, (B, 1): 0.9})

    one = rank_sessions(store, question("port redis"), Fence(), 1, likeness=near).ranked
    every = rank_sessions(store, question("port redis"), Fence(), 9, likeness=near).ranked

    assert one == every[:1]
