"""Options of every command, before or after its name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vademecum import __main__
from vademecum.cli import ending
from vademecum.surface.outcomes import Exit

Vade = Callable[..., Any]


@pytest.mark.flag("vade --home")
def test_home_says_where_memories_are(vade: Vade, tmp_path: Path) -> None:
    vade("--home", str(tmp_path / "a"), "remember", "Apples are red.")
    vade("remember", "Pears are green.", "--home", str(tmp_path / "b"))

    assert len(list((tmp_path / "a").rglob("*.md"))) == 1
    assert vade("search", "apples", "--json", "--home", str(tmp_path / "b")).keys == []


def test_home_outweighs_the_environment(vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_HOME", str(tmp_path / "environment"))

    assert vade("config", "path").out.startswith(str(tmp_path / "environment"))
    assert vade("config", "path", "--home", str(tmp_path / "flag")).out.startswith(str(tmp_path / "flag"))


@pytest.mark.flag("vade --scope")
def test_scope_binds_writes_and_reads(vade: Vade) -> None:
    vade("remember", "Apples are red.", "--scope", "org:acme")
    vade("remember", "Apples are green.")

    assert vade("search", "apples", "--json", "--scope", "org:acme").json["results"][0]["scope"] == "org:acme"
    assert len(vade("search", "apples", "--json").keys) == 2


def test_wrong_scope_is_told(vade: Vade) -> None:
    run = vade("search", "apples", "--scope", "persnal", "--json")

    assert (run.status, run.json["ok"]) == (2, False)
    assert "personal" in run.out


@pytest.mark.flag("vade --json")
@pytest.mark.parametrize("line", [("--json", "list"), ("list", "--json"), ("list", "--no-json", "--json")])
def test_json_works_in_any_place(vade: Vade, line: tuple[str, ...]) -> None:
    assert vade(*line).json["command"] == "list"


def test_json_works_inside_a_group(vade: Vade) -> None:
    assert vade("alias", "--json", "list").json["command"] == "alias list"


def test_json_may_come_from_the_environment(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_FORMAT", "json")

    assert vade("list").json["ok"] is True


def test_json_after_two_hyphens_is_text(vade: Vade) -> None:
    vade("remember", "--", "--json is an option.")

    assert vade("search", "--", "--json").out.startswith("1. ")


@pytest.mark.flag("vade --no-json")
def test_no_json_outweighs_the_environment(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_FORMAT", "json")

    assert vade("list", "--no-json").out == "Nothing is here yet.\n"


@pytest.mark.flag("vade --color")
@pytest.mark.usefixtures("memories")
def test_color_reaches_even_a_pipe(vade: Vade) -> None:
    assert "\x1b[1;33mmilk\x1b[0m" in vade("search", "milk", "--color").out.lower()


@pytest.mark.flag("vade --no-color")
@pytest.mark.usefixtures("memories")
def test_no_color_outweighs_the_environment(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_COLOR", "always")

    assert "\x1b" in vade("search", "milk").out
    assert "\x1b" not in vade("search", "milk", "--no-color").out


@pytest.mark.flag("vade --quiet")
@pytest.mark.flag("vade -q")
@pytest.mark.parametrize("option", ["-q", "--quiet"])
def test_quiet_prints_the_bare_answer(vade: Vade, option: str) -> None:
    assert vade("remember", "Apples are red.", "--title", "Apples", option).out == "apples\n"
    assert vade("recall", "volcanoes", option).out == ""


@pytest.mark.flag("vade --version")
def test_version_is_the_packages(vade: Vade) -> None:
    assert vade("--version").out == "vade 0.1.0\n"
    assert vade("--version", "--json").json["version"] == "0.1.0"


def test_alone_it_teaches(vade: Vade) -> None:
    run = vade()

    assert run.status == 0
    assert "vade recall" in run.out
    assert len(run.out.splitlines()) < 12


@pytest.mark.parametrize("line", [("config",), ("help", "config"), ("config", "--help")])
def test_group_alone_shows_what_it_has(vade: Vade, line: tuple[str, ...]) -> None:
    run = vade(*line)

    assert (run.status, run.out.startswith("Usage: vade config")) == (0, True)


def test_group_alone_answers_in_json(vade: Vade) -> None:
    assert vade("alias", "--json").json["commands"] == ["add", "list", "remove"]


def test_help_is_a_command_too(vade: Vade) -> None:
    assert vade("help").out == vade("--help").out


@pytest.mark.parametrize(
    ("line", "status", "code", "meant"),
    [
        (("recal", "x"), 2, "unknown_name", "recall"),
        (("recall", "x", "--limt", "3"), 2, "unknown_name", "--limit"),
        (("recall", "x", "--limit", "many"), 2, "invalid_value", None),
        (("recall", "x", "--limit", "51"), 2, "invalid_value", None),
        (("recall", "x", "--type", "fcat"), 2, "unknown_name", "fact"),
        (("recall", "x", "--since", "sometime"), 2, "invalid_value", None),
        (("search", "x", "--mode", "al"), 2, "invalid_value", "all"),
        (("search", "--mode", "expert", '"open'), 2, "query_syntax", None),
        (("alias", "ad"), 2, "unknown_name", "add"),
        (("alias", "add", "k8s"), 2, "usage", None),
        (("show",), 2, "usage", None),
        (("recall",), 2, "usage", None),
        (("show", "nowhere"), 4, "not_found", None),
        (("config", "get", "limit"), 2, "unknown_name", "recall.limit"),
        (("config", "set", "recall.limit", "0"), 2, "invalid_value", None),
        (("remember", "  \n "), 2, "invalid_value", None),
        (("remember", "x", "--confidence", "7"), 2, "invalid_value", None),
        (("edit", "x"), 2, "usage", None),
        (("remember", "x" * 30_000), 6, "limit_exceeded", None),
    ],
)
def test_faults_have_code_status_and_advice(
    vade: Vade, line: tuple[str, ...], status: int, code: str, meant: str | None
) -> None:
    run = vade(*line, "--json")

    assert (run.status, run.json["error"]["code"]) == (status, code)
    assert meant is None or meant in run.json["error"]["suggestions"]
    assert run.err == ""


def test_fault_without_json_goes_to_stderr(vade: Vade) -> None:
    run = vade("wy", "x")

    assert (run.status, run.out, run.err) == (
        2,
        "",
        "vade: unknown command 'wy'; did you mean why?\n",
    )


def test_t13_bad_setting_blocks_nothing(vade: Vade, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text("recall = [", encoding="utf-8")

    assert vade("list").status == 0
    assert vade("config", "set", "recall.limit", "3").status == 0
    assert vade("config", "get", "recall.limit").out == "3\n"


def test_fault_inside_is_numbered_and_told(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vademecum.wiring.open_home", lambda *_, **__: json.loads("{"))

    run = vade("list", "--json")

    assert (run.status, run.json["error"]["code"]) == (20, "internal")
    assert "VADE_DEBUG=1" in run.json["error"]["message"]


def test_debug_shows_where_it_failed(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vademecum.wiring.open_home", lambda *_, **__: json.loads("{"))
    monkeypatch.setenv("VADE_DEBUG", "1")

    assert "Traceback" in vade("list").err


def test_interruption_has_its_status(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("vademecum.wiring.open_home", interrupt)

    assert vade("list").status == 130


def test_statuses_known_early_are_the_tables() -> None:
    early = (ending._FAILURE, ending._INTERRUPTED, ending._BROKEN_PIPE, __main__._INTERRUPTED)

    assert early == (Exit.FAILURE, Exit.INTERRUPTED, Exit.BROKEN_PIPE, Exit.INTERRUPTED)


def test_errors_are_one_line_and_have_meta(vade: Vade) -> None:
    handle = "a\x1b]0;x\x07\nvade: forged"

    assert vade("show", handle).err.count("\n") == 1
    assert "\x1b" not in vade("show", handle).err
    assert list(vade("show", handle, "--json").json) == ["ok", "error", "meta"]


def test_t10_reading_creates_nothing(vade: Vade, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))

    assert vade("recall", "anything at all").status == 0
    assert sorted(tmp_path.rglob("*")) == before
