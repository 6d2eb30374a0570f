from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vademecum.errors import InvalidValue
from vademecum.surface.lossless.writing import read, written


def test_the_text_is_this() -> None:
    assert written((1, "é")) == '{"version": 1, "value": {"$tuple": [1, "é"]}}'.encode()


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "no JSON"),
        (b"\xff", "no JSON"),
        (b"[" * 100_000, "too deep"),
        (b"[]", "no answer in values"),
        (b"{}", "no answer in values"),
        (b'{"value": 1}', "another version"),
        (b'{"version": 2, "value": 1}', "another version"),
        (b'{"version": 1, "value": NaN}', "no JSON"),
        (b'{"version": 1, "value": {"$": "x"}}', "no value of that name"),
    ],
)
def test_what_is_no_text_of_values_is_refused(raw: bytes, message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        read(raw)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    with pytest.raises(InvalidValue):
        read(raw)
