"""The check-up runs what a host would run, and tells what hooks could not do."""

from __future__ import annotations

import os
import select
import sys
from pathlib import Path

import pytest
from tests.hooks.conftest import Act

from vademecum.hooks import checking, installing, trace
from vademecum.hooks.acting import CHECKED
from vademecum.hooks.checking import check
from vademecum.hooks.hosts import EVENTS
from vademecum.hooks.installing import Installing
from vademecum.model.answer import Finding

WORKS = """\
import os, sys, vademecum.hooks.entry
sys.stdout.flush()
vademecum.hooks.entry.answer(sys.argv[1:])"""


@pytest.fixture
def installer(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installing:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("VADE_HOOKS_HELPER", "false")
    monkeypatch.setattr(checking, "SLOW_MS", 60_000.0)  # a busy machine is no slow hook
    return Installing(str(home), os.environ)


@pytest.fixture
def replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What hosts run in our place."""
    program = tmp_path / "vade"
    program.touch(0o755)
    monkeypatch.setattr(installing, "_command", lambda **_asked: str(program))
    return program


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


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("raise SystemExit(3)", "does not work: it ended with 3"),
        ("import nowhere_to_be_found", "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
        ("", "trace.jsonl"),
        (f"print('Welcome!'); {WORKS}", "takes for no answer: b'Welcome!\\n'"),
    ],
    ids=["refuses", "breaks", "silent", "chatters"],
)
def test_hook_that_does_not_work_is_told_why(
    installer: Installing, replaced: Path, home: Path, program: str, told: str
) -> None:
    replaced.write_text(f"#!{sys.executable}\n{program}\n", encoding="utf-8")
    installer.install("gemini")

    (found,) = findings(home)

    assert (found.level, found.code, found.fix) == ("error", "hook_fails", "vade install gemini")
    assert found.message.endswith(told)


@pytest.mark.parametrize("host", sorted(EVENTS))
def test_hook_of_every_host_is_run(installer: Installing, home: Path, host: str) -> None:
    installer.install(host)

    assert [(found.code, found.subject) for found in findings(home)] == [("hook_works", host)]
    assert [(line["host"], line["reason"]) for line in trace.lines(str(home))] == [(host, CHECKED)]


def ends(process: int) -> bool:
    """Whether a process of somebody else is over, or ends within half a minute, by itself or because it was
    told to."""
    try:
        watched = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    poll = select.poll()
    poll.register(watched, select.POLLIN)
    ended = bool(poll.poll(30_000))
    os.close(watched)
    return ended


def test_hook_that_hangs_is_ended_with_all_of_its_own(
    installer: Installing, replaced: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "_PATIENCE_S", 2.0)
    left = home / "left"
    program = f"import os, time; n = os.fork(); n and open({str(left)!r}, 'w').write(str(n)); time.sleep(60)"
    replaced.write_text(f"#!{sys.executable}\n{program}\n", encoding="utf-8")
    installer.install("codex")

    (found,) = findings(home)

    assert found.message.endswith("did not end within 2 seconds")
    assert ends(int(left.read_text(encoding="utf-8")))


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
