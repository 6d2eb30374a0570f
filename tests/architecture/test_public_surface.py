"""What the package shows is what it promises, and importing it costs next to nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version

import pytest

import vademecum

# All that `import vademecum` may load, by first name: itself, and what `importlib` and `typing` load in turn.
# Each further one makes every hook slower.
LIGHT = {
    "vademecum",
    "abc",
    "collections",
    "contextlib",
    "copyreg",
    "enum",
    "functools",
    "importlib",
    "itertools",
    "keyword",
    "operator",
    "re",
    "reprlib",
    "types",
    "typing",
    "warnings",
}

# Loading any of these costs more than the interpreter itself, or starts something.
HEAVY = {
    "asyncio",
    "click",
    "concurrent.futures",
    "email",
    "filelock",
    "http.client",
    "importlib.metadata",
    "inspect",
    "json",
    "logging",
    "numpy",
    "psycopg",
    "pydantic",
    "rapidfuzz",
    "rich",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "tantivy",
    "tempfile",
    "tomlkit",
    "ulid",
    "unittest",
    "urllib.request",
    "yaml",
}


def loaded_by(statement: str) -> set[str]:
    """Modules that `statement` adds to a fresh interpreter."""
    program = (
        "import sys; before = set(sys.modules)\n"
        f"{statement}\n"
        "added = sorted(set(sys.modules) - before)\n"
        "import json; print(json.dumps(added))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(answer.stdout))


def test_import_loads_only_listed_modules() -> None:
    loaded = {name.split(".")[0] for name in loaded_by("import vademecum") if not name.startswith("_")}

    assert loaded - LIGHT == set()


def test_import_loads_no_room() -> None:
    assert {name for name in loaded_by("import vademecum") if name.startswith("vademecum.")} == set()


def test_import_loads_nothing_heavy() -> None:
    assert loaded_by("import vademecum") & HEAVY == set()


@pytest.mark.parametrize("room", ["errors", "model.record", "model.answer", "ports"])
def test_values_load_nothing_outside(room: str) -> None:
    heavy = HEAVY - {"inspect"}  # `dataclasses` loads it

    assert loaded_by(f"import vademecum.{room}") & heavy == set()


def test_all_names_what_is_visible() -> None:
    assert dir(vademecum) == sorted(vademecum.__all__)


@pytest.mark.parametrize("name", sorted(vademecum.__all__))
def test_every_promised_name_exists(name: str) -> None:
    assert getattr(vademecum, name) is not None


def test_version_is_the_installed_one() -> None:
    assert vademecum.__version__ == version("vademecum")
