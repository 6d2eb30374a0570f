"""The arithmetic of a score, to the last digit."""

from __future__ import annotations

import math
from typing import Any

import pytest
from tests.retrieval.building import candidate, corpus, favoured, question

from vademecum.model.ask import Candidate
from vademecum.retrieval.favour import Favour
from vademecum.retrieval.scoring import Scorer, boosts, rarity

NOW = 1_700_000_000_000_000
DAY = 86_400_000_000


def scorer(topic: str, *records: Candidate) -> Scorer:
    return Scorer(question(topic), *corpus(*records), NOW)


@pytest.mark.parametrize(
    ("frequency", "records", "expected"),
    [(1, 3, 0.98083), (1, 1, 0.28768), (3, 3, 0.13353), (0, 0, 0.69315), (1, 1000, 6.50329)],
)
def test_rarity_is_the_published_formula(frequency: int, records: int, expected: float) -> None:
    assert rarity(frequency, records) == pytest.approx(expected, abs=1e-5)


def test_rarity_falls_beyond_sixteen_bits() -> None:
    found = [rarity(frequency, 200_000) for frequency in (65_535, 65_536, 65_537, 131_073)]

    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 4


def test_one_word_in_an_average_record() -> None:
    record = candidate(body="port redi")

    found, score = scorer("port", record).judge(record)

    assert found == 0b1
    assert score == pytest.approx(rarity(1, 1))


def test_fields_are_summed_before_saturation() -> None:
    record, other = candidate("A", title="port", body="port"), candidate("B", body="x y z")
    average = (2.5 + 1 + 3) / 2
    frequency = 3.5
    damping = 1.2 * (0.25 + 0.75 * 3.5 / average)

    _, score = scorer("port", record, other).judge(record)

    assert score == pytest.approx(rarity(1, 2) * frequency * 2.2 / (frequency + damping))


def test_absent_terms_add_nothing() -> None:
    record = candidate(body="redi")

    assert scorer("port lyon", record).judge(record) == (0, 0.0)


def test_a_term_counts_once_by_its_best_form() -> None:
    record = candidate(body="port")

    assert scorer("port ports port", record).judge(record)[0] == 0b1


def test_whole_identifier_ranks_but_never_covers() -> None:
    whole, parts = candidate("A", body="graph db graph_db"), candidate("B", body="graph db also")
    judge = scorer("graph_db", whole, parts).judge

    assert [judge(whole)[0], judge(parts)[0]] == [0b11, 0b11]
    assert judge(whole)[1] > judge(parts)[1]
    told = scorer("graph_db", whole, parts).contributions(whole)
    assert sum(addend.amount for addend in told) == pytest.approx(judge(whole)[1], rel=1e-12)


@pytest.mark.parametrize(
    ("given", "factors"),
    [
        ({}, []),
        ({"explicit": True}, [1.1]),
        ({"confidence": 0.5}, [1.0]),
        ({"confidence": 1.0}, [1.3]),
        ({"confidence": 0.4}, [0.94, 0.7]),
        ({"confidence": 0.0}, [0.7, 0.7]),
        ({"type": "episodic", "updated": NOW}, [1.0]),
        ({"type": "episodic", "updated": NOW + DAY}, [1.0]),
        ({"type": "episodic", "updated": NOW - 14 * DAY}, [0.5 + 0.5 / math.e]),
        ({"type": "episodic", "updated": NOW, "valid_from": NOW - 14 * DAY}, [0.5 + 0.5 / math.e]),
        ({"type": "episodic"}, []),
        ({"type": "fact", "updated": NOW - 99 * DAY}, []),
    ],
)
def test_boosts_multiply(given: dict[str, Any], factors: list[float]) -> None:
    assert [factor for factor, _ in boosts(candidate(**given), NOW)] == pytest.approx(factors)


def test_episode_of_this_moment_has_not_faded() -> None:
    assert boosts(candidate(type="episodic", updated=NOW), NOW) == [(1.0, "episode, 0 days old")]


def test_contributions_sum_to_the_score() -> None:
    record = candidate(
        body="port redi", title="stage", explicit=True, confidence=0.3, type="episodic", updated=NOW - DAY
    )
    judged = scorer("staging port redis lyon", record, candidate("B", body="port"))

    addends = judged.contributions(record)

    assert sum(addend.amount for addend in addends) == pytest.approx(judged.judge(record)[1], rel=1e-12)
    assert [addend.source for addend in addends] == [
        "staging",
        "port",
        "redis",
        "said by the owner",
        "confidence 0.3",
        "more doubtful than not",
        "episode, 1 days old",
    ]


