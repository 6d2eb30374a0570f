"""graph: what each question shows a person, and what each option changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]

NOTE = "01JNTSW6X00000000000000001"


@pytest.fixture
def town(vade: Vade, home: Path) -> None:
    """Two people, a firm and a place; a note about one of them."""
    vade("entity", "add", "Acme", "--label", "Organisation", "--alias", "the firm")
    vade(
        "link",
        "Rhea",
        "works_at",
        "Acme",
        "--since",
        "2020-01-01T00:00:00Z",
        "--until",
        "2025-01-01T00:00:00Z",
    )
    vade("link", "Rhea", "works_at", "Bolt", "--since", "2025-01-01T00:00:00Z")
    vade("link", "Paul", "works_at", "the firm")
    vade("link", "Paul", "lives_in", "Lyon")
    note = home / "memories" / "personal" / "harbour.md"
    note.write_text(
        f"---\nid: {NOTE}\ncreated: 2026-01-01T00:00:00Z\nentities: [Rhea]\n---\nWith [[Paul]].\n",
        encoding="utf-8",
    )


def names(run: Any) -> list[str]:
    return [one.get("node", one)["name"] for one in run.json["results"]]


def objects(run: Any) -> list[str]:
    return [edge["object_name"] for edge in run.json["results"]]


@pytest.mark.usefixtures("town")
def test_node_tells_how_it_is_connected(vade: Vade) -> None:
    assert vade("graph", "node", "the firm").out == (
        "Acme (Organisation)  personal\n  also called the firm\n  ←works_at─ 1\n"
    )
    assert vade("graph", "node", "Rhea", "--quiet").out == "Rhea\n"


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph node --as-of")
def test_node_is_told_as_of_a_day(vade: Vade) -> None:
    run = vade("graph", "node", "Rhea", "--as-of", "2022-01-01", "--json")

    assert run.json["results"][0]["relations"] == [
        {"predicate": "works_at", "direction": "out", "count": 1},
    ]


@pytest.mark.usefixtures("town")
def test_edges_say_who_says_so(vade: Vade) -> None:
    assert vade("graph", "edges", "Rhea").out == (
        "SUBJECT  PREDICATE  OBJECT  WHEN              SAID BY\n"
        "harbour  about      Rhea                      harbour\n"
        "Rhea     works_at   Bolt    since 2025-01-01  Rhea\n"
    )
    assert vade("graph", "edges", "Lyon", "--quiet").out == "Paul ─lives_in→ Lyon\n"


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph edges --as-of")
def test_edges_are_told_as_of_a_day(vade: Vade) -> None:
    assert objects(vade("graph", "edges", "Rhea", "--as-of", "2022-01-01", "--json")) == ["Acme"]


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph edges --predicate")
def test_edges_of_one_sort(vade: Vade) -> None:
    assert objects(vade("graph", "edges", "Paul", "--predicate", "lives in", "--json")) == ["Lyon"]


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph edges --direction")
def test_edges_that_begin_there(vade: Vade) -> None:
    assert objects(vade("graph", "edges", "Paul", "--direction", "out", "--json")) == ["Lyon", "Acme"]


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph edges --limit")
def test_edges_are_bounded_and_say_so(vade: Vade) -> None:
    run = vade("graph", "edges", "Paul", "--limit", "1", "--json")

    assert (len(run.json["results"]), run.json["meta"]["truncated"]) == (1, True)
    assert vade("graph", "edges", "Paul", "--limit", "1").out.endswith("or raise --limit.\n")


@pytest.mark.usefixtures("town")
def test_neighbourhood_lists_nodes_and_what_joins_them(vade: Vade) -> None:
    assert vade("graph", "neighborhood", "Lyon").out == (
        "Lyon (Entity)\n"
        "HOPS  NODE     LABEL         SCOPE\n"
        "   1  Paul     Entity        personal\n"
        "   2  harbour  note          personal\n"
        "   2  Acme     Organisation  personal\n"
        "\n"
        "Paul ─lives_in→ Lyon\n"
        "harbour ─mentions→ Paul\n"
        "Paul ─works_at→ Acme\n"
    )
    assert vade("graph", "neighborhood", "Lyon", "--quiet").out == "Lyon\nPaul\nharbour\nAcme\n"


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph neighborhood --hops")
def test_neighbourhood_reaches_as_far_as_asked(vade: Vade) -> None:
    assert names(vade("graph", "neighborhood", "Lyon", "--hops", "1", "--json")) == ["Lyon", "Paul"]
    assert vade("graph", "neighborhood", "Lyon", "--hops", "7").status == 2


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph neighborhood --predicate")
@pytest.mark.flag("vade graph neighborhood --direction")
@pytest.mark.flag("vade graph neighborhood --limit")
@pytest.mark.flag("vade graph neighborhood --as-of")
@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--predicate", "lives_in"], ["Paul", "Lyon"]),
        (["--direction", "in"], ["Paul", "harbour"]),
        (["--limit", "2"], ["Paul", "Lyon"]),
        (["--as-of", "2010-01-01"], ["Paul"]),
    ],
)
def test_neighbourhood_is_narrowed(vade: Vade, options: list[str], found: list[str]) -> None:
    assert names(vade("graph", "neighborhood", "Paul", *options, "--json")) == found


@pytest.mark.usefixtures("town")
def test_path_is_one_line_and_its_reasons(vade: Vade) -> None:
    assert vade("graph", "path", "Rhea", "Lyon").out == (
        "Rhea ←about─ harbour ─mentions→ Paul ─lives_in→ Lyon\n"
        "  harbour ─about→ Rhea  harbour\n"
        "  harbour ─mentions→ Paul  harbour\n"
        "  Paul ─lives_in→ Lyon  Paul\n"
    )


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph path --hops")
@pytest.mark.flag("vade graph path --predicate")
@pytest.mark.flag("vade graph path --as-of")
@pytest.mark.parametrize(
    ("options", "hops"),
    [
        ([], 3),
        (["--hops", "2"], None),
        (["--predicate", "works_at"], None),
        (["--as-of", "2022-01-01"], None),
    ],
)
def test_path_is_narrowed(vade: Vade, options: list[str], hops: int | None) -> None:
    assert vade("graph", "path", "Rhea", "Lyon", *options, "--json").json["hops"] == hops


@pytest.mark.usefixtures("town")
def test_no_path_is_an_answer(vade: Vade) -> None:
    run = vade("graph", "path", "Bolt", "Lyon", "--predicate", "works_at")

    assert (run.status, run.out) == (0, "No way from Bolt (Entity) to Lyon (Entity) within 6 hops.\n")


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph central --limit")
def test_central_nodes_come_first(vade: Vade) -> None:
    assert vade("graph", "central", "--limit", "2").out == (
        "NODE     LABEL   JOINED TO  OUT  IN\n"
        "Paul     Entity          3    2   1\n"
        "harbour  note            2    2   0\n"
        "2 of 6 nodes that have an edge\n"
    )


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph central --label")
@pytest.mark.flag("vade graph central --predicate")
@pytest.mark.flag("vade graph central --as-of")
@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--label", "organisation"], ["Acme"]),
        (["--predicate", "lives_in"], ["Lyon", "Paul"]),
        (["--as-of", "2022-01-01"], ["Acme", "Rhea"]),
    ],
)
def test_central_is_narrowed(vade: Vade, options: list[str], found: list[str]) -> None:
    assert sorted(names(vade("graph", "central", *options, "--json"))) == found


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph components --predicate")
@pytest.mark.flag("vade graph components --limit")
@pytest.mark.flag("vade graph components --as-of")
@pytest.mark.parametrize(
    ("options", "sizes", "alone"),
    [
        ([], [6], 0),
        (["--predicate", "works_at"], [2, 2], 1),
        (["--predicate", "works_at", "--limit", "1"], [2], 1),
        (["--as-of", "2022-01-01"], [2], 3),
    ],
)
def test_components_count_what_hangs_together(
    vade: Vade, options: list[str], sizes: list[int], alone: int
) -> None:
    found = vade("graph", "components", *options, "--json").json

    assert ([one["size"] for one in found["results"]], found["alone"]) == (sizes, alone)


@pytest.mark.usefixtures("town")
def test_components_read_as_lines(vade: Vade) -> None:
    assert vade("graph", "components").out == "1. 6 nodes: Paul, harbour, Rhea, Acme, Bolt, and 1 more\n"


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph history --limit")
def test_history_tells_from_when_until_when(vade: Vade) -> None:
    assert vade("graph", "history", "Rhea", "--limit", "2").out == (
        "Rhea (Entity)\n"
        "2020-01-01  2025-01-01  ended       Rhea ─works_at→ Acme  since 2020-01-01 until 2025-01-01  Rhea\n"
        "2025-01-01              holds       Rhea ─works_at→ Bolt  since 2025-01-01  Rhea\n"
        "There is more; raise --limit.\n"
    )


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("central", "Nothing is joined to anything yet."),
        ("components", "There are no edges yet."),
    ],
)
def test_empty_graph_says_how_to_begin(vade: Vade, question: str, told: str) -> None:
    vade("init")

    assert vade("graph", question).out.startswith(told)


@pytest.mark.usefixtures("town")
def test_unknown_name_is_told_with_near_ones(vade: Vade) -> None:
    run = vade("graph", "node", "Rhae")

    assert (run.status, "did you mean 'Rhea'" in run.err) == (4, True)


@pytest.mark.usefixtures("town")
def test_group_alone_lists_its_questions(vade: Vade) -> None:
    assert vade("graph", "--json").json["commands"] == [
        "central",
        "components",
        "edges",
        "explain",
        "history",
        "neighborhood",
        "node",
        "path",
        "query",
        "rules",
        "show",
    ]


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph show --out")
def test_picture_is_written_where_it_is_wanted(vade: Vade, tmp_path: Path) -> None:
    there = tmp_path / "rhea.svg"

    said = vade("graph", "show", "Rhea", "--timeline", "--out", str(there)).out

    assert said == f"4 nodes and 3 relations drawn in {there}\n"
    assert there.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.usefixtures("town")
def test_picture_replaces_a_picture_and_nothing_else(vade: Vade, tmp_path: Path) -> None:
    there = tmp_path / "notes.txt"
    there.write_text("mine", encoding="utf-8")

    refused = vade("graph", "show", "Rhea", "--timeline", "--out", str(there))

    assert (refused.status, "is no SVG" in refused.err) == (3, True)
    assert there.read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph show --timeline")
def test_picture_without_a_file_is_printed(vade: Vade) -> None:
    assert vade("graph", "show", "Rhea", "--timeline").out.startswith("<svg ")
    assert vade("graph", "show", "Rhea", "--timeline", "--json").json["path"] is None


PICTURES = [
    (("Paul", "--hops", "1"), 4),
    (("Paul", "--predicate", "lives_in"), 2),
    (("Paul", "--direction", "in"), 2),
    (("Rhea", "--hops", "1", "--as-of", "2022-01-01"), 2),
    (("Paul", "--limit", "2"), 2),
]


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph show --hops")
@pytest.mark.flag("vade graph show --predicate")
@pytest.mark.flag("vade graph show --direction")
@pytest.mark.flag("vade graph show --as-of")
@pytest.mark.flag("vade graph show --limit")
@pytest.mark.parametrize(("asked", "nodes"), PICTURES)
def test_picture_is_narrowed(vade: Vade, asked: tuple[str, ...], nodes: int) -> None:
    pytest.importorskip("networkx", reason="the extra `graph` is not installed")

    assert vade("graph", "show", *asked, "--json").json["nodes"] == nodes


@pytest.mark.usefixtures("town")
@pytest.mark.parametrize("option", [("--hops", "2"), ("--as-of", "2024-01-01"), ("--predicate", "knows")])
def test_timeline_refuses_what_only_a_neighbourhood_has(vade: Vade, option: tuple[str, str]) -> None:
    refused = vade("graph", "show", "Rhea", "--timeline", *option)

    assert (refused.status, f"{option[0]} and --timeline" in refused.err) == (2, True)


WORKS = "MATCH (p {name: $who})-[:works_at]->(o) RETURN o.name"


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph query --param")
@pytest.mark.flag("vade graph query --as-of")
def test_query_is_answered_with_its_columns(vade: Vade) -> None:
    pytest.importorskip("ladybug", reason="the extra `graph` is not installed")
    asked = ("graph", "query", WORKS, "--param", "who=Rhea", "--json")

    now, then = vade(*asked).json, vade(*asked, "--as-of", "2022-01-01").json

    assert now["columns"] == ["o.name"]
    assert (now["results"], then["results"]) == ([{"o.name": "Bolt"}], [{"o.name": "Acme"}])


@pytest.mark.usefixtures("town")
@pytest.mark.flag("vade graph query --limit")
@pytest.mark.flag("vade graph query --timeout")
def test_query_is_bounded(vade: Vade) -> None:
    pytest.importorskip("ladybug", reason="the extra `graph` is not installed")
    endless = "UNWIND range(1, 99999999) AS a UNWIND range(1, 999) AS b RETURN a * b AS c ORDER BY c"

    found = vade("graph", "query", "MATCH (n) RETURN n.name", "--limit", "1", "--json").json
    ended = vade("graph", "query", endless, "--timeout", "1")

    assert (len(found["results"]), found["meta"]["truncated"]) == (1, True)
    assert ended.status in (2, 6)


def test_parameter_needs_a_name(vade: Vade) -> None:
    refused = vade("graph", "query", "RETURN $x", "--param", "x")

    assert (refused.status, "is not NAME=VALUE" in refused.err) == (2, True)


def test_query_that_writes_is_refused(vade: Vade) -> None:
    refused = vade("graph", "query", "MATCH (n) DELETE n")

    assert (refused.status, "a query only reads" in refused.err) == (2, True)
