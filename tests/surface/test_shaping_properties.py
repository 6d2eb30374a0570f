"""What holds of every document and every knob."""

from __future__ import annotations

import json
from contextlib import suppress
from io import BytesIO
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from vademecum.cli.documents import Reader, read
from vademecum.errors import InvalidValue, Refused, VadeError
from vademecum.surface.envelope import to_json
from vademecum.surface.keys import FieldKey, parse_key
from vademecum.surface.knobs import BY_NAME, SMALLEST_BUDGET, Shape, shape_of
from vademecum.surface.shaping import passes_through, shaped, shaped_document
from vademecum.surface.streams import Stream, answered, streamed

NAMES = st.sampled_from(["a", "b", "type", "entity_type", "a.b", "id", "ok", "meta", "results", "é", '"'])
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
VALUES = st.recursive(
    SCALARS | st.sampled_from(["2026-03-31", "2026-03-31T10:00:00Z", "10", "1e5"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(NAMES | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)
ROWS = st.lists(st.dictionaries(NAMES, VALUES, max_size=4), max_size=8)
KEYS = st.sampled_from(["a", "b", "a.b", "type", "entity_type", "id", '"a.b"', "é", "a.0", "zz"])
CONDITIONS = st.builds(
    lambda key, sign, value: f"{key}{sign}{value}",
    KEYS,
    st.sampled_from(["=", "!=", "~", ">", ">=", "<", "<=", " in ", " not in "]),
    st.sampled_from(["1", "x", "2026-03-31", "true", "a,b"]),
)
SORTS = st.builds(lambda key, direction: key + direction, KEYS, st.sampled_from(["", ":asc", ":desc"]))
KNOBS = st.fixed_dictionaries(
    {},
    optional={
        "select": st.lists(KEYS, min_size=1, max_size=3).map(",".join),
        "filter": st.lists(CONDITIONS, max_size=2),
        "sort": st.lists(SORTS, max_size=2),
        "dedupe_by": KEYS,
        "max_items": st.integers(0, 5),
        "count_only": st.booleans(),
        "truncate_content": st.integers(1, 20),
        "max_output_bytes": st.integers(SMALLEST_BUDGET, 2000),
        "allow_unknown_keys": st.booleans(),
        "filter_scope": st.sampled_from(["page", "universe"]),
    },
)


@given(VALUES | st.fixed_dictionaries({"results": ROWS}), KNOBS)
@settings(max_examples=300)
def test_nothing_raises_but_refusals(document: Any, knobs: dict[str, Any]) -> None:
    with suppress(Refused):
        json.loads(shaped(document, shape_of(knobs) or Shape(), to_json))


@given(st.text(), st.text(), st.text())
def test_any_text_is_read_or_refused(select: str, condition: str, sort: str) -> None:
    for given_ in ({"select": select}, {"filter": condition}, {"sort": sort}, {"dedupe_by": select}):
        with suppress(InvalidValue):
            shape_of(given_)


@given(VALUES | st.fixed_dictionaries({"results": ROWS}), KNOBS, st.integers(SMALLEST_BUDGET, 800))
@settings(max_examples=200)
def test_output_never_exceeds_its_budget(document: Any, knobs: dict[str, Any], budget: int) -> None:
    shape = shape_of(
        {**knobs, "max_output_bytes": budget, "allow_unknown_keys": True, "filter_scope": "page"}
    )
    assert shape is not None
    text = ""
    if not passes_through(document):
        with suppress(Refused):
            text = shaped(document, shape, to_json)

    assert len(text.encode()) + 1 <= budget


@given(ROWS, CONDITIONS, SORTS)
def test_filter_and_sort_may_change_places(rows: list[Any], condition: str, sort: str) -> None:
    allowed = {"allow_unknown_keys": True}

    def done(given_: list[Any], **knobs: Any) -> Any:
        shape = shape_of({**knobs, **allowed})
        assert shape is not None
        return shaped_document({"results": given_}, shape).document["results"]

    first = done(done(rows, filter=[condition]), sort=[sort])

    assert first == done(done(rows, sort=[sort]), filter=[condition])
    assert first == done(rows, filter=[condition], sort=[sort])


@given(ROWS, CONDITIONS, st.lists(KEYS, min_size=1, max_size=2).map(",".join))
def test_stream_and_document_show_the_same(rows: list[Any], condition: str, select: str) -> None:
    shape = shape_of({"filter": condition, "select": select, "allow_unknown_keys": True})
    assert shape is not None
    plain = [row for row in rows if not passes_through(row) and "schema" not in row]

    *shown, _ = streamed(plain, Stream(shape))

    assert len(shown) == len(shaped_document({"results": plain}, shape).document["results"])


@given(st.lists(st.text(st.characters(codec=None)), min_size=1, max_size=4), st.integers(-5, 5))
def test_any_name_can_be_said(names: list[str], number: int) -> None:
    spelled = str(FieldKey(tuple(names)))
    element: Any = number
    for name in reversed(names):
        element = {name: element}

    assert parse_key("--select", spelled) == FieldKey(tuple(names))
    for knobs in ({"select": spelled}, {"filter": f"{spelled}={number}"}, {"sort": f"{spelled}:desc"}):
        assert shaped_document([element], shape_of(knobs) or Shape()).document["results"] == [element]


@given(
    st.binary() | st.text().map(str.encode) | VALUES.map(lambda one: json.dumps(one).encode()), st.booleans()
)
def test_any_bytes_are_read_or_refused(raw: bytes, stream: bool) -> None:
    with suppress(VadeError):
        foreign = read(BytesIO(raw), stream=stream)
        if foreign.rest is not None:
            assert len(list(Reader(foreign).records())) <= len(raw)


@given(ROWS, KNOBS)
def test_receipt_is_never_refused(rows: list[Any], knobs: dict[str, Any]) -> None:
    receipt = {"ok": True, "command": "alias add", "schema": "vade/1", "results": rows, "meta": {}}
    shape = shape_of(knobs) or Shape()

    assert json.loads(shaped(receipt, shape, to_json))
    assert list(answered(receipt, shape))


@given(ROWS, KNOBS)
def test_answer_and_its_stream_show_the_same(rows: list[Any], knobs: dict[str, Any]) -> None:
    answer = {"ok": True, "command": "search", "schema": "vade/1", "results": rows, "meta": {}}
    shape = shape_of({**knobs, "count_only": False})
    streams = [name for name in (shape or Shape()).turned if not BY_NAME[name].streams]

    with suppress(Refused):
        whole = shaped_document(answer, shape or Shape()).document["results"]
        *shown, _ = answered(answer, shape or Shape())
        assert (shown, streams) == (whole, [])
