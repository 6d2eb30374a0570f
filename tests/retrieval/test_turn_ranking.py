"""What speaks for a turn besides its words, and the order that comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from tests.retrieval.building import question

from vademecum.model.conversation import ConversationId, Role
from vademecum.model.turns import Fence, TurnAsk, TurnCandidate, TurnCorpus, TurnProposal, bag_of
from vademecum.retrieval.turn_features import AMONG_PEOPLE, FEATURES, TurnFeatures
from vademecum.retrieval.turn_ranking import contributions, measured, rank_turns, score_of
from vademecum.retrieval.turn_weights import WEIGHTS
from vademecum.retrieval.turns import TurnScorer, rank


def turn(
    seq: int, words: str, *, by: str = "mira", name: str = "a", asks: bool = False, tells: bool = False
) -> TurnCandidate:
    stems = words.split()
    return TurnCandidate(ConversationId(name), seq, Role.USER, len(stems), bag_of(stems), by, asks, tells)


class Store:
    """Every turn that there is."""

    def __init__(self, *turns: TurnCandidate) -> None:
        self.turns = turns

    def propose(self, ask: TurnAsk) -> TurnProposal:
        said = [
            one
            for one in self.turns
            if one.role is ask.role and not set(ask.words).isdisjoint(one.bag.split())
        ]
        return TurnProposal(tuple(said), exhausted=True, ceiling=0.0)

    def at(self, places: Iterable[tuple[ConversationId, int]]) -> tuple[TurnCandidate, ...]:
        wanted = set(places)
        return tuple(one for one in self.turns if (one.conversation, one.seq) in wanted)

    def corpus(self) -> TurnCorpus:
        return TurnCorpus(len(self.turns), sum(one.length for one in self.turns))

    def languages(self) -> tuple[str, ...]:
        return ("en",)

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        counted = {word: sum(f" {word} " in one.bag for one in self.turns) for word in words}
        return {word: number for word, number in counted.items() if number}


def features(store: Store, topic: str) -> TurnFeatures:
    asked = question(topic)
    return measured(store, asked, rank(store, asked, Fence(), 60).ranked)


def of(store: Store, topic: str, place: int) -> dict[str, float]:
    return dict(features(store, topic).of(store.turns[place]))


def order(store: Store, topic: str, limit: int = 9) -> list[int]:
    return [one.candidate.seq for one in rank_turns(store, question(topic), Fence(), limit).ranked]


TALK = Store(
    turn(1, "hello"),
    turn(2, "which port redi", by="jon", asks=True),
    turn(3, "port six", tells=True),
    turn(4, "nice"),
    turn(9, "port", name="b"),
)


def test_every_feature_has_a_weight_and_a_meaning() -> None:
    assert [name for name, _ in WEIGHTS] == list(FEATURES)
    assert tuple(FEATURES)[3:] == AMONG_PEOPLE


def test_neighbours_are_measured_by_their_words() -> None:
    asked = question("port redis")
    scorer = TurnScorer(asked, TALK.corpus(), TALK.frequencies(asked.rank_by))
    shares = [scorer.score(one) / scorer.ideal for one in TALK.turns]

    found = of(TALK, "port redis", 2)

    assert (found["words"], found["before"], found["before_2"]) == (shares[2], shares[1], 0.0)
    assert (found["after"], found["after_2"], found["answers"]) == (0.0, 0.0, shares[1])
    assert found["session"] == pytest.approx(shares[1] + shares[2] / 2)


def test_reply_counts_only_behind_a_question() -> None:
    assert of(Store(turn(1, "port"), turn(2, "port")), "port", 1)["answers"] == 0.0


@pytest.mark.parametrize(("topic", "expected"), [("Mira port", 1.0), ("Jon port", -1.0), ("port", 0.0)])
def test_named_speaker_speaks_for_a_turn(topic: str, expected: float) -> None:
    assert of(TALK, topic, 2)["speaker"] == expected


@pytest.mark.parametrize(("topic", "expected"), [("how many ports", 1.0), ("ports", 0.0)])
def test_amount_counts_where_one_is_wanted(topic: str, expected: float) -> None:
    assert of(TALK, topic, 2)["tells"] == expected


def test_opening_and_asking_are_seen() -> None:
    assert (of(TALK, "hello", 0)["opening"], of(TALK, "port", 1)["opening"]) == (1.0, 0.0)
    assert (of(TALK, "port", 1)["asks"], of(TALK, "port", 2)["asks"]) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("words", "expected"), [("a port redi x", 0.5), ("redi port", 0.0), ("port redi x", 0.5)]
)
def test_phrase_is_neighbours_that_stay_neighbours(words: str, expected: float) -> None:
    assert of(Store(turn(1, words)), "port redis window", 0)["phrase"] == expected


def test_talk_with_an_assistant_has_no_neighbours() -> None:
    store = Store(turn(1, "port", by=""), turn(2, "port redi", by=""), turn(3, "port", by="mira"))

    assert list(of(store, "port redis", 1)) == ["words", "session", "phrase"]


def test_neighbour_of_the_best_may_answer() -> None:
    many = [turn(place * 10, "port redi", name="b") for place in range(1, 61)]
    beside = turn(11, "port", name="b")

    found = features(Store(*many, beside), "port redis")

    assert beside in found.turns
    assert len(found.turns) == 61


def test_only_turns_that_hold_a_word_answer() -> None:
    assert order(TALK, "port redis") == [2, 3, 9]


def test_score_is_the_sum_of_what_is_explained() -> None:
    told = list(features(TALK, "Mira port redis").of(TALK.turns[2]))

    assert sum(one.amount for one in contributions(told)) == pytest.approx(score_of(told))
    assert contributions(told)[0].source == "words"


def test_only_turn_with_the_very_words_comes_first() -> None:
    answer = turn(5, "redi six port window", tells=True)
    store = Store(*TALK.turns, answer, turn(1, "x x x x x x x x x port redi window x", name="c", asks=True))

    assert order(store, "port redis window")[0] == 1


def test_equal_turns_stand_in_the_order_of_their_places() -> None:
    store = Store(turn(30, "port"), turn(20, "port"))

    assert order(store, "port") == [20, 30]
    assert order(store, "port", limit=1) == [20]


def test_nothing_found_is_nothing_ranked() -> None:
    assert order(TALK, "zebra") == []
