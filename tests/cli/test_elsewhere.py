from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Vade
from tests.remote.homes import token_of

from vademecum.cli.elsewhere import AT_HOME, AT_SERVER, reason_at_home
from vademecum.cli.root import COMMANDS


@pytest.fixture
def token(home: Path) -> str:
    return token_of(home)


def test_every_command_at_home_is_a_command() -> None:
    assert AT_HOME.keys() <= COMMANDS.keys()
    assert {command.partition(" ")[0] for command in AT_SERVER} <= AT_HOME.keys()


LINES = {
    "backup": "backup make x.zip",
    "bench": "bench speed",
    "chat-sim": "chat-sim a.txt",
    "completion": "completion bash",
    "config": "config list",
    "hook": "hook prompt",
    "install": "install codex",
    "schema": "schema recall",
    "service": "service audit",
    "uninstall": "uninstall codex",
    "watch": "watch --every 5",
}


@pytest.mark.parametrize("command", AT_HOME)
def test_what_is_about_this_machine_says_so(vade: Vade, command: str) -> None:
    line = LINES.get(command, command).split()
    run = vade(line[0], "--remote", "http://127.0.0.1:1", *line[1:])
    assert (run.status, run.out) == (2, "")
    assert "is not asked of a server" in run.err


def test_a_server_in_the_settings_is_left_alone_by_settings(vade: Vade) -> None:
    vade("config", "set", "remote.url", "http://127.0.0.1:1")
    assert vade("config", "get", "remote.url", "--quiet").out == "http://127.0.0.1:1\n"
    assert "no server answers at 127.0.0.1:1" in vade("recall", "x").err
    assert vade("recall", "x", "--remote", "").status == 0


def test_the_server_of_the_settings_is_refused_where_it_cannot_be(
    vade: Vade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VADE_REMOTE_URL", "http://127.0.0.1:1")
    assert "`vade init` is not asked of a server" in vade("init").err
    assert vade("init", "--remote", "").status == 0


def test_schema_fields_are_asked_of_a_server() -> None:
    assert (reason_at_home("schema fields"), reason_at_home("backup restore") != "") == ("", True)


@pytest.mark.flag("vade --remote")
@pytest.mark.flag("vade --token-file")
def test_a_token_file_opens_the_door(vade: Vade, server: str, token: str, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{token}\n")
    told = ("--remote", server, "--token-file", str(file))
    assert vade("remember", "Tea needs water.", *told).status == 0
    assert "Tea needs water." in vade("recall", "tea", *told).out


def test_a_token_without_a_server_is_refused(vade: Vade) -> None:
    run = vade("stats", "--token-file", "token")
    assert (run.status, "name the server with --remote" in run.err) == (2, True)


def test_a_token_file_that_is_not_there_is_said(vade: Vade, server: str) -> None:
    run = vade("stats", "--remote", server, "--token-file", "nowhere")
    assert (run.status, run.err) == (
        10,
        "vade: the token in 'nowhere' cannot be read: No such file or directory\n",
    )


def test_a_wrong_address_is_said_in_one_line(vade: Vade) -> None:
    run = vade("recall", "x", "--remote", "memory.example.org")
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert run.err.startswith("vade: remote: is no http or https address")


def test_a_token_is_never_told(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_TOKEN", "s3cr3t")
    runs = [vade("doctor", "--remote", url) for url in ("http://127.0.0.1:1", "http://example.org", "x")]
    assert "s3cr3t" not in "".join(run.out + run.err for run in runs)
    assert "is not encrypted" in runs[1].err


def test_an_export_comes_over_the_line(
    vade: Vade, server: str, token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VADE_REMOTE_URL", server)
    monkeypatch.setenv("VADE_TOKEN", token)
    vade("remember", "Tea needs water.")
    archive = tmp_path / "copy" / "all.zip"
    assert vade("export", str(archive), "--json").json["memories"] == 1
    assert "is there already" in vade("export", str(archive)).err
    monkeypatch.setenv("VADE_TOKEN", token_of(tmp_path / "other"))
    assert vade("import", str(archive), "--json").json["imported"] >= 1
    assert "Tea needs water." in vade("recall", "tea").out


@pytest.mark.parametrize("target", ["folder", "copy.tar"])
def test_an_export_into_a_folder_is_refused(vade: Vade, server: str, target: str) -> None:
    run = vade("export", target, "--remote", server)
    assert (run.status, "a server gives an archive" in run.err) == (2, True)
