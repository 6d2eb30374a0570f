"""Orders carried out on small sets: rows, what is left in a folder, what cannot run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.bench.sets import dialogue, written

from vademecum.bench import silence
from vademecum.bench.methods import table
from vademecum.bench.outcome import write
from vademecum.bench.report import markdown
from vademecum.bench.running import Measured, Order, measure, named_baselines
from vademecum.bench.task import Passage, Question, Store
from vademecum.errors import InvalidValue, NotFound, VaultError
from vademecum.model.vectors import Lacking


def quiet(_line: str) -> None:
    """Nobody looks."""


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Measured:
    path = written(tmp_path_factory.mktemp("data") / "locomo.json", [dialogue(), dialogue("conv-30")])
    return measure(Order(protocol="locomo", data=path, budget="1k", baselines=("fts5",)), quiet)


def test_rows_stand_by_unit_category_and_method(measured: Measured) -> None:
    row = next(r.to_dict() for r in measured.rows if r.unit == "turn" and r.category == "single-hop")

    assert (row["protocol"], row["method"], row["n"]) == ("locomo", "vademecum", 2)
    assert (row["r@1"], row["hit@5"], row["mrr"], row["ndcg@10"]) == (100.0, 100.0, 100.0, 100.0)
    assert row["in_budget"] == 100.0


def test_intervals_stand_with_all_questions_only(measured: Measured) -> None:
    having = {r.category for r in measured.rows if "mrr_low" in r.figures}

    assert having == {"all"}


def test_report_begins_with_its_command(measured: Measured) -> None:
    lines = markdown(measured).splitlines()

    assert lines[0].startswith("`vade bench locomo --data ")
    assert lines[0].endswith(" --budget 1k --baseline fts5`")
    assert "## locomo: locomo.json, 2 dialogues" in lines


def test_folder_gets_report_rows_rankings_and_plots(measured: Measured, tmp_path: Path) -> None:
    names = write(measured, tmp_path / "out")
    rankings = json.loads((tmp_path / "out" / "rankings" / "locomo-turn-vademecum.json").read_text("utf-8"))

    assert {"report.md", "rows.json", "locomo-turn-recall.svg", "locomo-session-mrr.svg"} <= set(names)
    assert all((tmp_path / "out" / name).is_file() for name in names)
    assert rankings["rankings"]["conv-26/0"][0] == "D1:1"


def test_folder_that_cannot_be_written_is_told(measured: Measured, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file", encoding="utf-8")

    with pytest.raises(VaultError, match="give another --out"):
        write(measured, tmp_path / "out")


def test_same_data_give_the_same_figures(tmp_path: Path) -> None:
    order = Order(protocol="locomo", data=written(tmp_path / "locomo.json", [dialogue()]))
    runs = [measure(order, quiet) for _ in range(2)]

    untimed = [[{k: v for k, v in row.figures.items() if k != "p50_ms"} for row in run.rows] for run in runs]

    assert untimed[0] == untimed[1]


def test_what_cannot_run_is_named_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "opened", lambda _name: Lacking("no embedder here"))
    path = written(tmp_path / "locomo.json", [dialogue()])

    told = measure(Order(protocol="locomo", data=path), quiet)

    assert [one.name for one in told.skipped] == ["dense", "rrf"]
    assert "Not run: dense: no embedder here." in markdown(told)


def test_protocol_without_data_is_an_error_when_asked_for() -> None:
    with pytest.raises(NotFound, match="name a folder with --data"):
        measure(Order(protocol="beir"), quiet)


def test_unknown_baseline_is_refused_with_the_nearest() -> None:
    with pytest.raises(InvalidValue) as refused:
        named_baselines("fts5,bm25")

    assert refused.value.suggestions[0] == "bm25s"


def test_questions_of_another_store_get_this_ones_names() -> None:
    asked = Question(id="1", text="Did Ada's aunt meet Ben?", golds={"all": {"x": 1.0}})
    theirs = Store(id="theirs", passages=[], questions=[asked], names=("Ada", "Ben"))
    ours = Store(id="ours", passages=[], questions=[], names=("Cleo", "Dan"))

    assert silence.swapped(theirs, ours) == ["Did Cleo's aunt meet Dan?"]


def test_one_name_stands_for_both_where_there_is_one() -> None:
    asked = Question(id="1", text="Did Ada meet Ben?", golds={"all": {"x": 1.0}})
    theirs = Store(id="theirs", passages=[], questions=[asked], names=("Ada", "Ben"))
    ours = Store(id="ours", passages=[Passage(id="x", text="", session="x")], questions=[], names=("Cleo",))

    assert silence.swapped(theirs, ours) == ["Did Cleo meet Cleo?"]


def test_world_questions_are_many_and_in_many_scripts() -> None:
    texts = silence.world()

    assert len(texts) >= 60
    assert len({text for text in texts if not text.isascii()}) >= 15


@pytest.fixture(scope="module")
def silent(tmp_path_factory: pytest.TempPathFactory) -> Measured:
    other = dialogue("conv-30")
    other["conversation"] |= {"speaker_a": "Cleo", "speaker_b": "Dan"}
    path = written(tmp_path_factory.mktemp("data") / "locomo.json", [dialogue(), other])
    return measure(Order(protocol="silence", data=path), quiet)


def test_silence_has_a_row_for_each_construction_and_method(silent: Measured) -> None:
    rows = [row.to_dict() for row in silent.rows]

    assert [(row["construction"], row["method"]) for row in rows] == [
        (construction, method) for construction in silence.CONSTRUCTIONS for method in silence.METHODS
    ]
    assert {"auroc", "lost_percent", "false_recalls_percent"} <= rows[0].keys()


def test_what_answers_is_gone_where_it_was_taken_out(silent: Measured) -> None:
    kinds = {trial.kind: trial for trial in silent.trials if trial.question == "What did Ada adopt?"}

    assert kinds["answerable"].told
    assert not kinds["removed-gold"].told


def test_every_trial_is_kept(silent: Measured, tmp_path: Path) -> None:
    write(silent, tmp_path)
    kept = json.loads((tmp_path / "rankings" / "silence.json").read_text("utf-8"))

    assert len(kept) == len(silent.trials) == 4 + 4 + 4 + 2 * len(silence.world())


def test_tenths_of_certainty_tell_how_many_are_answerable() -> None:
    told = [
        ("answerable", 0.92),
        ("answerable", 1.0),
        ("world", 0.96),
        ("world", 0.04),
        ("removed-gold", 0.5),
    ]
    trials = [
        silence.Trial(store="s", question=str(n), kind=kind, scores={"vademecum": sure}, told=True)
        for n, (kind, sure) in enumerate(told)
    ]
    assert silence.reliability(trials) == [silence.Tenth(1, 4.0, 0.0), silence.Tenth(3, 96.0, 66.67)]
