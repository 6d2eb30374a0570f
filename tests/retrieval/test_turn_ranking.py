"""What speaks for a turn besides its words, and the order that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pytest
from tests.retrieval.building import question
from tests.retrieval.test_turns import TWELVE

from vademecum.model.answer import Contribution
from vademecum.model.conversation import ConversationId, Role
from vademecum.model.turns import Fence, TurnAsk, TurnCandidate, TurnCorpus, TurnProposal, bag_of
from vademecum.retrieval.favour import EVER, FavouredTime
from vademecum.retrieval.turn_features import FEATURES, MEANINGS, TurnFeatures, places_beside
from vademecum.retrieval.turn_ranking import (
    contributions,
    is_of,
    measured,
    only_one_with_all,
    rank_sessions,
    rank_turns,
    score_of,
)
from vademecum.retrieval.turn_weights import MEANT_WEIGHTS, WEIGHTS
from vademecum.retrieval.turns import Ranked, Ranking, TurnScorer, rank
from vademecum.retrieval.weights import WINDOW_BOOST


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


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([("opening", 1.0), ("asks", 0.0), ("phrase", 0.5)], 1.04 + 2.77 / 2),
        ([("words", 1.0), ("before", 0.5)], 8.66 + 2.24 / 2),
        ([("words", 1.0), ("meaning", 1.0), ("before", 0.5)], 3.94 + 0.61 - 0.38 / 2),
        ([], 0.0),
    ],
)
def test_score_is_the_sum_of_weighted_features(told: list[tuple[str, float]], expected: float) -> None:
    assert score_of(told) == pytest.approx(expected)


def test_addends_sum_to_the_score_of_each_turn() -> None:
    found = rank_turns(TALK, question("Mira port redis"), Fence(), 9).ranked

    assert [sum(each.amount for each in contributions(one)) for one in found] == pytest.approx(
        [one.score for one in found]
    )
    assert contributions(found[0])[0].source == "words"


def test_addend_says_what_it_measures() -> None:
    told = (("opening", 1.0), ("asks", 0.0), ("phrase", 0.5))

    assert contributions(Ranked(turn(1, "port"), score_of(told), told)) == (
        Contribution("opening", "it is the first of its conversation: 1 ×1.04", 1.04),
        Contribution("phrase", f"{FEATURES['phrase']}: 0.5 ×2.77", 1.385),
    )


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


class Kept(Store):
    """A store that keeps what it was asked, and knows of times."""

    def __init__(self, *turns: TurnCandidate) -> None:
        super().__init__(*turns)
        self.asks: list[TurnAsk] = []
        self.places: list[list[int]] = []
        self.counted = 0

    def propose(self, ask: TurnAsk) -> TurnProposal:
        self.asks.append(ask)
        begin, end = ask.within or (-99, 99)
        said = super().propose(ask).candidates
        return TurnProposal(
            tuple(one for one in said if begin <= (one.at or 0) < end), exhausted=True, ceiling=0.0
        )

    def at(self, places: Iterable[tuple[ConversationId, int]]) -> tuple[TurnCandidate, ...]:
        self.places.append([seq for _, seq in places])
        return super().at(places)

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        self.counted += 1
        return super().frequencies(words)


def told(
    seq: int, words: str, role: Role = Role.USER, name: str = "a", at: int | None = None
) -> TurnCandidate:
    """A turn of a talk with an assistant."""
    stems = words.split()
    return TurnCandidate(ConversationId(name), seq, role, len(stems), bag_of(stems), at=at)


def filling(number: int, words: str = "redi port") -> list[TurnCandidate]:
    return [told(10, words, name=f"b{each}") for each in range(10, 10 + number)]


def scores(found: Ranking) -> dict[TurnCandidate, float]:
    return {one.candidate: one.score for one in found.ranked}


REPLY = told(11, "port redi", Role.ASSISTANT, "b10")


def test_reply_that_says_the_phrase_joins_a_full_pool() -> None:
    store = Kept(*filling(60), REPLY)
    every = features(store, "port redis")
    store.counted = 0

    found = rank_turns(store, question("port redis"), Fence(), 60)

    assert found.ranked[0].candidate == REPLY
    assert [one.candidate.seq for one in found.ranked[1:]] == [10] * 59
    assert scores(found) == {one.candidate: score_of(every.of(one.candidate)) for one in found.ranked}
    assert store.counted == 1


@pytest.mark.parametrize(
    ("fillers", "limit", "looked"), [(59, 1, 0), (60, 1, 1), (60, 60, 1), (60, 61, 0), (61, 61, 1)]
)
def test_neighbours_count_beside_a_full_pool_alone(fillers: int, limit: int, looked: int) -> None:
    store = Kept(*filling(fillers))

    assert len(order(store, "port redis", limit)) == min(fillers, limit)
    assert store.places == [[8, 9, 11, 12] * fillers] * looked


def test_pool_that_is_not_full_has_no_neighbours() -> None:
    store = Kept(told(5, "port"), told(6, "x"))

    assert order(store, "port redis") == [5]
    assert store.places == []


@pytest.mark.parametrize(("limit", "places"), [(1, []), (2, [[8, 9, 11, 12] * 60])])
def test_neighbours_that_cannot_reach_are_not_looked_at(limit: int, places: list[list[int]]) -> None:
    store = Kept(*filling(59, "redi port x x"), told(10, "port redi", name="c"))

    order(store, "port redis", limit)

    assert store.places == places


def test_neighbours_of_people_and_theirs_are_looked_up() -> None:
    store = Kept(turn(5, "port"))

    assert order(store, "port") == [5]
    assert (store.places, store.counted) == ([[1, 2, 3, 4, 6, 7, 8, 9]], 1)


def test_neighbours_are_looked_up_where_turns_were_left_out() -> None:
    class Partial(Kept):
        def propose(self, ask: TurnAsk) -> TurnProposal:
            return TurnProposal(super().propose(ask).candidates, exhausted=False, ceiling=99.0)

    store = Partial(told(5, "port"), told(6, "port"))

    assert order(store, "port") == [5, 6]
    assert store.places == [[3, 4, 7, 8]]


NOON = FavouredTime(12, 13, "noon")
EVENING = FavouredTime(20, None, "evening")


def test_what_was_said_in_a_time_is_worth_more() -> None:
    then, before = told(1, "port", at=12), told(2, "port", at=13)
    undated = told(3, "port")
    store = Kept(before, then, undated)
    plain = score_of(features(store, "port").of(then))

    found = rank_turns(store, question("port"), Fence(), 9, [NOON])

    assert found.ranked == (Ranked(then, plain * WINDOW_BOOST), Ranked(before, plain), Ranked(undated, plain))
    assert (found.proposed, found.partial) == (3, False)


def test_turn_of_a_time_is_looked_for_by_itself() -> None:
    late, noon = told(1, "port" + " x" * 9, name="c", at=20), told(2, "port" + " x" * 9, name="c", at=12)
    store, fence = Kept(*filling(61, "port"), late, noon), Fence(workspaces=("w",))

    found = rank_turns(store, question("port"), fence, 99, [NOON, EVENING])

    assert {late, noon} < set(scores(found))
    assert store.counted == 1
    assert [ask.within for ask in store.asks[::2]] == [None, NOON.stretch, (20, EVER)]
    assert {(ask.role, ask.depth) for ask in store.asks} == {(Role.USER, 128), (Role.ASSISTANT, 8)}
    assert {ask.fence for ask in store.asks} == {fence}


def test_time_reaches_behind_a_full_pool() -> None:
    noon = told(2, "port x", name="c", at=12)
    store = Kept(*filling(61, "port"), noon)

    assert 2 not in order(store, "port", 60)
    assert rank_turns(store, question("port"), Fence(), 60, [NOON]).ranked[0].candidate == noon


@pytest.mark.parametrize(
    ("at", "expected"), [(None, False), (11, False), (12, True), (13, False), (25, True)]
)
def test_turn_is_of_a_time_that_holds_it(at: int | None, expected: bool) -> None:
    assert is_of(told(1, "port", at=at), [NOON, EVENING]) is expected


def test_turn_is_of_no_time_where_none_is_meant() -> None:
    assert not is_of(told(1, "port", at=12), [])


def test_sessions_are_ordered_by_score_and_name() -> None:
    store = Kept(told(1, "port", name="b"), told(1, "port", name="a"), told(1, "port redi", name="c"))
    one = rank(store, question("port redis"), Fence(), 3, sessions=True).ranked
    store.counted = 0

    found = rank_sessions(store, question("port redis"), Fence(), 2)

    assert [each.candidate.conversation for each in found.ranked] == ["c", "a"]
    assert found == Ranking(one[:2], 3, partial=False)
    assert store.counted == 1


def test_session_of_a_time_is_worth_more() -> None:
    store = Kept(told(1, "port", name="a"), told(1, "port", name="b", at=12), told(2, "port", name="b"))
    single = rank(store, question("port"), Fence(), 9).ranked[0].score

    found = rank_sessions(store, question("port"), Fence(), 9, [NOON])

    assert found.ranked == (Ranked(store.turns[1], single * 1.5), Ranked(store.turns[0], single))


def test_session_is_explained_by_its_words() -> None:
    (found,) = rank_sessions(Kept(told(1, "port")), question("port"), Fence(), 9).ranked

    assert contributions(found) == (Contribution("words", "the words of its best turns", found.score),)


def test_addends_with_meanings_have_weights_of_their_own() -> None:
    told = (("words", 0.5), ("meaning", 1.0))
    amounts = [each.amount for each in contributions(Ranked(turn(1, "port"), score_of(told), told))]

    assert amounts == [dict(MEANT_WEIGHTS)["words"] / 2, dict(MEANT_WEIGHTS)["meaning"]]


@pytest.mark.parametrize("best", [rank_turns, rank_sessions])
def test_time_is_the_last_addend(best: Callable[..., Ranking]) -> None:
    store = Kept(told(1, "port", name="a"), told(1, "port", name="b", at=12))

    one, other = best(store, question("port"), Fence(), 9, [NOON]).ranked

    *words, time = contributions(one)
    assert (time.source, time.detail) == ("time", "×1.5, said in the time that was asked about")
    assert time.amount == pytest.approx(other.score / 2)
    assert sum(each.amount for each in words) == pytest.approx(other.score)
    assert [each.source for each in contributions(other)] == [each.source for each in words]


def test_session_of_two_times_is_shown_by_the_likelier() -> None:
    store = Kept(told(1, "port", at=20), told(2, "port", at=12), told(1, "x", name="b"))
    single = rank(store, question("port"), Fence(), 9).ranked[0].score

    found = rank_sessions(store, question("port"), Fence(), 9, [NOON, EVENING])

    assert found.ranked == (Ranked(store.turns[1], single * WINDOW_BOOST),)


def test_session_beyond_the_limit_is_found_by_its_time() -> None:
    store, fence = Kept(told(1, "port"), told(1, "port", name="b", at=12)), Fence(workspaces=("w",))
    single = rank(store, question("port"), Fence(), 9).ranked[0].score
    store.asks, store.counted = [], 0

    found = rank_sessions(store, question("port"), fence, 1, [NOON])

    assert found == Ranking((Ranked(store.turns[1], single * WINDOW_BOOST),), 2, partial=False)
    assert [ask.within for ask in store.asks] == [None, None, (12, 13), (12, 13)]
    assert {(ask.fence, ask.depth) for ask in store.asks} == {(fence, 128)}
    assert store.counted == 1


@pytest.mark.parametrize(
    ("words", "pairs"), [("alpha bravo x tango delta", 2), ("bravo alpha", 0), ("alpha x bravo", 0), ("x", 0)]
)
@pytest.mark.parametrize("topic", ["alpha bravo tango delta", TWELVE])
def test_pairs_are_counted_in_few_terms_and_many(topic: str, words: str, pairs: int) -> None:
    store = Store(turn(1, "alpha"))

    assert features(store, topic).pairs_in(turn(2, words).bag) == pairs


def test_most_of_a_turn_is_told_by_its_pairs() -> None:
    store = Store(turn(1, "port"))
    found = features(store, "port redis window")
    session = of(store, "port redis window", 0)["session"]

    assert list(found.most_of(ConversationId("a"), 0.25)) == [
        (("words", 0.25), ("session", session), ("phrase", share)) for share in (0.0, 0.5, 1.0)
    ]


def test_single_word_has_no_pairs_to_say() -> None:
    store = Store(turn(1, "port"))
    session = of(store, "port", 0)["session"]

    assert list(features(store, "port").most_of(ConversationId("a"), 1.0)) == [
        (("words", 1.0), ("session", session), ("phrase", 0.0))
    ]


def test_neighbour_that_needs_the_phrase_and_says_it_joins() -> None:
    best, reply = told(10, "redi port", name="c"), told(11, "port redi" + " x" * 8, name="b10")
    store = Kept(*filling(59, "redi port x x"), best, reply)

    assert order(store, "port redis", 1) == [11]
    assert store.places == [[8, 9, 11, 12] * 60]


def test_words_of_the_last_in_the_pool_bound_neighbours() -> None:
    store = Kept(*filling(58), told(10, "port redi", name="c"), told(10, "redi port x x", name="d"))

    assert order(store, "port redis", 1) == [10]
    assert store.places == []


def test_neighbours_that_could_equal_the_last_shown_are_looked_at() -> None:
    store = Kept(*filling(60, "port"))

    assert order(store, "port", 1) == [10]
    assert store.places == [[8, 9, 11, 12] * 60]


def test_small_score_is_lifted_by_its_time_too() -> None:
    faint = told(1, "port", Role.ASSISTANT, at=12)
    store = Kept(faint, told(1, TWELVE, name="b"))
    plain = score_of(features(store, f"port {TWELVE}").of(faint))

    found = rank_turns(store, question(f"port {TWELVE}"), Fence(), 9, [NOON])

    assert 0.0 < plain < 1.0
    assert scores(found)[faint] == plain * WINDOW_BOOST


def test_weak_turn_of_a_time_hides_no_better_session() -> None:
    strong, weak = told(1, "port redi"), told(2, "port" + " x" * 30, Role.ASSISTANT, at=12)
    store = Kept(strong, weak)
    plain = rank(store, question("port redis"), Fence(), 1, sessions=True).ranked

    assert rank_sessions(store, question("port redis"), Fence(), 1, [NOON]).ranked == plain
