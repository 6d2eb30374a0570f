"""A home in memory with a clock that stands until it is told to go on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from homes_in_memory import MemoryHome


@pytest.fixture
def home() -> MemoryHome:
    return MemoryHome()
