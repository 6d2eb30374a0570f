"""What a change would bring about, told without making it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import NotFound, UnknownName
from vademecum.model.foreseen import Foreseen


@pytest.fixture
def told(home: MemoryHome) -> MemoryHome:
    home.vade.link("Rhea", "works_at", "Acme")
    home.remember("We ship on Tuesdays, says [[Rhea]].", title="Shipping", type="decision")
    return home


def edges(foreseen: Foreseen) -> list[tuple[str, str, str, str]]:
    return [(one.change, one.subject, one.predicate, one.object) for one in foreseen.edges]


def records(foreseen: Foreseen) -> list[tuple[str, str | None, str | None]]:
    return [(one.key, one.before, one.after) for one in foreseen.records]


def test_retracted_memory_says_nothing_any_more(told: MemoryHome) -> None:
    foreseen = told.vade.what_if("retract", "shipping")

    assert records(foreseen) == [("shipping", "active", "retracted")]
    assert edges(foreseen) == [("goes", "Shipping", "mentions", "Rhea")]


def test_successor_says_what_it_says(told: MemoryHome) -> None:
    foreseen = told.vade.what_if("supersede", "shipping", "On Fridays, says [[Sam]].", title="Fridays")

    assert records(foreseen) == [("shipping", "active", "superseded"), ("fridays", None, "active")]
    assert edges(foreseen) == [
        ("goes", "Shipping", "mentions", "Rhea"),
        ("comes", "Fridays", "supersedes", "Shipping"),
        ("comes", "Fridays", "mentions", "Sam"),
    ]


def test_edit_tells_fields_and_relations(told: MemoryHome) -> None:
    foreseen = told.vade.what_if("edit", "shipping", text="On Tuesdays, says [[Sam]].")

    assert foreseen.records[0].changed == ("body",)
    assert edges(foreseen) == [
        ("goes", "Shipping", "mentions", "Rhea"),
        ("comes", "Shipping", "mentions", "Sam"),
    ]


def test_link_tells_the_relation_and_new_names(told: MemoryHome) -> None:
    foreseen = told.vade.what_if("link", "Rhea", "knows", "Sam")

    assert (edges(foreseen), foreseen.provisional) == ([("comes", "Rhea", "knows", "Sam")], ("Sam",))


def test_unlink_tells_the_relation_that_goes(told: MemoryHome) -> None:
    assert edges(told.vade.what_if("unlink", "Rhea", "works_at", "Acme")) == [
        ("goes", "Rhea", "works_at", "Acme")
    ]


def test_forgotten_page_takes_its_relations_along(told: MemoryHome) -> None:
    foreseen = told.vade.what_if("forget", "rhea")

    assert records(foreseen) == [("rhea", "active", None)]
    assert edges(foreseen) == [("goes", "Rhea", "works_at", "Acme")]


def people(home: MemoryHome, **cities: str) -> MemoryHome:
    for number, (name, city) in enumerate(cities.items(), 1):
        head = f"kind: entity\nid: 01JPAGE{number:019d}\nlabel: Person\nname: {name}\ncity: {city}"
        home.write(f"personal/{name.lower()}.md", f"---\n{head}\n---\n")
    rule = "{rule: near, predicate: near, from: Person, to: Person, when: {equal: city}}"
    home.write("rules.yaml", f"- {rule}\n")
    return home


def test_forgotten_page_takes_what_rules_derived_along(home: MemoryHome) -> None:
    people(home, Rhea="Porto", Iris="Porto")

    assert edges(home.vade.what_if("forget", "iris")) == [("goes", "Rhea", "near", "Iris")]


def test_changed_property_tells_what_rules_derive_anew(home: MemoryHome) -> None:
    people(home, Rhea="Porto", Iris="Porto", Sam="Lyon")

    foreseen = home.vade.what_if("edit", "iris", set_properties={"city": ("Lyon",)})

    assert edges(foreseen) == [("goes", "Rhea", "near", "Iris"), ("comes", "Iris", "near", "Sam")]
    assert [one.said_by for one in foreseen.edges] == ["near", "near"]


def test_retired_page_and_its_return_move_derived_edges(home: MemoryHome) -> None:
    people(home, Rhea="Porto", Iris="Porto")

    gone = edges(home.vade.what_if("archive", "iris"))
    home.vade.archive("iris")

    assert gone == [("goes", "Rhea", "near", "Iris")]
    assert edges(home.vade.what_if("restore", "iris")) == [("comes", "Rhea", "near", "Iris")]


def test_more_derived_edges_than_are_told_are_said(home: MemoryHome, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vademecum.engine.foreseeing.MOST_DERIVED", 1)
    people(home, Rhea="Porto", Iris="Porto", Sam="Porto")

    foreseen = home.vade.what_if("forget", "rhea")

    assert (len(foreseen.edges), foreseen.truncated) == (1, True)


def test_memory_that_derives_from_it_would_be_in_doubt(home: MemoryHome) -> None:
    first = home.remember("We live in Lyon.", title="Home")
    home.remember("The way takes an hour.", title="Way", ref=first)

    foreseen = home.vade.what_if("supersede", "home", "We live in Porto.")

    assert [one.key for one in foreseen.doubted] == ["way"]


def test_change_that_changes_nothing_is_told(told: MemoryHome) -> None:
    foreseen = told.vade.what_if("link", "Rhea", "works_at", "Acme")

    assert (foreseen.outcome, foreseen.records, foreseen.edges) == ("existing", (), ())


@pytest.mark.parametrize(
    ("verb", "arguments", "named"),
    [
        ("remember", ("New.",), {"about": ("Nobody",)}),
        ("retract", ("shipping",), {}),
        ("edit", ("shipping",), {"title": "Other"}),
        ("link", ("Rhea", "knows", "Sam"), {}),
        ("forget", ("shipping",), {}),
    ],
)
def test_nothing_is_written(
    told: MemoryHome, verb: str, arguments: tuple[str, ...], named: dict[str, Any]
) -> None:
    before = told.vade.revision, sorted(told.vault.list().files)
    told.vade.what_if(verb, *arguments, **named)

    assert (told.vade.revision, sorted(told.vault.list().files)) == before


def test_refusal_is_that_of_the_verb(told: MemoryHome) -> None:
    with pytest.raises(NotFound):
        told.vade.what_if("retract", "nothing-of-that-name")
    with pytest.raises(UnknownName, match="did you mean retract"):
        told.vade.what_if("retrac", "shipping")
