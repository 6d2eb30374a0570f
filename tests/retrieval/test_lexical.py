"""Whatever an index proposes first, the answer is that of the whole store."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st
from tests.retrieval.building import candidate, corpus, favoured, question

from vademecum.model.ask import Ask, AtLeast, Candidate, Corpus, Filters, Proposal, Word, holds
from vademecum.model.postings import decode_counts
from vademecum.model.value import replace
from vademecum.retrieval.favour import Favour
from vademecum.retrieval.lexical import DEPTHS, Judged, Need, Scored, score_round
from vademecum.retrieval.scoring import Scorer, rarity


def solid(_candidate: Candidate) -> bool:
    return True


RECALL = Need(hits=6, least_covered=2, fill=False, weak=50, boost=1.43, solid=solid)
SEARCH = Need(hits=6, least_covered=2, fill=True, weak=50, boost=1.43, solid=solid)


@dataclass
class Shallow:
    """Proposes the best by a bag of words and keeps the rest back, as an engine does.

    Attributes:
        divisor: depths are divided by it, so that few records make a large store.
        asks: what was asked, in order.
        known: totals of the records, and how many hold each word.
    """

    records: list[Candidate]
    divisor: int = 200
    asks: list[Ask] = field(default_factory=list)
    known: tuple[Corpus, dict[str, int]] = field(init=False)

    def __post_init__(self) -> None:
        self.known = corpus(*self.records)

    def propose(self, ask: Ask) -> Proposal:
        self.asks.append(ask)
        matching = sorted(
            (record for record in self.records if holds(ask.where, record.postings)),
            key=lambda record: (-self._bag(record, ask), record.id),
        )
        depth = ask.depth // self.divisor
        rest = matching[depth:]
        ceiling = self._bag(rest[0], ask) if rest else 0.0
        return Proposal(tuple(matching[:depth]), exhausted=not rest, ceiling=ceiling)

    def corpus(self) -> Corpus:
        return self.known[0]

    def frequencies(self, terms: tuple[str, ...]) -> dict[str, int]:
        return {term: self.known[1][term] for term in terms if term in self.known[1]}

    def _bag(self, record: Candidate, ask: Ask) -> float:
        held = self.frequencies(ask.rank_by)
        present = [term for term in ask.rank_by if term in record.postings]
        total = sum(number for _, number in decode_counts(record.lengths))
        bonus = {t: sum(n for _, n in decode_counts(record.postings.counts(t))) for t in present}
        return sum(
            rarity(held[t], len(self.records)) * bonus[t] * 2.2 / (bonus[t] + 0.3 + total / 9)
            for t in present
        )


def lets_in(_candidate: Candidate, found: int) -> bool:
    """A floor that wants the first term or any three."""
    return bool(found & 1) or found.bit_count() >= 3


LEARNED = Need(
    hits=2, least_covered=1, fill=False, weak=0, boost=1.43, solid=solid, admits=lets_in, hits_alone=True
)
OTHERS = ["other words"] * (DEPTHS[0] + 1)
"""So many that a store is not read whole."""


def best(scored: Scored, hits: int) -> list[str]:
    """What would be shown."""
    admitted = [one for one in scored.judged if lets_in(one.candidate, one.found)]
    admitted.sort(key=lambda one: (-one.covered, -one.score, one.candidate.id))
    return [one.candidate.id for one in admitted[:hits]]


def found(scored: Scored) -> set[str]:
    return {judged.candidate.id for judged in scored.judged}


def records(*bodies: str) -> list[Candidate]:
    return [candidate(f"{number:03}", version=number, body=body) for number, body in enumerate(bodies)]


def test_exhausted_store_is_asked_once() -> None:
    store = Shallow(records("port redi", "port"), divisor=1)

    scored = score_round(store, question("port redis lyon"), Filters(), RECALL, 0)

    assert (found(scored), set(scored.refused)) == ({"000"}, {"001"})
    assert not scored.partial
    assert len(store.asks) == 1


def test_covering_record_outside_the_proposal_is_fetched() -> None:
    rare = ["lyon " * 9] * 5
    store = Shallow(records(*rare, "port redi and a much longer text about many other things here"))

    scored = score_round(store, question("port redis lyon"), Filters(), RECALL, 0)

    assert "005" in found(scored)
    assert not scored.partial


def test_no_coverage_possible_needs_no_ask_for_it() -> None:
    store = Shallow(records(*["port"] * 9))

    scored = score_round(store, question("port redis lyon"), Filters(), RECALL, 0)

    assert not any(isinstance(ask.where, AtLeast) and ask.where.minimum > 1 for ask in store.asks)
    assert not scored.partial


def test_search_deepens_until_scores_suffice() -> None:
    store = Shallow(records(*["port"] * 30))

    scored = score_round(store, question("port"), Filters(), SEARCH, 0)

    assert [ask.depth for ask in store.asks][: len(DEPTHS)] == list(DEPTHS)
    assert scored.partial


def test_given_condition_replaces_the_terms() -> None:
    store = Shallow(records("port", "redi"), divisor=1)
    where = question("redis").any_of

    assert found(score_round(store, question("port"), Filters(), SEARCH, 0, where)) == {"001"}


WORDS = ["port", "redi", "lyon", "stage", "oak", "fig", "elm", "ash", "yew", "box", "may", "sea"]
BODIES = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join), min_size=1, max_size=40
)


@given(BODIES, st.lists(st.sampled_from(WORDS), min_size=1, max_size=12, unique=True))
def test_every_covering_record_is_found(bodies: list[str], topic: list[str]) -> None:
    asked = question(" ".join(topic))
    least = (len(asked.terms) + 1) // 2
    store = Shallow(records(*bodies), divisor=20)

    scored = score_round(
        store, asked, Filters(), Need(6, least, fill=False, weak=50, boost=1.43, solid=solid), 0
    )

    covering = {
        r.id
        for r in store.records
        if sum(any(f in r.postings for f in t.forms) for t in asked.terms) >= least
    }
    assert scored.partial or covering <= found(scored)


def test_further_queries_of_a_plan_are_scored() -> None:
    kept = records("port redi", "port", "lyon")
    favour = Favour(queries=(favoured("redis"),))
    exact = Scorer(question("port"), *corpus(*kept), 0, favour)

    scored = score_round(Shallow(kept, divisor=1), question("port"), Filters(), SEARCH, 0, favour=favour)

    assert {one.candidate.id: one.score for one in scored.judged} == {
        one.id: exact.judge(one)[1] for one in kept[:2]
    }


def test_what_covers_less_than_the_hits_is_not_scored() -> None:
    store = Shallow(records("port redi", "port", "port redi", "port lyon redi", *OTHERS), divisor=1)

    scored = score_round(store, question("port redis lyon"), Filters(), LEARNED, 0)

    assert found(scored) == {"000", "002", "003"}


def test_others_are_judged_by_the_same_question() -> None:
    other = candidate("O", version=9, body="redi quay")
    store = Shallow(records("port", "redi"), divisor=1)
    scored = score_round(store, question("port redis"), Filters(), SEARCH, 0)

    assert scored.judge([other]) == (Judged(other, 2, scored.scorer.judge(other)[1]),)


def test_what_scores_less_than_the_hits_is_left_out() -> None:
    store = Shallow(records("port redi " * 3, "port redi", "port redi " * 2, *OTHERS), divisor=1)

    scored = score_round(store, question("port redis"), Filters(), LEARNED, 0)

    assert found(scored) == {"000", "002"}


def test_what_scores_as_the_last_hit_stays() -> None:
    store = Shallow(records(*["port redi"] * 3, *OTHERS), divisor=1)

    assert len(found(score_round(store, question("port redis"), Filters(), LEARNED, 0))) == 3


def test_whoever_wants_more_than_the_hits_is_given_all() -> None:
    store = Shallow(records("port redi " * 3, "port redi", "port redi " * 2, *OTHERS), divisor=1)
    need = replace(LEARNED, hits_alone=False)

    assert len(found(score_round(store, question("port redis"), Filters(), need, 0))) == 3


def test_nothing_is_left_out_of_what_may_lack_something() -> None:
    store = Shallow(records(*["port redi"] * 3, *["port redi x"] * 300), divisor=20)

    scored = score_round(store, question("port redis"), Filters(), LEARNED, 0)

    assert (scored.partial, len(scored.judged)) == (True, 160)


def asked_for(*bodies: str, topic: str = "port redis lyon quay walnut") -> list[tuple[int, int]]:
    """Ask by ask, how many of how many terms records were to hold."""
    store = Shallow(records(*bodies), divisor=1)
    score_round(store, question(topic), Filters(), LEARNED, 0)
    return [(ask.where.minimum, len(ask.where.parts)) for ask in store.asks if isinstance(ask.where, AtLeast)]


def test_as_many_terms_are_asked_for_as_enough_records_may_cover() -> None:
    assert asked_for(*["port redi lyon quay"] * 150, *OTHERS)[0] == (3, 3)  # of four, by pigeonhole


def test_fewer_terms_are_expected_where_filters_let_little_through() -> None:
    store = Shallow(records(*["port redi lyon quay"] * 150, *OTHERS), divisor=1)

    for share in (0.01, 0.0):
        need = replace(LEARNED, share=share)
        score_round(store, question("port redis lyon quay walnut"), Filters(), need, 0)

    assert [len(ask.where.parts) for ask in store.asks if isinstance(ask.where, AtLeast)] == [4, 4]


def test_half_of_the_terms_is_asked_for_where_less_is_expected() -> None:
    assert asked_for("port redi lyon", "port redi lyon", *OTHERS) == [(3, 3)]
    assert asked_for("port redi", "port redi", *OTHERS, topic="port redis lyon quay") == [(2, 2)]


def test_fewer_terms_are_asked_for_where_too_few_records_cover_so_many() -> None:
    assert asked_for(*["port lyon"] * 90, *["redi quay"] * 90, *OTHERS) == [(3, 4), (1, 4)]
    assert asked_for(*["port redi lyon"] * 190, *["quay"] * 190) == [(3, 3), (3, 4)]


def test_too_few_hits_leave_nothing_unscored() -> None:
    store = Shallow(records("port redi", "port", "redi", *OTHERS), divisor=1)

    scored = score_round(store, question("port redis lyon"), Filters(), replace(LEARNED, hits=3), 0)

    assert (found(scored), set(scored.refused)) == ({"000", "001"}, {"002"})


def test_hits_that_may_be_hidden_do_not_count() -> None:
    store = Shallow(records("port redi", "port redi", "port", *OTHERS), divisor=1)
    need = replace(LEARNED, solid=lambda one: one.id != "000")

    assert found(score_round(store, question("port redis"), Filters(), need, 0)) == {"000", "001", "002"}


def test_store_that_is_read_whole_is_judged_whole() -> None:
    store = Shallow(records("port redi", "port redi", "port", "redi"), divisor=1)

    scored = score_round(store, question("port redis"), Filters(), LEARNED, 0)

    assert (found(scored), scored.refused) == ({"000", "001", "002", "003"}, frozenset())


def test_store_of_two_hundred_is_read_whole() -> None:
    store = Shallow(records("port redi", "port redi", "port", *OTHERS[:197]), divisor=1)

    assert len(found(score_round(store, question("port redis"), Filters(), LEARNED, 0))) == 3


def test_floor_may_refuse_a_record_for_what_it_is() -> None:
    store = Shallow(records("port redi", "port redi", *OTHERS), divisor=1)
    need = replace(LEARNED, admits=lambda one, _: one.id != "000")

    assert found(score_round(store, question("port redis"), Filters(), need, 0)) == {"001"}


def test_what_a_floor_refuses_for_what_it_is_is_weak() -> None:
    store = Shallow(records("port redi", "port redi", *OTHERS), divisor=1)
    need = replace(LEARNED, hits_alone=False, weak=1, admits=lambda one, _: one.id != "000")

    score_round(store, question("port redis"), Filters(), need, 0)

    assert all(isinstance(ask.where, AtLeast) for ask in store.asks)


def test_refused_that_are_not_expected_are_looked_for_among_two_hundred() -> None:
    store = Shallow(records(*["port redi"] * 300), divisor=1)

    score_round(store, question("port redis"), Filters(), replace(LEARNED, least_covered=2, weak=9), 0)

    assert [ask.depth for ask in store.asks if isinstance(ask.where, Word)] == [210]


def test_let_in_once_are_counted_once() -> None:
    store = Shallow(records(*["port redi lyon"] * 2, *["port"] * 9, *OTHERS), divisor=1)
    need = replace(LEARNED, hits=9, weak=20, admits=lambda _, held: held == 7)

    score_round(store, question("port redis lyon"), Filters(), need, 0)

    assert store.asks[-1].depth == 22


def test_what_a_floor_judges_refused_is_weak() -> None:
    store = Shallow(records("redi port", *["redi"] * 5, *OTHERS), divisor=1)
    need = replace(LEARNED, weak=3)

    assert len(score_round(store, question("port redis"), Filters(), need, 0).refused) == 5


def test_scored_and_refused_are_weak_without_another_ask() -> None:
    store = Shallow(records("port", *["redi"] * 5, *OTHERS), divisor=1)

    score_round(store, question("port redis"), Filters(), replace(LEARNED, weak=5, hits_alone=False), 0)

    assert all(isinstance(ask.where, AtLeast) for ask in store.asks)


@given(BODIES, st.lists(st.sampled_from(WORDS), min_size=1, max_size=8, unique=True), st.integers(1, 4))
def test_hits_are_those_of_a_store_scored_whole(bodies: list[str], topic: list[str], hits: int) -> None:
    store = Shallow(records(*bodies, *OTHERS), divisor=20)
    asked, need = question(" ".join(topic)), replace(LEARNED, hits=hits, weak=1)

    alone = score_round(store, asked, Filters(), need, 0)
    whole = score_round(store, asked, Filters(), replace(need, hits_alone=False), 0)

    assert (best(alone, hits), alone.partial) == (best(whole, hits), whole.partial)
