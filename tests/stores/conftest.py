"""Entries, weights and a fresh local index for the tests of the back ends."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from vademecum.stores.local.index import LocalIndex

_SAMPLES = Path(__file__).with_name("programs") / "samples.py"


@pytest.fixture(scope="session")
def samples() -> ModuleType:
    spec = importlib.util.spec_from_file_location("samples", _SAMPLES)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def local(cache: Path, samples: ModuleType) -> Iterator[LocalIndex]:
    opened = LocalIndex.open(cache, samples.WEIGHTS)
    yield opened
    opened.close()
