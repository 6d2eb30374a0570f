"""Pictures as text: everything is drawn, nothing is markup, the same every time."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree import ElementTree as ET

import pytest

from vademecum.model.edges import EdgeOrigin
from vademecum.model.graph import Edge, GraphHistory, GraphPicture, Nearby, Neighborhood, Node, NodeKind, Past
from vademecum.model.record import MemoryId, Scope
from vademecum.surface.pictures.neighbourhood import lines_of, neighbourhood
from vademecum.surface.pictures.timeline import timeline

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SVG = "{http://www.w3.org/2000/svg}"
RHEA = Node("r", NodeKind.ENTITY, "Person", "Rhea", Scope("personal"))
ACME = Node("a", NodeKind.ENTITY, "Organisation", "<script>&Co", Scope("personal"))
NOTE = Node("m", NodeKind.MEMORY, "decision", "We ship on Tuesdays and on no other day", Scope("personal"))
NAME = Node("name:sam", NodeKind.NAME, "", "Sam", None)


def edge(one: Node, predicate: str, other: Node, since: datetime | None = None) -> Edge:
    return Edge(
        one.id,
        one.name,
        predicate,
        other.id,
        other.name,
        since,
        None,
        EdgeOrigin.RELATION,
        MemoryId("x"),
        "x",
    )


EDGES = (
    edge(RHEA, "works_at", ACME, datetime(2024, 3, 1, tzinfo=UTC)),
    edge(RHEA, "knows", NAME),
    edge(NAME, "knows", RHEA),
    edge(NOTE, "about", RHEA),
)
AROUND = Neighborhood(
    start=(RHEA,),
    nodes=tuple(Nearby(node, number > 0) for number, node in enumerate((RHEA, ACME, NOTE, NAME))),
    edges=EDGES,
)
PLACES = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]


def past(predicate: str, state: str, begins: int | None, ends: int | None = None) -> Past:
    year = [None if at is None else datetime(at, 1, 1, tzinfo=UTC) for at in (begins, ends)]
    return Past(edge=edge(RHEA, predicate, ACME), begins=year[0], ends=year[1], state=state)


THEN = GraphHistory(
    start=(RHEA,),
    results=(
        past("works_at", "ended", 2019, 2021),
        past("works_at", "holds", 2021),
        past("owns", "not yet", 2030),
        past("knows", "superseded", None, 2020),
    ),
)


def texts(picture: GraphPicture) -> list[str]:
    return [one.text or "" for one in ET.fromstring(picture.svg).iter(f"{SVG}text")]


@pytest.fixture
def drawn() -> GraphPicture:
    return neighbourhood(AROUND, PLACES, "as of 2024-12-31")


def test_every_node_is_named(drawn: GraphPicture) -> None:
    names = {"Rhea", "<script>&Co", "We ship on Tuesdays and…", "Sam"}

    assert names <= set(texts(drawn))
    assert (drawn.nodes, drawn.edges, drawn.truncated) == (4, 4, False)


def test_relations_say_what_they_are(drawn: GraphPicture) -> None:
    assert texts(drawn)[6:9] == ["works_at", "knows", "about"]
    assert drawn.unlabelled == 0


def test_edges_of_a_pair_are_one_line(drawn: GraphPicture) -> None:
    assert [(len(line.forth), len(line.back)) for line in lines_of(EDGES)] == [(1, 0), (1, 1), (1, 0)]
    assert drawn.svg.count('marker-end="url(#head)"') == 3
    assert drawn.svg.count('marker-start="url(#head)"') == 1


def test_pointing_tells_all_of_it(drawn: GraphPicture) -> None:
    titles = [one.text for one in ET.fromstring(drawn.svg).iter(f"{SVG}title")]

    assert "Rhea works_at <script>&Co since 2024-03-01" in titles
    assert "Rhea knows Sam; Sam knows Rhea" in titles


def test_colours_are_explained(drawn: GraphPicture) -> None:
    legend = ["Organisation", "Person", "decision", "only a name", "about", "knows", "works_at"]

    assert texts(drawn)[-7:] == legend


def test_picture_says_what_it_shows(drawn: GraphPicture) -> None:
    assert texts(drawn)[:2] == ["Around Rhea", "4 nodes · 4 relations · as of 2024-12-31"]


def test_text_is_never_markup(drawn: GraphPicture) -> None:
    assert "<script" not in drawn.svg
    assert "&lt;script&gt;&amp;Co" in drawn.svg


def test_picture_is_for_dark_pages_too(drawn: GraphPicture) -> None:
    assert "prefers-color-scheme: dark" in drawn.svg


def test_same_answer_is_the_same_picture(drawn: GraphPicture) -> None:
    assert neighbourhood(AROUND, PLACES, "as of 2024-12-31") == drawn


def test_control_characters_are_no_xml() -> None:
    odd = Node("r", NodeKind.ENTITY, "Person", "a\x00\x1b\ud800\ufffeb", Scope("personal"))
    alone = Neighborhood(start=(odd,), nodes=(Nearby(odd, 0),), edges=())

    ET.fromstring(neighbourhood(alone, [(0.0, 0.0)], "").svg)


def test_timeline_has_a_row_for_each_relation() -> None:
    assert texts(timeline(THEN, NOW))[-8:-5] == [
        "owns <script>&Co",
        "works_at <script>&Co",
        "works_at <script>&Co",
    ]


def test_timeline_tells_states_and_the_present() -> None:
    assert texts(timeline(THEN, NOW))[-5:] == ["holds", "ended", "superseded", "not yet", "now"]


def test_timeline_has_round_dates() -> None:
    assert texts(timeline(THEN, NOW))[2:8] == ["2020", "2022", "2024", "2026", "2028", "2030"]


@pytest.mark.parametrize(("begins", "ends"), [(1, None), (9999, None), (2026, 2026), (None, None)])
def test_any_time_can_be_drawn(begins: int | None, ends: int | None) -> None:
    one = GraphHistory(start=(RHEA,), results=(past("knows", "holds", begins, ends),))

    assert "nan" not in timeline(one, NOW).svg


def test_incoming_relation_names_who_says_it() -> None:
    one = Past(edge=edge(ACME, "employs", RHEA), begins=None, ends=None, state="holds")

    assert "employs ← <script>&Co" in texts(timeline(GraphHistory(start=(RHEA,), results=(one,)), NOW))
