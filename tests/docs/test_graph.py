"""What docs/graph.md shows can be typed, and its table of edges is what happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.cli.root import root
from vademecum.model.rules import ConditionKind, RuleBook
from vademecum.vault.ruling import read_rule_book

PAGE = (Path(__file__).parents[2] / "docs" / "graph.md").read_text(encoding="utf-8")
LINES = re.findall(r"^vade .*$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("line", LINES)
def test_commands_of_the_page_parse(line: str) -> None:
    words = shlex.split(line, comments=True)
    context = click.Context(root, info_name="vade")
    command: click.Command | None = root
    rest = words[1:]
    while isinstance(command, click.Group):
        command = command.get_command(context, rest.pop(0))
    assert command is not None
    assert command.make_context(words[1], rest, parent=context).args == []


@pytest.mark.parametrize(
    ("front", "body", "edge"),
    [
        ("kind: entity\nname: Rhea\n{}", "", ("Rhea", "works_at", "Acme")),
        ("subject: Rhea\n{}", "Words.", ("Rhea", "works_at", "Acme")),
        ("{}", "Words.", ("page", "works_at", "Acme")),
        ("", "- works_at [[Acme]]", ("page", "works_at", "Acme")),
        ("entities: [Acme]", "Words.", ("page", "about", "Acme")),
        ("", "At [[Acme]].", ("page", "mentions", "Acme")),
    ],
)
def test_table_of_edges_is_what_happens(front: str, body: str, edge: tuple[str, str, str]) -> None:
    relation = "relations: [{predicate: works_at, object: Acme}]"
    home = MemoryHome()
    home.write("personal/page.md", f"---\n{front.replace('{}', relation)}\n---\n{body}\n")

    found = home.vade.graph.edges("Acme").edges

    assert [(one.subject_name, one.predicate, one.object_name) for one in found] == [edge]


def test_rules_of_the_page_can_be_read() -> None:
    (shown,) = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)

    book = read_rule_book(shown.encode())

    assert isinstance(book, RuleBook)
    assert [rule.name for rule in book.rules] == ["employer", "colleagues", "near"]


@pytest.mark.parametrize("kind", ConditionKind)
def test_every_condition_is_told_of(kind: ConditionKind) -> None:
    assert f"`{kind}: " in PAGE
