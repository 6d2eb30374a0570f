"""What a cold recall loads is a closed list of what it needs: every prompt pays for each module again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import vademecum

# Each was on the way once, or is a step away from being so.
FORBIDDEN = {
    "_hashlib",
    "ast",
    "asyncio",
    "click",
    "concurrent",
    "dataclasses",
    "dis",
    "email",
    "filelock",
    "hashlib",
    "http",
    "importlib.metadata",
    "importlib.resources",
    "inspect",
    "ipaddress",
    "logging",
    "msgspec",
    "multiprocessing",
    "pathlib",
    "platformdirs",
    "random",
    "rapidfuzz",
    "rich",
    "shutil",
    "socket",
    "ssl",
    "subprocess",
    "tempfile",
    "threading",
    "tomlkit",
    "tomllib",
    "traceback",
    "typing",
    "ulid",
    "urllib",
    "uuid",
    "yaml",
    "zoneinfo",
}
# Rooms and use cases of our own that only other verbs need.
ELSEWHERE = {
    "vademecum.cli.grammar",
    "vademecum.cli.inputs",
    "vademecum.cli.root",
    "vademecum.engine.checks",
    "vademecum.engine.curating",
    "vademecum.engine.entities",
    "vademecum.engine.fields",
    "vademecum.engine.health",
    "vademecum.engine.judging",
    "vademecum.engine.knowing",
    "vademecum.engine.listing",
    "vademecum.engine.remembering",
    "vademecum.engine.storing",
    "vademecum.indexing.difference",
    "vademecum.indexing.entry",
    "vademecum.markdown.reading",
    "vademecum.markdown.writing",
    "vademecum.model.plan",
    "vademecum.planning.planner",
    "vademecum.ports.home",
    "vademecum.retrieval.expert",
    "vademecum.stores.local.changing",
    "vademecum.stores.local.flushing",
    "vademecum.stores.local.scrubbing",
    "vademecum.stores.memory.index",
    "vademecum.text.expert",
    "vademecum.text.nearest",
    "vademecum.vault.documents",
    "vademecum.durable",
    "vademecum.vault.erasing",
    "vademecum.vault.journals",
    "vademecum.vault.ledger",
    "vademecum.vault.locks",
    "vademecum.vault.scanning",
}

SETTLE = """\
import vademecum
vade = vademecum.open()
while not vade._parts.index.trace():
    vade.sync()
"""
PREPARE = f"""\
import vademecum
with vademecum.open() as vade:
    vade.remember("Oat milk in the coffee.")
{SETTLE}"""
THROUGH_PYTHON = """\
import vademecum
vade = vademecum.open()
recall = vade.recall("coffee")
assert recall.hits
vade.digest(recall)
vade.close()
"""
THROUGH_COMMAND = """\
import sys
from vademecum.cli.quick import answer
sys.stdout = sys.stderr
assert answer({line!r}) == 0
sys.stdout = sys.__stdout__
"""


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A home at rest: one memory, last looked at when its file was old enough to be trusted."""
    folder = tmp_path_factory.mktemp("cold")
    environ = {name: text for name, text in os.environ.items() if not name.startswith(("VADE_", "PYTHON"))}
    environ |= {"VADE_HOME": str(folder / "home"), "XDG_CACHE_HOME": str(folder / "cache")}
    subprocess.run([sys.executable, "-c", PREPARE], env=environ, check=True, cwd=folder)
    return environ


def loaded_by(program: str, environ: dict[str, str], folder: Path) -> set[str]:
    """Modules that a program adds to a fresh interpreter, which runs in a folder of no project."""
    whole = (
        f"import sys; before = set(sys.modules)\n{program}\n"
        "added = sorted(set(sys.modules) - before)\nimport json; print(json.dumps(added))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", whole], env=environ, cwd=folder, capture_output=True, text=True, check=True
    )
    return set(json.loads(answer.stdout))


@pytest.mark.parametrize(
    "program",
    [
        THROUGH_PYTHON,
        THROUGH_COMMAND.format(line=["recall", "coffee"]),
        THROUGH_COMMAND.format(line=["recall", "coffee", "--json"]),
        THROUGH_COMMAND.format(line=["search", "coffee", "--limit", "3"]),
        THROUGH_COMMAND.format(line=["brief"]),
        THROUGH_COMMAND.format(line=["brief", "--json"]),
    ],
    ids=["python", "recall", "json", "search", "brief", "brief as json"],
)
def test_cold_recall_loads_only_what_it_needs(program: str, environ: dict[str, str], tmp_path: Path) -> None:
    loaded = loaded_by(program, environ, tmp_path)

    assert {name for name in loaded if {name, name.split(".")[0]} & FORBIDDEN} == set()
    assert loaded & ELSEWHERE == set()


def test_cold_brief_weighs_no_words(environ: dict[str, str], tmp_path: Path) -> None:
    loaded = loaded_by(THROUGH_COMMAND.format(line=["brief"]), environ, tmp_path)

    assert loaded & {"Stemmer", "zlib", "vademecum.engine.weighing"} == set()


def test_json_answer_loads_no_rendering(environ: dict[str, str], tmp_path: Path) -> None:
    loaded = loaded_by(THROUGH_COMMAND.format(line=["recall", "coffee", "--json"]), environ, tmp_path)

    assert {name for name in loaded if name.startswith("vademecum.cli.rendering")} == set()


def test_vocabulary_costs_no_openssl(environ: dict[str, str], tmp_path: Path) -> None:
    shutil.copytree(environ["VADE_HOME"], tmp_path / "home")
    (tmp_path / "home" / "memories" / "personal" / "aliases.yaml").write_text("oats: oat milk\n")
    there = {**environ, "VADE_HOME": str(tmp_path / "home")}
    subprocess.run([sys.executable, "-c", SETTLE], env=there, check=True, cwd=tmp_path)

    loaded = loaded_by(THROUGH_COMMAND.format(line=["recall", "coffee"]), there, tmp_path)

    assert loaded & {"hashlib", "_hashlib"} == set()


def test_the_lists_name_modules_that_exist() -> None:
    source = Path(vademecum.__file__).parent

    assert [name for name in ELSEWHERE if not (source.parent / f"{name.replace('.', '/')}.py").exists()] == []


def test_entry_point_loads_nothing_before_it_decides(environ: dict[str, str], tmp_path: Path) -> None:
    program = "from vademecum.cli.quick import understood\nassert understood(['list']) is None"

    loaded = loaded_by(program, environ, tmp_path)

    assert {name for name in loaded if name.startswith("vademecum")} == {
        "vademecum",
        "vademecum.cli",
        "vademecum.cli.quick",
    }
