"""The numbers of the style page: how long, how wide, how named."""

from __future__ import annotations

import ast
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "vademecum"

MODULE_WALL = 400
FUNCTION_WALL = 60
LONG_FUNCTION = 40
LONG_SHARE = 0.05
POSITIONAL_PARAMETERS = 6

# Tables of words or characters, which only grow with the languages; each needs a reason.
DATA_TABLES: dict[str, str] = {}

NAMELESS = {"utils", "helpers", "common", "base", "manager", "core", "misc"}

Function = ast.FunctionDef | ast.AsyncFunctionDef

MODULES = sorted(SOURCE.rglob("*.py"))
PACKAGES = [path for path in MODULES if path.name == "__init__.py"]


def functions(path: Path) -> list[Function]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_stays_below_the_wall(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())

    assert lines <= MODULE_WALL or name_of(path) in DATA_TABLES


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_function_exceeds_the_wall(path: Path) -> None:
    too_long = {f.name: length(f) for f in functions(path) if length(f) > FUNCTION_WALL}

    assert too_long == {}


def test_few_functions_are_long() -> None:
    lengths = [length(f) for path in MODULES for f in functions(path)]
    long = [n for n in lengths if n > LONG_FUNCTION]

    assert len(long) <= LONG_SHARE * len(lengths)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_positional_parameters_stay_few(path: Path) -> None:
    crowded = {
        f.name for f in functions(path) if len(f.args.posonlyargs) + len(f.args.args) > POSITIONAL_PARAMETERS
    }

    assert crowded == set()


def test_every_room_has_a_name() -> None:
    nameless = [name_of(path) for path in MODULES if {path.stem, path.parent.name} & NAMELESS]

    assert nameless == []


@pytest.mark.parametrize("path", PACKAGES, ids=name_of)
def test_package_says_what_it_is(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""

    assert len(re.findall(r"[.;?!](?=\s|$)", docstring)) >= 3, "three sentences: what, what never, who"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_nothing_is_left_to_do(path: Path) -> None:
    with path.open("rb") as source:
        comments = [t.string for t in tokenize.tokenize(source.readline) if t.type == tokenize.COMMENT]

    assert [c for c in comments if re.search(r"\b(?:TODO|FIXME|XXX|HACK)\b", c)] == []


def test_data_tables_exist() -> None:
    missing = [name for name in DATA_TABLES if not (SOURCE / name).exists()]

    assert missing == []
