"""`vade hook`, `vade install` and `vade uninstall` as commands; what hosts meet is in tests/surfaces."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Vade


@pytest.fixture(autouse=True)
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "person"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(variable, raising=False)
    return folder


@pytest.mark.flag("vade install --dry-run")
def test_dry_run_shows_what_would_be_written(vade: Vade, person: Path) -> None:
    run = vade("install", "codex", "--dry-run")

    assert '+            "command": "' in run.out
    assert "+[mcp_servers.vademecum]" in run.out
    assert "before you trust it" in run.out
    assert list(person.iterdir()) == []


@pytest.mark.flag("vade uninstall --dry-run")
def test_dry_run_takes_nothing_out(vade: Vade, person: Path) -> None:
    vade("install", "codex")
    run = vade("uninstall", "codex", "--dry-run")

    assert "-[mcp_servers.vademecum]" in run.out
    assert (person / ".codex" / "config.toml").exists()


@pytest.mark.flag("vade install --project")
@pytest.mark.flag("vade uninstall --project")
def test_project_is_the_working_tree_around(vade: Vade, tmp_path: Path, person: Path) -> None:
    (tmp_path / ".git").mkdir()

    run = vade("install", "claude-code", "--project", "--json")

    assert run.json["project"] == str(tmp_path)
    assert json.loads((tmp_path / ".mcp.json").read_text(encoding="utf-8"))["mcpServers"]["vademecum"] == {
        "type": "stdio",
        "command": "vade",
        "args": ["mcp"],
    }
    vade("uninstall", "claude-code", "--project")
    assert not (tmp_path / ".mcp.json").exists()
    assert not (person / ".claude.json").exists()


def test_install_makes_the_home(vade: Vade, person: Path) -> None:
    vade("install", "gemini")

    assert (person / ".vademecum").is_dir()


def test_answer_names_each_file(vade: Vade, person: Path) -> None:
    (result,) = vade("install", "gemini", "--json").json["results"]

    assert (result["path"], result["outcome"]) == (str(person / ".gemini" / "settings.json"), "created")
    assert vade("install", "gemini").out.startswith("unchanged  ")


def test_unknown_host_names_the_nearest(vade: Vade) -> None:
    run = vade("install", "claude")

    assert (run.status, "claude-code" in run.err) == (2, True)


@pytest.mark.flag("vade hook --host")
def test_hook_ends_well_whatever_it_is_told(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADEMECUM_INSIDE", "1")

    assert vade("hook", "UserPromptSubmit", "--host", "claude-code").status == 0
