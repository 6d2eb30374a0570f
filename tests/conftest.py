"""What every test stands on: a clean environment, a home of its own, and reproducible properties."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings
from tests.postgres_fixtures import postgres_database, postgres_server, tenancy

__all__ = ["postgres_database", "postgres_server", "tenancy"]

# `ci` draws the same examples every time, so that a failure on one machine is a failure on all;
# `--hypothesis-profile=deep` goes looking for new ones.
settings.register_profile("ci", derandomize=True, max_examples=100, deadline=None, database=None)
settings.register_profile("deep", max_examples=5_000, deadline=None)
# `mutation` is for running the same tests thousands of times against changed code.
settings.register_profile("mutation", derandomize=True, max_examples=15, deadline=None, database=None)
settings.load_profile("ci")

_MEDDLING = ("VADE_", "XDG_", "CLICOLOR")
_COLOURS = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep the settings, home and caches of whoever runs the tests out of them."""
    for name in list(os.environ):
        if name.startswith(_MEDDLING) or name in _COLOURS:
            monkeypatch.delenv(name)
    monkeypatch.setenv("VADE_EMBEDDER", "none")  # answers do not depend on which extras are installed here
    person = tmp_path / "person"
    monkeypatch.setenv("HOME", str(person))
    for name, folder in (("CACHE", ".cache"), ("CONFIG", ".config"), ("DATA", ".local/share")):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(person / folder))
