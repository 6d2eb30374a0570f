"""The pool is that of the whole store, whatever an index proposes first."""

from __future__ import annotations

from tests.retrieval.building import candidate, question
from tests.retrieval.test_lexical import Shallow

from vademecum.model.ask import Candidate, Filters
from vademecum.retrieval.favour import Favour, FavouredTime
from vademecum.retrieval.lexical import Scored
from vademecum.retrieval.pooling import POOL, score_pool

PORT = question("port")
MANY = [candidate(f"{n:03}", version=n, body="port " + "quay " * n) for n in range(1, 101)]


def pool(store: Shallow, hidden: frozenset[str] = frozenset(), favour: Favour | None = None) -> Scored:
    def is_shown(record: Candidate) -> bool:
        return record.id not in hidden

    return score_pool(store, PORT, Filters(), 0, is_shown, favour=favour)


def ids(scored: Scored) -> list[str]:
    return [judged.candidate.id for judged in scored.judged]


def test_pool_holds_the_best_by_their_words() -> None:
    assert ids(pool(Shallow(MANY, divisor=1))) == [record.id for record in MANY[:POOL]]


def test_pool_is_whole_when_the_rest_scores_less() -> None:
    assert not pool(Shallow(MANY, divisor=2)).partial


def test_index_is_asked_deeper_until_the_pool_is_whole() -> None:
    store = Shallow(MANY, divisor=10)
    assert ids(pool(store)) == [record.id for record in MANY[:POOL]]
    assert [ask.depth for ask in store.asks] == [200, 800]


def test_pool_that_may_lack_something_says_so() -> None:
    alike = [candidate(f"{n:03}", version=n, body="port") for n in range(1, 101)]
    assert pool(Shallow(alike, divisor=40)).partial


def test_everything_that_matches_is_a_whole_pool() -> None:
    assert not pool(Shallow(MANY[:3])).partial


def test_hidden_records_take_no_place() -> None:
    hidden = frozenset({"001", "002"})
    assert ids(pool(Shallow(MANY, divisor=1), hidden)) == [record.id for record in MANY[: POOL + 2]]


def test_of_equals_the_smaller_id_has_the_place() -> None:
    alike = [candidate(f"{n:03}", version=n, body="port") for n in range(200, 100, -1)]
    assert ids(pool(Shallow(alike, divisor=1)))[::POOL] == ["101"]
    assert len(ids(pool(Shallow(alike, divisor=1)))) == POOL


def test_boosts_score_and_choose_nothing() -> None:
    old = candidate("old", version=101, body="port " + "quay " * 200, explicit=True, confidence=1.0)
    assert "old" not in ids(pool(Shallow([*MANY, old], divisor=1)))


def test_favoured_time_multiplies_the_score() -> None:
    now = candidate("now", version=1, body="port", created=5)
    favour = Favour(times=(FavouredTime(0, 10, "today"),))
    (plain,), (raised,) = (pool(Shallow([now]), favour=each).judged for each in (None, favour))
    assert raised.score == plain.score * 1.5


def test_found_tells_which_terms_stand_in_it() -> None:
    asked = question("port redis harbour")
    store = Shallow([candidate("A", body="harbour port")])
    (judged,) = score_pool(store, asked, Filters(), 0, lambda _: True).judged
    assert (judged.found, judged.covered) == (0b101, 2)
