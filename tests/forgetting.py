"""A plugin for mutation runs: every test meets the code as if nothing had been read before it.

mutmut runs the tests once and forks its workers from that process. What the unchanged code remembered there
would answer for the changed code.
"""

from __future__ import annotations

import gc
import os
from functools import _lru_cache_wrapper
from typing import Any

import pytest

from vademecum.text import expansion, scripts, secret_values, words
from vademecum.text.analyzer import Analyzer

_SUSPICIOUS = 35
"""mutmut's exit status for a run that says nothing about the change."""


def pytest_sessionfinish(exitstatus: int) -> None:
    """Tell a test that was not found by its name from one that failed, which mutmut takes for the same."""
    if exitstatus == pytest.ExitCode.USAGE_ERROR:
        os._exit(_SUSPICIOUS)


@pytest.fixture(scope="session")
def analyzers() -> list[Analyzer]:
    """Those that test modules made once for all their tests."""
    return [each for each in gc.get_objects() if isinstance(each, Analyzer)]


@pytest.fixture(scope="session")
def caches() -> list[_lru_cache_wrapper[Any]]:
    """Those of our own functions."""
    found = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    return [each for each in found if each.__module__.startswith("vademecum.")]


@pytest.fixture(autouse=True)
def everything_forgotten(analyzers: list[Analyzer], caches: list[_lru_cache_wrapper[Any]]) -> None:
    """Empty every memory of the rooms under test."""
    for analyzer in analyzers:
        Analyzer.__init__(analyzer, analyzer._lexicon, default_language=analyzer.default_language)
    for memo in (words._memo, scripts.SHAPES, scripts.FOLDS, scripts.JOINS, secret_values._KINDS):
        memo.clear()
    expansion._Table.__init__(expansion._table)
    for cache in caches:
        cache.cache_clear()
