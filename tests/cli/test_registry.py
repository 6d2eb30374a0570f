"""Every option of every command has a test that shows what it does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from vademecum.cli.grammar import GLOBAL_OPTIONS, Command
from vademecum.cli.knobs import KNOB_OPTIONS
from vademecum.cli.root import COMMANDS, root

MARK = re.compile(r'(?:mark\.flag|case)\(\s*"(vade [^"]+)"')
HERE = Path(__file__).parent


def walk(command: click.Command, context: click.Context) -> Iterator[tuple[str, Command]]:
    assert isinstance(command, Command)
    yield context.command_path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from walk(inner, click.Context(inner, info_name=name, parent=context))


TREE = dict(walk(root, click.Context(root, info_name="vade", **root.context_settings)))


def declared() -> set[str]:
    own = {
        f"{path} {option.opts[0]}"
        for path, command in TREE.items()
        for option in command.params
        if isinstance(option, click.Option)
    }
    everywhere = (*GLOBAL_OPTIONS, *KNOB_OPTIONS)
    return own | {f"vade {name}" for option in everywhere for name in (*option.opts, *option.secondary_opts)}


def shown() -> set[str]:
    return {
        name for path in HERE.rglob("test_*.py") for name in MARK.findall(path.read_text(encoding="utf-8"))
    }


def test_every_option_has_a_behavioural_test() -> None:
    assert declared() - shown() == set()


def test_no_test_shows_an_option_that_is_gone() -> None:
    assert shown() - declared() == set()


@pytest.mark.parametrize("path", [path for path in TREE if path != "vade"])
def test_every_command_says_what_it_does(path: str) -> None:
    assert TREE[path].get_short_help_str(200).endswith(".")


@pytest.mark.parametrize("name", COMMANDS)
def test_table_and_command_tell_the_same(name: str) -> None:
    assert TREE[f"vade {name}"].get_short_help_str(200) == COMMANDS[name].summary


@pytest.mark.parametrize(
    "path",
    [path for path, command in TREE.items() if not isinstance(command, click.Group) and path != "vade demo"],
)
def test_every_command_teaches_with_examples(path: str) -> None:
    assert TREE[path].examples != ()


@pytest.mark.parametrize(
    ("path", "option"),
    [(path, p) for path, c in TREE.items() for p in c.params if isinstance(p, click.Option)],
    ids=lambda value: value if isinstance(value, str) else value.opts[0],
)
def test_every_option_has_help(path: str, option: click.Option) -> None:
    assert option.help, path