def test_contribution_names_fields_and_rarity() -> None:
    record = candidate(body="port port", title="port")

    assert scorer("port", record).contributions(record)[0].detail == "title ×1, body ×2; in 1 of 1 records"


def test_contributions_name_identifiers_and_boosts() -> None:
    record = candidate(body="graph db graph_db", explicit=True)

    told = [(c.source, c.detail) for c in scorer("graph_db", record).contributions(record)]

    assert told == [
        ("graph", "body ×1; in 1 of 1 records"),
        ("db", "body ×1; in 1 of 1 records"),
        ("graph_db", "body ×1; in 1 of 1 records"),
        ("said by the owner", "×1.1"),
    ]


def test_forms_share_the_rarity_of_the_commonest() -> None:
    literal, foreign = candidate("A", body="häuser x"), candidate("B", body="haus x")
    common = candidate("C", body="häuser")
    judge = Scorer(question("Häuser", "de"), *corpus(literal, foreign, common), NOW).judge

    assert judge(literal) == judge(foreign)


def test_contribution_names_every_form() -> None:
    record = candidate(body="häuser haus")
    asked = question("Häuser", "de")

    told = Scorer(asked, *corpus(record), NOW).contributions(record)[0]

    assert told.detail == "body ×1, body ×1; in 1 of 1, 1 of 1 records"


def test_covered_and_missing_keep_the_topics_order() -> None:
    record = candidate(body="lyon port")

    assert scorer("port redis lyon", record).covered(record) == (("port", "lyon"), ("redis",))


def test_least_score_bounds_every_covering_record() -> None:
    records = [
        candidate("A", body="port redi lyon"),
        candidate("B", expansion="port redi"),
        candidate("C", body="x"),
    ]
    judged = scorer("port redis lyon", *records)

    scores = [judged.judge(record)[1] for record in records[:2]]

    assert min(scores) >= judged.least_score(2)


def test_least_score_is_infinite_without_the_terms() -> None:
    record = candidate(body="port")

    assert scorer("port redis lyon", record).least_score(2) == math.inf


def test_rarest_terms_come_first() -> None:
    records = [
        candidate("A", body="port redi"),
        candidate("B", body="port lyon"),
        candidate("C", body="lyon port"),
    ]

    assert scorer("port missing lyon redis", *records).rarest_first() == [3, 2, 0]


@pytest.mark.parametrize(
    ("topic", "enough", "plenty", "position"),
    [
        ("lyon port redis", 1, 2, 1),
        ("lyon port redis", 1, 3, 2),
        ("lyon port redis", 1, 9, 2),
        ("lyon port redis", 3, 9, 2),
        ("lyon port redis", 4, 9, None),
        ("quay", 1, 1, None),
        ("quay lyon", 1, 1, 1),
    ],
)
def test_common_term_has_plenty_of_records(
    topic: str, enough: int, plenty: int, position: int | None
) -> None:
    records = [
        candidate("A", body="lyon port redi"),
        candidate("B", body="port redi"),
        candidate("C", body="redi"),
    ]

    assert scorer(topic, *records).common(enough, plenty) == position


HALVES = (
    candidate("A", body="lyon port redi"),
    candidate("B", body="port redi"),
    candidate("C", body="redi"),
    candidate("D", body="quay"),
)
"""Of four records lyon stands in one, port in two and redi in three: 3/32 would cover all three."""


@pytest.mark.parametrize(
    ("records", "covered"), [(0.375, 3), (0.376, 2), (2, 2), (2.001, 1), (3.625, 1), (3.626, 0), (9, 0)]
)
def test_expected_terms_are_those_of_independent_ones(records: float, covered: int) -> None:
    assert scorer("lyon port redis", *HALVES).expected(records) == covered


@pytest.mark.parametrize(
    ("least", "position", "share"), [(0, 0, 0.0), (1, 0, 0.0), (2, 0, 1 / 8), (3, 0, 5 / 8), (2, 2, 3 / 8)]
)
def test_records_of_a_term_fall_short_by_the_others(least: int, position: int, share: float) -> None:
    assert scorer("lyon port redis", *HALVES).short_of(least, position) == pytest.approx(share)


def test_term_that_nothing_holds_is_expected_nowhere() -> None:
    assert scorer("lyon walnut", *HALVES).expected(1) == 1
    assert scorer("lyon walnut", *HALVES).expected(1.001) == 0
    assert scorer("walnut").expected(1) == 0


