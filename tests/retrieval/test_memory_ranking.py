"""What speaks for a memory, what it adds up to, and who comes first."""

from __future__ import annotations

import math

import pytest
from tests.retrieval.building import ANALYZER, candidate, corpus, question

from vademecum.model.answer import Contribution
from vademecum.model.ask import Candidate, Corpus
from vademecum.retrieval.background import Background
from vademecum.retrieval.floor import CALIBRATED, Evidence, likely
from vademecum.retrieval.lexical import Judged, Scored
from vademecum.retrieval.memory_ranking import Weighing, contributions, rank_pool, weighing_of
from vademecum.retrieval.memory_weights import BY_MEANING, BY_WORDS
from vademecum.retrieval.merging import Ranked
from vademecum.retrieval.scoring import Scorer

BACKGROUND = Background({"en": "\n\n\n\n port \n\n\n\n harbour \n"})
ORDER = dict(BY_WORDS.order)


def scored(topic: str, *records: Candidate) -> Scored:
    asked = question(topic)
    scorer = Scorer(asked, *corpus(*records), 0)
    judged = [Judged(each, *scorer.judge(each), scorer.plain(each)[1]) for each in records]
    return Scored(asked, scorer, tuple(judged), frozenset(), partial=False)


def ranked(topic: str, *records: Candidate, **likeness: float) -> dict[str, Ranked]:
    found = scored(topic, *records)
    weighing = weighing_of(found, ANALYZER, BACKGROUND, ())
    return {each.candidate.id: each for each in rank_pool(found, weighing, likeness, 0)}  # type: ignore[arg-type]


def evidence(topic: str, *records: Candidate, **likeness: float) -> Evidence:
    told = ranked(topic, *records, **likeness)["A"].evidence
    assert told is not None
    return told


def test_rare_words_weigh_more_than_common_ones() -> None:
    found = scored("port harbour zebra")
    assert weighing_of(found, ANALYZER, BACKGROUND, ()).weights == (2.0, 4.0, 10.0)


def test_names_weigh_little_though_they_are_rare() -> None:
    found = scored("which port does Otis use")
    assert weighing_of(found, ANALYZER, BACKGROUND, ()) == Weighing((2.0, 2.0, 10.0), (False, True, False))


def test_german_nouns_are_no_names() -> None:
    found = scored("wo ist der Hafen und wer hat die Schlüssel für das Tor")
    assert not any(weighing_of(found, ANALYZER, BACKGROUND, ()).names)


def test_share_is_of_the_weight_and_not_of_the_number() -> None:
    told = evidence("port harbour zebra", candidate("A", body="harbour"))
    assert (told.covered, told.terms, told.share, told.substance) == (1, 3, 0.25, 0.1)


def test_substance_is_bounded() -> None:
    words = " ".join(f"zebra{n}" for n in range(6))
    assert evidence(words, candidate("A", body=words)).substance == 1.0


@pytest.mark.parametrize(
    ("topic", "stranger"),
    [
        ("does the port know Otis", True),
        ("does the port know Hugo", False),
        ("does the port know otis", False),
    ],
)
def test_name_that_no_record_holds_is_a_stranger(topic: str, stranger: bool) -> None:
    records = (candidate("A", body="port"), candidate("B", version=2, body="hugo"))
    assert evidence(topic, *records).stranger is stranger


def test_likeness_comes_with_the_vector() -> None:
    assert evidence("port", candidate("A", body="port")).likeness is None
    assert evidence("port", candidate("A", body="port"), A=0.5).likeness == 0.5


def test_score_is_the_weighted_sum_of_the_features() -> None:
    a, b = candidate("A", body="port"), candidate("B", version=2, body="harbour quay")
    found = scored("port harbour", a, b)
    words = found.judged[0].score / found.scorer.ideal
    told = ranked("port harbour", a, b)["A"]
    assert told.score == ORDER["words"] * words + ORDER["covered"] / 2


