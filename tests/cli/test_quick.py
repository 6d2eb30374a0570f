"""The common command lines are answered alike with and without the full grammar."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.cli import main, quick

Vade = Callable[..., object]
Outcome = tuple[int, str, str]
Both = Callable[[list[str]], tuple[Outcome, Outcome]]

COMMON: list[list[str]] = [
    ["milk"],
    ["oat", "milk"],
    ["oat milk", "--json"],
    ["--json", "milk"],
    ["milk", "--limit", "1"],
    ["--limit=1", "milk"],
    ["--limit", "2", "--limit", "1", "milk"],
    ["milk", "--", "--json"],
    ["--", "milk", "--limit", "0"],
    [""],
    ["the", "of"],
    ["nothing of the sort"],
    ["有没有关于牛奶的记录"],
    ["mil\udcffk", "--json"],
    ["caf\u0301e\u202e", "\x1b[31m"],
    ["--json", "--json", "tea"],
    ["a\x00b"],
]
OTHER: list[list[str]] = [
    [],
    ["--", "-"],
    ["--limit", "050", "milk"],
    ["-"],
    ["--json"],
    ["--limit"],
    ["milk", "--limit"],
    ["milk", "--limit", "0"],
    ["milk", "--limit", "51"],
    ["milk", "--limit", "x", "--json"],
    ["milk", "--limit", "-1"],
    ["milk", "--limit", "\u0661"],
    ["milk", "--limit", "1_0"],
    ["--limit", "--json", "milk"],
    ["milk", "--limit="],
    ["milk", "--lim", "1"],
    ["milk", "--no-json"],
    ["milk", "--jso"],
    ["milk", "-q"],
    ["milk", "--quiet"],
    ["milk", "--color"],
    ["milk", "--tag", "coffee"],
    ["milk", "--unknown", "--json"],
    ["--help"],
    ["milk", "--explain"],
]
VERBS = pytest.mark.parametrize("verb", ["recall", "search"])


@pytest.fixture
def both(vade: Vade, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Both:
    """Run a line as the process does, and with the full grammar alone; the clock of answers stands still."""
    vade("remember", "Matthew prefers oat milk.", "--title", "Oat milk")
    vade("remember", "牛奶周二送到。Milk comes on Tuesdays.", "--title", "Delivery")
    vade("remember", "Tea needs water, and milk.", "--title", "Tea")
    monkeypatch.setattr(time, "perf_counter", lambda: 1.0)

    def outcome(run: Callable[[list[str]], int | None], line: list[str]) -> Outcome:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"tea"), encoding="utf-8"))
        capsys.readouterr()
        status = run(line)
        assert status is not None
        out, err = capsys.readouterr()
        # Each look at files that were just written may move the revision on.
        return status, re.sub(r'"index_revision": "\w+\.\d+"', "", out), err

    def process(line: list[str]) -> int:
        status = quick.answer(line)
        return main.main(line) if status is None else status

    return lambda line: (outcome(process, line), outcome(main.main, line))


@VERBS
@pytest.mark.parametrize("rest", COMMON + OTHER, ids=repr)
def test_both_ways_answer_alike(both: Both, verb: str, rest: list[str]) -> None:
    quickly, fully = both([verb, *rest])

    assert quickly == fully


@VERBS
@pytest.mark.parametrize(
    ("variable", "setting"),
    [
        ("NO_COLOR", "1"),
        ("VADE_COLOR", "always"),
        ("VADE_FORMAT", "json"),
        ("VADE_FORMAT", "text"),
        ("VADE_FORMAT", "yaml"),
        ("VADE_FORMAT", ""),
        ("VADE_RECALL_LIMIT", "1"),
        ("VADE_SEARCH_LIMIT", "many"),
        ("VADE_DIGEST_MAX_BYTES", "200"),
        ("VADE_UNHEARD_OF", "1"),
        ("VADE_HOME", "/dev/null/nowhere"),
        ("VADE_SCOPE", "project"),
    ],
)
def test_settings_count_both_ways(
    both: Both, monkeypatch: pytest.MonkeyPatch, verb: str, variable: str, setting: str
) -> None:
    monkeypatch.setenv(variable, setting)

    quickly, fully = both([verb, "milk"])

    assert quickly == fully


@VERBS
@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_a_missing_home_reads_alike(
    both: Both, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verb: str, as_json: list[str]
) -> None:
    monkeypatch.setenv("VADE_HOME", str(tmp_path / "nobody"))

    quickly, fully = both([verb, "milk", *as_json])

    assert quickly == fully


@VERBS
def test_faults_are_told_alike(both: Both, home: Path, verb: str) -> None:
    (home / "memories" / "personal" / "broken.md").write_bytes(b"---\nid: [\n---\n")
    (home / "config.toml").write_text("recall.limit = 'x'\n")

    quickly, fully = both([verb, "milk", "--json"])

    assert quickly == fully


BRIEF: list[list[str]] = [[], ["--json"], ["--json", "--json"]]
BRIEF_OTHER: list[list[str]] = [["x"], ["--"], ["--max-bytes", "600"], ["--no-json"], ["-q"], ["--help"]]


@pytest.mark.parametrize("rest", BRIEF + BRIEF_OTHER, ids=repr)
def test_both_ways_brief_alike(both: Both, rest: list[str]) -> None:
    quickly, fully = both(["brief", *rest])

    assert quickly == fully


def test_brief_alone_is_understood() -> None:
    assert [quick.understood(["brief", *rest]) is not None for rest in BRIEF] == [True] * 3
    assert [quick.understood(["brief", *rest]) for rest in BRIEF_OTHER] == [None] * 6


@pytest.mark.parametrize("rest", COMMON, ids=repr)
def test_common_lines_are_understood(rest: list[str]) -> None:
    assert quick.understood(["recall", *rest]) is not None


@pytest.mark.parametrize("rest", OTHER, ids=repr)
def test_other_lines_are_left_to_the_grammar(rest: list[str]) -> None:
    assert quick.understood(["recall", *rest]) is None


@pytest.mark.parametrize(
    "line", [[], ["recall"], ["list"], ["rec", "x"], ["--json", "recall", "x"], ["help"]]
)
def test_other_commands_are_left_to_the_grammar(line: list[str]) -> None:
    assert quick.understood(line) is None


@pytest.mark.parametrize(("variable", "setting"), [("_VADE_COMPLETE", "bash_source"), ("VADE_FORMAT", "xml")])
def test_an_unusual_environment_is_left_to_the_grammar(variable: str, setting: str) -> None:
    assert quick.answer(["recall", "milk"], {variable: setting}) is None


@given(st.lists(st.sampled_from(["a", "-", "--", "--json", "--limit", "--limit=3", "3", "51", "-x", ""])))
def test_what_is_understood_keeps_every_word(rest: list[str]) -> None:
    line = quick.understood(["search", *rest])
    known = {"--json", "--limit", "--limit=3", "--"}

    assert line is None or [word for word in rest if word not in known | {"3"}] == [
        word for word in line.words if word not in known | {"3"}
    ]
