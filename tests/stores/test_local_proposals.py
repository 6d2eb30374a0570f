"""The engine's part: depth, order, ceilings, and what is pending or dead."""

from __future__ import annotations

import math
import random
from collections import Counter
from types import ModuleType
from typing import Any

import pytest

from vademecum.model.ask import Proposal
from vademecum.model.entry import Changes, Entry
from vademecum.model.postings import decode_counts
from vademecum.model.record import Scope, Status
from vademecum.stores.local.index import LocalIndex

QUERY = "w3 w9 w20 w41 w77"


def corpus(samples: ModuleType, count: int, seed: int = 1) -> list[Entry]:
    """Records of words whose frequency falls with their number, spread over three fields."""
    chance = random.Random(seed)
    words = [f"w{number}" for number in range(200)]
    odds = [1 / (number + 1) for number in range(200)]

    def some(most: int) -> str:
        return " ".join(chance.choices(words, odds, k=chance.randint(0, most)))

    return [samples.entry(number, f"{some(40)} end", title=some(6), extra=some(4)) for number in range(count)]


def exact_scores(samples: ModuleType, entries: list[Entry]) -> dict[str, float]:
    """Fielded BM25 of the query, as the ranking room defines it."""

    def weigh(counts: str) -> float:
        return float(sum(samples.WEIGHTS[field] * number for field, number in decode_counts(counts)))

    terms = QUERY.split()
    average = sum(weigh(each.lengths) for each in entries) / len(entries)
    df = Counter(term for each in entries for term in terms if term in each.postings)
    scores: dict[str, float] = {}
    for each in entries:
        damping = 1.2 * (0.25 + 0.75 * weigh(each.lengths) / average)
        tf = {term: weigh(each.postings.counts(term)) for term in terms if term in each.postings}
        idf = {term: math.log(1 + (len(entries) - df[term] + 0.5) / (df[term] + 0.5)) for term in tf}
        scores[each.id] = sum(idf[term] * tf[term] * 2.2 / (tf[term] + damping) for term in tf)
    return scores


@pytest.fixture(scope="module")
def stock(samples: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Two thousand records, a tenth of them replaced after they were handed over."""
    entries = corpus(samples, 2_000)
    index = LocalIndex.open(tmp_path_factory.mktemp("stock"), samples.WEIGHTS)
    index.apply(Changes(put=tuple(entries)))
    index.flush()
    entries[:200] = corpus(samples, 200, seed=2)
    index.apply(Changes(put=tuple(entries[:200])))
    yield index, entries
    index.close()


def ids(proposal: Proposal) -> set[str]:
    return {candidate.id for candidate in proposal.candidates}


@pytest.mark.parametrize("depth", [10, 50, 200])
def test_ceiling_bounds_what_was_left_out(stock: Any, samples: ModuleType, depth: int) -> None:
    index, entries = stock
    proposal = index.propose(samples.ask(QUERY, depth=depth))
    scores = exact_scores(samples, entries)

    left_out = max(score for id, score in scores.items() if id not in ids(proposal))

    assert not proposal.exhausted
    assert left_out <= proposal.ceiling


def test_best_ten_are_among_two_hundred(stock: Any, samples: ModuleType) -> None:
    index, entries = stock
    scores = exact_scores(samples, entries)

    best = sorted(scores, key=lambda each: -scores[each])[:10]

    assert set(best) <= ids(index.propose(samples.ask(QUERY)))


@pytest.mark.parametrize(
    "hard", [{}, {"statuses": tuple(Status)}, {"types": ("note", "x")}, {"updated_from": 0}]
)
def test_deepest_ask_proposes_all_that_match(stock: Any, samples: ModuleType, hard: dict[str, Any]) -> None:
    index, entries = stock
    expected = {each.id for each in entries if any(term in each.postings for term in QUERY.split())}

    proposal = index.propose(samples.ask(QUERY, depth=5_000, **hard))

    assert ids(proposal) == expected
    assert (proposal.exhausted, proposal.ceiling) == (True, 0.0)


def test_at_least_depth_is_proposed(stock: Any, samples: ModuleType) -> None:
    index, _ = stock

    assert [len(ids(index.propose(samples.ask("end", depth=depth)))) >= depth for depth in (1, 10, 300)] == [
        True
    ] * 3


def test_broad_filter_still_excludes(local: LocalIndex, samples: ModuleType) -> None:
    org = Scope("org:acme")
    foreign = [samples.entry(number, "port port", scope=org) for number in range(30)]
    ours = [samples.entry(number, "port and more words") for number in range(100, 1_100)]
    local.apply(Changes(put=tuple(foreign + ours)))
    local.flush()

    proposal = local.propose(samples.ask("port", depth=20, scopes=("personal",)))

    assert {candidate.scope for candidate in proposal.candidates} == {"personal"}
    assert len(proposal.candidates) >= 20


def test_broad_filter_that_excludes_every_hit(local: LocalIndex, samples: ModuleType) -> None:
    old = [samples.entry(number, "port", status=Status.ARCHIVED) for number in range(60)]
    new = [samples.entry(number, "other") for number in range(100, 400)]
    local.apply(Changes(put=(*old, *new, samples.entry(999, "a port among other words"))))
    local.flush()

    proposal = local.propose(samples.ask("port", depth=5, statuses=(Status.ACTIVE,)))

    assert ids(proposal) == {samples.id_of(999)}
    assert proposal.exhausted


def test_fresh_record_is_proposed_unflushed(stock: Any, samples: ModuleType) -> None:
    index, entries = stock
    entries[5] = samples.entry(5, "w199 quite unlike the query w3")
    index.apply(Changes(put=(entries[5],)))

    assert samples.id_of(5) in ids(index.propose(samples.ask(QUERY, depth=10)))


def test_many_pending_flush_by_themselves(local: LocalIndex, samples: ModuleType) -> None:
    local.apply(Changes(put=tuple(samples.entry(number, "a") for number in range(256))))
    pending = local._shelf.current().head().lexical
    local.apply(Changes(put=(samples.entry(256, "a"),)))

    assert (pending, local._shelf.current().head().lexical) == (0, 257)


def test_threshold_lets_a_few_wait(local: LocalIndex, samples: ModuleType) -> None:
    local.apply(Changes(put=(samples.entry(1, "a"), samples.entry(2, "a"))))

    assert local.flush(threshold=2) is True
    assert local._shelf.current().head().lexical == 0


def test_flush_drops_the_dead_from_the_engine(local: LocalIndex, samples: ModuleType) -> None:
    local.apply(Changes(put=(samples.entry(1, "secret"), samples.entry(2, "a"))))
    local.flush()
    local.apply(Changes(gone=("personal/note-1.md",)))
    local.flush()

    generation = local._shelf.current()
    view = generation.lexical.view(generation.head())
    assert view is not None
    assert view.live() == 1
    assert local.check() == ()


def test_only_one_flushes_at_a_time(local: LocalIndex, samples: ModuleType) -> None:
    local.apply(Changes(put=(samples.entry(1, "a"),)))
    generation = local._shelf.current()
    writer = generation.lexical.writer(generation.head())
    assert writer is not None

    assert local.flush() is False
    writer.close()
    assert local.flush() is True


def test_surrogates_are_refused_with_advice(local: LocalIndex, samples: ModuleType) -> None:
    from vademecum.errors import StoreError

    with pytest.raises(StoreError, match="UTF-8"):
        local.apply(Changes(put=(samples.entry(1, key="\ud800"),)))

    assert local.known_files() == 0
