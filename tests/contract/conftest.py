"""One index suite, every implementation; the local one also with each record handed to its engine at once."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from vademecum.graph.deriving import Rules
from vademecum.model.entry import Changes
from vademecum.model.record import PERSONAL
from vademecum.ports import Index
from vademecum.stores.joint.index import JointIndex
from vademecum.stores.joint.sides import Side
from vademecum.stores.local.index import LocalIndex
from vademecum.stores.memory.index import MemoryIndex
from vademecum.stores.postgres.index import PostgresIndex
from vademecum.vault.documents import scope_of

_SAMPLES = Path(__file__).parents[1] / "stores" / "programs" / "samples.py"


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


samples = _load(_SAMPLES)


class FlushingIndex(LocalIndex):
    """Nothing is ever pending."""

    def apply(self, changes: Changes) -> None:
        super().apply(changes)
        self.flush()


@pytest.fixture(name="samples")
def _samples() -> ModuleType:
    return samples


def joint_index() -> Index:
    """What is personal in one, and everything else in another."""
    own = Side(index=MemoryIndex(rules=Rules), holds=lambda scope: scope == PERSONAL)
    shared = Side(index=MemoryIndex(rules=Rules), holds=lambda scope: scope != PERSONAL)
    return JointIndex((own, shared), scope_of)


NOT_JOINT = {
    "test_vectors": "who keeps an index gives it its vectors; two number their versions apart",
    "test_meanings_join_once_they_are_known": "likewise",
    "test_meanings_of_another_model_join_nothing": "likewise",
    "test_rule_of_a_scope_needs_an_end_there": "a rule joins nothing that is personal with what is shared",
    "test_projects_are_not_joined_with_each_other": "likewise",
    "test_aliases_of_other_scopes_stay_silent": "entries come in the order of the files, not of one list",
    "test_revision_grows_with_every_change": "two vocabularies are two changes",
}
"""Test, or module of tests, of one index -> why it is none of one that is made of several."""


@pytest.fixture(params=["memory", "pending", "flushed", "postgres", "joint"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    opened: Index
    if request.param == "memory":
        opened = MemoryIndex(rules=Rules)
    elif request.param == "postgres":
        opened = PostgresIndex(request.getfixturevalue("tenancy"), samples.WEIGHTS, rules=Rules)
    elif request.param == "joint":
        for name in (request.module.__name__.rpartition(".")[2], request.function.__name__):
            if name in NOT_JOINT:
                pytest.skip(NOT_JOINT[name])
        opened = joint_index()
    else:
        kind = LocalIndex if request.param == "pending" else FlushingIndex
        opened = kind.open(tmp_path / "cache", samples.WEIGHTS, rules=Rules)
    yield opened
    assert opened.check() == ()
    opened.close()
