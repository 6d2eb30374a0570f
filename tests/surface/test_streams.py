"""Streams shaped record by record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from vademecum.errors import Refused
from vademecum.surface.knobs import Shape, shape_of
from vademecum.surface.streams import Stream, answered, streamed

ROWS: list[dict[str, Any]] = [
    {"level": "info", "n": 1},
    {"level": "warn", "n": 2},
    {"level": "error", "n": 3, "extra": [1, 2, 3]},
]


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


def test_trailer_of_a_stream_of_ours_is_kept() -> None:
    *rows, trailer = answered(document("search", terms=["x"], results=[{"key": "a"}]), Shape())

    shown, done = stream([*rows, trailer], select="key")

    assert shown == [{"key": "a"}]
    assert {**done, "meta": 0} == {**document("search", terms=["x"]), "meta": 0}


def test_answers_of_ours_may_be_records() -> None:
    one, other = document("show", memory={"key": "a"}), document("show", memory={"key": "b"})

    assert stream([one, other], select="memory.key")[0] == [
        {"memory": {"key": "a"}},
        {"memory": {"key": "b"}},
    ]


def test_record_that_says_it_failed_is_judged_too() -> None:
    rows = [{"name": "a", "ok": True}, {"name": "b", "ok": False}, {"$schema": "x", "ok": False}]

    assert stream(rows, filter="ok=true")[0] == rows[:1]


def test_error_of_ours_passes_every_condition() -> None:
    error = {"ok": False, "error": {"code": "not_found"}, "meta": {}}

    shown, done = stream([{"a": 1}, error, {"a": 2}], filter="a=1")

    assert shown == [{"a": 1}, error]
    assert done["meta"]["surface"]["errors_passed"] == 1


def test_count_is_of_all_that_match() -> None:
    assert stream(ROWS, count_only=True, max_items=1)[1]["count"] == 3


def test_selected_field_may_come_behind_the_last_shown() -> None:
    shown, done = stream(ROWS, select="extra", max_items=1)

    assert (shown, done["meta"]["truncated"]) == ([{}], True)


def test_values_without_fields_wait_for_the_verdict() -> None:
    records = streamed([1, 2, "x", [3], *ROWS], Stream(shape_of({"select": "levle"}) or Shape()))

    with pytest.raises(Refused, match="no field 'levle'"):
        next(records)


def test_values_without_fields_stay_where_they_were() -> None:
    assert stream([{}, 1, 1, True, {}, {"n": 2}], select="n")[0] == [{}, 1, 1, True, {}, {"n": 2}]


def test_endless_values_without_fields_are_refused() -> None:
    with pytest.raises(Refused, match="without fields"):
        stream(range(10_001), select="n")


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


@pytest.mark.parametrize(
    ("knobs", "ignored"),
    [
        ({"filter": "bogus=1"}, ["filter"]),
        ({"sort": "bogus", "max_output_bytes": 200}, ["sort", "max_output_bytes"]),
        ({"count_only": True}, ["count_only"]),
    ],
)
def test_receipt_with_results_is_never_refused(knobs: dict[str, Any], ignored: list[str]) -> None:
    receipt = document("alias add", results=[{"alias": "a"}], outcome="created")
    shape = shape_of(knobs)
    assert shape is not None

    *rows, trailer = answered(receipt, shape)

    assert rows == [{"alias": "a"}]
    assert trailer["meta"]["surface"]["ignored"] == ignored


def test_denial_needs_no_leave_in_an_answer_of_ours() -> None:
    rows = [{"status": "active"}, {"status": "archived"}]

    *shown, _ = answered(document("search", results=rows), shape_of({"filter": "status!=active"}) or Shape())

    assert shown == rows[1:]


def test_trailer_is_cut_as_its_records_are() -> None:
    hits = document("recall", terms=["a", "b", "c"], results=[{"n": 1}, {"n": 2}])

    *_, trailer = answered(hits, Shape(max_items=1))

    assert (trailer["terms"], trailer["meta"]["truncated"]) == (["a"], True)


def test_count_leaves_the_frame_alone() -> None:
    (trailer,) = answered(document("search", terms=["x"], results=[{"a": 1}]), Shape(count_only=True))

    assert sorted(trailer) == ["command", "count", "meta", "ok", "schema"]
