"""Answers within a number of bytes."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from vademecum.surface.envelope import to_json
from vademecum.surface.knobs import SMALLEST_BUDGET, Shape
from vademecum.surface.shaping import shaped

ROWS: dict[str, Any] = {"results": [{"t": "x" * 50} for _ in range(100)], "meta": {"warnings": []}}


def fit(document: Any, budget: int) -> tuple[str, Any]:
    text = shaped(document, Shape(max_output_bytes=budget), to_json)
    return text, json.loads(text)


@pytest.mark.parametrize("budget", [160, 200, 300, 301, 359, 1000, 2000, 6000])
def test_budget_holds(budget: int) -> None:
    text, _ = fit(ROWS, budget)

    assert len(text.encode()) + 1 <= budget


def test_no_element_is_dropped_in_vain() -> None:
    text, done = fit(ROWS, 2000)

    assert 2000 - (len(text) + 1) < len(to_json(ROWS["results"][0])) + 2 + 4
    assert done["meta"]["surface"]["dropped"] == 100 - len(done["results"])
    assert done["meta"]["surface"]["output_count"] == len(done["results"])


def test_what_was_dropped_is_said() -> None:
    _, done = fit(ROWS, 2000)

    assert done["meta"]["truncated"] is True
    assert done["meta"]["surface"]["output_truncated"] is True
    assert done["meta"]["surface"]["knobs"] == {"max_output_bytes": 2000}


def test_answer_that_fits_is_whole() -> None:
    _, done = fit(ROWS, 100_000)

    assert done["results"] == ROWS["results"]
    assert "truncated" not in done["meta"]


def test_other_lists_go_next_the_last_first() -> None:
    document = {"results": ["r" * 100], "first": ["a" * 200], "last": ["b" * 300]}

    _, done = fit(document, 560)

    assert done["results"] == []
    assert (done["first"], done["last"]) == (["a" * 200], [])
    assert done["meta"]["surface"]["drained"] == ["last"]


@pytest.mark.parametrize("document", [{"ok": True, "text": "x" * 5000}, {"a": "ß" * 500, "results": [1]}])
def test_stub_stands_for_what_never_fits(document: Any) -> None:
    _, done = fit(document, 200)

    assert done["truncated_reason"] == "max_output_bytes"
    assert done["max_output_bytes"] == 200
    assert done.get("ok") == document.get("ok")


@pytest.mark.parametrize("document", ["x" * 500, ["x" * 500], {"command": "x" * 500}])
def test_smallest_budget_always_holds(document: Any) -> None:
    text, done = fit(document, SMALLEST_BUDGET)

    assert len(text) + 1 <= SMALLEST_BUDGET
    assert done["truncated"] is True


def test_each_element_is_written_once() -> None:
    written: Counter[str] = Counter()

    def encode(one: Any) -> str:
        text = to_json(one)
        written[text] += 1
        return text

    rows = [{"n": n} for n in range(500)]
    shaped({"results": rows}, Shape(max_output_bytes=1000), encode)

    assert {written[to_json(row)] for row in rows} == {1}


def test_bytes_are_counted_not_letters() -> None:
    text, _ = fit({"results": ["日本" * 20, "\u0085" * 20, "é" * 20] * 10}, 700)

    assert len(text.encode()) + 1 <= 700
