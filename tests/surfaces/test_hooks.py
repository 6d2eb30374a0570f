"""Hooks as hosts run them: processes of their own, a payload on standard input, an answer or silence."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.hooks.transcripts import ClaudeCode, Codex

from vademecum.hooks import trace
from vademecum.hooks.installing import Installing
from vademecum.hooks.wire import NAME
from vademecum.wiring import open_vade

PROMPT = "which port does service 17 of the harbour project use?"
Hook = Callable[..., str]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    kept = {
        name: text for name, text in os.environ.items() if not name.startswith(("VADE", "CLAUDE", "CODEX"))
    }
    return kept | {
        "HOME": str(tmp_path),
        "VADE_HOME": str(tmp_path / "home"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }


@pytest.fixture
def home(environ: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", environ["XDG_CACHE_HOME"])
    folder = Path(environ["VADE_HOME"])
    with open_vade(folder, cwd="/") as vade:
        vade.remember("Service 17 of the harbour project listens on port 7017.")
    yield folder
    for path in Path(environ["XDG_CACHE_HOME"]).rglob(NAME):
        path.unlink()  # a helper whose socket is gone ends by itself


@pytest.fixture
def hook(home: Path, environ: dict[str, str], tmp_path: Path) -> Hook:
    """Run a hook as its host does, and return what it prints."""

    def run(event: str, said: object, *, host: str = "claude-code", **more: str) -> str:
        raw = said if isinstance(said, bytes) else json.dumps({"cwd": str(tmp_path), **dict(said)}).encode()  # type: ignore[call-overload]
        done = subprocess.run(
            [Path(sys.executable).with_name("vade"), "hook", event, "--host", host],
            input=raw,
            env=environ | more,
            cwd=tmp_path,
            capture_output=True,
            timeout=30,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b""), home
        return done.stdout.decode()

    return run


def until(true: Callable[[], Any]) -> Any:
    """Wait for what another process does."""
    give_up = time.monotonic() + 30
    while not (found := true()):
        assert time.monotonic() < give_up
        time.sleep(0.02)
    return found


def by(home: Path) -> list[str]:
    return [line["by"] for line in trace.lines(str(home))]


def talks(home: Path) -> list[list[str | None]]:
    with open_vade(home, cwd="/", create=False) as vade:
        held = vade.conversations.list(limit=100).items
        return sorted([turn.text for turn in vade.conversations.show(one.id).turns] for one in held)


def the_socket(environ: dict[str, str]) -> Path:
    found: Path = until(lambda: next(Path(environ["XDG_CACHE_HOME"]).rglob(NAME), None))
    return found


def test_helper_answers_the_second_prompt(hook: Hook, home: Path, environ: dict[str, str]) -> None:
    first = hook("UserPromptSubmit", {"prompt": PROMPT, "session_id": "a"})
    the_socket(environ)
    second = hook("UserPromptSubmit", {"prompt": PROMPT, "session_id": "b"})

    assert "7017" in first
    assert second == first
    assert by(home) == ["hook", "helper"]


def test_helper_can_be_refused(hook: Hook, home: Path, environ: dict[str, str]) -> None:
    for session in ("a", "b"):
        hook("UserPromptSubmit", {"prompt": PROMPT, "session_id": session}, VADE_HOOKS_HELPER="false")

    assert by(home) == ["hook", "hook"]
    assert list(Path(environ["XDG_CACHE_HOME"]).rglob(NAME)) == []


def test_helper_of_other_settings_is_no_help(hook: Hook, home: Path, environ: dict[str, str]) -> None:
    hook("UserPromptSubmit", {"prompt": PROMPT, "session_id": "a"})
    the_socket(environ)
    hook("UserPromptSubmit", {"prompt": PROMPT, "session_id": "b"}, VADE_RECALL_LIMIT="3")

    assert by(home) == ["hook", "hook"]


@pytest.mark.parametrize("answer", [b"", b"\0\0\0\1-", b"\0\0\0\1+\xff\xff\xff\xff", b"x" * 1000])
def test_helper_that_talks_nonsense_is_no_help(
    hook: Hook, home: Path, answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vademecum.places import cache_folder

    path = Path(cache_folder(str(home))) / NAME
    with socket.socket(socket.AF_UNIX) as listening:
        monkeypatch.chdir(path.parent)  # the address is short, however long the way to the test's folder is
        listening.bind(NAME)
        listening.listen()
        if os.fork() == 0:
            peer, _ = listening.accept()
            peer.recv(65_536)
            peer.sendall(answer)
            os._exit(0)
        assert "7017" in hook("UserPromptSubmit", {"prompt": PROMPT}, VADE_HOOKS_HELPER="false")
    os.wait()
    assert by(home) == ["hook"]


def helpers(home: Path) -> list[int]:
    """Processes that help this home."""
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            told = (folder / "cmdline").read_bytes() + (folder / "environ").read_bytes()
        except OSError:
            continue
        if b"vademecum.hooks.helper" in told and f"VADE_HOME={home}\0".encode() in told:
            found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="nothing tells whose a process is")
def test_socket_left_by_the_dead_is_no_help(hook: Hook, home: Path, environ: dict[str, str]) -> None:
    hook("UserPromptSubmit", {"prompt": PROMPT, "session_id": "a"})
    path = the_socket(environ)
    (pid,) = helpers(home)
    os.kill(pid, signal.SIGKILL)

    assert "7017" in hook("UserPromptSubmit", {"prompt": PROMPT, "session_id": "b"})
    assert path.exists()


def test_hook_below_ours_does_nothing(hook: Hook, home: Path) -> None:
    assert hook("UserPromptSubmit", {"prompt": PROMPT}, VADEMECUM_INSIDE="1") == ""
    assert by(home) == []


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b'{"prompt": 5}', b"\xff" * 100])
def test_malformed_payload_is_silence(hook: Hook, home: Path, raw: bytes) -> None:
    assert hook("UserPromptSubmit", raw) == ""
    assert [line["outcome"] for line in trace.lines(str(home))] == ["failed"]


@pytest.mark.parametrize("arguments", [[], ["Stop"], ["--host"], ["Stop", "--host", "x", "--wrong"]])
def test_wrong_command_line_is_no_veto(environ: dict[str, str], arguments: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "vademecum", "hook", *arguments]

    done = subprocess.run(
        command, input=b"{}", env=environ, cwd=tmp_path, capture_output=True, timeout=30, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_folder_of_the_host_is_not_imported(hook: Hook, home: Path, tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
    (tmp_path / "vademecum").mkdir()
    session = ClaudeCode(tmp_path / "s.jsonl", "s", tmp_path)
    session.ask("hello")

    hook("Stop", {"session_id": "s", "transcript_path": str(session.path)})

    until(lambda: "kept" in [line["outcome"] for line in trace.lines(str(home))])
    assert talks(home) == [["hello"]]


def test_thin_hook_loads_next_to_nothing(environ: dict[str, str], home: Path, tmp_path: Path) -> None:
    program = (
        "import sys; before = set(sys.modules)\n"
        "from vademecum.hooks import entry, wire\n"
        "wire.ask = lambda folder, fields, timeout_s: b''\n"
        "assert entry.answer(['hook', 'UserPromptSubmit', '--host', 'claude-code']) == 0\n"
        "print(sorted(name for name in set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=b"{}",
        env=environ,
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )

    loaded = set(json.loads(done.stdout.decode().replace("'", '"')))
    assert loaded - {"__future__", "_blake2", "_sha256", "_sha2", "_socket", "_thread"} == {
        "vademecum",
        "vademecum.hooks",
        "vademecum.hooks.entry",
        "vademecum.hooks.wire",
        "vademecum.places",
        "vademecum.text",
        "vademecum.text.digest",
    }, home


@pytest.mark.parametrize("host", ["claude-code", "codex"])
def test_day_of_an_agent(hook: Hook, home: Path, environ: dict[str, str], tmp_path: Path, host: str) -> None:
    """Start, thirty prompts, compaction, kill -9, restart, branch: everything said once, nothing of ours."""
    kind: Any = ClaudeCode if host == "claude-code" else Codex
    Installing(str(home), environ).install(host)
    told: list[str] = []

    def ask(session: Any, text: str, *, stopped: bool = True) -> None:
        base = {"session_id": session.session, "transcript_path": str(session.path)}
        printed = hook("UserPromptSubmit", {**base, "prompt": text}, host=host)
        block = json.loads(printed)["hookSpecificOutput"]["additionalContext"] if printed else ""
        told.append(block)
        session.ask(f"{text}\n{block}" if block else text)
        session.answer(f"done: {text}")
        if stopped:
            assert hook("Stop", base, host=host) == ""

    day = kind(tmp_path / "day.jsonl", "day", tmp_path)
    base = {"session_id": "day", "transcript_path": str(day.path)}
    hook("SessionStart", {**base, "source": "startup"}, host=host)
    for number in range(28):
        ask(day, f"step {number}: {PROMPT}", stopped=number % 3 != 1)
    hook("PreCompact", {**base, "trigger": "auto"}, host=host)
    hook("SessionStart", {**base, "source": "compact"}, host=host)
    ask(day, f"step 28: {PROMPT}")
    ask(day, "step 29", stopped=False)  # the host is killed behind this
    for path in (home / "state" / "hooks" / "sessions").glob("*.json"):
        heard = path.stat().st_mtime - 7200
        os.utime(path, (heard, heard))

    night = kind(tmp_path / "night.jsonl", "night", tmp_path)
    again = {"session_id": "night", "transcript_path": str(night.path)}
    hook("SessionStart", {**again, "source": "startup"}, host=host)
    ask(night, PROMPT)

    ask(night.branched(tmp_path / "branch.jsonl", "branch"), "the other way")

    want = sorted([talk(range(30)), [PROMPT, f"done: {PROMPT}"], ["the other way", "done: the other way"]])
    until(lambda: [[(text or "").strip() for text in one] for one in talks(home)] == want)
    assert [bool(block) for block in told] == [True, *[False] * 27, True, False, True, False]
    with open_vade(home, cwd="/") as vade:
        assert vade.list().total == 1


def talk(numbers: range) -> list[str]:
    """What was said at those steps; only the last one asks nothing."""
    asked = [f"step {number}: {PROMPT}" for number in numbers[:-1]] + [f"step {numbers[-1]}"]
    return [line for text in asked for line in (text, f"done: {text}")]


def test_host_that_never_ends_its_payload_is_left(
    home: Path, environ: dict[str, str], tmp_path: Path
) -> None:
    began = time.monotonic()
    with subprocess.Popen(
        [Path(sys.executable).with_name("vade"), "hook", "Stop", "--host", "codex"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environ,
        cwd=tmp_path,
    ) as waiting:
        assert waiting.wait(20) == 0

    assert time.monotonic() - began >= 2.0
    assert trace.lines(str(home))[-1]["reason"] == "missed its deadline"


def test_locked_store_stops_no_agent(hook: Hook, home: Path, environ: dict[str, str]) -> None:
    (catalogue,) = Path(environ["XDG_CACHE_HOME"]).rglob("catalogue.db")
    with sqlite3.connect(catalogue, isolation_level=None) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        hook("UserPromptSubmit", {"prompt": PROMPT}, VADE_HOOKS_HELPER="false")
    other.close()

    assert len(trace.lines(str(home))) == 1


def test_many_hooks_at_once_are_all_answered(hook: Hook, environ: dict[str, str]) -> None:
    hook("UserPromptSubmit", {"prompt": PROMPT, "session_id": "first"})
    the_socket(environ)

    with ThreadPoolExecutor(8) as pool:
        asked = [{"prompt": PROMPT, "session_id": f"s-{number}"} for number in range(24)]
        printed = list(pool.map(lambda said: hook("UserPromptSubmit", said), asked))

    assert len(set(printed)) == 1
    assert "7017" in printed[0]


def test_hosts_and_commands_share_a_home(hook: Hook, home: Path, tmp_path: Path) -> None:
    one = ClaudeCode(tmp_path / "one.jsonl", "one", tmp_path)
    two = Codex(tmp_path / "two.jsonl", "two", tmp_path)
    for number in range(3):
        for session, host in ((one, "claude-code"), (two, "codex")):
            session.ask(f"{host} {number}")
            said = {"session_id": session.session, "transcript_path": str(session.path)}
            hook("UserPromptSubmit", {**said, "prompt": PROMPT}, host=host)
            hook("Stop", said, host=host)
        with open_vade(home, cwd="/") as vade:
            vade.remember(f"Quay {number} is painted in colour {number}.")

    want = [[f"{host} {number}" for number in range(3)] for host in ("claude-code", "codex")]
    until(lambda: talks(home) == want)
    with open_vade(home, cwd="/") as vade:
        assert vade.list().total == 4
