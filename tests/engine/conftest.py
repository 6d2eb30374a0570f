"""A home in memory with a clock that stands until it is told to go on, and in a database for some tests."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import MemoryHome
from tests.engine.homes_on_rows import ON_ROWS, home_on_rows


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "home" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in ON_ROWS:
        metafunc.parametrize("home", ["memory", "postgres"], indirect=True)


@pytest.fixture
def home(request: pytest.FixtureRequest) -> MemoryHome:
    if getattr(request, "param", "memory") == "postgres":
        return home_on_rows(request.getfixturevalue("tenancy"))
    return MemoryHome()
