"""The check-up runs what a host would run, and tells what hooks could not do."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from tests.hooks.conftest import Act

from vademecum.hooks import checking, installing, trace
from vademecum.hooks.acting import CHECKED
from vademecum.hooks.checking import check
from vademecum.hooks.installing import Installing
from vademecum.model.answer import Finding


@pytest.fixture
def installer(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installing:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("VADE_HOOKS_HELPER", "false")
    monkeypatch.setattr(checking, "SLOW_MS", 60_000.0)  # a busy machine is no slow hook
    return Installing(str(home), os.environ)


def findings(home: Path) -> list[Finding]:
    return list(check(str(home), os.environ))


def test_installed_hook_is_run_and_timed(installer: Installing, home: Path) -> None:
    installer.install("claude-code")

    (found,) = findings(home)

    assert (found.level, found.code, found.subject) == ("note", "hook_works", "claude-code")
    assert trace.lines(str(home))[-1]["reason"] == "a check"


def test_settings_that_lost_our_entries_are_told(installer: Installing, home: Path, tmp_path: Path) -> None:
    installer.install("cursor")
    (tmp_path / ".cursor" / "hooks.json").write_text("{}", encoding="utf-8")

    (found,) = findings(home)

    assert (found.code, found.fix) == ("hooks_changed", "vade install cursor")


def test_command_that_is_gone_is_told(
    installer: Installing, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installing, "_command", lambda **_asked: "/not/there/vade")
    installer.install("claude-code")

    (found,) = findings(home)

    assert (found.level, found.code) == ("error", "hook_fails")
    assert "No such file" in found.message


def test_command_that_is_another_is_told(
    installer: Installing, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vade").write_text(f"#!{sys.executable}\nraise SystemExit(3)\n", encoding="utf-8")
    (tmp_path / "vade").chmod(0o755)
    monkeypatch.setattr(installing, "_command", lambda **_asked: str(tmp_path / "vade"))
    installer.install("claude-code")

    (found,) = findings(home)

    assert found.message.endswith("does not work: it ended with 3")


def test_earlier_check_speaks_for_no_later_one(
    installer: Installing, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vade").write_text(f"#!{sys.executable}\n", encoding="utf-8")
    (tmp_path / "vade").chmod(0o755)
    monkeypatch.setattr(installing, "_command", lambda **_asked: str(tmp_path / "vade"))
    monkeypatch.setattr(checking, "_TRACED_S", 0.0)
    installer.install("claude-code")
    trace.tell(str(home), at=1.0, host="claude-code", outcome=trace.NOTHING, reason=CHECKED)

    (found,) = findings(home)

    assert (found.level, found.code) == ("error", "hook_fails")


def test_slow_hook_is_told(installer: Installing, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "SLOW_MS", 0.0)
    installer.install("claude-code")

    (found,) = findings(home)

    assert (found.level, found.code) == ("warning", "hook_slow")


def test_failures_are_counted(act: Act, home: Path) -> None:
    act("claude-code", "UserPromptSubmit", b"{")
    act("claude-code", "UserPromptSubmit", b"{")

    (found,) = findings(home)

    assert (
        found.message
        == "2 times within a week a hook could do nothing: the payload cannot be read: it is no JSON"
    )


def test_nothing_installed_is_nothing_to_tell(home: Path) -> None:
    assert findings(home) == []
