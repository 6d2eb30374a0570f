"""A home in memory with a clock that stands until it is told to go on."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import MemoryHome


@pytest.fixture
def home() -> MemoryHome:
    return MemoryHome()
