"""Which turns of past conversations come first, and when the index is asked no more."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from tests.retrieval.building import question

from vademecum.model.conversation import ConversationId, Role
from vademecum.model.turns import Fence, TurnAsk, TurnCandidate, TurnCorpus, TurnProposal, bag_of
from vademecum.retrieval.question import Question
from vademecum.retrieval.scoring import rarity
from vademecum.retrieval.turns import Ranked, Ranking, TurnScorer, held_of, rank

CORPUS = TurnCorpus(turns=10, terms=20)
FREQUENCIES = {"port": 2, "redi": 4, "häuser": 1, "haus": 3, "graph": 5, "db": 5, "graph_db": 1}
FENCE = Fence(without=(ConversationId("z"),))
YOU, ME = Role.USER, Role.ASSISTANT


def turn(words: str, name: str = "a", seq: int = 1, role: Role = YOU) -> TurnCandidate:
    stems = words.split()
    return TurnCandidate(ConversationId(name), seq, role, len(stems), bag_of(stems))


def score_of(candidate: TurnCandidate, asked: Question | None = None) -> float:
    return TurnScorer(asked or question("port redis"), CORPUS, FREQUENCIES).score(candidate)


def bm25(worth: float, frequency: int, length: int, average: float = 2.0) -> float:
    return worth * 2.2 * frequency / (frequency + 1.2 * (0.8 + 0.2 * length / average))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("port", bm25(rarity(2, 10), 1, 1)),
        ("port x port", bm25(rarity(2, 10), 2, 3)),
        ("redi port x", bm25(rarity(2, 10), 1, 3) + bm25(rarity(4, 10), 1, 3)),
        ("ports x", 0.0),
        ("", 0.0),
    ],
)
def test_turn_scores_by_its_words(words: str, expected: float) -> None:
    assert score_of(turn(words, role=ME)) == pytest.approx(expected)
    assert score_of(turn(words, role=YOU)) == pytest.approx(2 * expected)


def test_word_counts_by_its_commonest_form() -> None:
    asked = question("Häuser", "de")

    assert score_of(turn("häuser haus haus", role=ME), asked) == pytest.approx(bm25(rarity(3, 10), 2, 3))
    assert score_of(turn("port", role=ME), asked) == 0.0


def test_several_forms_add_to_the_other_words() -> None:
    expected = bm25(rarity(3, 10), 1, 2) + bm25(rarity(2, 10), 1, 2)

    assert score_of(turn("haus port", role=ME), question("Häuser port", "de")) == pytest.approx(expected)


def test_whole_identifier_adds_to_its_parts() -> None:
    expected = 2 * bm25(rarity(5, 10), 1, 3) + bm25(rarity(1, 10), 1, 3)

    assert score_of(turn("graph db graph_db", role=ME), question("graph_db")) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("turns", "terms", "average"), [(1, 4, 4.0), (2, 3, 1.5), (2, 1, 1.0), (0, 3, 3.0), (0, 0, 1.0)]
)
def test_average_turn_is_a_word_at_least(turns: int, terms: int, average: float) -> None:
    scorer = TurnScorer(question("port"), TurnCorpus(turns, terms), {"port": 0})

    assert scorer.score(turn("port x x", role=ME)) == pytest.approx(bm25(rarity(0, turns), 1, 3, average))


def test_function_words_alone_must_all_be_said() -> None:
    strict = TurnScorer(question("is it", "de"), CORPUS, {"is": 1})

    assert strict.admits(turn("it was is"))
    assert not strict.admits(turn("is"))
    assert not strict.admits(turn("isit x"))
    assert TurnScorer(question("port redis"), CORPUS, {}).admits(turn(""))


def test_any_form_of_a_function_word_is_said() -> None:
    assert TurnScorer(question("being", "de"), CORPUS, {}).admits(turn("being"))


class Store:
    """Answers from prepared proposals, by who is asked for; the last of each again and again."""

    def __init__(self, *, you: list[TurnProposal], me: list[TurnProposal]) -> None:
        self.prepared = {YOU: you, ME: me}
        self.asks: list[TurnAsk] = []
        self.words: list[Sequence[str]] = []

    def propose(self, ask: TurnAsk) -> TurnProposal:
        self.asks.append(ask)
        assert ask.role is not None
        left = self.prepared[ask.role]
        return left.pop(0) if len(left) > 1 else left[0]

    def corpus(self) -> TurnCorpus:
        return CORPUS

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        self.words.append(words)
        return {word: FREQUENCIES[word] for word in words if word in FREQUENCIES}

    @property
    def depths(self) -> list[tuple[Role | None, int]]:
        return [(ask.role, ask.depth) for ask in self.asks]


def every(*turns: TurnCandidate) -> TurnProposal:
    return TurnProposal(turns, exhausted=True, ceiling=0.0)


def some(ceiling: float, *turns: TurnCandidate) -> TurnProposal:
    return TurnProposal(turns, exhausted=False, ceiling=ceiling)


def ranked(store: Store, limit: int = 2, topic: str = "port redis", *, sessions: bool = False) -> Ranking:
    return rank(store, question(topic), FENCE, limit, sessions=sessions)


def test_word_of_a_time_alone_is_no_answer() -> None:
    asked = question("port week").without(frozenset({"week"}))
    assert asked is not None
    scorer = TurnScorer(asked, CORPUS, {"port": 5, "week": 5})

    assert [scorer.admits(turn(words)) for words in ("week", "port", "port week")] == [False, True, True]
    assert scorer.score(turn("port week")) > scorer.score(turn("port x"))


def test_either_speaker_is_asked_for() -> None:
    store = Store(you=[every()], me=[every()])

    assert ranked(store) == Ranking((), 0, partial=False)
    assert store.words == [("port", "redi")]
    assert store.asks == [
        TurnAsk(words=("port", "redi"), fence=FENCE, role=YOU, depth=32),
        TurnAsk(words=("port", "redi"), fence=FENCE, role=ME, depth=8),
    ]


def test_best_turns_come_first() -> None:
    said = [turn("port", "b", 1), turn("port", "a", 2), turn("port", "a", 1), turn("port redi", "c")]
    answer = turn("port redi", "c", 2, ME)

    found = ranked(Store(you=[every(*said)], me=[every(answer)]), limit=4)

    best = [said[3], said[2], said[1], said[0]]
    assert found.ranked == tuple(Ranked(one, score_of(one)) for one in best)
    assert ranked(Store(you=[every()], me=[every(answer)])).ranked == (Ranked(answer, score_of(answer)),)
    assert (found.proposed, found.partial) == (5, False)


def test_turn_that_must_say_all_is_judged_as_such() -> None:
    full, half = turn("is it", "a"), turn("it", "b")

    found = ranked(Store(you=[some(9.0, full, half), every(half, full)], me=[every()]), topic="is it")

    assert [one.candidate for one in found.ranked] == [full]
    assert found.proposed == 1


def test_too_few_turns_are_looked_for_deeper() -> None:
    said = turn("port")
    store = Store(you=[some(0.0, said)], me=[every()])

    assert ranked(store) == Ranking((Ranked(said, score_of(said)),), 1, partial=True)
    assert store.depths == [(YOU, 32), (ME, 8), (YOU, 128), (YOU, 512), (YOU, 2_048)]


@pytest.mark.parametrize(("role", "weight", "next_depth"), [(YOU, 2.0, 128), (ME, 1.0, 32)])
def test_speaker_who_may_reach_the_last_shown_is_asked_deeper(
    role: Role, weight: float, next_depth: int
) -> None:
    shown = turn("port", "a"), turn("port redi", "b")
    bar = score_of(shown[0])
    at, below = some(bar / weight, *shown), some(math.nextafter(bar / weight, 0), *shown)
    deeper = Store(you=[every(*shown)], me=[every()])
    enough = Store(you=[every(*shown)], me=[every()])
    deeper.prepared[role], enough.prepared[role] = [at, every(*shown)], [below]

    assert (ranked(deeper).partial, ranked(enough).partial) == (False, False)
    assert deeper.depths == [(YOU, 32), (ME, 8), (role, next_depth)]
    assert enough.depths == [(YOU, 32), (ME, 8)]


def test_single_turns_are_ranked_unless_told_otherwise() -> None:
    said = [turn("port", "a", 1), turn("port", "a", 2)]
    store = Store(you=[some(0.1, *said)], me=[every()])

    found = rank(store, question("port"), FENCE, 1)

    assert (found.ranked, found.partial) == ((Ranked(said[0], score_of(said[0])),), False)
    assert store.depths == [(YOU, 32), (ME, 8)]


@pytest.mark.parametrize(("limit", "first"), [(32, 32), (33, 128), (9_000, 2_048)])
def test_no_fewer_are_proposed_than_are_wanted(limit: int, first: int) -> None:
    store = Store(you=[every(turn("port"))], me=[every()])

    assert len(ranked(store, limit=limit).ranked) == 1
    assert store.depths == [(YOU, first), (ME, 8)]


def test_deeper_turns_join_those_before() -> None:
    store = Store(you=[some(9.0, turn("port", "a")), every(turn("port redi", "b"))], me=[every()])

    assert [one.candidate.conversation for one in ranked(store).ranked] == ["b", "a"]


def test_session_scores_by_its_best_three_turns() -> None:
    said = [turn("port", "a", seq) for seq in (1, 2, 3, 4)]
    single = turn("port redi", "b")
    store = Store(you=[every(*said, single)], me=[every(turn("port", "a", 5, ME))])
    one, best = score_of(said[0]), score_of(single)

    found = ranked(store, limit=3, sessions=True)

    assert found == Ranking((Ranked(said[0], one * 1.75), Ranked(single, best)), 6, partial=False)
    assert store.depths == [(YOU, 128), (ME, 128)]


def test_sessions_are_ordered_by_score_then_name() -> None:
    said = [turn("port", "b"), turn("port", "a", 9), turn("port redi", "c"), turn("redi", "d")]
    store = Store(you=[every(*said)], me=[every()])

    assert [one.candidate.conversation for one in ranked(store, 9, sessions=True).ranked] == [
        "c",
        "a",
        "b",
        "d",
    ]


@pytest.mark.parametrize(("share", "depths"), [(1.001, [128, 512]), (0.999, [128])])
def test_session_left_out_may_have_three_turns(share: float, depths: list[int]) -> None:
    shown = turn("port", "a"), turn("port redi", "b")
    bar = score_of(shown[0])
    store = Store(you=[some(bar / 2 / 1.75 * share, *shown), every(*shown)], me=[every()])

    assert not ranked(store, sessions=True).partial
    asked = [one for one in store.asks if one.role is YOU and not one.fence.only]
    assert [one.depth for one in asked] == depths


def test_session_is_worth_turns_that_were_not_proposed() -> None:
    """Of two sessions the one that was found by its best turn alone has more of them."""

    class Hiding(Store):
        def propose(self, ask: TurnAsk) -> TurnProposal:
            found = super().propose(ask)
            return found if not ask.fence.only else every(*(self.hidden if ask.role is YOU else ()))

        hidden = (turn("port", "a", 1), turn("port", "a", 2), turn("port", "a", 3))

    one = score_of(turn("port"))
    store = Hiding(you=[some(one / 2 / 1.75 * 0.99, turn("port", "a", 1))], me=[every()])

    found = ranked(store, limit=1, sessions=True)
    assert found.ranked == (Ranked(turn("port", "a", 1), one * 1.75),)


class Fenced(Store):
    """A store that keeps to the conversations it is asked for."""

    def propose(self, ask: TurnAsk) -> TurnProposal:
        found, only = super().propose(ask), ask.fence.only
        said = [one for one in found.candidates if not only or one.conversation in only]
        return TurnProposal(tuple(said), found.exhausted, found.ceiling)

    @property
    def alone(self) -> list[tuple[ConversationId, ...]]:
        return [ask.fence.only for ask in self.asks if ask.fence.only and ask.role is YOU]


def thrice(words: str, name: str) -> list[TurnCandidate]:
    return [turn(words, name, seq) for seq in (1, 2, 3)]


def test_sessions_that_may_be_among_the_best_are_asked_alone() -> None:
    said = [*thrice("redi", "a"), *thrice("port redi", "b"), *thrice("port", "c"), *thrice("port", "d")]
    store = Fenced(you=[some(0.001, *said)], me=[every()])

    found = rank(store, question("port redis"), FENCE, 2, sessions=True, within=(3, 9))

    assert [one.candidate.conversation for one in found.ranked] == ["b", "c"]
    assert store.alone == [("b",), ("c",), ("d",)]
    assert {(ask.within, ask.fence.without) for ask in store.asks} == {((3, 9), FENCE.without)}
    assert store.words == [("port", "redi")]


def test_no_more_sessions_are_asked_alone_than_are_wanted() -> None:
    said = [*thrice("port redi", "a"), *thrice("port", "b")]
    store = Fenced(you=[some(0.001, *said)], me=[every()])

    assert [one.candidate for one in ranked(store, 1, sessions=True).ranked] == [said[0]]
    assert store.alone == [("a",)]


def test_better_session_behind_a_worse_one_is_found() -> None:
    store = Store(you=[every(turn("port", "a"), turn("redi", "b"), turn("port redi", "c"))], me=[every()])

    assert [one.candidate.conversation for one in ranked(store, 1, sessions=True).ranked] == ["c"]


def test_too_few_sessions_are_looked_for_deeper() -> None:
    said = [turn("port", "a", 1), turn("port", "a", 2)]
    store = Store(you=[some(0.0, *said), every(*said, turn("redi", "b"))], me=[every()])

    assert len(ranked(store, 2, sessions=True).ranked) == 2
    assert store.depths == [(YOU, 128), (ME, 128), (YOU, 512)]


def test_one_word_beside_a_time_is_enough() -> None:
    asked = question("port redis week").without(frozenset({"week"}))
    assert asked is not None

    assert TurnScorer(asked, CORPUS, {}).admits(turn("port week"))


TWELVE = "alpha bravo tango delta oscar golf hotel lima quebec romeo sierra victor"


def test_many_words_score_as_few_do() -> None:
    asked = question(TWELVE)
    stems = [term.forms[0] for term in asked.terms]
    scorer = TurnScorer(asked, CORPUS, dict.fromkeys(stems, 2))

    assert len(set(stems)) == 12
    assert scorer.score(turn(f"{stems[0]} x {stems[11]} {stems[0]}", role=ME)) == pytest.approx(
        bm25(rarity(2, 10), 2, 4) + bm25(rarity(2, 10), 1, 4)
    )


def test_many_stems_are_narrowed_to_those_held() -> None:
    stems = frozenset(TWELVE.split())

    assert held_of(stems, " alpha  x  victor ") == {"alpha", "victor"}
    assert held_of(stems - {"lima"}, " alpha ") == stems - {"lima"}
