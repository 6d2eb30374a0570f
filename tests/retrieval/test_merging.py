"""Rounds become one ranking, and one round stays exactly as it was scored."""

from __future__ import annotations

from tests.retrieval.building import candidate, corpus, question

from vademecum.model.ask import Candidate
from vademecum.retrieval.floor import Evidence
from vademecum.retrieval.lexical import Judged, Scored
from vademecum.retrieval.merging import Ranked, merge
from vademecum.retrieval.ordering import order_key
from vademecum.retrieval.scoring import Scorer

A, B = candidate("A", version=1, body="port redi"), candidate("B", version=2, body="harbour")


def scored(topic: str, *judged: tuple[Candidate, int, float]) -> Scored:
    """A round that found each with so many of the first terms, and that score."""
    asked = question(topic)
    scorer = Scorer(asked, *corpus(A, B), 0)
    return Scored(
        asked,
        scorer,
        tuple(Judged(each, (1 << covered) - 1, score) for each, covered, score in judged),
        frozenset(),
        partial=False,
    )


def by_id(ranked: list[Ranked]) -> dict[str, Ranked]:
    return {each.candidate.id: each for each in ranked}


def test_one_round_keeps_its_scores() -> None:
    ranked = by_id(merge([scored("port redis", (A, 2, 4.0), (B, 0, 1.0))]))

    assert (ranked["A"].score, ranked["A"].scale, ranked["A"].admitted) == (4.0, 1.0, True)
    assert ranked["A"].rounds == 1
    assert (ranked["B"].score, ranked["B"].admitted) == (1.0, False)


def test_rounds_are_scaled_to_the_largest_peak() -> None:
    ranked = by_id(merge([scored("port", (A, 1, 2.0)), scored("harbour", (B, 1, 8.0), (A, 0, 4.0))]))

    assert (ranked["A"].score, ranked["A"].round, ranked["A"].scale) == (8.0, 0, 4.0)
    assert (ranked["B"].score, ranked["B"].round) == (8.0, 1)


def test_small_and_empty_rounds_are_scaled_alike() -> None:
    ranked = by_id(merge([scored("port", (A, 1, 0.25)), scored("harbour", (B, 1, 0.5)), scored("quay")]))

    assert (ranked["A"].score, ranked["A"].scale, ranked["B"].scale) == (0.5, 2.0, 1.0)


def test_first_of_equal_rounds_explains_the_hit() -> None:
    ranked = by_id(merge([scored("port", (A, 1, 2.0)), scored("harbour", (A, 1, 2.0))]))

    assert (ranked["A"].round, ranked["A"].rounds) == (0, 2)


def test_found_in_more_rounds_is_counted() -> None:
    ranked = by_id(merge([scored("port", (A, 1, 2.0)), scored("harbour", (B, 1, 8.0), (A, 0, 4.0))]))

    assert (ranked["A"].rounds, ranked["B"].rounds) == (2, 1)
    assert ranked["A"] == Ranked(A, 1, 1, 8.0, 0, 2, 4.0, admitted=True)


def test_admitted_round_beats_a_higher_score() -> None:
    rounds = [scored("port redis lyon", (A, 1, 9.0), (B, 0, 9.0)), scored("port", (A, 1, 1.0), (B, 0, 2.0))]

    assert by_id(merge(rounds))["A"].round == 1


def test_rounds_without_any_score_divide_by_nothing() -> None:
    ranked = by_id(merge([scored("port", (A, 0, 0.0))]))["A"]

    assert (ranked.score, ranked.scale) == (0.0, 1.0)


def test_only_function_words_count_nothing() -> None:
    ranked = by_id(merge([scored("what is it", (A, 3, 1.0), (B, 0, 1.0))]))

    assert (ranked["A"].covered, ranked["A"].terms, ranked["A"].admitted) == (0, 0, True)
    assert ranked["B"].admitted


def test_judge_of_a_round_says_what_is_admitted_and_why() -> None:
    told = Evidence(1, 2, 0.25)
    ranked = by_id(merge([scored("port redis", (A, 2, 4.0))], [lambda _: (False, told)]))

    assert (ranked["A"].admitted, ranked["A"].evidence) == (False, told)


def ranked(
    name: str,
    *,
    admitted: bool = True,
    covered: int = 1,
    terms: int = 2,
    score: float = 1.0,
    rounds: int = 1,
) -> Ranked:
    return Ranked(candidate(name), covered, terms, score, 0, rounds, 1.0, admitted)


def order(*entries: tuple[Ranked, int]) -> list[str]:
    return [
        e[0].candidate.id for e in sorted(entries, key=lambda e: order_key(e[0], e[1], e[0].candidate.id))
    ]


def test_admitted_come_before_all_others() -> None:
    assert order((ranked("A", admitted=False, score=9.0), 0), (ranked("B"), 3)) == ["B", "A"]


def test_tier_comes_before_coverage() -> None:
    assert order((ranked("A", covered=2), 1), (ranked("B"), 0)) == ["B", "A"]


def test_coverage_comes_before_score() -> None:
    assert order((ranked("A", score=9.0), 1), (ranked("B", covered=2), 1)) == ["B", "A"]


def test_coverage_is_the_share_of_the_terms() -> None:
    three, one = ranked("A", covered=3, terms=4, score=9.0), ranked("B", covered=1, terms=1)

    assert order((three, 1), (one, 1)) == ["B", "A"]


def test_nothing_to_cover_is_the_least_coverage() -> None:
    strict = ranked("A", covered=0, terms=0, score=9.0)

    assert order((strict, 1), (ranked("B"), 1)) == ["B", "A"]


def test_score_comes_before_rounds_and_id() -> None:
    entries = ((ranked("A"), 1), (ranked("B", rounds=2), 1), (ranked("C", score=2.0), 1))

    assert order(*entries) == ["C", "B", "A"]


def test_equal_hits_are_ordered_by_id() -> None:
    assert order((ranked("B"), 1), (ranked("A"), 1)) == ["A", "B"]


def test_refused_ones_ignore_tier_and_coverage() -> None:
    weak = ranked("A", admitted=False, covered=1, score=1.0)
    strong = ranked("B", admitted=False, covered=0, score=2.0)

    assert order((weak, 0), (strong, 3)) == ["B", "A"]


def test_refused_ones_found_more_often_come_first() -> None:
    once, twice = ranked("A", admitted=False), ranked("B", admitted=False, rounds=2)

    assert order((once, 0), (twice, 0)) == ["B", "A"]
