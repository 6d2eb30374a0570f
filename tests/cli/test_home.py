"""doctor, stats, reindex, config and completion."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]


def test_doctor_is_content_with_a_sound_home(vade: Vade) -> None:
    vade("remember", "Apples are red.")
    run = vade("doctor")

    assert (run.status, run.out.splitlines()[-1]) == (0, "All is well.")


def test_doctor_names_an_unreadable_file(vade: Vade, home: Path) -> None:
    vade("remember", "Apples are red.", "--title", "Apples")
    (home / "memories/personal/apples.md").write_text("---\ntitle: [\n---\nx", encoding="utf-8")

    run = vade("doctor")

    assert "apples.md" in run.out
    assert "fix: " in run.out


def test_doctor_names_a_bad_setting(vade: Vade, home: Path) -> None:
    vade("init")
    (home / "config.toml").write_text("[recal]\nlimit = 3", encoding="utf-8")

    assert "recall.limit" in vade("doctor").out


@pytest.mark.flag("vade doctor --deep")
def test_deep_doctor_is_content_with_a_sound_home(vade: Vade) -> None:
    vade("remember", "Apples are red.")
    run = vade("doctor", "--deep")

    assert "every record was read again" in run.out
    assert (run.status, run.out.splitlines()[-1]) == (0, "All is well.")


@pytest.mark.flag("vade doctor --fix")
def test_deep_doctor_mends_what_a_killed_process_left(vade: Vade, home: Path) -> None:
    vade("remember", "Apples are red.")
    left = home / "state/.vade-00.tmp"
    left.write_text("half")
    os.utime(left, (0, 0))

    assert "fix: vade doctor --deep --fix" in vade("doctor", "--deep").out
    assert vade("doctor", "--deep", "--fix").out.splitlines()[-1] == "All is well."
    assert not left.exists()


def test_fix_is_refused_without_deep(vade: Vade) -> None:
    run = vade("doctor", "--fix")

    assert (run.status, "give both" in run.err) == (2, True)


def test_stats_counts_and_draws(vade: Vade) -> None:
    vade("remember", "Apples are red.", "--type", "fact")
    run = vade("stats")

    assert run.out.startswith("1 memory, 0 entities, ")
    assert "by type\nfact  1  █" in run.out
    assert vade("stats", "--json").json["by_type"] == {"fact": 1}


def test_reindex_changes_no_answer(vade: Vade) -> None:
    vade("remember", "Apples are red.")
    before = vade("search", "apples", "--json").json["results"]
    run = vade("reindex")

    assert run.out.startswith("Indexed 1 file in ")
    assert run.err == ""
    assert vade("search", "apples", "--json").json["results"] == before


def test_config_lists_value_and_origin(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_RECALL_LIMIT", "9")
    vade("config", "set", "search.limit", "3")
    rows = {
        row["name"]: (row["value"], row["origin"]) for row in vade("config", "list", "--json").json["results"]
    }

    assert rows["recall.limit"] == (9, "environment")
    assert rows["search.limit"] == (3, "file")
    assert rows["output.format"] == ("json", "argument")
    assert rows["language"] == ("en", "default")


def test_config_list_shows_what_was_set_aside(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_RECALL_LIMIT", "many")

    assert "set aside  recall.limit: 'many' is not one of its values (1 to 50)" in vade("config", "list").out


def test_config_set_is_read_by_recall(vade: Vade) -> None:
    vade("remember", "Apples are red.")
    vade("remember", "Apples are sweet.")
    vade("config", "set", "recall.limit", "1")

    assert len(vade("recall", "apples", "--json").keys) == 1


def test_config_unset_returns_to_the_default(vade: Vade) -> None:
    vade("config", "set", "recall.limit", "1")

    assert vade("config", "unset", "recall.limit").out == "Set recall.limit: 1 → not set\n"
    assert vade("config", "get", "recall.limit").out == "6\n"


def test_config_says_what_overrules_the_file(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_RECALL_LIMIT", "9")

    assert "VADE_RECALL_LIMIT is set and stays in force" in vade("config", "set", "recall.limit", "3").err


@pytest.mark.flag("vade config set --dry-run")
@pytest.mark.flag("vade config unset --dry-run")
def test_config_dry_runs_write_nothing(vade: Vade, home: Path) -> None:
    vade("config", "set", "recall.limit", "3", "--dry-run")
    assert not (home / "config.toml").exists()
    vade("config", "set", "recall.limit", "3")
    vade("config", "unset", "recall.limit", "--dry-run")

    assert vade("config", "get", "recall.limit").out == "3\n"


def test_config_path_is_the_file(vade: Vade, home: Path) -> None:
    assert vade("config", "path").out == f"{home / 'config.toml'}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_names_the_command(vade: Vade, shell: str) -> None:
    assert "_VADE_COMPLETE" in vade("completion", shell).out


def test_completion_of_another_shell_is_refused(vade: Vade) -> None:
    assert vade("completion", "tcsh").status == 2


@pytest.mark.flag("vade brief --max-bytes")
def test_brief_tells_what_there_is_within_its_bytes(vade: Vade) -> None:
    vade("remember", "We ship on Tuesdays.", "--type", "decision")

    assert "  1 memory: 1 decision\n" in vade("brief").out
    assert len(vade("brief", "--max-bytes", "500").out.encode()) <= 501
    assert vade("brief", "--json").json["counts"][0]["total"] == 1


def test_brief_of_nothing_says_how_to_begin(vade: Vade) -> None:
    assert vade("brief").out == 'Nothing is kept yet. `vade remember "…"` begins.\n'


def cloned(place: Path) -> Path:
    """A home that somebody else made."""
    place.mkdir()
    (place / "config.toml").write_text('model.url = "http://localhost:1/v1"\n', encoding="utf-8")
    return place


@pytest.mark.flag("vade config trust --yes")
@pytest.mark.flag("vade config trust --revoke")
@pytest.mark.flag("vade config trust --dry-run")
def test_config_trust_shows_trusts_and_withdraws(vade: Vade, tmp_path: Path) -> None:
    there = ("--home", str(cloned(tmp_path / "theirs")))

    def outcomes(*options: str) -> tuple[str, list[bool]]:
        told = vade("config", "trust", *options, *there, "--json").json
        return told["outcome"], [one["trusted"] for one in told["results"]]

    assert outcomes("--dry-run") == ("trusted", [False])
    assert vade("config", "get", "model.url", *there).out == ""
    assert outcomes("--yes") == ("trusted", [True])
    assert vade("config", "get", "model.url", *there).out == "http://localhost:1/v1\n"
    assert outcomes("--yes") == ("unchanged", [True])
    assert outcomes("--revoke", "--dry-run") == ("revoked", [True])
    assert outcomes("--revoke") == ("revoked", [False])
    assert vade("config", "get", "model.url", *there).out == ""


def test_config_trust_asks_nobody_who_is_not_there(vade: Vade, tmp_path: Path) -> None:
    there = ("--home", str(cloned(tmp_path / "theirs")))

    run = vade("config", "trust", *there)

    assert (run.status, "--dry-run, then add --yes" in run.err) == (2, True)
    assert vade("config", "get", "model.url", *there).out == ""


def test_config_trust_says_what_counts_and_why_it_asks(vade: Vade, tmp_path: Path) -> None:
    there = ("--home", str(cloned(tmp_path / "theirs")))

    shown = vade("config", "trust", "--dry-run", *there).out
    assert "model.url" in shown
    assert "decides what is sent, or where to" in shown
    assert "You trust this in" in vade("config", "trust", "--yes", *there).out
    assert "counts already" in vade("config", "trust", *there).out
    assert "counts any more" in vade("config", "trust", "--revoke", *there).out
    assert "reaches beyond it" in vade("config", "trust").out


def test_what_is_ignored_is_told_by_every_answer_and_by_doctor(vade: Vade, tmp_path: Path) -> None:
    home = cloned(tmp_path / "theirs")
    there = ("--home", str(home))

    told = f"{home}/config.toml: model.url reaches beyond the home and is ignored"
    command = f"`vade config trust --home {home}`"
    for run in (vade("remember", "Tea.", *there), vade("recall", "tea", *there)):
        assert (run.status, told in run.err, command in run.err) == (0, True, True)
    (warning,) = vade("recall", "tea", "--json", *there).json["meta"]["warnings"]
    assert warning.startswith(told)
    found = {one["code"]: one for one in vade("doctor", "--json", *there).json["results"]}
    assert (found["not_trusted"]["subject"], found["not_trusted"]["fix"]) == (
        str(home / "config.toml"),
        f"vade config trust --home {home}",
    )
    assert "set aside" in vade("config", "list", *there).out


def test_a_home_whose_links_lead_out_is_refused_by_name_and_command(vade: Vade, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "disk").mkdir()
    (tmp_path / "theirs" / "memories").symlink_to(tmp_path / "disk")
    there = ("--home", str(tmp_path / "theirs"))

    run = vade("remember", "Tea.", *there)
    assert (run.status, f"memories to {tmp_path / 'disk'}" in run.err) == (5, True)
    assert list((tmp_path / "disk").iterdir()) == []

    vade("config", "trust", "--yes", *there)
    assert vade("remember", "Tea.", *there).status == 0
