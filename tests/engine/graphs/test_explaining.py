"""Why nodes are joined, from files to answers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import InvalidValue
from vademecum.model.edges import EdgeOrigin
from vademecum.model.graph import Grounds
from vademecum.model.rules import ConditionKind, RuleUse

RULES = """\
- {rule: employer, predicate: works_at, from: Person, to: Organisation, when: {key: employer}}
- rule: colleagues
  predicate: colleague_of
  from: Person
  to: Person
  when: {all: [{equal: employer}, {within: age, by: 2}]}
"""
EARLY, LATE = "created: 2026-01-01T00:00:00Z", "created: 2026-03-01T00:00:00Z"


def page(home: MemoryHome, name: str, number: int, *lines: str, label: str = "Person") -> None:
    head = ["kind: entity", f"id: 01JPAGE{number:019d}", f"name: {name}", f"label: {label}", *lines]
    home.write(f"personal/{name.lower()}.md", "---\n" + "\n".join(head) + "\n---\n")


@pytest.fixture(name="office")
def _office(home: MemoryHome) -> MemoryHome:
    page(home, "Acme", 9, EARLY, label="Organisation")
    page(home, "Rhea", 1, EARLY, "employer: '[[Acme]]'", "age: 30")
    page(home, "Iris", 2, LATE, "employer: ACME", "age: 31")
    home.write("rules.yaml", RULES)
    return home


def why(home: MemoryHome, name: str, other: str) -> tuple[Grounds, ...]:
    return home.vade.graph.explain(name, other).results


def told(home: MemoryHome, name: str, as_of: datetime | None = None) -> list[tuple[str, str, str]]:
    found = home.vade.graph.edges(name, as_of=as_of)
    return [(edge.subject_name, edge.predicate, edge.object_name) for edge in found.edges]


THIRD = "01JNTSW6X00000000000000003"
COLLEAGUES, WORKS = ("Rhea", "colleague_of", "Iris"), ("Rhea", "works_at", "Acme")


def test_derived_edge_is_told_with_its_rule(office: MemoryHome) -> None:
    edge = office.vade.graph.edges("Rhea").edges[0]

    assert (edge.origin, edge.said_by_name) == (EdgeOrigin.RULE, "colleagues")


def test_derived_edge_tells_both_records_and_values(office: MemoryHome) -> None:
    (grounds,) = why(office, "Iris", "Rhea")
    assert grounds.compared is not None
    equal, within = grounds.compared.parts

    assert (grounds.rule, len(grounds.records), grounds.compared.result) == ("colleagues", 2, "2 of 2 hold")
    assert (equal.subject_values, equal.object_values) == (("Acme",), ("ACME",))
    assert (within.kind, within.result, within.score) == (ConditionKind.WITHIN, "1 apart", 0.5)


def test_stated_edge_tells_who_says_it(office: MemoryHome) -> None:
    office.vade.link("Rhea", "knows", "Iris")

    found = [(one.edge.predicate, one.rule) for one in why(office, "Rhea", "Iris")]

    assert found == [("colleague_of", "colleagues"), ("knows", None)]


def test_nothing_joins_strangers(office: MemoryHome) -> None:
    page(office, "Milo", 3)

    assert why(office, "Milo", "Rhea") == ()


def test_rules_are_listed_with_what_they_brought(office: MemoryHome) -> None:
    _, colleagues = office.vade.graph.rules().results

    assert colleagues == RuleUse(
        name="colleagues",
        predicate="colleague_of",
        subjects=("person",),
        objects=("person",),
        scope=None,
        symmetric=True,
        when="all of: equal employer; within age by 2",
        edges=1,
        crowded=0,
    )


def test_fault_of_the_file_is_told_with_its_line(office: MemoryHome) -> None:
    office.write("rules.yaml", f"{RULES}- rule: third\n")

    assert "rules.yaml:7: a rule needs `predicate`" in office.vade.graph.rules().warnings


def test_unlink_of_a_derived_edge_names_the_rule(office: MemoryHome) -> None:
    with pytest.raises(InvalidValue, match="derived by the rule 'colleagues'"):
        office.vade.unlink("Rhea", "colleague_of", "Iris")


def test_walks_go_over_derived_edges(office: MemoryHome) -> None:
    assert [node.name for node in office.vade.graph.path("Iris", "Acme").nodes] == ["Iris", "Acme"]
    assert {one.node.name for one in office.vade.graph.neighborhood("Acme").nodes} == {"Acme", "Rhea", "Iris"}
    assert office.vade.graph.central().results[0].degree == 2
    assert office.vade.graph.components().total == 1


def test_derived_edge_holds_once_both_records_do(office: MemoryHome) -> None:
    before = told(office, "Rhea", datetime(2026, 2, 1, tzinfo=UTC))

    assert before == [WORKS]
    assert told(office, "Rhea") == [COLLEAGUES, WORKS]


def test_history_tells_since_when_both_held(office: MemoryHome) -> None:
    begins = {past.edge.predicate: past.begins for past in office.vade.graph.history("Rhea").results}

    assert begins["colleague_of"] == datetime(2026, 3, 1, tzinfo=UTC)


def test_archived_record_derives_nothing(office: MemoryHome) -> None:
    page(office, "Iris", 2, LATE, "employer: ACME", "age: 31", "status: archived")

    assert told(office, "Rhea") == [WORKS]


def test_merged_page_brings_its_edges(office: MemoryHome) -> None:
    page(office, "Riri", 4, EARLY, "employer: Acme", "age: 70")
    office.vade.merge_entities("Riri", "Iris")

    assert ("Iris", "works_at", "Acme") in told(office, "Riri")


def test_superseded_memory_is_joined_in_the_past_only(home: MemoryHome) -> None:
    home.write("rules.yaml", "- {rule: r, predicate: like, from: memory, to: memory, when: {equal: topic}}\n")
    first = home.note(
        "first", "One.", "topic: tea", "status: superseded", "superseded_by: 01JNTSW6X00000000000000003"
    )
    home.note("second", "Two.", "topic: tea")
    home.note("third", "Three.", f"supersedes: [{first}]", "valid_from: 2026-02-10T00:00:00Z")

    assert told(home, "second") == []
    assert told(home, "second", datetime(2026, 2, 5, tzinfo=UTC)) == [("first", "like", "second")]
