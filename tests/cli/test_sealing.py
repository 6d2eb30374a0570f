"""`vade encrypt`, `lock`, `unlock` and `decrypt`, and what other programs do meanwhile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

WORDS = "correct horse battery"


class Shell:
    """Runs commands in a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.environ = {
            **{name: one for name, one in os.environ.items() if not name.startswith("VADE_")},
            "VADE_HOME": str(self.home),
            "VADE_MEMORY_FOLDER": str(folder / "memory"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "VADE_PASSPHRASE": WORDS,
        }

    def run(self, *line: str, said: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "vademecum", *line],
            env={**self.environ, **environ},
            input=said,
            capture_output=True,
            text=True,
            check=False,
        )

    def told(self, *line: str) -> dict[str, object]:
        done = self.run(*line, "--json")
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    made = Shell(tmp_path)
    assert made.run("remember", "Matthew prefers oat milk.").returncode == 0
    return made


def test_a_home_goes_round(shell: Shell) -> None:
    assert shell.told("encrypt")["state"] == "open"
    assert "oat milk" in shell.run("recall", "milk").stdout
    assert shell.told("lock")["state"] == "locked"
    assert shell.told("unlock")["files"] == 1
    assert "oat milk" in shell.run("recall", "milk").stdout
    assert shell.told("decrypt")["state"] == "plain"
    assert "oat milk" in shell.run("recall", "milk").stdout


def test_a_locked_home_says_so(shell: Shell) -> None:
    shell.told("encrypt")
    shell.told("lock")

    for line in (["recall", "milk"], ["remember", "More."], ["list"], ["doctor"], ["sync"], ["backup"]):
        done = shell.run(*line)
        assert done.returncode == 5, line
        assert "vade unlock" in done.stderr
    assert not list(shell.home.rglob("*.md"))


def test_a_hook_is_silent_while_it_is_locked(shell: Shell) -> None:
    shell.told("encrypt")
    shell.told("lock")
    event = json.dumps({"prompt": "What milk does Matthew like?", "session_id": "a", "cwd": "/"})

    done = shell.run("hook", "UserPromptSubmit", "--host", "claude-code", said=event)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_nobody_is_asked_where_nobody_is(shell: Shell) -> None:
    del shell.environ["VADE_PASSPHRASE"]

    done = shell.run("encrypt")

    assert done.returncode == 2
    assert "VADE_PASSPHRASE" in done.stderr


@pytest.mark.parametrize("words", ["", "short", "another horse"])
def test_a_wrong_passphrase_opens_nothing(shell: Shell, words: str) -> None:
    shell.told("encrypt")
    shell.told("lock")

    assert shell.run("unlock", VADE_PASSPHRASE=words).returncode == 2
    assert shell.run("recall", "milk").returncode == 5


@pytest.mark.flag("vade encrypt --keyring")
def test_a_keyring_that_keeps_nothing_is_told(shell: Shell) -> None:
    failing = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}

    done = shell.run("encrypt", "--keyring", **failing)

    assert done.returncode == 2
    assert "leave out --keyring" in done.stderr
    assert "oat milk" in shell.run("recall", "milk").stdout
    assert not (shell.home / "sealed.json").exists()


@pytest.mark.flag("vade lock --force")
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux tells who has a file open")
def test_who_has_it_open_is_named(shell: Shell) -> None:
    shell.told("encrypt")
    program = "import sys, vademecum\nv = vademecum.open()\nv.list()\nprint(1, flush=True)\nsys.stdin.read()"
    line = [sys.executable, "-c", program]
    with subprocess.Popen(
        line, env=shell.environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == "1\n"
        refused = shell.run("lock")
        forced = shell.run("lock", "--force")
        other.communicate("")

    assert refused.returncode == 3
    assert f"{other.pid} (" in refused.stderr
    assert forced.returncode == 0


def test_a_copy_of_it_becomes_a_home(shell: Shell, tmp_path: Path) -> None:
    shell.told("encrypt")
    shell.told("backup", str(tmp_path / "b.zip"))
    shell.told("lock")
    assert shell.told("backup", "verify", str(tmp_path / "b.zip"))["losses"] == []

    assert shell.run("backup", "restore", str(tmp_path / "b.zip"), "--replace").returncode == 0
    shell.told("unlock")

    assert "oat milk" in shell.run("recall", "milk").stdout
