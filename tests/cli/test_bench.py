"""bench: what a person is shown, what a program reads, what each option does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.bench.sets import dialogue, written

from vademecum.bench import running
from vademecum.bench.methods import table
from vademecum.cli.commands import bench

Vade = Callable[..., Any]


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(written(tmp_path / "locomo.json", [dialogue(), dialogue("conv-50")]))


@pytest.mark.flag("vade bench --data")
def test_bench_reads_the_file_it_is_given(vade: Vade, data: str) -> None:
    run = vade("bench", "locomo", "--data", data, "--baseline", "fts5")

    assert run.out.startswith(f"`vade bench locomo --data {data} --baseline fts5`\n")
    assert "## locomo: locomo.json, 2 dialogues" in run.out


def test_bench_answers_as_json(vade: Vade, data: str) -> None:
    answer = vade("bench", "locomo", "--data", data, "--json").json

    assert {row["method"] for row in answer["rows"]} >= {"vademecum", "fts5-porter", "bm25-b0.2"}
    assert {row["unit"] for row in answer["rows"]} == {"turn", "session"}
    assert [one["name"] for one in answer["skipped"]] == ["dense", "rrf"]


def test_rows_of_bench_take_the_knobs(vade: Vade, data: str) -> None:
    run = vade("bench", "locomo", "--data", data, "--filter", "category=single-hop", "--select", "method,r@1")

    assert {tuple(row) for row in run.json["rows"]} == {("method", "r@1")}


@pytest.mark.flag("vade bench --split")
def test_bench_of_one_half_asks_only_that(vade: Vade, data: str) -> None:
    answer = vade("bench", "locomo", "--data", data, "--split", "test", "--json").json

    assert answer["sources"] == {"locomo": "locomo.json, 1 dialogues"}


@pytest.mark.flag("vade bench --budget")
def test_bench_within_a_budget_has_one_measure_more(vade: Vade, data: str) -> None:
    answer = vade("bench", "locomo", "--data", data, "--budget", "2k", "--json").json

    assert all(0 <= row["in_budget"] <= 100 for row in answer["rows"])


@pytest.mark.flag("vade bench --baseline")
def test_bench_without_baselines_measures_the_product_alone(vade: Vade, data: str) -> None:
    answer = vade("bench", "locomo", "--data", data, "--baseline", "", "--json").json

    assert {row["method"] for row in answer["rows"]} == {"vademecum", "vademecum-search"}
    assert answer["skipped"] == []


@pytest.mark.flag("vade bench --out")
def test_bench_leaves_everything_in_a_folder(vade: Vade, data: str, tmp_path: Path) -> None:
    answer = vade("bench", "locomo", "--data", data, "--out", str(tmp_path / "out"), "--json").json

    assert "report.md" in answer["written"]
    assert (tmp_path / "out" / "report.md").read_text("utf-8").startswith("`vade bench locomo")


def test_bench_makes_no_home(vade: Vade, home: Path, data: str) -> None:
    vade("bench", "locomo", "--data", data, "--baseline", "")

    assert not home.exists()


def test_bench_without_data_asks_our_own_sample(vade: Vade) -> None:
    answer = vade("bench", "longmemeval", "--json").json

    assert answer["sources"] == {"longmemeval": "assistant.json, 13 questions"}


def test_bench_of_a_wrong_file_ends_with_usage(vade: Vade, tmp_path: Path) -> None:
    run = vade("bench", "locomo", "--data", str(written(tmp_path / "x.json", {"a": 1})))

    assert run.status == 2
    assert "a LoCoMo file" in run.err


def test_command_offers_what_there_is_to_run() -> None:
    assert bench.PROTOCOLS == running.PROTOCOLS
    assert tuple(bench.BASELINES.split(",")) == table.BASELINES
    assert tuple(running.BUDGETS) == bench.BUDGETS
