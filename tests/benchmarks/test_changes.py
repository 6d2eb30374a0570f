"""The scenarios are many and distinct, and nothing that changed is told as if it still held."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from changes import KINDS, Stage, figures, judged, main, measured, rows


def test_scenarios_are_many_and_distinct() -> None:
    written = [json.dumps(row, sort_keys=True) for row in rows()]

    assert len(set(written)) == len(written) >= 100
    assert min(Counter(row["kind"] for row in rows()).values()) >= 20


def test_scenarios_cover_kinds_and_languages() -> None:
    assert {row["kind"] for row in rows()} == set(KINDS)
    assert {"en", "de", "fr", "es", "ru", "zh", "ja"} <= {row["lang"] for row in rows()}


def test_scenario_names_what_it_tells() -> None:
    for row in rows():
        told = {*row["told"], *(step["as"] for step in row["then"] if "as" in step)}
        asked = {name for ask in row["asks"] for name in (*ask["right"], *ask["stale"])}
        assert {*row["doubted"], *asked} <= told


def test_figures_stay_what_they_were() -> None:
    found = figures(measured()[0]["all"])

    assert (found["precision"], found["recall"]) >= (0.95, 0.9)
    assert found["stale"] <= 4
    assert found["right"] == found["asked"]


def test_wrong_answers_are_told() -> None:
    row = {"doubted": ["a"], "asks": [{"text": "where?", "right": ["b"], "stale": ["c"]}]}
    told = Stage().told({"told": {"c": {"text": "where to"}}, "then": [], "asks": row["asks"]})

    assert judged(row, told)[1] == ["missed: a", "stale: c to where?", "not told: b to where?"]


def test_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json"]) in (0, 1)
    assert set(json.loads(capsys.readouterr().out)) == {*KINDS, "all"}
