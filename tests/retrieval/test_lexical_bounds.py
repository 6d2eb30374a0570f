"""When the channel stops asking, and exactly what it asks next."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from tests.retrieval.building import candidate, corpus, question

from vademecum.model.ask import Ask, AtLeast, Candidate, Corpus, Filters, Proposal, Word
from vademecum.model.value import replace
from vademecum.retrieval.lexical import Need, Scored, score_round
from vademecum.retrieval.scoring import Scorer, rarity

PORT = [candidate(f"P{n}", version=n, body="port redi") for n in range(1, 4)]
"""Three records that hold both words of "port redis"."""

REST = [candidate(f"R{n}", version=n, body="lyon") for n in range(4, 9)]
ALL = [*PORT, *REST]


def large(*records: Candidate) -> tuple[Corpus, dict[str, int]]:
    """The totals of these records, as if the store were too large to be read whole."""
    totals, frequencies = corpus(*records)
    return replace(totals, records=max(totals.records, 201)), frequencies


class Scripted:
    """Answers each ask with the next prepared proposal, the last one again and again."""

    def __init__(self, *proposals: Proposal, records: list[Candidate] = ALL) -> None:
        self.proposals = list(proposals)
        self.asks: list[Ask] = []
        self.known = large(*records)

    def propose(self, ask: Ask) -> Proposal:
        self.asks.append(ask)
        return self.proposals.pop(0) if len(self.proposals) > 1 else self.proposals[0]

    def corpus(self) -> Corpus:
        return self.known[0]

    def frequencies(self, terms: tuple[str, ...]) -> dict[str, int]:
        return {term: self.known[1][term] for term in terms if term in self.known[1]}

    @property
    def depths(self) -> list[int]:
        return [ask.depth for ask in self.asks]


def open_ended(ceiling: float, *candidates: Candidate) -> Proposal:
    return Proposal(candidates, exhausted=False, ceiling=ceiling)


def need(
    hits: int = 2,
    least: int = 0,
    *,
    fill: bool = False,
    boost: float = 2.0,
    solid: Callable[[Candidate], bool] = lambda _: True,
) -> Need:
    return Need(hits, least, fill=fill, weak=0, boost=boost, solid=solid)


def scored(store: Scripted, wanted: Need, topic: str = "port redis") -> Scored:
    return score_round(store, question(topic), Filters(), wanted, 0)


def score_of(record: Candidate, topic: str = "port redis") -> float:
    return Scorer(question(topic), *large(*ALL), 0).judge(record)[1]


def least_score(covered: int, topic: str = "port redis") -> float:
    return Scorer(question(topic), *large(*ALL), 0).least_score(covered)


def test_score_just_above_the_boosted_ceiling_fills() -> None:
    store = Scripted(open_ended(math.nextafter(score_of(PORT[0]) / 2, 0), *PORT))

    assert not scored(store, need(hits=3, fill=True)).partial
    assert store.depths == [200]


def test_score_at_the_boosted_ceiling_goes_deeper() -> None:
    store = Scripted(open_ended(score_of(PORT[0]) / 2, *PORT))

    assert scored(store, need(hits=3, fill=True)).partial
    assert store.depths == [200, 800, 3200]


def test_last_hit_decides_not_the_first() -> None:
    store = Scripted(open_ended(0.01, *PORT, REST[0]), Proposal((), exhausted=True, ceiling=0.0))

    scored(store, need(hits=4, fill=True))

    assert store.depths == [200, 800]


def test_too_few_to_fill_goes_deeper() -> None:
    store = Scripted(open_ended(0.0, *PORT), Proposal((), exhausted=True, ceiling=0.0))

    assert not scored(store, need(hits=4, fill=True)).partial
    assert store.depths == [200, 800]


def test_exactly_enough_fill() -> None:
    store = Scripted(open_ended(0.0, *PORT))

    assert not scored(store, need(hits=3, fill=True)).partial


def test_nothing_counted_needs_no_covering() -> None:
    store = Scripted(open_ended(0.0, *PORT))

    assert not scored(store, need(least=0, fill=True)).partial
    assert store.depths == [200]


def test_ceiling_below_every_covering_score_suffices() -> None:
    store = Scripted(open_ended(math.nextafter(least_score(1), 0)))

    assert not scored(store, need(least=1)).partial
    assert store.depths == [200]


def test_ceiling_at_the_least_score_asks_for_coverage() -> None:
    store = Scripted(open_ended(least_score(1)), Proposal((), exhausted=True, ceiling=0.0))

    assert not scored(store, need(least=1)).partial
    assert [type(ask.where) for ask in store.asks] == [AtLeast, AtLeast]
    assert store.depths == [200, 800]


def test_enough_solid_hits_raise_the_bar() -> None:
    ceiling = math.nextafter(score_of(PORT[0]) / 2, 0)
    store = Scripted(open_ended(ceiling, *PORT))

    assert ceiling >= least_score(1)
    assert not scored(store, need(hits=3, least=1)).partial
    assert store.depths == [200]


def test_filling_counts_no_word_twice() -> None:
    store = Scripted(open_ended(math.nextafter(score_of(PORT[0]) / 2, 0), *PORT))

    assert not scored(store, need(hits=3, least=1, fill=True)).partial
    assert store.depths == [200]


def test_bar_needs_a_better_score() -> None:
    store = Scripted(open_ended(score_of(PORT[0]) / 2, *PORT), Proposal((), exhausted=True, ceiling=0.0))

    scored(store, need(hits=3, least=1))

    assert store.depths == [200, 800]


def test_hits_that_are_not_solid_raise_no_bar() -> None:
    ceiling = math.nextafter(score_of(PORT[0]) / 2, 0)
    store = Scripted(open_ended(ceiling, *PORT), Proposal((), exhausted=True, ceiling=0.0))

    scored(store, need(hits=3, least=1, solid=lambda record: record.id != "P1"))

    assert store.depths == [200, 800]


def test_one_hit_too_few_raises_no_bar() -> None:
    ceiling = math.nextafter(score_of(PORT[0]) / 2, 0)
    store = Scripted(open_ended(ceiling, *PORT), Proposal((), exhausted=True, ceiling=0.0))

    scored(store, need(hits=4, least=1))

    assert store.depths == [200, 800]


def test_more_coverage_within_reach_keeps_asking() -> None:
    only = [candidate(f"O{n}", version=n, body="port") for n in range(1, 4)]
    records = [*only, candidate("B", version=9, body="port redi")]
    ceiling = Scorer(question("port redis"), *large(*records), 0).least_score(2)
    store = Scripted(open_ended(ceiling, *only), Proposal((), exhausted=True, ceiling=0.0), records=records)

    score_round(store, question("port redis"), Filters(), need(hits=3, least=1, boost=0.0), 0)

    assert store.asks[1].where == AtLeast(1, (Word(("redi",)), Word(("port",))))


def test_covering_ask_wants_what_the_bar_wants() -> None:
    store = Scripted(open_ended(99.0, *PORT), Proposal((), exhausted=True, ceiling=0.0))

    scored(store, need(hits=3, least=1))

    assert [ask.where for ask in store.asks] == [AtLeast(n, question("port redis").words) for n in (1, 2)]
    assert store.asks[1].rank_by == ("port", "redi")


def test_covering_ask_goes_deeper_then_gives_up() -> None:
    store = Scripted(open_ended(99.0, *PORT))

    assert scored(store, need(hits=3, least=1)).partial
    assert store.depths == [200, 800, 3200]


def test_terms_the_store_lacks_cannot_be_covered() -> None:
    store = Scripted(open_ended(99.0, *PORT))

    assert not scored(store, need(hits=9, least=3), "port redis oslo").partial
    assert not store.asks


def test_candidates_of_the_covering_ask_count() -> None:
    late = candidate("L", version=20, body=TREES)
    few = candidate("F", version=21, body="oak fig elm")
    store = Scripted(Proposal((late, few), exhausted=True, ceiling=0.0), records=FOREST)

    found = scored(store, need(hits=3, least=5), TREES)

    assert [judged.candidate.id for judged in found.judged] == ["L"]
    assert found.refused == {"F"}


TREES = "oak fig elm ash yew box fir sea bay cap"
"""Ten words; in `FOREST` the n-th of them stands in n + 1 records, so that the first is the rarest."""

FOREST = [candidate(f"F{n:02}", version=n, body=" ".join(TREES.split()[n:]) or "none") for n in range(10)] + [
    candidate("G", version=30, body=TREES)
]


def test_many_terms_are_asked_by_their_rarest() -> None:
    store = Scripted(Proposal((), exhausted=True, ceiling=0.0), records=FOREST)

    scored(store, need(hits=9, least=6), TREES)

    rarest = ("oak", "fig", "elm", "ash", "yew", "box", "fir")
    assert store.asks[0].where == AtLeast(3, tuple(Word((word,)) for word in rarest))
    assert store.asks[0].rank_by == rarest


COMMON = "sea bay cap box"
RARE = "oak fig elm ash yew fir"
SHORE = [candidate(f"S{n:02}", version=n, body=COMMON) for n in range(300)] + [
    candidate("T", version=500, body=f"{COMMON} {RARE}")
]
"""Four words that every record holds, and six that only one does."""


@pytest.mark.parametrize(("share", "partial"), [(0.99, False), (1.01, True)])
def test_omitted_terms_are_added_to_the_ceiling(share: float, partial: bool) -> None:
    topic = f"{RARE} {COMMON}"
    scorer = Scorer(question(topic), *large(*SHORE), 0)
    enough = scorer.least_score(6) - scorer.most_score([7, 8, 9])
    store = Scripted(open_ended(enough * share), records=SHORE)

    found = score_round(store, question(topic), Filters(), need(hits=9, least=6), 0)

    assert enough > 0
    assert found.partial is partial


@pytest.mark.parametrize(("share", "asks"), [(1 - 1e-9, 1), (1 + 1e-9, 2)])
def test_ceiling_is_that_of_every_term(share: float, asks: int) -> None:
    topic = f"{RARE} {COMMON}"
    scorer = Scorer(question(topic), *large(*SHORE), 0)
    enough = scorer.least_score(6) - scorer.most_score([7, 8, 9])
    store = Scripted(open_ended(enough * share), records=SHORE)

    score_round(store, question(topic), Filters(), need(hits=9, least=6), 0)

    assert len(store.asks) == asks


WRITTEN = [candidate(f"W{n}", version=n, body="graph db graph_db " * 9, lengths="") for n in range(1, 4)]
"""So often that their scores are close to all that the words can give."""


@pytest.mark.parametrize(("share", "asks"), [(0.99, 1), (1.01, 2)])
def test_identifiers_lift_what_a_term_can_give(share: float, asks: int) -> None:
    scorer = Scorer(question("graph_db"), *large(*WRITTEN), 0)
    enough = scorer.judge(WRITTEN[0])[1] - scorer.most_extras()
    store = Scripted(
        open_ended(enough * share, *WRITTEN), Proposal((), exhausted=True, ceiling=0.0), records=WRITTEN
    )

    scored(store, need(hits=3, least=1, boost=1.0), "graph_db")

    assert enough * 0.99 > scorer.least_score(2)
    assert len(store.asks) == asks


@pytest.mark.parametrize(("records", "minimum"), [(200, 1), (201, 2)])
def test_small_store_is_asked_for_everything(records: int, minimum: int) -> None:
    store = Scripted(Proposal((), exhausted=True, ceiling=0.0))
    store.known = (replace(store.known[0], records=records), store.known[1])

    scored(store, need(least=2))

    assert [(ask.where, ask.depth) for ask in store.asks] == [
        (AtLeast(minimum, question("port redis").words), 200)
    ]


def test_given_condition_is_no_proof_of_coverage() -> None:
    store = Scripted(Proposal((REST[0], PORT[0]), exhausted=True, ceiling=0.0))
    store.known = (replace(store.known[0], records=200), store.known[1])

    found = score_round(store, question("port redis"), Filters(), need(least=1), 0, Word(("lyon",)))

    assert ([judged.candidate.id for judged in found.judged], set(found.refused)) == (["P1"], {"R4"})


def test_every_ask_carries_the_filters() -> None:
    filters = Filters(types=("note",))
    store = Scripted(open_ended(99.0, *PORT))

    score_round(store, question("port redis"), filters, replace(need(hits=9, least=1, fill=True)), 0)

    assert [ask.filters for ask in store.asks] == [filters] * 6


def test_round_tells_its_question_and_scorer() -> None:
    now, day = 1_700_000_000_000_000, 86_400_000_000
    episode = candidate("E", body="port", type="episodic", updated=now - 14 * day)
    store = Scripted(Proposal((episode,), exhausted=True, ceiling=0.0), records=[episode])

    found = score_round(store, question("port"), Filters(), need(fill=True), now)

    assert found.question == question("port")
    assert found.scorer.judge(episode) == (0b1, found.judged[0].score)
    assert found.judged[0].score == Scorer(question("port"), *large(episode), now).judge(episode)[1]


def test_record_met_before_hides_no_other() -> None:
    store = Scripted(open_ended(99.0, PORT[0]), Proposal((PORT[0], PORT[1]), exhausted=True, ceiling=0.0))

    found = scored(store, need(hits=9, fill=True))

    assert [judged.candidate.id for judged in found.judged] == ["P1", "P2"]


def test_exhausted_covering_is_never_partial() -> None:
    store = Scripted(Proposal((), exhausted=True, ceiling=0.0), records=FOREST)

    assert not scored(store, need(hits=9, least=6), TREES).partial
    assert store.depths == [200]


def test_each_step_counts_more_of_the_terms() -> None:
    store = Scripted(open_ended(99.0), records=FOREST)

    assert scored(store, need(hits=9, least=6), TREES).partial
    asked = [ask.where for ask in store.asks if isinstance(ask.where, AtLeast)]
    assert [(where.minimum, len(where.parts)) for where in asked] == [(3, 7), (4, 8), (5, 9)]


def test_refused_are_counted_by_one_word() -> None:
    plenty = Proposal(tuple(FOREST[5:9]), exhausted=False, ceiling=9.0)
    store = Scripted(Proposal((), exhausted=True, ceiling=0.0), plenty, records=FOREST)

    found = scored(store, replace(need(hits=9, least=6), weak=4), TREES)

    assert (store.asks[1].where, store.asks[1].depth) == (Word(("cap",)), 14)
    assert store.asks[1].rank_by == ("cap",)
    assert (len(store.asks), len(found.refused)) == (2, 4)


def test_refused_are_counted_by_every_word_where_none_is_common() -> None:
    whole = tuple(candidate(name, version=20 + n, body=TREES) for n, name in enumerate("LM"))
    store = Scripted(Proposal(whole, exhausted=True, ceiling=0.0), records=FOREST)

    scored(store, replace(need(hits=9, least=6), weak=99), TREES)

    assert [(ask.where, ask.depth) for ask in store.asks[1:]] == [(question(TREES).any_of, 101)]


def test_enough_refused_are_not_counted_again() -> None:
    few = candidate("F", version=21, body="oak fig elm")
    store = Scripted(Proposal((few,), exhausted=True, ceiling=0.0), records=FOREST)

    scored(store, replace(need(hits=9, least=6), weak=1), TREES)

    assert len(store.asks) == 1


def test_bar_is_the_last_shown_hit() -> None:
    strong, weak = (
        candidate("S", version=1, body="port port port"),
        candidate("W", version=2, body="port x y z"),
    )
    records = [strong, weak, candidate("X", version=3, body="redi")]
    low, high = sorted(
        Scorer(question("port redis"), *large(*records), 0).judge(r)[1] for r in (strong, weak)
    )
    between = open_ended((low + high) / 4, strong, weak)
    asked = []
    for hits in (1, 2):
        store = Scripted(between, Proposal((), exhausted=True, ceiling=0.0), records=records)
        score_round(store, question("port"), Filters(), need(hits=hits, least=1), 0)
        asked.append(len(store.asks))

    assert asked == [1, 2]


def test_record_that_just_covers_enough_is_certain() -> None:
    records = [candidate("A", version=1, body="port redi"), candidate("B", version=2, body="port redi")]
    score = Scorer(question("port redis"), *large(*records), 0).judge(records[0])[1]
    store = Scripted(open_ended(math.nextafter(score / 2, 0), *records), records=records)

    assert not score_round(store, question("port redis"), Filters(), need(hits=2, least=2), 0).partial
    assert store.depths == [200]


@pytest.mark.parametrize(("least", "minimum", "words"), [(2, 2, 10), (3, 3, 10), (6, 3, 7), (9, 3, 4)])
def test_pigeonholes_leave_no_covering_record_out(least: int, minimum: int, words: int) -> None:
    store = Scripted(Proposal((), exhausted=True, ceiling=0.0), records=FOREST)

    scored(store, need(hits=9, least=least), TREES)

    asked = store.asks[0].where
    assert isinstance(asked, AtLeast)
    assert (asked.minimum, len(asked.parts)) == (minimum, words)


def test_most_score_is_saturated_frequency() -> None:
    scorer = Scorer(question("port redis lyon"), *large(*ALL), 0)

    assert scorer.most_score([0, 2]) == pytest.approx(2.2 * (rarity(3, 201) + rarity(5, 201)))


def test_least_score_is_the_worst_case() -> None:
    known, frequencies = large(*ALL)
    scorer = Scorer(question("port redis lyon"), known, frequencies, 0)
    damping = 1.2 * (0.25 + 0.75 * (2 * 3.0))  # an average below one counts as one

    expected = (rarity(5, 201) + rarity(3, 201)) * 0.75 * 2.2 / (0.75 + damping)

    assert scorer.least_score(2) == pytest.approx(expected)
