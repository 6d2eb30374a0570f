from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.importers import json_stream
from vademecum.importers.json_stream import Piece, elements, lines, outer_fields
from vademecum.model.importing import Reached

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.lists(st.dictionaries(st.text(), VALUES, max_size=4), max_size=6)


def told(data: bytes, key: str | None = None) -> list[tuple[object, str]]:
    return [(piece.said, piece.fault) for piece in elements(io.BytesIO(data), key)]


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 1024])
@given(objects=OBJECTS, indent=st.sampled_from([None, 2]), ascii_only=st.booleans())
def test_array_is_read_as_it_was_written(
    chunk: int, objects: list[dict[str, object]], indent: int | None, ascii_only: bool
) -> None:
    data = json.dumps(objects, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "replace")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_stream, "_CHUNK", chunk)

        assert [said for said, _ in told(data)] == json.loads(data)


@given(junk=st.binary(max_size=200))
def test_any_bytes_are_read_to_their_end(junk: bytes) -> None:
    assert all(isinstance(piece, Piece) for piece in elements(io.BytesIO(junk)))
    assert all(isinstance(piece, Piece) for piece in lines(io.BytesIO(junk), Reached()))
    assert isinstance(outer_fields(io.BytesIO(junk)), dict)


def test_damaged_element_costs_no_other() -> None:
    assert told(b'[{"a":1},{"b":tru},7,{"c":3}]') == [
        ({"a": 1}, ""),
        (None, "is no JSON (expecting value)"),
        (None, "is no JSON object"),
        ({"c": 3}, ""),
    ]


def test_array_that_breaks_off_says_so() -> None:
    assert told(b'[{"a":1},{"b":"un')[1:] == [(None, "is torn at its end")]


def test_array_under_a_key_is_found() -> None:
    assert told(b'{"x":[1,{"y":"]"}],"z":"q","found":[{"a":1}],"w":2}', "found") == [({"a": 1}, "")]


def test_element_too_long_to_hold_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "MOST_RECORD_BYTES", 50)
    monkeypatch.setattr(json_stream, "_CHUNK", 16)
    data = json.dumps([{"a": 'y\\"}' * 400}, {"b": 1}]).encode()

    assert told(data) == [(None, "is longer than 0 MB"), ({"b": 1}, "")]


def test_line_too_long_to_hold_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "MOST_RECORD_BYTES", 50)
    data = b'{"a":"' + b"x" * 500 + b'"}\n{"b":1}\n'

    assert [piece.said for piece in lines(io.BytesIO(data), Reached())] == [None, {"b": 1}]


def test_depth_beyond_reason_is_a_fault() -> None:
    data = b'{"a":' + b"[" * 200_000 + b"]" * 200_000 + b"}\n"

    assert [piece.fault for piece in lines(io.BytesIO(data), Reached())] == ["is nested too deeply"]


def test_byte_order_mark_is_no_part_of_the_first_line() -> None:
    assert [piece.said for piece in lines(io.BytesIO(b'\xef\xbb\xbf{"a":1}\r\n\r\n{"b":2}'), Reached())] == [
        {"a": 1},
        {"b": 2},
    ]


def test_outer_fields_pass_over_what_is_large() -> None:
    data = json.dumps([5, {"title": "x", "mapping": {"k": "y" * 5_000}, "n": 1}]).encode()

    assert outer_fields(io.BytesIO(data)) == {"title": "x", "mapping": None, "n": 1}
