"""graph rules and graph explain: what is derived, by what, and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]

RULES = """\
- rule: employer
  predicate: works_at
  from: Person
  to: Organisation
  when: {key: employer}
- rule: colleagues
  predicate: colleague_of
  from: Person
  to: Person
  when:
    all:
      - equal: employer
      - period: since..until
        days: 30
"""


@pytest.fixture
def office(vade: Vade, home: Path) -> None:
    """Two people who say where they work, and rules that read it."""
    vade("entity", "add", "Acme", "--label", "Organisation")
    folder = home / "memories" / "personal" / "entities"
    for number, (name, since) in enumerate((("Rhea", "2020"), ("Iris", "2021-05")), start=1):
        head = f"kind: entity\nid: 01JPAGE{number:019d}\nlabel: Person\nname: {name}"
        text = f"---\n{head}\nemployer: Acme\nsince: {since}\ncreated: 2026-01-01T00:00:00Z\n---\n"
        (folder / f"{name.lower()}.md").write_text(text, encoding="utf-8")
    (home / "memories" / "rules.yaml").write_text(RULES, encoding="utf-8")


@pytest.mark.usefixtures("office")
def test_rules_are_listed_with_their_edges(vade: Vade) -> None:
    rows = [line.split() for line in vade("graph", "rules").out.splitlines()]
    when = ["all", "of:", "equal", "employer;", "period", "since..until", "at", "least", "30", "days"]

    assert rows == [
        ["RULE", "FROM", "PREDICATE", "TO", "WHEN", "EDGES"],
        ["employer", "person", "works_at", "organisation", "key", "employer", "2"],
        ["colleagues", "person", "colleague_of", "person", *when, "1"],
    ]
    assert vade("graph", "rules", "--quiet").out == "employer\ncolleagues\n"


def test_home_without_rules_says_where_they_stand(vade: Vade) -> None:
    assert vade("graph", "rules").out == (
        "There are no rules. They stand in rules.yaml, in the folder of your memories.\n"
    )


@pytest.mark.usefixtures("office")
def test_explain_shows_what_was_compared(vade: Vade) -> None:
    assert vade("graph", "explain", "Iris", "Rhea").out == (
        "Rhea ─colleague_of→ Iris\n"
        "  rule colleagues: all of: equal employer; period since..until at least 30 days\n"
        "    yes  all: 2 of 2 hold\n"
        "      yes  equal (1.00): employer Acme | employer Acme - both say Acme\n"
        "      yes  period (1.00): since..until 2020, open | since..until 2021-05, open - at the same time\n"
    )
    assert vade("graph", "explain", "Iris", "Rhea", "--quiet").out == "Rhea ─colleague_of→ Iris\n"


@pytest.mark.usefixtures("office")
@pytest.mark.flag("vade graph explain --predicate")
def test_explain_keeps_to_a_predicate(vade: Vade) -> None:
    vade("link", "Rhea", "knows", "Iris")

    run = vade("graph", "explain", "Rhea", "Iris", "--predicate", "knows", "--json")

    assert [(one["edge"]["predicate"], one["rule"]) for one in run.json["results"]] == [("knows", None)]


@pytest.mark.usefixtures("office")
@pytest.mark.flag("vade graph explain --as-of")
def test_explain_tells_of_a_day(vade: Vade) -> None:
    run = vade("graph", "explain", "Rhea", "Iris", "--as-of", "2025-12-31")

    assert run.out == (
        "Nothing joins Rhea (Person) and Iris (Person) directly. `vade graph path` looks for a longer way.\n"
    )


@pytest.mark.usefixtures("office")
def test_unlink_of_a_derived_edge_is_refused(vade: Vade) -> None:
    run = vade("unlink", "Rhea", "works_at", "Acme")

    assert run.status == 2
    assert "derived by the rule 'employer'" in run.err
