"""What speaks for a turn besides its words, and the order that comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from tests.retrieval.building import question

from vademecum.model.answer import Contribution
from vademecum.model.conversation import ConversationId, Role
from vademecum.model.turns import Fence, TurnAsk, TurnCandidate, TurnCorpus, TurnProposal, bag_of
from vademecum.retrieval.turn_features import FEATURES, MEANINGS, TurnFeatures, places_beside
from vademecum.retrieval.turn_ranking import (
    contributions,
    measured,
    only_one_with_all,
    rank_turns,
    score_of,
)
from vademecum.retrieval.turn_weights import MEANT_WEIGHTS, WEIGHTS
from vademecum.retrieval.turns import Ranked, TurnScorer, rank


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
    words = [name for name in FEATURES if name not in MEANINGS]

    assert [name for name, _ in WEIGHTS] == words
    assert [name for name, _ in MEANT_WEIGHTS] == list(FEATURES)
    assert list(of(TALK, "port redis", 2)) == words


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


def test_neighbours_and_theirs_are_looked_up() -> None:
    pool = [Ranked(turn(20, "port"), 1.0), Ranked(turn(2, "port"), 1.0), Ranked(turn(4, "port"), 1.0)]

    assert [seq for _, seq in places_beside(pool)] == [1, 3, 5, 6, 7, 8, 16, 17, 18, 19, 21, 22, 23, 24]


def test_each_neighbour_is_measured_in_its_place() -> None:
    beside = [turn(3, "port"), turn(4, "redi x"), turn(6, "port redi"), turn(7, "port x x")]
    store, asked = Store(turn(5, "redi port"), *beside, turn(9, "y")), question("port redis")
    scorer = TurnScorer(asked, store.corpus(), store.frequencies(asked.rank_by))
    shares = [scorer.score(one) / scorer.ideal for one in beside]

    found = dict(TurnFeatures(asked, scorer, [Ranked(store.turns[0], 1.0)], beside).of(store.turns[0]))

    assert [found[name] for name in ("before_2", "before", "after", "after_2")] == shares


def test_turn_alone_has_nothing_from_neighbours() -> None:
    found = of(Store(turn(5, "port")), "port", 0)

    assert [found[name] for name in ("phrase", "before", "before_2", "after", "after_2")] == [0.0] * 5


def test_half_of_the_speakers_make_a_talk_among_people() -> None:
    assert "before" in of(Store(turn(1, "port"), turn(3, "port", by="")), "port", 0)


def test_turn_far_behind_by_its_words_is_not_lifted() -> None:
    many = [turn(10, "port", name=f"b{number}") for number in range(10, 70)]
    store = Store(*many, turn(1, "port x", tells=True, name="c"))

    assert order(store, "how many ports", limit=1) == [10]
    assert order(store, "how many ports", limit=61)[0] == 1


def test_ranking_tells_what_was_judged() -> None:
    class Fenced(Store):
        def propose(self, ask: TurnAsk) -> TurnProposal:
            assert ask.fence == Fence(workspaces=("w",))
            return TurnProposal(super().propose(ask).candidates, exhausted=False, ceiling=99.0)

    fence = Fence(workspaces=("w",))

    found = rank_turns(Fenced(turn(1, "port"), turn(2, "port")), question("port"), fence, 1)

    assert (len(found.ranked), found.proposed, found.partial) == (1, 2, True)


def test_contribution_says_what_it_measures() -> None:
    assert contributions([("opening", 1.0), ("asks", 0.0), ("phrase", 0.5)]) == (
        Contribution("opening", "it is the first of its conversation: 1 ×1.04", 1.04),
        Contribution("phrase", f"{FEATURES['phrase']}: 0.5 ×2.77", 1.385),
    )


WORDS = turn(1, "the port redi x")


@pytest.mark.parametrize(
    ("topic", "said", "only"),
    [
        ("port redis", (WORDS, turn(2, "redi port"), turn(3, "port x redi")), WORDS),
        ("port redis", (WORDS, turn(2, "port redi")), None),
        ("port redis", (turn(2, "redi port"),), None),
        ("is it", (turn(2, "is it"),), None),
    ],
)
def test_very_words_are_those_of_one_turn(
    topic: str, said: tuple[TurnCandidate, ...], only: TurnCandidate | None
) -> None:
    assert only_one_with_all(question(topic), [Ranked(one, 1.0) for one in said]) == only


def test_very_words_outweigh_all_that_was_learned() -> None:
    long = turn(9, "port redi" + " x" * 40, by="mira", name="z")
    store = Store(turn(1, "redi port", by="jon", tells=True), turn(2, "redi port", by="jon"), long)

    assert order(store, "port redis") == [9, 1, 2]
