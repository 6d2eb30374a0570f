"""Rules do not read a clock, although they may speak of time."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "vademecum"

PURE = (
    "planning",
    "retrieval",
    "lifecycle",
    "indexing",
    "surface",
    "graph",
    "markdown",
    "text",
    "model",
    "ports",
    "errors.py",
)
CLOCKS = {"now", "today", "utcnow", "ZoneInfo", "monotonic", "perf_counter", "fromtimestamp", "localtime"}
# Reading the machine's zone or files needs no import: these need to be looked for by name.
DOORS = {"open", "input", "print", "exec", "eval", "breakpoint", "__import__"}

FILES = sorted(
    path
    for room in PURE
    for path in ([SOURCE / room] if room.endswith(".py") else (SOURCE / room).rglob("*.py"))
    if path.exists()
)


def calls(path: Path) -> list[ast.expr]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]


def on_datetime(call: ast.expr) -> bool:
    return isinstance(call, ast.Attribute) and ast.unparse(call.value) in {
        "datetime",
        "date",
        "time",
        "datetime.datetime",
        "datetime.date",
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_rules_call_no_clock(path: Path) -> None:
    named = {call.id for call in calls(path) if isinstance(call, ast.Name)}
    read = {call.attr for call in calls(path) if isinstance(call, ast.Attribute) and on_datetime(call)}

    assert (named | read) & CLOCKS == set()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_rules_open_nothing(path: Path) -> None:
    named = {call.id for call in calls(path) if isinstance(call, ast.Name)}

    assert named & DOORS == set()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_rules_take_no_machine_zone(path: Path) -> None:
    bare = [
        call
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and not node.args and not node.keywords
        for call in [node.func]
        if isinstance(call, ast.Attribute) and call.attr == "astimezone"
    ]

    assert bare == []
