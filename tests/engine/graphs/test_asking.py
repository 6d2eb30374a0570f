"""Questions to the graph, from files to answers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.engine.homes_in_memory import PROJECT, MemoryHome

from vademecum.errors import InvalidValue, NotFound, UnknownName
from vademecum.model.graph import Direction, NodeKind, Relations


@pytest.fixture
def home() -> MemoryHome:
    made = MemoryHome()
    made.note("rhea-job", "She works there.", "subject: Rhea", "relations:", works("Acme"))
    return made


def works(object: str, **span: str) -> str:
    more = "".join(f", {name}: {at}" for name, at in span.items())
    return f"- {{predicate: works_at, object: {object}{more}}}"


def page(home: MemoryHome, name: str, *lines: str, body: str = "", number: int = 1) -> None:
    head = ["kind: entity", f"id: 01JPAGE{number:019d}", f"name: {name}", *lines]
    home.write(f"personal/{name.lower()}.md", "---\n" + "\n".join(head) + f"\n---\n{body}\n")


def told(home: MemoryHome, name: str, **asked: Any) -> list[tuple[str, str, str]]:
    found = home.vade.graph.edges(name, **asked)
    return [(edge.subject_name, edge.predicate, edge.object_name) for edge in found.edges]


WORKS = ("Rhea", "works_at", "Acme")
ABOUT = ("rhea-job", "about", "Rhea")


def test_memory_tells_of_its_subject(home: MemoryHome) -> None:
    assert told(home, "Rhea") == [ABOUT, WORKS]
    assert told(home, "acme") == [WORKS]


def test_edge_names_the_record_that_says_it(home: MemoryHome) -> None:
    (edge,) = home.vade.graph.edges("Acme").edges

    assert home.vade.get(edge.said_by).key == "rhea-job"


def test_described_page_takes_the_edges(home: MemoryHome) -> None:
    page(home, "Acme", "label: Organisation", "aliases: [the firm]")

    (card,) = home.vade.graph.node("the firm").cards

    assert (card.node.kind, card.node.label, card.node.name) == (NodeKind.ENTITY, "Organisation", "Acme")
    assert (card.aliases, card.merged) == (("the firm",), ())
    assert card.relations == (Relations(predicate="works_at", direction=Direction.IN, count=1),)


def test_page_that_goes_leaves_its_name(home: MemoryHome) -> None:
    page(home, "Acme")
    assert home.vade.graph.node("Acme").cards[0].node.kind is NodeKind.ENTITY

    home.vault.remove("personal/acme.md")

    assert home.vade.graph.node("Acme").cards[0].node.id == "name:acme"
    assert told(home, "Acme") == [WORKS]


def test_page_states_edges_in_list_and_front_matter(home: MemoryHome) -> None:
    page(home, "Iris", "relations:", works("Bolt"), body="- knows [[Rhea]]\n\nSee [[rhea-job]].")

    assert told(home, "Iris", direction="out") == [
        ("Iris", "knows", "Rhea"),
        ("Iris", "mentions", "rhea-job"),
        ("Iris", "works_at", "Bolt"),
    ]


def test_retracted_memory_says_nothing(home: MemoryHome) -> None:
    home.vade.retract("rhea-job", reason="never true")

    with pytest.raises(NotFound):
        home.vade.graph.edges("Acme")


def test_superseded_memory_speaks_of_the_past_only(home: MemoryHome) -> None:
    home.vade.supersede("rhea-job", "She left.", subject="Rhea")
    then = datetime(2026, 2, 10, tzinfo=UTC)

    assert WORKS not in told(home, "Rhea")
    assert told(home, "Rhea", as_of=then) == [ABOUT, WORKS]


@pytest.mark.parametrize(
    ("day", "known"), [((2019, 12, 31), False), ((2020, 1, 1), True), ((2021, 6, 1), False)]
)
def test_interval_counts_whenever_it_was_written(day: tuple[int, int, int], known: bool) -> None:
    home = MemoryHome()
    page(home, "Rhea", "created: 2026-01-01T00:00:00Z", "relations:",
         works("Acme", since="2020-01-01T00:00:00Z", until="2021-06-01T00:00:00Z"))  # fmt: skip

    assert (WORKS in told(home, "Rhea", as_of=datetime(*day, tzinfo=UTC))) is known


def test_what_was_not_known_then_is_left_out(home: MemoryHome) -> None:
    with pytest.raises(NotFound):
        told(home, "Rhea", as_of=datetime(2026, 1, 31, tzinfo=UTC))


def test_history_tells_what_held_when() -> None:
    home = MemoryHome()
    first, then, ahead = "2020-01-01T00:00:00Z", "2021-06-01T00:00:00Z", "2030-01-01T00:00:00Z"
    jobs = (works("Acme", since=first, until=then), works("Bolt", since=then), works("Core", since=ahead))
    page(home, "Rhea", "relations:", *jobs)

    past = home.vade.graph.history("Rhea").results

    assert [(one.edge.object_name, one.state) for one in past] == [
        ("Acme", "ended"), ("Bolt", "holds"), ("Core", "not yet"),
    ]  # fmt: skip
    assert (past[0].begins, past[0].ends) == (
        datetime(2020, 1, 1, tzinfo=UTC),
        datetime(2021, 6, 1, tzinfo=UTC),
    )


def test_history_holds_the_superseded_and_nothing_retracted(home: MemoryHome) -> None:
    wrong = home.remember("No.", relations=[], subject="Rhea")
    home.vade.retract(wrong)
    home.vade.supersede("rhea-job", "She left.", subject="Rhea")

    past = home.vade.graph.history("Rhea").results

    assert [(one.edge.predicate, one.state) for one in past] == [
        ("about", "superseded"),
        ("works_at", "superseded"),
        ("about", "holds"),
    ]
    assert past[0].ends == past[2].begins


def test_neighbourhood_spans_memories_and_entities(home: MemoryHome) -> None:
    page(home, "Paul", "relations:", works("Acme"))

    found = home.vade.graph.neighborhood("Paul")

    assert [(one.node.name, one.distance) for one in found.nodes] == [("Paul", 0), ("Acme", 1), ("Rhea", 2)]
    assert len(home.vade.graph.neighborhood("Paul", hops=3).nodes) == 4


def test_path_is_told_in_nodes_and_edges(home: MemoryHome) -> None:
    page(home, "Paul", "relations:", works("Acme"))

    found = home.vade.graph.path("Paul", "Rhea")

    assert ([node.name for node in found.nodes], found.hops) == (["Paul", "Acme", "Rhea"], 2)
    assert home.vade.graph.path("Paul", "Rhea", hops=1).hops is None


def test_central_nodes_may_be_of_a_label(home: MemoryHome) -> None:
    page(home, "Acme", "label: Organisation")
    central = home.vade.graph.central()

    assert [(one.node.name, one.degree) for one in central.results] == [
        ("Rhea", 2),
        ("rhea-job", 1),
        ("Acme", 1),
    ]
    assert [one.node.name for one in home.vade.graph.central(labels=["organisation"]).results] == ["Acme"]
    assert (len(home.vade.graph.central(limit=1).results), central.total) == (1, 3)


def test_components_count_pages_that_stand_alone(home: MemoryHome) -> None:
    page(home, "Lyon")

    found = home.vade.graph.components()

    assert ([one.size for one in found.results], found.total, found.alone) == ([3], 1, 1)


def test_ambiguous_name_is_answered_for_all() -> None:
    home = MemoryHome()
    page(home, "Apple", "label: Organisation", number=1)
    home.write("personal/apple-2.md", "---\nkind: entity\nname: Apple\nlabel: Fruit\n---\n")

    assert sorted(card.node.label for card in home.vade.graph.node("apple").cards) == [
        "Fruit",
        "Organisation",
    ]


def test_memory_is_named_by_key_or_id(home: MemoryHome) -> None:
    record = home.vade.get("rhea-job").record

    assert told(home, "rhea-job") == told(home, record.id) == [ABOUT]


def test_unknown_name_is_refused_with_near_ones(home: MemoryHome) -> None:
    with pytest.raises(NotFound) as caught:
        home.vade.graph.node("rhea-jub")

    assert caught.value.suggestions == ("rhea-job",)


def test_other_projects_stay_out_of_sight(home: MemoryHome) -> None:
    home.note(
        "secret", "Hush.", "subject: Rhea", "relations:", works("Hush"), scope="project__other__ba9876543210"
    )

    assert told(home, "Rhea") == [ABOUT, WORKS]
    assert len(told(home, "Rhea", scopes=["all"])) == 4


def test_project_memory_means_personal_pages_too(home: MemoryHome) -> None:
    page(home, "Acme")
    home.vade.remember("A client.", about=["Acme"], scope=PROJECT)

    (start,) = home.vade.graph.edges("Acme").start

    assert [edge.object for edge in home.vade.graph.edges("Acme").edges] == [start.id, start.id]


@pytest.mark.parametrize("asked", [{"direction": "sideways"}, {"limit": 0}, {"predicates": [" "]}])
def test_what_cannot_be_is_refused(home: MemoryHome, asked: dict[str, object]) -> None:
    with pytest.raises((InvalidValue, UnknownName)):
        told(home, "Rhea", **asked)


@pytest.mark.parametrize("hops", [0, 7])
def test_walk_is_bounded(home: MemoryHome, hops: int) -> None:
    with pytest.raises(InvalidValue):
        home.vade.graph.neighborhood("Rhea", hops=hops)
