"""Every knob of the table does something, wherever the table says that it does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vademecum.errors import Refused
from vademecum.surface.envelope import to_json
from vademecum.surface.knobs import KNOBS, Knob, Shape, Takes, shape_of
from vademecum.surface.shaping import shaped
from vademecum.surface.streams import Stream, answered, streamed

ROWS = [{"key": name, "text": "long " * 30, "of": [1, 2, 3]} for name in ("b", "a", "a")]
WORDS: dict[Takes, Any] = {
    Takes.KEYS: "key",
    Takes.KEY: "key",
    Takes.CONDITION: "key=a",
    Takes.ORDER: "key",
    Takes.NOTHING: True,
}
BESIDES: tuple[dict[str, Any], ...] = ({}, {"filter": "kye=a"}, {"filter": "key!=a"}, {"filter": "key=a"})
"""What a knob that only changes what another one does is turned with."""

CUT = {
    "ok": True,
    "command": "list",
    "schema": "vade/1",
    "results": ROWS,
    "total": 9,
    "meta": {"truncated": True},
}
DONE = {"ok": True, "command": "alias add", "schema": "vade/1", "results": ROWS, "meta": {}}


def word(knob: Knob) -> Any:
    """Something to turn the knob with, made from what the table says of it."""
    if knob.takes is Takes.COUNT:
        return knob.least * 3 + 2
    return knob.choices[-1] if knob.takes is Takes.CHOICE else WORDS[knob.takes]


def outcome(document: Any, **knobs: Any) -> Any:
    """What is shown, without the account of it; the message of a refusal in its place."""
    try:
        done = json.loads(shaped(document, shape_of(knobs) or Shape(), to_json))
    except Refused as refused:
        return refused.message
    return {**done, "meta": None}


def stream(**knobs: Any) -> Any:
    """The same of a stream from elsewhere."""
    try:
        *shown, trailer = streamed(ROWS, Stream(shape_of(knobs) or Shape()))
    except Refused as refused:
        return refused.message
    return shown, trailer.get("count")


def differs(act: Any, knob: Knob) -> bool:
    return any(act(**besides) != act(**{**besides, knob.name: word(knob)}) for besides in BESIDES)


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_s13_every_knob_changes_an_answer(knob: Knob) -> None:
    assert differs(lambda **knobs: (outcome(ROWS, **knobs), outcome(CUT, **knobs)), knob)


@pytest.mark.parametrize("knob", [knob for knob in KNOBS if not knob.streams], ids=lambda knob: knob.name)
def test_knob_that_no_stream_can_honour_is_refused(knob: Knob) -> None:
    assert "would need the whole of the stream" in stream(**{knob.name: word(knob)})


@pytest.mark.parametrize(
    "knob", [knob for knob in KNOBS if knob.streams and knob.choices == ()], ids=lambda knob: knob.name
)
def test_s13_knob_of_streams_changes_a_stream(knob: Knob) -> None:
    assert differs(stream, knob)


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_s14_no_knob_refuses_what_was_done(knob: Knob) -> None:
    shape = shape_of({knob.name: word(knob), "allow_unknown_keys": True})
    assert shape is not None

    account = json.loads(shaped(DONE, shape, to_json))["meta"]["surface"]

    assert knob.receipts or account["ignored"] == [knob.name]


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_s14_no_knob_refuses_a_stream_of_what_was_done(knob: Knob) -> None:
    shape = shape_of({knob.name: word(knob), "allow_unknown_keys": True})
    assert shape is not None

    *rows, trailer = answered(DONE, shape)

    assert len(rows) >= 2
    assert trailer["meta"]["surface"]["stream"] is True


@pytest.mark.parametrize("knob", [knob for knob in KNOBS if knob.repeatable], ids=lambda knob: knob.name)
def test_repeatable_knob_adds_up(knob: Knob) -> None:
    both = [word(knob), "text=x" if knob.takes is Takes.CONDITION else "text"]

    assert len(getattr(shape_of({knob.name: both}), knob.name)) == 2
