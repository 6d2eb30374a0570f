"""Help is part of the product: changes to it are seen, and its examples can be typed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import click
import pytest

from vademecum.cli.grammar import Command
from vademecum.cli.root import COMMANDS, root

Vade = Callable[..., Any]
HERE = Path(__file__).parent


def examples(command: click.Command, context: click.Context) -> list[str]:
    own = [line for line, _ in command.examples] if isinstance(command, Command) else []
    if not isinstance(command, click.Group):
        return own
    inner = [(name, command.get_command(context, name)) for name in command.list_commands(context)]
    return own + [
        line
        for name, c in inner
        if c
        for line in examples(c, click.Context(c, info_name=name, parent=context))
    ]


@pytest.mark.parametrize(("line", "snapshot"), [("--help", "vade.txt"), ("recall --help", "recall.txt")])
def test_help_reads_as_reviewed(vade: Vade, line: str, snapshot: str) -> None:
    assert vade(*line.split()).out == (HERE / "snapshots" / snapshot).read_text(encoding="utf-8")


def test_every_command_fits_its_help_into_a_terminal(vade: Vade) -> None:
    widest = {name: max(map(len, vade(name, "--help").out.splitlines())) for name in COMMANDS}

    assert {name: width for name, width in widest.items() if width > 100} == {}


def parse(command: click.Command, words: list[str], parent: click.Context | None = None) -> None:
    """Parse a command line down to its last command, without running anything."""
    context = command.make_context(words[0], words[1:], parent=parent)
    if isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]
        if command.invoke_without_command and not rest:
            return
        _, inner, _ = command.resolve_command(context, rest)
        assert inner is not None
        parse(inner, rest, context)


@pytest.mark.parametrize(
    "line", [line for line in examples(root, click.Context(root, **root.context_settings)) if "vade" in line]
)
def test_every_example_parses(line: str) -> None:
    own = re.search(r"""\bvade (?:"[^"]*"|'[^']*'|[^"'<>)])*""", line)

    assert own is not None
    parse(root, shlex.split(own.group()))


def test_generated_pages_are_current() -> None:
    spec = spec_from_file_location("generate_docs", HERE.parents[1] / "scripts" / "generate_docs.py")
    assert spec is not None
    assert spec.loader is not None
    pages = module_from_spec(spec)
    spec.loader.exec_module(pages)

    assert pages.main(["--check"]) == 0


@pytest.mark.parametrize("line", ["recall --help --json", "--json recall --help", "help recall --json"])
def test_help_is_one_object_too(vade: Vade, line: str) -> None:
    text = vade("recall", "--help").out
    answer = vade(*line.split()).json

    assert list(answer) == ["ok", "command", "schema", "topic", "help", "meta"]
    assert (answer["command"], answer["topic"]) == ("help", "vade recall")
    assert answer["help"] == text.rstrip("\n")
