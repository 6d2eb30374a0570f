"""What every index knows of how records hang together."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.model.edges import EdgeOrigin, Said, Statement, Vertex
from vademecum.model.entry import Changes, Entry, Place
from vademecum.model.record import Kind, Status
from vademecum.ports import Index


def said(subject: str, predicate: str, object: str, **more: Any) -> Said:
    spelled = {"subject_name": subject.title(), "object_name": object.title(), "since": None, "until": None}
    return Said(subject, predicate, object, **{**spelled, "origin": EdgeOrigin.RELATION, **more})


def person(samples: Any, number: int, *forms: str, says: tuple[Said, ...] = (), **more: Any) -> Entry:
    merged, apart = more.pop("merged_into", None), more.pop("distinct_from", ())
    place = Place("Person", forms[0].title(), forms, f"key {number}", merged, apart, says)
    entry: Entry = samples.entry(number, kind=Kind.ENTITY, place=place, **more)
    return entry


def ends(statements: tuple[Statement, ...]) -> list[tuple[str, str, str]]:
    return [(one.subject, one.predicate, one.object) for one in statements]


WORKS = said("rhea", "works_at", "acme", since=5, until=9)
KNOWS = said("rhea", "knows", "iris")
OWNS = said("iris", "owns", "acme", origin=EdgeOrigin.LIST)


def test_statement_carries_its_record_s_state(index: Index, samples: Any) -> None:
    entry = person(samples, 1, "rhea", says=(KNOWS, WORKS), status=Status.DEPRECATED, created=7, expires=9)
    index.apply(Changes(put=(entry,)))

    (found,) = index.edges().touching(["acme"], most=10)

    stated: Any = ("rhea", "works_at", "acme", "Rhea", "Acme", 5, 9, EdgeOrigin.RELATION, "Rhea")
    state: Any = ("personal", Status.DEPRECATED, None, None, False, 7, None, None, 9)
    (by,) = index.edges().nodes([samples.id_of(1)]).values()
    told: Any = (samples.id_of(1), 1, *stated, *state, by)
    assert found == Statement(*told)


def test_ends_are_met_from_either_side(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(person(samples, 1, "rhea", says=(WORKS, KNOWS, OWNS)),)))
    edges = index.edges()

    assert ends(edges.touching(["acme"], most=10)) == [("iris", "owns", "acme"), ("rhea", "works_at", "acme")]
    assert ends(edges.touching(["iris"], most=10)) == [("iris", "owns", "acme"), ("rhea", "knows", "iris")]
    assert edges.touching(["nobody", "", "\ud800"], most=10) == ()


def test_statement_of_two_ends_comes_once(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(person(samples, 1, "rhea", says=(WORKS,)),)))

    assert ends(index.edges().touching(["rhea", "acme", "rhea"], most=10)) == [("rhea", "works_at", "acme")]


def test_only_wanted_predicates_are_met(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(person(samples, 1, "rhea", says=(WORKS, KNOWS)),)))

    found = index.edges().touching(["rhea"], predicates=["works_at", "owns"], most=10)

    assert ends(found) == [("rhea", "works_at", "acme")]


def test_bound_keeps_the_first_of_each_side(index: Index, samples: Any) -> None:
    many = tuple(said("hub", "knows", f"p{number}") for number in (3, 1, 2))
    index.apply(Changes(put=(person(samples, 2, "hub", says=(*many, said("p9", "knows", "hub"))),)))
    index.apply(Changes(put=(person(samples, 1, "other", says=(said("hub", "knows", "p1"),)),)))

    found = index.edges().touching(["hub"], most=2)

    assert [(one.id, one.object) for one in found] == [
        (samples.id_of(1), "p1"),
        (samples.id_of(2), "p1"),
        (samples.id_of(2), "hub"),
    ]
    assert index.edges().touching(["hub"], most=0) == ()


def test_node_is_found_by_name_alias_and_key(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(person(samples, 2, "rhea", "wife"), samples.entry(1))))
    edges = index.edges()

    assert [one.id for one in edges.bearing(["wife"])] == [samples.id_of(2)]
    assert [one.id for one in edges.bearing(["rhea", "key 2"])] == [samples.id_of(2)]
    assert edges.bearing(["", "nobody"]) == ()


def test_node_tells_what_it_is(index: Index, samples: Any) -> None:
    index.apply(
        Changes(
            put=(
                person(
                    samples,
                    2,
                    "rhea",
                    "wife",
                    merged_into=samples.id_of(1),
                    pinned=True,
                    distinct_from=(samples.id_of(3), samples.id_of(4)),
                ),
            )
        )
    )

    state: Any = (Status.ACTIVE, None, None, True, None, None, None, None)
    apart = (samples.id_of(3), samples.id_of(4))
    names: Any = ("Person", "Rhea", ("rhea", "wife"), "key 2", samples.id_of(1), apart)
    assert index.edges().nodes([samples.id_of(2), samples.id_of(1)]) == {
        samples.id_of(2): Vertex(samples.id_of(2), Kind.ENTITY, samples.entry(2).scope, *names, *state)
    }


def test_merged_pages_are_found_by_their_target(index: Index, samples: Any) -> None:
    one, two = (person(samples, number, f"p{number}", merged_into=samples.id_of(1)) for number in (3, 2))
    index.apply(Changes(put=(one, two, person(samples, 1, "p1"))))

    assert [each.id for each in index.edges().merged([samples.id_of(1)])] == [two.id, one.id]


def test_gone_record_says_nothing(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(person(samples, 1, "rhea", says=(WORKS,)), person(samples, 2, "acme"))))
    index.apply(Changes(gone=("personal/note-1.md",)))
    edges = index.edges()

    assert edges.touching(["acme"], most=10) == ()
    assert edges.bearing(["rhea"]) == ()
    assert [one.id for one in edges.vertices()] == [samples.id_of(2)]


def test_changed_record_says_only_the_new(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(person(samples, 1, "rhea", "wife", says=(WORKS, KNOWS)),)))
    index.apply(Changes(put=(person(samples, 1, "rhea", says=(OWNS,)),)))

    assert ends(tuple(index.edges().statements())) == [("iris", "owns", "acme")]
    assert index.edges().bearing(["wife"]) == ()


def test_everything_comes_by_record(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(person(samples, 2, "b", says=(OWNS, WORKS)), samples.entry(3))))
    index.apply(Changes(put=(person(samples, 1, "a", says=(KNOWS,)),)))
    edges = index.edges()

    assert ends(tuple(edges.statements())) == [
        ("rhea", "knows", "iris"),
        ("iris", "owns", "acme"),
        ("rhea", "works_at", "acme"),
    ]
    assert [one.id for one in edges.vertices()] == [samples.id_of(number) for number in (1, 2, 3)]


@pytest.mark.parametrize("number", [1, 2])
def test_stored_entry_keeps_its_place(index: Index, samples: Any, number: int) -> None:
    given = person(samples, number, "rhea", "wife", says=(WORKS, KNOWS), merged_into=samples.id_of(9))
    index.apply(Changes(put=(given,)))

    assert [entry.place for entry in index.entries()] == [given.place]


def test_keys_are_left_out_when_not_wanted(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(person(samples, 1, "rhea"), person(samples, 2, "iris"))))
    edges = index.edges()

    assert [one.id for one in edges.bearing(["rhea", "key 2"])] == [samples.id_of(1), samples.id_of(2)]
    assert [one.id for one in edges.bearing(["rhea", "key 2"], keys=False)] == [samples.id_of(1)]


@pytest.mark.parametrize("predicates", [(), ("owns", "knows")])
def test_hub_between_others_keeps_the_order(index: Index, samples: Any, predicates: tuple[str, ...]) -> None:
    for n in range(4):
        says = tuple(said(f"p{n}", "knows", other) for other in ("acme", "iris", "rhea")[: n + 1])
        index.apply(Changes(put=(person(samples, n, f"p{n}", says=says),)))
    found = index.edges().touching(["rhea", "acme", "iris"], predicates=predicates, most=2)

    met = " ".join(f"{one.object}<{one.subject}" for one in found)
    assert met == "rhea<p2 rhea<p3 acme<p0 acme<p1 iris<p1 iris<p2"


def test_statement_carries_its_record_as_a_node(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(person(samples, 1, "rhea", says=(WORKS, KNOWS)),)))
    nodes = index.edges().nodes([samples.id_of(1)])

    assert {one.by for one in index.edges().touching(["rhea"], most=10)} == set(nodes.values())
    assert {one.by for one in index.edges().statements()} == set(nodes.values())
