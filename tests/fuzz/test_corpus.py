"""Every input that was ever worth saving holds; `benchmarks/fuzz.py` looks for more."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.targets import CORPUS, TARGETS, saved

_SAVED = [(name, file.name) for name in TARGETS for file in sorted((CORPUS / name).iterdir())]


@pytest.mark.parametrize(("target", "file"), _SAVED, ids=[f"{name}-{file}" for name, file in _SAVED])
def test_saved_input_is_survived(target: str, file: str) -> None:
    TARGETS[target](Path(CORPUS, target, file).read_bytes())


@pytest.mark.parametrize("target", TARGETS)
@given(st.data())
def test_a_changed_input_is_survived(target: str, data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(list(saved(target))))
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, len(whole)))

    TARGETS[target](whole[:start] + data.draw(st.binary(max_size=12)) + whole[end:])