def test_only_record_holds_all_of_its_words() -> None:
    record = candidate("A", body="lyon port redi")

    assert scorer("lyon port redis", record).expected(1) == 3


@pytest.mark.parametrize(("body", "found"), [("lyon", 1), ("port", 2), ("redi", 4), ("quay redi port", 6)])
def test_found_terms_are_bits_in_the_order_of_the_topic(body: str, found: int) -> None:
    record = candidate("E", body=body)
    asked = scorer("lyon port redis", record, *HALVES)

    assert (asked.found(record), asked.judge(record)[0]) == (found, found)


def test_extras_add_their_worth_at_most() -> None:
    record = candidate(body="graph db graph_db")

    assert scorer("graph_db x.y", record).most_extras() == pytest.approx(2.2 * rarity(1, 1))


def test_fields_matched_are_named() -> None:
    record = candidate(title="port", body="redi", tag="lyon")

    assert {field.label for field in scorer("port redis", record).fields_matched(record)} == {"title", "body"}


RECORDS = (
    candidate("A", body="port redi lyon", type="fact", explicit=True),
    candidate("B", body="port"),
    candidate("C", body="quay"),
)
SCALE = 0.3 * rarity(2, 3) / (rarity(1, 3) + rarity(1, 3))
"""Of the query "redis lyon" beside the question "port": the best of the one is worth 0.3 of the other's."""


def favouring(favour: Favour, topic: str = "port") -> Scorer:
    return Scorer(question(topic), *corpus(*RECORDS), NOW, favour)


def test_further_query_adds_a_share_of_the_best() -> None:
    alone = scorer("port", *RECORDS).judge(RECORDS[0])[1]
    beside = scorer("redis lyon", *RECORDS).judge(RECORDS[0])[1]

    found, score = favouring(Favour(queries=(favoured("redis lyon"),))).judge(RECORDS[0])

    assert found == 0b1
    assert score == pytest.approx(alone + SCALE * beside)


def test_query_counts_in_the_smallest_store() -> None:
    record = candidate(body="port redi")
    judged = Scorer(question("port"), *corpus(record), NOW, Favour(queries=(favoured("redis"),)))

    assert judged.judge(record)[1] == pytest.approx(1.3 * rarity(1, 1))


def test_query_that_asks_the_same_adds_nothing() -> None:
    same = favouring(Favour(queries=(favoured("ports"), favoured("missing"))))

    assert [same.judge(record) for record in RECORDS] == [
        scorer("port", *RECORDS).judge(record) for record in RECORDS
    ]


def test_what_fits_a_plan_is_lifted() -> None:
    lifted = favouring(Favour(types=frozenset({"fact"})))

    assert lifted.judge(RECORDS[0])[1] == pytest.approx(1.1 * scorer("port", *RECORDS).judge(RECORDS[0])[1])
    assert lifted.judge(RECORDS[1]) == scorer("port", *RECORDS).judge(RECORDS[1])


def test_contributions_name_queries_and_hints() -> None:
    judged = favouring(Favour(queries=(favoured("redis lyon"),), types=frozenset({"fact"})))
    beside = sum(one.amount for one in scorer("redis lyon", *RECORDS).contributions(RECORDS[0])[:2])

    told = judged.contributions(RECORDS[0])

    assert told[1].amount == pytest.approx(SCALE * beside)
    assert [(one.source, one.detail) for one in told[1:]] == [
        ("query: redis lyon", "as a query of its own, ×0.0719"),
        ("said by the owner", "×1.1"),
        ("hint: type fact", "×1.1, a likely sort of memory"),
    ]
    assert sum(one.amount for one in told) == pytest.approx(judged.judge(RECORDS[0])[1], rel=1e-12)


def test_query_that_a_record_lacks_is_not_named() -> None:
    judged = favouring(Favour(queries=(favoured("redis lyon"),)))

    assert [one.source for one in judged.contributions(RECORDS[1])] == ["port"]


def test_queries_add_their_share_at_most() -> None:
    two = favouring(Favour(queries=(favoured("redis lyon"), favoured("quay"))), "port graph_db quay_x")

    assert two.most_extras() == pytest.approx(0.3 * 2.2 * (rarity(2, 3) + rarity(1, 3)) * 2)


def test_bits_tell_which_terms_a_record_holds() -> None:
    record = candidate(body="harbour port")
    assert scorer("port redis harbour", record).judge(record)[0] == 0b101
