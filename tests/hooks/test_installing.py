"""Our entries go into a host's settings and out again; every byte that is not ours stays what it was."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum.errors import InvalidValue, UnknownName, VaultError
from vademecum.hooks import installing, replacing
from vademecum.hooks.hosts import EVENTS
from vademecum.hooks.installing import Installing

HOSTS = sorted(EVENTS)

# Settings as people have them: comments, tabs, other hooks, no last newline, a mark, Windows' line ends.
SETTINGS = {
    "plain": '{\n  "model": "opus",\n  "hooks": {\n    "Stop": [\n      {"hooks": []}\n    ]\n  }\n}\n',
    "compact": '{"model":"opus","hooks":{"Stop":[{"hooks":[]}],"stop":[]}}',
    "tabs": '{\n\t"a": {"b": [1, 2]},\n\t"hooks": {}\n}',
    "commented": '// mine\n{\n  /* why */ "a": "x // y", // end\n  "hooks": {"Stop": [],},\n}\n',
    "mark": '\ufeff{\r\n    "mcpServers": {\r\n        "other": {"command": "x"}\r\n    }\r\n}\r\n',
    "empty": "",
    "bare": "{}",
    "spaced": "{ }\n\n",
}


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "person"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setattr(installing, "_command", lambda **_asked: "vade")
    return folder


@pytest.fixture
def installer(tmp_path: Path, person: Path) -> Installing:  # noqa: ARG001 - whose settings they are
    (tmp_path / "home").mkdir()
    return Installing(str(tmp_path / "home"), {})


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def put(path: Path, settings: bytes | None, person: Path) -> dict[str, bytes]:
    """Every file of a person who has these settings."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(settings) if settings is not None else None
    return files(person)


def killed(*_given: object) -> None:
    raise KeyboardInterrupt


def killed_behind(write: Callable[..., None]) -> Callable[..., None]:
    """The file is written, and nothing is done after it."""

    def then(path: str, before: bytes | None, after: bytes | None) -> None:
        write(path, before, after)
        raise KeyboardInterrupt

    return then


def paths(installer: Installing, host: str) -> list[Path]:
    return [Path(change.path) for change in installer.install(host, dry_run=True).changes]


@pytest.mark.parametrize("host", HOSTS)
def test_uninstall_leaves_nothing_of_ours(installer: Installing, person: Path, host: str) -> None:
    installer.install(host)
    assert files(person) != {}

    installer.uninstall(host)

    assert list(person.iterdir()) == []


@pytest.mark.parametrize("host", HOSTS)
def test_every_event_is_installed(installer: Installing, host: str) -> None:
    change = installer.install(host).changes[0]

    written = Path(change.path).read_text(encoding="utf-8")
    assert [event for event in EVENTS[host] if f"vade hook {event} --host {host}" not in written] == [
        event for event in EVENTS[host] if host == "copilot" and event[0].islower()
    ]


@pytest.mark.parametrize("host", HOSTS)
def test_installing_twice_changes_nothing(installer: Installing, person: Path, host: str) -> None:
    installer.install(host)
    before = files(person)

    again = installer.install(host)

    assert {change.outcome for change in again.changes} == {"unchanged"}
    assert files(person) == before


@pytest.mark.parametrize("host", HOSTS)
def test_dry_run_writes_nothing(installer: Installing, person: Path, tmp_path: Path, host: str) -> None:
    told = installer.install(host, dry_run=True)

    assert all(change.diff.startswith("--- /dev/null\n") for change in told.changes)
    assert (files(person), files(tmp_path / "home")) == ({}, {})


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("host", HOSTS)
def test_uninstall_restores_the_bytes(installer: Installing, person: Path, host: str, settings: str) -> None:
    for path in paths(installer, host):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"" if path.suffix == ".toml" else SETTINGS[settings].encode())
    before = files(person)

    installer.install(host)
    assert all(file != before[name] for name, file in files(person).items())
    installer.uninstall(host)

    assert files(person) == before


@pytest.mark.parametrize("settings", ["plain", "compact", "tabs", "mark", "commented"])
def test_foreign_bytes_survive_both_ways(installer: Installing, person: Path, settings: str) -> None:
    path = person / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_bytes(SETTINGS[settings].encode())
    installer.install("claude-code")
    # Somebody else writes to it, so that the bytes of before are no longer the ones to go back to.
    path.write_bytes(path.read_bytes() + b"\n")

    installer.uninstall("claude-code")

    assert path.read_bytes() == SETTINGS[settings].encode() + b"\n"


