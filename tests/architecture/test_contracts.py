"""The import contracts speak of every room and every library, and hold."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "vademecum"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS: dict[str, dict[str, Any]] = {c["id"]: c for c in PROJECT["tool"]["importlinter"]["contracts"]}

ROOMS = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}

RULES = {"planning", "retrieval", "lifecycle", "indexing", "surface", "graph", "access"}
PURE = RULES | {"markdown", "text", "ports", "model", "errors"}
ADAPTERS = {
    *("cypher", "embedders", "importers", "layouts", "lexicon", "models", "settings", "stores", "vault"),
}

# Libraries without state or side effects: any room that is allowed to compute may use them.
NO_DOOR = {"Stemmer", "rapidfuzz", "platformdirs", "tomlkit"}


def rooms_in(contract: str, key: str) -> set[str]:
    return {name.removeprefix("vademecum.") for name in CONTRACTS[contract][key]}


def imported_by(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def test_import_contracts_hold() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run(
        [linter, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert result.returncode == 0, result.stdout


def test_rule_rooms_are_declared_pure() -> None:
    assert rooms_in("pure", "source_modules") == PURE & ROOMS


def test_adapters_are_kept_from_rules() -> None:
    assert rooms_in("adapters", "source_modules") == ADAPTERS & ROOMS
    assert rooms_in("adapters", "forbidden_modules") == RULES & ROOMS


def test_existing_rooms_are_not_optional() -> None:
    optional = set(re.findall(r"\((\w+)\)", " ".join(CONTRACTS["floors"]["layers"])))

    assert optional & ROOMS == set()


def test_every_library_has_one_door() -> None:
    doors = {name for c in CONTRACTS.values() if c["type"] == "protected" for name in c["protected_modules"]}
    outside = {name.split(".")[0] for path in SOURCE.rglob("*.py") for name in imported_by(path)}
    outside -= sys.stdlib_module_names | {"vademecum"} | NO_DOOR

    assert outside - doors == set()


@pytest.mark.parametrize("room", sorted(ROOMS - {"__main__", "__init__", "cli"}))
def test_nobody_imports_the_roof(room: str) -> None:
    files = [SOURCE / f"{room}.py"] if (SOURCE / f"{room}.py").exists() else (SOURCE / room).rglob("*.py")
    roof = {"vademecum"} | {f"vademecum.{name}" for name in ("Vade", "open", "__version__")}

    climbing = {path.name for path in files if imported_by(path) & roof}

    assert climbing == set()
