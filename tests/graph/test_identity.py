"""Names that may mean one, names that must not, and pairs of pages that are proposed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.graph.nets import entity, id_of, net

from vademecum.graph.candidates import MOST_IN_BLOCK, Pair, pairs
from vademecum.graph.identity import Named, Reason, blocks, reason_to_ask
from vademecum.model.edges import Vertex
from vademecum.model.entry import Entry
from vademecum.text.links import link_form

LABELLED = Path(__file__).parents[2] / "benchmarks" / "labelled" / "names.jsonl"
PAIRS: list[dict[str, Any]] = [json.loads(line) for line in LABELLED.read_text(encoding="utf-8").splitlines()]


def reason(one: str, other: str, *labels: str) -> Reason | None:
    first, second = labels or ("", "")
    return reason_to_ask(Named((one,), first), Named((other,), second))


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Acme", "ACME", Reason.NAME),
        ("José", "Jose", Reason.ACCENTS),
        ("Curie, Marie", "Marie Curie", Reason.ORDER),
        ("Bolt Inc.", "Bolt", Reason.LEGAL_FORM),
        ("Node.js", "NodeJS", Reason.SPACING),
        ("New York City", "NYC", Reason.ACRONYM),
        ("J. R. R. Tolkien", "John Ronald Reuel Tolkien", Reason.INITIALS),
        ("Ada Lovelace", "Ada King Lovelace", Reason.SHORTER),
        ("Mississippi", "Missisippi", Reason.SPELLING),
        ("Москва", "Moskva", Reason.SCRIPT),
    ],
)
def test_reason_is_told(one: str, other: str, why: Reason) -> None:
    assert (reason(one, other), reason(other, one)) == (why, why)


def test_labels_tell_namesakes_apart() -> None:
    assert reason("Apple", "Apple", "Organisation", "Fruit") is None
    assert reason("Apple", "Apple", "organisation", "Organisation") is Reason.NAME
    assert reason("Apple", "Apple", "Entity", "Fruit") is Reason.NAME


def test_alias_is_a_reason_too() -> None:
    assert reason_to_ask(Named(("Rhea", "wife")), Named(("Mrs. Petrova", "WIFE"))) is Reason.NAME


@pytest.mark.parametrize("name", ["", "???", "ъ", "é"])
def test_odd_names_are_no_reason(name: str) -> None:
    assert reason(name, "Acme") is None


def of_set(*, same: bool) -> list[tuple[dict[str, Any], Reason | None]]:
    return [
        (one, reason(one["one"], one["other"], *one.get("labels", ())))
        for one in PAIRS
        if one["same"] is same
    ]


def test_labelled_set_is_large_and_of_many_sorts() -> None:
    assert len(PAIRS) >= 400
    assert len({one["sort"] for one in PAIRS}) >= 20


def test_no_two_things_are_linked_by_themselves() -> None:
    """What is automatic is that a name means whoever bears it; two things have two forms, or two labels."""
    linked = [
        one
        for one in PAIRS
        if not one["same"] and "labels" not in one and link_form(one["one"]) == link_form(one["other"])
    ]

    assert linked == []


def test_proposals_are_precise_and_find_most() -> None:
    right = sum(why is not None for _, why in of_set(same=True))
    wrong = sum(why is not None for _, why in of_set(same=False))

    assert right / (right + wrong) >= 0.98
    assert right / len(of_set(same=True)) >= 0.85


def test_versions_and_signs_are_never_proposed() -> None:
    strict = {"version", "sign", "code identifier", "same name, two things"}

    assert [one for one, why in of_set(same=False) if why and one["sort"] in strict] == []


def test_whatever_is_proposed_shares_a_key() -> None:
    lost = [
        one
        for one, why in (*of_set(same=True), *of_set(same=False))
        if why and blocks(Named((one["one"],))).isdisjoint(blocks(Named((one["other"],))))
    ]

    assert lost == []


def pages(*entries: Entry) -> dict[str, list[Vertex]]:
    return {node: [page] for node, page in net(*entries).pages()}


def test_pairs_come_strongest_reason_first() -> None:
    found = pairs(
        pages(entity(1, "NYC"), entity(2, "New York City"), entity(3, "new york CITY"), entity(4, "Lyon"))
    )

    assert found == (
        Pair(id_of(2), id_of(3), Reason.NAME),
        Pair(id_of(1), id_of(2), Reason.ACRONYM),
        Pair(id_of(1), id_of(3), Reason.ACRONYM),
    )


def test_what_a_person_took_apart_is_no_pair() -> None:
    assert pairs(pages(entity(1, "NYC", distinct_from=(id_of(2),)), entity(2, "New York City"))) == ()


def test_apart_from_a_page_is_apart_from_its_node() -> None:
    (nyc,), (york,), (gotham,) = pages(
        entity(1, "NYC", distinct_from=(id_of(3),)), entity(2, "New York City"), entity(3, "Gotham")
    ).values()

    assert pairs({nyc.id: [nyc], york.id: [york, gotham]}) == ()


def test_reasons_do_not_add_up_over_a_third() -> None:
    found = pairs(pages(entity(1, "J. Smith"), entity(2, "Jane Smith"), entity(3, "John Smith")))

    assert {(pair.one, pair.other) for pair in found} == {(id_of(1), id_of(2)), (id_of(1), id_of(3))}


def test_key_of_too_many_pages_says_nothing() -> None:
    crowd = [entity(number, f"a{number} smith") for number in range(MOST_IN_BLOCK + 1)]

    assert pairs(pages(*crowd)) == ()
