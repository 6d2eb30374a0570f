"""Rules follow their file, whatever is done to it."""

from __future__ import annotations

from pathlib import Path

from tests.engine.homes_in_memory import MemoryHome

from vademecum.graph.deriving import Rules
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.local.index import LocalIndex

RULES = "- {rule: neighbours, predicate: near, from: Person, to: Person, when: {equal: city}}\n"
UNREAD = "rules.yaml cannot be read, so its last rules hold; `vade graph rules` says why"


def page(home: MemoryHome, name: str, city: str, number: int) -> None:
    head = f"kind: entity\nid: 01JPAGE{number:019d}\nlabel: Person\nname: {name}\ncity: {city}"
    home.write(f"personal/{name.lower()}.md", f"---\n{head}\n---\n")


def filled(home: MemoryHome) -> MemoryHome:
    page(home, "Rhea", "Porto", 1)
    page(home, "Iris", "Porto", 2)
    home.write("rules.yaml", RULES)
    return home


def told(home: MemoryHome) -> list[tuple[str, str, str]]:
    found = home.vade.graph.edges("Rhea")
    return [(edge.subject_name, edge.predicate, edge.object_name) for edge in found.edges]


def test_rule_in_the_file_joins_pages(home: MemoryHome) -> None:
    assert told(filled(home)) == [("Rhea", "near", "Iris")]


def test_edit_of_a_page_takes_the_edge_back(home: MemoryHome) -> None:
    filled(home).vade.sync()

    page(home, "Iris", "Lyon", 2)

    assert told(home) == []


def test_rule_that_goes_takes_its_edges_along(home: MemoryHome) -> None:
    filled(home).vade.sync()

    home.vault.remove("rules.yaml")

    assert told(home) == []


def test_broken_file_keeps_the_last_rules(home: MemoryHome) -> None:
    filled(home).vade.sync()

    home.write("rules.yaml", "- rule")

    assert told(home) == [("Rhea", "near", "Iris")]
    assert UNREAD in home.vade.graph.edges("Rhea").warnings


def test_rebuild_derives_the_same(home: MemoryHome) -> None:
    filled(home).vade.sync()
    before = list(home.index.edges().statements())
    home.write("rules.yaml", "- rule")

    home.vade.reindex()

    assert list(home.index.edges().statements()) == before


def slow(tmp_path: Path) -> MemoryHome:
    """A home of ten pages whose new rules reach four of them at a time."""
    index = LocalIndex.open(tmp_path, FIELD_WEIGHTS, rules=Rules)
    index.portion = 4
    home = MemoryHome(index)
    for number in range(10):
        page(home, f"P{number}", f"city {number // 2}", number)
    home.vade.sync()
    home.write("rules.yaml", RULES)
    return home


def test_answers_say_that_rules_have_not_reached_everything(tmp_path: Path) -> None:
    vade = slow(tmp_path).vade

    left = vade.graph.rules()

    assert left.results[0].edges == 2
    assert left.warnings == ("new rules have yet to reach 6 records; `vade sync` goes on until they have",)
    assert [one.code for one in vade.doctor().findings if one.subject == "rules.yaml"] == ["deriving"]


def test_sync_lets_rules_reach_everything(tmp_path: Path) -> None:
    vade = slow(tmp_path).vade

    vade.sync()

    assert (vade.graph.rules().results[0].edges, vade.graph.rules().warnings) == (5, ())


def test_what_is_left_is_derived_after_answers(tmp_path: Path) -> None:
    vade = slow(tmp_path).vade
    vade.graph.rules()

    vade.after_answer()

    assert vade.graph.rules().results[0].edges == 5


def test_rebuild_reaches_everything(tmp_path: Path) -> None:
    vade = slow(tmp_path).vade

    vade.reindex()

    assert vade.graph.rules().results[0].edges == 5
