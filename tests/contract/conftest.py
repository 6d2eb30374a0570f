"""One index suite, every implementation; the local one also with each record handed to its engine at once."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from vademecum.graph.deriving import Rules
from vademecum.model.entry import Changes
from vademecum.ports import Index
from vademecum.stores.local.index import LocalIndex
from vademecum.stores.memory.index import MemoryIndex

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


@pytest.fixture(params=["memory", "pending", "flushed"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    opened: Index
    if request.param == "memory":
        opened = MemoryIndex(rules=Rules)
    else:
        kind = LocalIndex if request.param == "pending" else FlushingIndex
        opened = kind.open(tmp_path / "cache", samples.WEIGHTS, rules=Rules)
    yield opened
    assert opened.check() == ()
    opened.close()
