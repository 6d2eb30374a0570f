"""A comparison has a row for everybody: with figures, or with the reason why there are none."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.bench.sets import dialogue, written
from tests.benchmarks.rivals.toy import Silent, Toy, task

from rivals import vademecum_itself
from rivals.command import Systems, main, ourselves
from rivals.measuring import Outcome, compare, notes_of
from rivals.report import markdown
from rivals.rival import CannotRun, Late, Opened, Rival
from rivals.vademecum_itself import Vademecum, VademecumTalks
from vademecum.model.vectors import Lacking


def quiet(_line: str) -> None:
    """Nobody looks."""


class Slow:
    """A system that never answers in time."""

    schema = None

    def ask(self, question: str, limit: int) -> list[str]:
        raise Late("no end after 60 s")


class Waiting(Toy):
    """A rival whose server is slow."""

    @contextmanager
    def opened(self, home: Path) -> Generator[Opened]:
        yield Slow()


class Refusing(Toy):
    """A rival whose server answers nothing but errors."""

    @contextmanager
    def opened(self, home: Path) -> Generator[Opened]:
        yield Silent()


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Outcome]:
    rivals = [Toy(), Toy("lame", "fill"), Refusing("shy"), Waiting("late")]
    return compare(task(), rivals, tmp_path_factory.mktemp("work"), quiet)


def test_session_becomes_one_note_whose_name_tells_nothing() -> None:
    notes, ids = notes_of(next(iter(task().stores)), "session")

    assert [(one.name, one.text) for one in notes] == [
        ("note-00001", "parrots talk\na lot"),
        ("note-00002", "canoes float\nwell"),
    ]
    assert ids == {"note-00001": "one", "note-00002": "two"}


def test_figures_are_those_of_the_answers(outcomes: Sequence[Outcome]) -> None:
    row = outcomes[0].rows[0].to_dict()

    assert (row["unit"], row["category"], row["n"], row["tools"]) == ("session", "all", 3, 1)
    assert (row["r@1"], row["hit@10"], row["mrr"]) == (66.67, 66.67, 66.67)
    assert {"p50_ms", "p95_ms", "index_s", "disk_mb", "schema_kb"} <= row.keys()


def test_no_measure_looks_further_than_was_asked(outcomes: Sequence[Outcome]) -> None:
    assert {"r@20", "hit@20"}.isdisjoint(outcomes[0].rows[0].figures)


def test_costs_stand_with_all_questions_only(outcomes: Sequence[Outcome]) -> None:
    assert [(row.category, "disk_mb" in row.figures) for row in outcomes[0].rows] == [
        ("all", True),
        ("birds", False),
    ]


def test_who_cannot_run_gets_a_row_with_the_reason(outcomes: Sequence[Outcome]) -> None:
    lines = markdown("run.py", "today", [(task(), outcomes)]).splitlines()

    assert any(line.startswith("| lame (MCP `first`): cannot fill | 0 |") for line in lines)
    assert "- lame (MCP `first`) cannot fill: no luck today" in lines


def test_refused_questions_count_as_found_nothing(outcomes: Sequence[Outcome]) -> None:
    shy = outcomes[2]

    assert (shy.rows[0].figures["hit@10"], shy.rows[0].figures["refused"]) == (0.0, 3)
    assert shy.refused[0] == "parrots do what?: not this one"


def test_who_answers_nothing_in_time_is_given_up(outcomes: Sequence[Outcome]) -> None:
    failed = outcomes[3].failed

    assert failed is not None
    assert (failed.stage, failed.reason) == ("ask", "3 times in a row: no end after 60 s")


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compared")
    written(folder / "locomo.json", [dialogue()])
    known: Systems = {"toy": [Toy()], "lame": [Toy("lame", "install")]}
    given = ["--data", str(folder), "--protocol", "locomo", "--cache", str(folder / "cache")]

    assert main([*given, "--questions", "1", "--out", str(folder / "out")], known) == 0

    return folder / "out"


def test_we_are_asked_through_the_same_doors(compared: Path) -> None:
    (told,) = json.loads((compared / "rivals.json").read_text(encoding="utf-8"))["compared"]
    ours = [one for one in told["systems"] if "vademecum" in one["name"] and "[meaning]" not in one["name"]]

    assert [(one["name"], one["door"]) for one in ours] == [
        ("vademecum", "MCP `recall`"),
        ("vademecum-search", "MCP `search`"),
        ("vademecum, as conversations", "MCP `recall_conversations`"),
    ]
    assert [one["rows"][0]["hit@1"] for one in ours] == [100.0] * 3


def test_command_is_asked_beside_a_command() -> None:
    toy = Toy()
    toy.served = False

    doors = dict.fromkeys(rival.door for rival in ourselves([toy]))

    assert list(doors) == [
        "`vade recall --json`",
        "`vade search --json`",
        "`vade conversations search --unit session --json`",
    ]


def test_extra_that_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = Lacking("no model here; `pip install 'vademecum[meaning]'`")
    monkeypatch.setattr(vademecum_itself, "opened", lambda _name: lacking)

    with pytest.raises(CannotRun, match=r"install: .*pip install 'vademecum\[meaning\]'"):
        Vademecum("recall", served=True, meaning=True).install(tmp_path)


@pytest.mark.parametrize("rival", [Vademecum("search", served=False), VademecumTalks(served=False)])
def test_our_own_commands_are_read(rival: Rival, tmp_path: Path) -> None:
    notes, _ = notes_of(next(iter(task().stores)), "session")
    rival.fill(notes, tmp_path)

    with rival.opened(tmp_path) as opened:
        assert opened.ask("Who has canoes?", 10) == ["note-00002"]


def test_who_cannot_be_installed_stands_first(compared: Path) -> None:
    (told,) = json.loads((compared / "rivals.json").read_text(encoding="utf-8"))["compared"]

    assert told["systems"][0]["failed"] == {"stage": "install", "reason": "no luck today"}


def test_report_begins_with_its_command(compared: Path) -> None:
    text = (compared / "rivals.md").read_text(encoding="utf-8")

    assert text.startswith("`python benchmarks/rivals/run.py --data ")
    assert "locomo.json, 1 dialogues, 1 questions of each store" in text


def test_data_that_are_missing_end_it_with_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["--data", str(tmp_path), "--out", str(tmp_path / "out")], {})

    assert status == 2
    assert "name the file or its folder with --data" in capsys.readouterr().err
