"""What speaks for a memory, what it adds up to, and who comes first."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from tests.retrieval.building import ANALYZER, candidate, corpus, question

from vademecum.model.answer import Contribution
from vademecum.model.ask import Candidate, Corpus
from vademecum.model.record import Kind, MemoryId
from vademecum.model.value import replace
from vademecum.retrieval.background import Background
from vademecum.retrieval.floor import Evidence, likely
from vademecum.retrieval.lexical import Judged, Scored
from vademecum.retrieval.memory_ranking import (
    Counts,
    Evidences,
    Weighing,
    best_by_words,
    contributions,
    rank_pool,
    weighing_of,
)
from vademecum.retrieval.memory_weights import BY_MEANING, BY_WORDS, MINILM, STATIC, learned_with
from vademecum.retrieval.merging import Ranked
from vademecum.retrieval.scoring import Scorer

BACKGROUND = Background({"en": {"port": 4, "harbour": 8}})
ORDER = dict(STATIC.order)


def scored(topic: str, *records: Candidate) -> Scored:
    asked = question(topic)
    scorer = Scorer(asked, *corpus(*records), 0)
    judged = tuple(Judged(each, *scorer.judge(each)) for each in records)
    return Scored(asked, scorer, judged, frozenset(), partial=False)


def weighing(topic: str, **records: int) -> Weighing:
    def holding(stems: Sequence[str]) -> dict[str, int]:
        return {stem: records[stem] for stem in stems if stem in records}

    return weighing_of(question(topic), ANALYZER, BACKGROUND, (), holding)


def ranked(topic: str, *records: Candidate, place: int = 0, **likeness: float) -> dict[str, Ranked]:
    found = scored(topic, *records)
    alike = {MemoryId(name): each for name, each in likeness.items()}
    told = rank_pool(found, Evidences(weighing(topic)), alike, place)
    return {each.candidate.id: each for each in told}


def evidence(topic: str, *records: Candidate, **likeness: float) -> Evidence:
    told = ranked(topic, *records, place=0, **likeness)["A"].evidence
    assert told is not None
    return told


def test_rare_words_weigh_more_than_common_ones() -> None:
    assert weighing("port harbour zebra").weights == (2.0, 4.0, 10.0)


@pytest.mark.parametrize(("records", "weight"), [(0, 2.0), (1, 10.0), (12, 10.0), (13, 2.0), (900, 2.0)])
def test_name_weighs_little_unless_few_records_hold_it(records: int, weight: float) -> None:
    held = {"oti": records} if records else {}
    assert weighing("which port does Otis use", **held) == Weighing((2.0, weight, 10.0), not records)


def test_several_names_are_told_apart() -> None:
    assert weighing("which port do Otis and Rhea use", oti=90, rhea=90).weights == (2.0, 2.0, 2.0, 10.0)


def test_names_in_small_letters_are_words() -> None:
    assert weighing("which port does otis use") == Weighing((2.0, 10.0, 10.0), stranger=False)


def test_german_nouns_are_no_names() -> None:
    assert not weighing("wo ist der Hafen und wer hat die Schlüssel für das Tor").stranger


def test_share_is_of_the_weight_and_not_of_the_number() -> None:
    told = evidence("port harbour zebra", candidate("A", body="harbour"))
    assert (told.covered, told.terms, told.share, told.substance) == (1, 3, 0.25, 0.1)


def test_substance_is_bounded() -> None:
    words = " ".join(f"zebra{n}" for n in range(6))
    assert evidence(words, candidate("A", body=words)).substance == 1.0


def test_stranger_is_part_of_the_evidence() -> None:
    assert evidence("port of Otis", candidate("A", body="port")).stranger


def test_likeness_comes_with_the_vector() -> None:
    assert evidence("port", candidate("A", body="port")).likeness is None
    assert evidence("port", candidate("A", body="port"), A=0.5).likeness == 0.5


def test_score_is_the_weighted_sum_of_the_features() -> None:
    a, b = candidate("A", body="port"), candidate("B", version=2, body="harbour quay")
    told = ranked("port harbour", a, b, A=0.25)["A"]
    assert told.score == ORDER["covered"] / 2 + ORDER["likeness"] / 4


def test_what_is_unlike_loses_nothing_by_it() -> None:
    assert ranked("port", candidate("A", body="port"), A=-0.5)["A"].score == ORDER["covered"]


def test_boosts_multiply_the_whole_score() -> None:
    records = [candidate(name, version=n, body="port", explicit=n == 2) for n, name in enumerate("AB", 1)]
    told = ranked("port", *records, A=0.5, B=0.5)
    assert math.isclose(told["B"].score, 1.1 * told["A"].score)


def test_what_has_no_vector_is_as_like_as_its_share_lets_expect() -> None:
    records = (candidate("A", body="port"), candidate("B", version=2, body="port"))
    told = ranked("port", *records, B=STATIC.as_like)
    assert told["A"].score == told["B"].score


def test_addends_sum_to_the_score() -> None:
    record = candidate("A", body="port", title="harbour", explicit=True)
    told = ranked("port harbour quay", record, A=0.4)["A"]
    addends = contributions(told, scored("port harbour quay", record).scorer)
    assert math.isclose(sum(each.amount for each in addends), told.score)
    assert [each.source for each in addends] == ["covered", "likeness", "said by the owner"]


def test_addends_name_feature_measure_and_weight() -> None:
    record = candidate("A", body="port")
    told = ranked("port quay", record, A=0.0)["A"]
    weight = ORDER["covered"]
    expected = Contribution("covered", f"the terms that stand in it, as a share: 0.5 ×{weight:g}", weight / 2)
    assert contributions(told, scored("port quay", record).scorer) == (expected,)


def test_pool_of_a_round_is_judged_and_counted() -> None:
    page = candidate("A", title="port", kind=Kind.ENTITY)
    told = ranked("port quay", page, candidate("B", version=2, body="port quay"), place=2, A=0.9)
    assert told["A"] == Ranked(page, 1, 2, told["A"].score, 2, 1, 1.0, False, told["A"].evidence, 0.0)
    assert told["B"].admitted


def test_pool_is_what_covers_most_and_then_scores_most() -> None:
    judged = [Judged(candidate(f"{n:02}", version=n), n % 2, float(n)) for n in range(1, 61)]
    kept = best_by_words(judged, lambda _: True)
    assert [int(each.candidate.id) for each in kept] == list(range(59, 11, -2))


def test_hidden_records_take_no_place_in_the_pool() -> None:
    judged = [Judged(candidate(f"{n:02}", version=n), 1, -float(n)) for n in range(1, 31)]
    kept = best_by_words(judged, lambda each: each.id not in {"01", "02"})
    assert [int(each.candidate.id) for each in kept] == list(range(1, 27))


def test_small_pool_holds_everything() -> None:
    judged = [Judged(candidate(name), 1, 1.0) for name in "BA"]
    assert [each.candidate.id for each in best_by_words(judged, lambda _: True)] == ["A", "B"]


def test_only_one_with_every_term_comes_first() -> None:
    records = (candidate("A", body="port quay"), candidate("B", version=2, body="port"))
    told = ranked("port quay", *records)
    assert (told["A"].precedence, told["B"].precedence) == (1.0, 0.0)


def test_two_with_every_term_are_ordered_by_what_was_learned() -> None:
    records = (candidate("A", body="port quay"), candidate("B", version=2, body="quay port"))
    assert {each.precedence for each in ranked("port quay", *records).values()} == {0.0}


def test_single_word_puts_nobody_first() -> None:
    records = (candidate("A", body="port"), candidate("B", version=2, body="quay"))
    assert ranked("port", *records)["A"].precedence == 0.0


def test_floor_judges_each_by_what_is_known_of_it() -> None:
    told = ranked("port", candidate("A", body="port"), candidate("B", version=2, body="port"), A=0.9)
    assert [each.evidence and each.evidence.likeness for each in told.values()] == [0.9, None]


@pytest.mark.parametrize("model", ["wordllama-256", "minilm-384", "e5-small-384"])
def test_each_model_that_comes_with_us_has_a_table_of_its_own(model: str) -> None:
    table = learned_with(f"{model}:1a2b")
    assert table is BY_MEANING[model]
    assert [name for name, _ in table.floor] == [name for name, _ in STATIC.floor]
    assert [name for name, _ in table.order] == ["covered", "likeness"]
    assert 0.0 < table.like_enough < 1.0 > table.as_like > 0.0


def test_nothing_was_learned_of_other_models() -> None:
    assert learned_with("wordllama-512:1a2b") is learned_with("") is None


def test_record_is_judged_by_the_table_of_the_model() -> None:
    found = scored("port quay", candidate("A", body="port"))
    (told,) = rank_pool(found, Evidences(weighing("port quay"), MINILM), {MemoryId("A"): 0.5}, 0)
    order = dict(MINILM.order)
    assert told.score == order["covered"] / 2 + order["likeness"] / 2
    assert told.evidence is not None
    assert likely(told.evidence) != likely(replace(told.evidence, meaning=STATIC))
    assert sum(each.amount for each in contributions(told, found.scorer)) == told.score


def test_tables_give_every_feature_a_weight() -> None:
    assert [name for name, _ in BY_WORDS.floor] == ["constant", "share", "substance", "stranger"]
    assert BY_WORDS.order == ()
    assert [name for name, _ in STATIC.floor][4:] == ["likeness"]
    assert [name for name, _ in STATIC.order] == ["covered", "likeness"]


@pytest.mark.parametrize("likeness", [None, 0.0, 0.5])
def test_more_evidence_is_never_less_likely(likeness: float | None) -> None:
    less, more = Evidence(1, 4, 0.2, 0.1, True, likeness), Evidence(2, 4, 0.4, 0.2, False, likeness)
    assert likely(less) < likely(more)


def test_rewritten_words_put_nobody_first() -> None:
    record = candidate("A", body="port quay")
    told = [ranked("port quay", record, place=place)["A"] for place in (0, 1)]
    assert [each.precedence for each in told] == [1.0, 0.0]


def test_page_that_is_joined_to_the_answer_tells_more_than_a_name() -> None:
    evidences = Evidences(Weighing((2.0, 9.0), stranger=False))
    pages = [candidate(name, title="oti", kind=Kind.ENTITY) for name in "ABC"]
    for told in ("A", "B"):
        evidences.count_telling([MemoryId(told)])
    assert [evidences.admits(page, 0b10) for page in pages] == [True, True, False]


def test_search_counts_terms_and_asks_for_half_of_them() -> None:
    counts, record = Counts(4, MINILM), candidate("A")
    told = counts.of(0b101, 0.5)
    assert told == Evidence(2, 4, 0.5, likeness=0.5, meaning=MINILM)
    assert [counts.admits(record, found) for found in (0b101, 0b1)] == [True, False]


def test_search_lets_in_what_is_like_enough() -> None:
    counts, record = Counts(4), candidate("A")
    told = [counts.of(0, likeness) for likeness in (0.1, 0.9)]
    assert [counts.lets_in(record, 0, each) for each in told] == [False, True]


@pytest.mark.parametrize("records", [3, 300, 30_000])
def test_two_memories_are_judged_alike_among_any_number(records: int) -> None:
    a, b = candidate("A", body="port redi harbour"), candidate("B", version=2, body="quay port")
    totals, frequencies = corpus(a, b)
    lengths = {code: number * records for code, number in totals.lengths.items()}
    asked = question("port redis harbour of Otis")
    scorer = Scorer(asked, Corpus(records, lengths, totals.longest), frequencies, 0)
    evidences = Evidences(weighing("port redis harbour of Otis"))
    judged = [Judged(each, *scorer.judge(each)) for each in (a, b)]
    told = [evidences.of(each.found) for each in judged]
    assert [evidences.admits(each.candidate, each.found) for each in judged] == [True, False]
    assert told == [Evidence(3, 4, 16 / 18, 0.4, True), Evidence(1, 4, 2 / 18, 0.05, True)]


@pytest.mark.parametrize(
    ("topic", "body", "admitted"),
    [("Otis", "", True), ("port of Otis", "", False), ("port of Otis", "brother", True)],
)
def test_bare_page_of_somebody_tells_nothing_more(topic: str, body: str, admitted: bool) -> None:
    page = candidate("A", title="oti", body=body, kind=Kind.ENTITY)
    evidences = Evidences(Weighing((9.0,) if topic == "Otis" else (2.0, 9.0), stranger=False))
    (judged,) = scored(topic, page).judged
    assert evidences.admits(page, judged.found) is admitted