def test_settings_written_anew_lose_only_ours(installer: Installing, person: Path) -> None:
    path = person / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text(SETTINGS["plain"], encoding="utf-8")
    installer.install("claude-code")
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")), indent=8), encoding="utf-8")

    installer.uninstall("claude-code")

    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(SETTINGS["plain"])


def test_uninstall_without_a_record_finds_ours(installer: Installing, person: Path, tmp_path: Path) -> None:
    path = person / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text(SETTINGS["plain"], encoding="utf-8")
    installer.install("claude-code")
    (tmp_path / "home" / "state" / "installs" / "claude-code.json").unlink()

    installer.uninstall("claude-code")

    assert path.read_text(encoding="utf-8") == SETTINGS["plain"]


def test_moved_command_is_replaced(
    installer: Installing, person: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installer.install("claude-code")
    monkeypatch.setattr(installing, "_command", lambda **_asked: "/opt/new/vade")

    installer.install("claude-code")

    written = (person / ".claude" / "settings.json").read_text(encoding="utf-8")
    assert written.count("vade hook") == written.count("/opt/new/vade hook") == 6
    servers = json.loads((person / ".claude.json").read_text(encoding="utf-8"))["mcpServers"]
    assert servers["vademecum"]["command"] == "/opt/new/vade"
    installer.uninstall("claude-code")
    assert list(person.iterdir()) == []


def test_codex_tables_stay_where_they_are(installer: Installing, person: Path) -> None:
    path = person / ".codex" / "config.toml"
    path.parent.mkdir()
    mine = '# mine\nmodel = "o"\n\n[mcp_servers.other]\ncommand = "x" # y\n\n[features]\nmemories = true'
    path.write_text(mine, encoding="utf-8")

    installer.install("codex")
    written = path.read_text(encoding="utf-8")
    path.write_text(written + "\n[tui]\ntheme = 1\n", encoding="utf-8")
    installer.uninstall("codex")

    assert written.startswith(mine)
    assert tomllib.loads(written)["mcp_servers"]["vademecum"] == {"command": "vade", "args": ["mcp"]}
    assert path.read_text(encoding="utf-8") == mine + "\n[tui]\ntheme = 1\n"


def test_built_in_memory_stays_as_it_is(installer: Installing, person: Path) -> None:
    for host in HOSTS:
        installer.install(host)

    assert not any(b"emoryEnabled" in file or b"features" in file for file in files(person).values())


@pytest.mark.parametrize("broken", ['{"hooks": ', "[]", '{"hooks": []}', '{"hooks": {"Stop": {}}}', "x"])
def test_broken_settings_are_left_alone(installer: Installing, person: Path, broken: str) -> None:
    path = person / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text(broken, encoding="utf-8")

    with pytest.raises(InvalidValue, match="left alone"):
        installer.install("claude-code")

    assert files(person) == {".claude/settings.json": broken.encode()}


def test_settings_of_other_bytes_are_left_alone(installer: Installing, person: Path) -> None:
    path = person / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_bytes(b'{"a": "\xff"}')

    with pytest.raises(InvalidValue, match="UTF-8"):
        installer.install("claude-code")


def test_linked_settings_stay_linked(installer: Installing, person: Path, tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles.json"
    kept.write_text("{}", encoding="utf-8")
    kept.chmod(0o640)
    (person / ".claude").mkdir()
    (person / ".claude" / "settings.json").symlink_to(kept)

    installer.install("claude-code")

    assert (person / ".claude" / "settings.json").is_symlink()
    assert "vade hook" in kept.read_text(encoding="utf-8")
    assert kept.stat().st_mode & 0o777 == 0o640


def test_project_has_files_of_its_own(installer: Installing, person: Path, tmp_path: Path) -> None:
    project = tmp_path / "pier"
    project.mkdir()
    installer.install("claude-code", str(project))

    assert set(files(project)) == {".claude/settings.json", ".mcp.json"}
    installer.uninstall("claude-code", str(project))
    assert (list(project.iterdir()), list(person.iterdir())) == ([], [])


def test_what_a_team_shares_names_no_path() -> None:
    assert installing._command(by_name=True, by_desktop=True) == "vade"
    assert Path(installing._command(by_name=False, by_desktop=True)).is_absolute()


def test_codex_tells_what_to_trust(installer: Installing) -> None:
    assert "trust" in installer.install("codex").approvals[0]


def test_unknown_host_is_told() -> None:
    with pytest.raises(UnknownName, match="cursor"):
        Installing("/nowhere", {}).install("curser")


def test_file_written_meanwhile_is_left_alone(
    installer: Installing, person: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = person / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text("{}", encoding="utf-8")
    sync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda number: (path.write_text('{"a": 1}'), sync(number)))

    with pytest.raises(VaultError, match="meanwhile"):
        installer.install("claude-code")

    assert files(person) == {".claude/settings.json": b'{"a": 1}'}


@pytest.mark.parametrize("host", HOSTS)
def test_read_only_settings_are_left_alone(installer: Installing, person: Path, host: str) -> None:
    last = paths(installer, host)[-1]
    last.parent.mkdir(parents=True, exist_ok=True)
    last.touch(mode=0o444)

    with pytest.raises(VaultError, match="is read-only; nothing was written"):
        installer.install(host)

    assert files(person) == {str(last.relative_to(person)): b""}


def test_read_only_settings_are_not_uninstalled(installer: Installing, person: Path) -> None:
    installer.install("codex")
    before = files(person)
    paths(installer, "codex")[-1].chmod(0o444)

    with pytest.raises(VaultError, match="read-only"):
        installer.uninstall("codex")

    assert files(person) == before


@pytest.mark.parametrize("settings", [None, b'{"a": 1}'])
@pytest.mark.parametrize("host", HOSTS)
def test_install_killed_before_it_wrote_goes_on(
    installer: Installing, person: Path, monkeypatch: pytest.MonkeyPatch, host: str, settings: bytes | None
) -> None:
    before = put(paths(installer, host)[0], settings, person)
    with monkeypatch.context() as patch:
        patch.setattr(installing, "write", killed)
        with pytest.raises(KeyboardInterrupt):
            installer.install(host)

    installer.install(host)
    installer.uninstall(host)

    assert files(person) == before


@pytest.mark.parametrize("settings", [None, b'{ "a":1 }'])
@pytest.mark.parametrize("host", HOSTS)
def test_uninstall_after_a_killed_install_restores_the_bytes(
    installer: Installing, person: Path, monkeypatch: pytest.MonkeyPatch, host: str, settings: bytes | None
) -> None:
    before = put(paths(installer, host)[0], settings, person)
    with monkeypatch.context() as patch:
        patch.setattr(installing, "write", killed_behind(replacing.write))
        with pytest.raises(KeyboardInterrupt):
            installer.install(host)
    assert files(person) != before

    installer.uninstall(host)

    assert files(person) == before


def test_what_a_killed_run_left_is_swept(installer: Installing) -> None:
    path = paths(installer, "codex")[0]
    path.parent.mkdir(parents=True)
    for mark in (os.getpid(), 2**22 + 1, os.getppid(), "old"):
        Path(f"{path}.vade-{mark}").touch()

    installer.install("codex")

    left = {str(one).rpartition(".vade-")[2] for one in path.parent.glob("*.vade-*")}
    assert left == {str(os.getppid()), "old"}


def test_refused_write_leaves_no_record(
    installer: Installing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_given: object) -> None:
        raise VaultError("no")

    monkeypatch.setattr(installing, "write", refused)
    with pytest.raises(VaultError):
        installer.install("codex")

    assert list((tmp_path / "home").rglob("*.json")) == []


def test_marked_tables_are_freed_without_a_record(installer: Installing, tmp_path: Path) -> None:
    path = paths(installer, "codex")[1]
    path.parent.mkdir()
    path.write_bytes(b"\xef\xbb\xbf[other]\r\na = 1\r\n")
    installer.install("codex")
    (tmp_path / "home" / "state" / "installs" / "codex.json").unlink()

    installer.uninstall("codex")

    assert path.read_bytes().startswith(b"\xef\xbb\xbf[other]\r\na = 1\r\n")
    assert b"vade" not in path.read_bytes()
