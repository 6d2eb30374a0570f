"""A walk goes where the words of the question lead, and no further."""

from __future__ import annotations

from tests.graph.nets import entity, id_of, memory, net, said

from vademecum.graph.reaching import Reach, Trail, reach
from vademecum.model.edges import EdgeOrigin

TERMS = ("rhea", "sister", "works", "company", "acme")
RHEA = {"name:rhea": 0b1}


def asks(text: str) -> int:
    return sum(1 << place for place, term in enumerate(TERMS) if term in text.casefold().split("_"))


def reached(*entries: object) -> Reach:
    return reach(net(*entries), RHEA, asks, asks)  # type: ignore[arg-type]


SISTER = memory(2, "sister", (said("rhea", "sister", "mara"),))
WORK = memory(3, "work", (said("mara", "works_at", "acme"),))


def test_two_edges_lead_to_what_is_asked() -> None:
    told = "rhea sister mara; mara works_at acme"

    assert reached(SISTER, WORK).stating[id_of(3)] == Trail(0b10111, told)


def test_who_is_asked_for_is_near() -> None:
    assert reached(SISTER).near == {"name:mara": Trail(0b11, "rhea sister mara")}


def test_edges_lead_in_either_direction() -> None:
    assert reached(memory(2, "m", (said("mara", "sister", "rhea"),))).near == {
        "name:mara": Trail(0b11, "mara sister rhea")
    }


def test_label_of_the_other_end_is_asked_for_too() -> None:
    owned = memory(2, "owns", (said("rhea", "owns", "acme"),))
    found = reached(entity(1, "Acme", label="Company"), owned)

    assert found.near == {id_of(1): Trail(0b1001, "rhea owns Acme")}
    assert found.stating == {}


def test_edge_that_nobody_asks_for_leads_nowhere() -> None:
    assert reached(memory(2, "likes", (said("rhea", "likes", "mara"),)), WORK) == Reach()


def test_how_files_hang_together_leads_nowhere() -> None:
    about = memory(2, "note", (said("@" + id_of(2), "about", "rhea", origin=EdgeOrigin.ABOUT),))

    assert reached(about) == Reach()


def test_walk_ends_after_two_edges() -> None:
    third = memory(4, "third", (said("acme", "company", "holding"),))

    assert id_of(4) not in reached(SISTER, WORK, third).stating


def test_way_that_says_more_counts() -> None:
    both = memory(2, "m", (said("rhea", "likes_sister", "mara"), said("rhea", "works_sister", "mara")))

    assert reached(both).near["name:mara"] == Trail(0b111, "rhea works_sister mara")
