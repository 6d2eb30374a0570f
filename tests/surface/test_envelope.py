"""One object that any reader takes and no terminal obeys."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.errors import NotFound, UnknownName
from vademecum.surface.envelope import Meta, failure, success, to_json

META = Meta(elapsed_ms=1.26, index_revision="a.7")


def test_success_keeps_its_order() -> None:
    assert list(success("recall", {"outcome": "hits", "results": []}, META)) == [
        "ok",
        "command",
        "schema",
        "outcome",
        "results",
        "meta",
    ]


def test_success_states_command_and_schema() -> None:
    assert success("alias add", {}, META) == {
        "ok": True,
        "command": "alias add",
        "schema": "vade/1",
        "meta": {"elapsed_ms": 1.3, "index_revision": "a.7", "warnings": []},
    }


def test_meta_raises_flags_only_when_true() -> None:
    meta = Meta(
        elapsed_ms=0, stale=True, truncated=True, partial=True, stats={"candidates": 2}, warnings=("w",)
    )

    assert meta.to_dict() == {
        "elapsed_ms": 0,
        "index_revision": None,
        "stale": True,
        "truncated": True,
        "partial": True,
        "stats": {"candidates": 2},
        "warnings": ["w"],
    }


def test_failure_is_exactly_one_error_object() -> None:
    assert failure(UnknownName("type", "fcat", suggestions=("fact",)), Meta(elapsed_ms=1.26)) == {
        "ok": False,
        "error": {
            "code": "unknown_name",
            "class": "usage",
            "message": "unknown type 'fcat'; did you mean fact?",
            "retryable": False,
            "suggestions": ["fact"],
            "docs": "docs/errors.md#unknown_name",
        },
        "meta": {"elapsed_ms": 1.3, "index_revision": None, "warnings": []},
    }


def test_failure_without_suggestions_has_an_empty_list() -> None:
    assert failure(NotFound("no such memory"), Meta(elapsed_ms=1))["error"]["suggestions"] == []


@given(
    st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)
)
def test_json_round_trips_any_text(value: object) -> None:
    assert json.loads(to_json({"value": value})) == {"value": value}


@given(st.text(st.characters()))
def test_json_is_one_line_of_utf8(value: str) -> None:
    assert len(to_json({"value": value}).encode().decode().splitlines()) == 1


@given(st.text(st.characters()))
def test_ascii_only_json_is_ascii(value: str) -> None:
    assert to_json({"value": value}, ascii_only=True).isascii()


def test_lone_surrogate_becomes_an_escape() -> None:
    assert to_json({"v": "bad \ud83d 你"}) == '{"v": "bad \\ud83d \\u4f60"}'


def test_letters_of_any_script_stay_readable() -> None:
    assert to_json({"v": "你好 naïve"}) == '{"v": "你好 naïve"}'


@pytest.mark.parametrize(
    "control", ["\x1b", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\u200f", "\ufeff"]
)
def test_no_control_reaches_a_terminal_raw(control: str) -> None:
    assert control not in to_json({"v": f"a{control}b"})


def test_not_a_number_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        to_json({"v": float("nan")})
