"""Rows of postings as arrays: what they find, and that no score is too low."""

from __future__ import annotations

from struct import pack
from types import ModuleType

import pytest

from vademecum.model.ask import AllOf, AtLeast, Condition, Everything, Filters, Prefix, Without, Word
from vademecum.model.postings import Field
from vademecum.model.record import Kind, Scope, Status
from vademecum.stores.postgres.lists import Pool, TermList
from vademecum.stores.postgres.posting_rows import (
    BLOCK,
    ENTRY_BYTES,
    LARGEST,
    Step,
    Weighing,
    scope_code,
    standing_codes,
)

WEIGHING = Weighing({Field.TITLE: 2.5, Field.BODY: 1.0, Field.EXPANSION: 0.75})
FAR = 7 * BLOCK + 3


@pytest.fixture
def pool(samples: ModuleType) -> Pool:
    """Versions 1, 2 and one of a later block: red; red blue; blue reddish."""
    step = Step(WEIGHING)
    for version, text in ((1, "red"), (2, "red blue"), (FAR, "blue reddish")):
        step.put(version, samples.entry(version, text))
    blocks, joined = dict[str, bytes](), dict[str, bytes]()
    for (term, block), entries in sorted(step._come.items()):
        blocks[term] = blocks.get(term, b"") + pack(">ii", block, len(entries) // ENTRY_BYTES)
        joined[term] = joined.get(term, b"") + entries
    return Pool({term: TermList(blocks[term], joined[term]) for term in blocks})


@pytest.mark.parametrize(
    ("condition", "versions"),
    [
        (Word(("red",)), [1, 2]),
        (Word(("blue", "none")), [2, FAR]),
        (Prefix(("red",)), [1, 2, FAR]),
        (AllOf((Word(("red",)), Word(("blue",)))), [2]),
        (AtLeast(1, (Word(("red",)), Word(("blue",)))), [1, 2, FAR]),
        (AtLeast(2, (Word(("red",)), Word(("blue",)), Word(("reddish",)))), [2, FAR]),
        (AllOf((Word(("blue",)), Without(Word(("red",))))), [FAR]),
        (AllOf((Everything(), Word(("reddish",)))), [FAR]),
    ],
)
def test_condition_finds_its_versions(pool: Pool, condition: Condition, versions: list[int]) -> None:
    assert pool.versions(pool.satisfying(condition).nonzero()[0]).tolist() == versions


def test_rarer_word_scores_higher(pool: Pool, samples: ModuleType) -> None:
    ranking = pool.ranking(samples.ask("red reddish"), 3, 2.0)

    assert ranking.versions(0, 3)[0] == FAR
    assert ranking.score(0) > ranking.score(1)


def test_filter_leaves_out_what_cannot_pass(pool: Pool) -> None:
    assert pool.passing(Filters()) is None
    passing = pool.passing(Filters(statuses=(Status.RETRACTED,)))
    assert passing is not None
    assert not passing.any()


@pytest.mark.parametrize(("counts", "units"), [("b1", 64), ("x1", 48), ("t1", 160), ("t1b2x1", 336)])
def test_frequency_is_a_weighted_sum(counts: str, units: int) -> None:
    assert WEIGHING.frequency(counts) == units


def test_fraction_of_a_frequency_is_rounded_up() -> None:
    assert Weighing({Field.BODY: 0.33}).frequency("b1") == 22


def test_frequency_without_bound_is_the_largest() -> None:
    assert WEIGHING.frequency("b5000") == LARGEST


def test_expansions_lengthen_nothing() -> None:
    assert WEIGHING.length("t2b3x9") == 8.0


def test_entry_takes_ten_bytes(samples: ModuleType) -> None:
    step = Step(WEIGHING)
    step.put(5, samples.entry(5, "red red"))

    assert [len(entries) for entries in step._come.values()] == [ENTRY_BYTES] == [10]


def test_codes_tell_kinds_and_statuses_apart() -> None:
    assert len(standing_codes((), ())) == 2 * len(Status)
    assert set(standing_codes((Kind.MEMORY,), ())).isdisjoint(standing_codes((Kind.ENTITY,), ()))


def test_scope_has_a_code_of_two_bytes() -> None:
    assert 0 <= scope_code(Scope("org:acme")) <= LARGEST