def test_addends_sum_to_the_score() -> None:
    record = candidate("A", body="port", title="harbour", explicit=True)
    found = scored("port harbour quay", record)
    told = ranked("port harbour quay", record, A=0.4)["A"]
    addends = contributions(told, found.scorer)
    assert math.isclose(sum(each.amount for each in addends), told.score)
    assert [each.source for each in addends] == ["covered", "likeness", "said by the owner"]


def test_without_vectors_each_term_has_an_addend() -> None:
    record = candidate("A", body="port", title="harbour", explicit=True)
    told, scorer = ranked("port harbour quay", record)["A"], scored("port harbour quay", record).scorer
    addends = contributions(told, scorer)
    assert math.isclose(sum(each.amount for each in addends), told.score)
    sources = [each.source for each in addends]
    assert sources == ["port", "harbour", "covered", "said by the owner"]


def test_boosts_multiply_the_whole_score() -> None:
    records = [candidate(name, version=n, body="port", explicit=n == 2) for n, name in enumerate("AB", 1)]
    told = ranked("port", *records)
    assert math.isclose(told["B"].score, 1.1 * told["A"].score)


def test_what_has_no_vector_is_as_like_as_its_share_lets_expect() -> None:
    records = (candidate("A", body="port"), candidate("B", version=2, body="port"))
    told = ranked("port", *records, B=0.4)
    assert told["A"].score == told["B"].score


def test_addends_name_feature_measure_and_weight() -> None:
    record = candidate("A", body="port")
    told = ranked("port quay", record)["A"]
    covered = next(
        each for each in contributions(told, scored("port quay", record).scorer) if each.source == "covered"
    )
    weight = ORDER["covered"]
    expected = Contribution("covered", f"the terms that stand in it, as a share: 0.5 ×{weight:g}", weight / 2)
    assert covered == expected


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
    assert told["A"].admitted is CALIBRATED.admits(evidence("port", candidate("A", body="port"), A=0.9))


def test_tables_give_every_feature_a_weight() -> None:
    assert [name for name, _ in BY_WORDS.floor] == ["constant", "share", "substance", "stranger"]
    assert [name for name, _ in BY_WORDS.order] == ["words", "covered"]
    assert [name for name, _ in BY_MEANING.floor][4:] == ["likeness"]
    assert [name for name, _ in BY_MEANING.order] == ["covered", "likeness"]


@pytest.mark.parametrize("likeness", [None, 0.0, 0.5])
def test_more_evidence_is_never_less_likely(likeness: float | None) -> None:
    less, more = Evidence(1, 4, 0.2, 0.1, True, likeness), Evidence(2, 4, 0.4, 0.2, False, likeness)
    assert likely(less) < likely(more)


def test_rewritten_words_put_nobody_first() -> None:
    found = scored("port quay", candidate("A", body="port quay"))
    weighing = weighing_of(found, ANALYZER, BACKGROUND, ())
    assert [rank_pool(found, weighing, {}, place)[0].precedence for place in (0, 1)] == [1.0, 0.0]


@pytest.mark.parametrize("records", [3, 300, 30_000])
def test_two_memories_are_judged_alike_among_any_number(records: int) -> None:
    a, b = candidate("A", body="port redi harbour"), candidate("B", version=2, body="quay port")
    totals, frequencies = corpus(a, b)
    lengths = {code: number * records for code, number in totals.lengths.items()}
    asked = question("port redis harbour of Otis")
    scorer = Scorer(asked, Corpus(records, lengths, totals.longest), frequencies, 0)
    judged = tuple(Judged(each, *scorer.judge(each), scorer.plain(each)[1]) for each in (a, b))
    found = Scored(asked, scorer, judged, frozenset(), partial=False)
    told = rank_pool(found, weighing_of(found, ANALYZER, BACKGROUND, ()), {}, 0)
    assert [each.admitted for each in told] == [True, False]
    assert [round(likely(each.evidence), 3) for each in told if each.evidence] == [0.371, 0.008]
