"""Rules follow their file, whatever is done to it."""

from __future__ import annotations

from tests.engine.homes_in_memory import MemoryHome

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
