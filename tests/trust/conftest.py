"""A word that stands nowhere else, and where it is told."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.trust.erasing import telling


@pytest.fixture
def sentinel() -> str:
    return f"zq{os.urandom(8).hex()}"


@pytest.fixture
def holding(tmp_path: Path, sentinel: str) -> Callable[[], list[str]]:
    """Look for the sentinel in everything the test has made."""
    return lambda: telling(tmp_path, sentinel)
