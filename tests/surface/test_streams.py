"""Streams shaped record by record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from vademecum.errors import Refused
from vademecum.surface.knobs import Shape, shape_of
from vademecum.surface.streams import Stream, answered, streamed

ROWS = [{"level": "info", "n": 1}, {"level": "warn", "n": 2}, {"level": "error", "n": 3, "extra": [1, 2, 3]}]


def stream(records: Any, **knobs: Any) -> tuple[list[Any], Any]:
    """Records and trailer."""
    *shown, trailer = streamed(records, Stream(shape_of(knobs) or Shape()))
    return shown, trailer


@pytest.mark.parametrize(
    ("knobs", "shown"),
    [
        ({"filter": "level in warn,error"}, ROWS[1:]),
        ({"filter": ["n>1", "level=warn"]}, ROWS[1:2]),
        ({"select": "n"}, [{"n": 1}, {"n": 2}, {"n": 3}]),
        ({"select": "extra"}, [{}, {}, {"extra": [1, 2, 3]}]),
        ({"max_items": 2}, ROWS[:2]),
        ({"count_only": True}, []),
        ({"truncate_content": 3}, [{**row, "level": f"{row['level'][:2]}…"} for row in ROWS]),
        ({"filter": "bogus!=1", "allow_unknown_keys": True}, ROWS),
    ],
)
def test_records_are_shaped_one_by_one(knobs: dict[str, Any], shown: list[Any]) -> None:
    assert stream(ROWS, **knobs)[0] == shown


def test_trailer_accounts_for_the_whole() -> None:
    assert stream(ROWS, filter="n>1", select="n,bogus")[1] == {
        "meta": {
            "surface": {
                "stream": True,
                "knobs": {"select": ["n", "bogus"], "filter": ["n>1"]},
                "input_count": 3,
                "output_count": 2,
                "resolved_keys": {"n": "n"},
                "unresolved_keys": ["bogus"],
            }
        }
    }


def test_count_stands_in_the_trailer() -> None:
    assert stream(ROWS, filter="n>1", count_only=True)[1]["count"] == 2


def test_lists_in_records_are_capped_too() -> None:
    shown, trailer = stream([{"edges": [1, 2, 3]}], max_items=2)

    assert shown == [{"edges": [1, 2]}]
    assert trailer["meta"]["surface"]["capped"] == {"edges": [3, 2]}


def test_reading_ends_when_enough_is_shown() -> None:
    def endless() -> Iterator[Any]:
        while True:
            yield {"n": 1}

    shown, trailer = stream(endless(), max_items=2)

    assert len(shown) == 2
    assert trailer["meta"]["truncated"] is True


@pytest.mark.parametrize(
    ("knobs", "flag"),
    [
        ({"sort": "n"}, "--sort"),
        ({"dedupe_by": "n"}, "--dedupe-by"),
        ({"max_output_bytes": 500}, "--max-output-bytes"),
    ],
)
def test_what_needs_the_whole_is_refused_at_once(knobs: dict[str, Any], flag: str) -> None:
    shape = shape_of(knobs)
    assert shape is not None

    with pytest.raises(Refused, match=f"{flag} would need the whole"):
        Stream(shape)


@pytest.mark.parametrize("condition", ["bogus!=1", "bogus not in 1,2", "bogus not exists"])
def test_condition_on_a_lack_is_refused_at_once(condition: str) -> None:
    with pytest.raises(Refused, match="--allow-unknown-keys"):
        stream(ROWS, filter=condition)


@pytest.mark.parametrize(
    "knobs", [{"filter": "levle=warn"}, {"select": "levle"}, {"filter": "levle=warn", "select": "n"}]
)
def test_unknown_field_prints_nothing_but_the_refusal(knobs: dict[str, Any]) -> None:
    shape = shape_of(knobs)
    assert shape is not None
    records = streamed(ROWS, Stream(shape))

    with pytest.raises(Refused, match="no field 'levle' in this answer; did you mean level"):
        next(records)


@pytest.mark.parametrize("knobs", [{"filter": "bogus=1"}, {"select": "bogus"}])
def test_empty_stream_refuses_nothing(knobs: dict[str, Any]) -> None:
    assert stream([], **knobs)[0] == []


def test_synonym_counts_in_each_record() -> None:
    rows = [{"type": "a"}, {"entity_type": "a"}, {"type": "b"}]

    assert stream(rows, filter="entity_type=a")[0] == rows[:2]


def test_trailer_of_a_stream_of_ours_is_taken_over() -> None:
    trailer = {"ok": True, "command": "list", "schema": "vade/1", "meta": {"elapsed_ms": 1.0}}

    shown, done = stream([{"key": "a"}, trailer], select="key")

    assert shown == [{"key": "a"}]
    assert done["meta"]["elapsed_ms"] == 1.0


def document(command: str, **more: Any) -> dict[str, Any]:
    return {"ok": True, "command": command, "schema": "vade/1", **more, "meta": {"warnings": []}}


def test_answer_is_its_results_and_the_rest() -> None:
    *shown, trailer = answered(document("search", terms=["x"], results=[{"a": 1}, {"a": 2}]), Shape())

    assert shown == [{"a": 1}, {"a": 2}]
    assert (trailer["command"], trailer["terms"]) == ("search", ["x"])


def test_answer_that_is_one_thing_is_no_stream() -> None:
    with pytest.raises(Refused, match="no stream"):
        list(answered(document("show", memory={}), Shape()))


def test_receipt_is_one_record() -> None:
    assert [one["memory"] for one in answered(document("remember", memory={"id": 1}), Shape())] == [{"id": 1}]


def test_cut_page_is_refused_as_a_stream_too() -> None:
    cut = {**document("list", results=[{"a": 1}], total=9), "meta": {"truncated": True}}

    with pytest.raises(Refused, match="1 of 9 elements"):
        list(answered(cut, Shape(count_only=True)))
