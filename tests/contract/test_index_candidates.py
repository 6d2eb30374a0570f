"""What every index proposes."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.model.ask import AllOf, AtLeast, Condition, Everything, Prefix, Without, Word
from vademecum.model.entry import Changes
from vademecum.model.record import PERSONAL, Kind, Scope, Status
from vademecum.model.value import fields_of
from vademecum.ports import Index

ORG = Scope("org:acme")

RED, BLUE, REDDISH = Word(("red",)), Word(("blue",)), Prefix(("red",))
CONDITIONS: list[tuple[Condition, list[int]]] = [
    (RED, [1, 3]),
    (Word(("red", "blue")), [1, 2, 3]),
    (Word(()), []),
    (REDDISH, [1, 3, 4]),
    (Prefix(("blu", "reddi")), [2, 3, 4]),
    (Prefix(("none",)), []),
    (AllOf((RED, BLUE)), [3]),
    (AllOf(()), [1, 2, 3, 4]),
    (AllOf((REDDISH, Without(BLUE))), [1, 4]),
    (AllOf((Without(RED), Without(BLUE))), [4]),
    (AtLeast(1, (RED, BLUE)), [1, 2, 3]),
    (AtLeast(1, (AllOf((RED, BLUE)), Word(("green",)))), [3, 4]),
    (AtLeast(2, (RED, BLUE, Word(("green",)))), [3]),
    (AtLeast(2, (RED, RED)), [1, 3]),
    (AtLeast(3, (RED, BLUE)), []),
    (AtLeast(0, (RED,)), [1, 2, 3, 4]),
    (AtLeast(1, ()), []),
    (Without(RED), [2, 4]),
    (Without(Without(RED)), [1, 3]),
    (Without(Everything()), []),
    (Everything(), [1, 2, 3, 4]),
    (Word(("\ud800", "a\0b", "( OR", "")), []),
]

FILTERS: list[tuple[dict[str, Any], list[int]]] = [
    ({}, [1, 2, 3]),
    ({"scopes": (PERSONAL,)}, [1, 3]),
    ({"scopes": (ORG, PERSONAL)}, [1, 2, 3]),
    ({"scopes": (Scope("org:other"),)}, []),
    ({"scopes": (Scope("\ud800"),)}, []),
    ({"types": ("fact", "place")}, [2, 3]),
    ({"kinds": (Kind.ENTITY,)}, [3]),
    ({"statuses": (Status.ACTIVE,)}, [1, 3]),
    ({"tags": ("a",)}, [1, 2]),
    ({"tags": ("a", "b")}, [2]),
    ({"tags": ("a", "a")}, [1, 2]),
    ({"about": ("ada", "rome")}, [1, 3]),
    ({"updated_from": -5}, [2, 3]),
    ({"updated_from": -4}, [3]),
    ({"updated_until": 7}, [2]),
    ({"updated_from": -5, "updated_until": 8}, [2, 3]),
    ({"scopes": (PERSONAL,), "about": ("rome",), "updated_from": 0}, [3]),
    ({"begun_by": -10}, [3]),
    ({"begun_by": 4}, [2, 3]),
    ({"begun_by": 5}, [1, 2, 3]),
    ({"begun_by": 5, "kinds": (Kind.MEMORY,)}, [1, 2]),
    ({"begun_by": 5, "tags": ("b",)}, [2]),
]


@pytest.fixture
def coloured(index: Index, samples: Any) -> Index:
    words = {1: "red car", 2: "blue car", 3: "red blue reddish", 4: "reddish green"}
    index.apply(Changes(put=tuple(samples.entry(number, text) for number, text in words.items())))
    return index


@pytest.fixture
def varied(index: Index, samples: Any) -> Index:
    entry = samples.entry
    first = entry(1, "word", about=("ada",), folded_tags=("a",), updated=None, created=2, valid_from=5)
    second = entry(
        2,
        "word",
        scope=ORG,
        type="fact",
        status=Status.SUPERSEDED,
        folded_tags=("b", "a"),
        updated=-5,
        created=4,
    )
    third = entry(3, "word", kind=Kind.ENTITY, type="place", about=("rome", "roma"), updated=7)
    index.apply(Changes(put=(first, second, third)))
    return index


def numbers(index: Index, ask: Any) -> list[int]:
    return sorted(int(candidate.id[3:]) for candidate in index.propose(ask).candidates)


@pytest.mark.parametrize(
    ("where", "expected"), CONDITIONS, ids=[str(number) for number in range(len(CONDITIONS))]
)
def test_condition_proposes_what_satisfies_it(
    coloured: Index, samples: Any, where: Condition, expected: list[int]
) -> None:
    assert numbers(coloured, samples.ask(where, rank_by="red car")) == expected


@pytest.mark.parametrize(
    ("where", "expected"), CONDITIONS, ids=[str(number) for number in range(len(CONDITIONS))]
)
def test_condition_needs_no_ranking_terms(
    coloured: Index, samples: Any, where: Condition, expected: list[int]
) -> None:
    assert numbers(coloured, samples.ask(where)) == expected


@pytest.mark.parametrize(
    ("filters", "expected"), FILTERS, ids=[str(number) for number in range(len(FILTERS))]
)
def test_filters_hold_for_every_proposal(
    varied: Index, samples: Any, filters: dict[str, Any], expected: list[int]
) -> None:
    assert numbers(varied, samples.ask("word", **filters)) == expected


def test_small_store_is_proposed_whole(coloured: Index, samples: Any) -> None:
    proposal = coloured.propose(samples.ask("red blue"))

    assert (proposal.exhausted, proposal.ceiling) == (True, 0.0)


def test_ranking_terms_admit_nothing(coloured: Index, samples: Any) -> None:
    assert numbers(coloured, samples.ask(BLUE, rank_by="blue green car")) == [2, 3]


def test_candidate_carries_all_it_was_given(index: Index, samples: Any) -> None:
    given = samples.entry(
        8,
        "red red",
        title="red",
        superseded_by=samples.id_of(9),
        review="draft",
        pinned=True,
        explicit=True,
        confidence=0.25,
        valid_from=1,
        valid_until=2,
        expires=3,
    )
    index.apply(Changes(put=(given,)))

    (found,) = index.propose(samples.ask("red")).candidates

    shared = set(fields_of(found)) - {"version"}
    assert {name: getattr(found, name) for name in shared} == {name: getattr(given, name) for name in shared}


def test_replaced_record_is_proposed_once(coloured: Index, samples: Any) -> None:
    before = coloured.propose(samples.ask("green")).candidates[0].version
    coloured.apply(Changes(put=(samples.entry(4, "green green"),)))

    (found,) = coloured.propose(samples.ask("green")).candidates

    assert found.version > before
    assert found.postings.counts("green") == "b2"


def test_old_words_of_a_record_find_nothing(coloured: Index, samples: Any) -> None:
    coloured.apply(Changes(put=(samples.entry(4, "black"),)))

    assert numbers(coloured, samples.ask("green")) == []
    assert numbers(coloured, samples.ask("black")) == [4]


def test_gone_file_takes_its_record_along(coloured: Index, samples: Any) -> None:
    coloured.apply(Changes(gone=("personal/note-1.md",)))

    assert numbers(coloured, samples.ask("red")) == [3]


def test_foreign_hits_hide_none_of_ours(index: Index, samples: Any) -> None:
    foreign = tuple(samples.entry(number, "port port port", scope=ORG) for number in range(300))
    ours = tuple(samples.entry(number, "a port among many other words") for number in (901, 902, 903))
    index.apply(Changes(put=(*foreign, *ours)))

    assert numbers(index, samples.ask("port", depth=10, scopes=(PERSONAL,))) == [901, 902, 903]


def test_enough_are_proposed_beyond_the_dead(index: Index, samples: Any) -> None:
    index.apply(Changes(put=tuple(samples.entry(number, "port") for number in range(150))))
    index.apply(Changes(gone=tuple(f"personal/note-{number}.md" for number in range(100))))

    assert len(numbers(index, samples.ask("port", depth=50))) == 50


def test_records_are_told_by_their_ids(index: Index, samples: Any) -> None:
    index.apply(Changes(put=tuple(samples.entry(n, f"oak leaf{n}", extra="ash") for n in (1, 2, 3))))
    proposed = {one.id: one for one in index.propose(samples.ask("oak")).candidates}
    third, first = samples.id_of(3), samples.id_of(1)

    assert index.at([third, samples.id_of(9), first, third]) == (proposed[third], proposed[first])
