"""What a repository or a home brings with it is data: nothing in it is run, fetched or written through."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any

import pytest

import vademecum
from vademecum.settings import load

WATCHED = Path(__file__).with_name("watched.py")
NOWHERE = "http://127.0.0.1:9"

SETTINGS = f"""\
language = "de"
scope = "project"
embedder = "endpoint"
[recall]
limit = 1
[files]
also = "/"
[meaning]
url = "{NOWHERE}"
name = "m"
key_variable = "SECRET"
[model]
planner = true
extractor = true
url = "{NOWHERE}"
name = "m"
key_variable = "SECRET"
[remote]
url = "{NOWHERE}"
"""
HOSTILE = """\
---
title: !!python/object/apply:os.system ["touch {marker}"]
tags: [!!python/name:os.system]
---
The heron {{{{ 7 * 7 }}}} $(touch {marker}) `touch {marker}` ![x](http://127.0.0.1:9/x.png)
"""
PLANTED = 'import pathlib; pathlib.Path({marker!r}).write_text("run")\n'

OTHERS = (
    "memories/personal/entities", "memories/personal/heron.md", "memories/personal/aliases.yaml",
    "memories/fields.yaml", "memories/rules.yaml", "state/clones", "state/folders", "state/imports.jsonl",
    "state/earlier.jsonl", "state/requests.jsonl", "state/shown.jsonl",
)  # fmt: skip
"""Where a link keeps nothing else from being written."""


class Place:
    """A person's folders: a home, one in which they work, and everything else, in which nothing changes."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.work = root / "work"
        self.outside = root / "outside"
        self.person = root / "person"
        self.cache = root / "cache"
        self.drafts = root / "tmp"
        for folder in (self.work, self.outside, self.person, self.drafts):
            folder.mkdir()
        for name in ("memories/personal", "state"):
            (self.home / name).mkdir(parents=True, mode=0o700)
        (self.outside / "victim").write_text("mine\n", encoding="utf-8")
        self.marker = self.outside / "marker"

    def environ(self) -> dict[str, str]:
        """What the person's processes find in their environment."""
        environ = {name: text for name, text in os.environ.items() if not name.startswith("VADE_")}
        environ |= {"HOME": str(self.person), "XDG_CACHE_HOME": str(self.cache), "TMPDIR": str(self.drafts)}
        environ["XDG_CONFIG_HOME"] = str(self.person / ".config")
        return environ | {"SECRET": "of mine", "PYTHONDONTWRITEBYTECODE": "1"}

    def used(self) -> dict[str, Any]:
        """What a process was seen doing that uses the home, with the working folder as its own."""
        done = subprocess.run(
            [sys.executable, str(WATCHED), str(self.home)],
            cwd=self.work,
            env=self.environ(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told: dict[str, Any] = json.loads(done.stdout)
        return told

    def strayed(self, told: dict[str, Any]) -> list[list[str]]:
        """Of what was seen, everything but changes in home, cache and folder for drafts."""
        own = tuple(os.path.realpath(one) for one in (self.home, self.cache, self.drafts))
        return [
            [event, what]
            for event, what in told["events"]
            if not (
                what.startswith("/") and (what in own or what.startswith(tuple(f"{one}/" for one in own)))
            )
            and what != os.devnull
        ]

    def others(self) -> dict[str, bytes]:
        """Everything that is none of the memory's business, by its place."""
        files = [file for top in (self.outside, self.work, self.person) for file in top.rglob("*")]
        return {str(file): file.read_bytes() if file.is_file() else b"" for file in files}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def plant(place: Place, folder: Path) -> None:
    """Everything that may be taken for settings, or for code, in a folder."""
    team = folder / ".vademecum"
    team.mkdir()
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / ".git" / "config").write_text(f'[core]\n\tfsmonitor = "touch {place.marker}"\n')
    for name in ("config.toml", ".vademecum.toml", "vademecum.toml", ".vade.toml"):
        (folder / name).write_text(SETTINGS)
        (team / name).write_text(SETTINGS)
    (folder / "pyproject.toml").write_text(
        "[tool.vademecum]\n" + SETTINGS.replace("\n[", "\n[tool.vademecum.")
    )
    for name in (".env", "team/.env"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(f"VADE_MODEL_URL={NOWHERE}\nVADE_MODEL_PLANNER=true\nVADE_LANGUAGE=de\n")
    for name in ("yaml.py", "tantivy.py", "numpy.py", "sitecustomize.py", "vademecum.py", "conftest.py"):
        (folder / name).write_text(PLANTED.format(marker=str(place.marker)))
        (team / name).write_text(PLANTED.format(marker=str(place.marker)))
    (team / "heron.md").write_text(HOSTILE.format(marker=place.marker))
    (team / "rules.yaml").write_text(f'- !!python/object/apply:os.system ["touch {place.marker}"]\n')


def test_watching_sees_what_it_has_to(tmp_path: Path) -> None:
    program = f"""
import sys; sys.path.insert(0, {str(WATCHED.parent)!r})
import watched, json, subprocess, socket, os
seen = watched.watch()
subprocess.run(["true"])
try: socket.create_connection(("127.0.0.1", 9), 1)
except OSError: pass
open({str(tmp_path / "a")!r}, "w").close(); os.rename({str(tmp_path / "a")!r}, {str(tmp_path / "b")!r})
print(json.dumps(seen))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    seen = {event for event, _ in json.loads(done.stdout)}
    assert seen >= {"subprocess.Popen", "socket.connect", "open", "os.rename"}


def ask_a_server_for(place: Place, url: str) -> None:
    """Have the home name a server for everything that one can be named for."""
    (place.home / "config.toml").write_text(SETTINGS.replace(NOWHERE, url), encoding="utf-8")


@contextmanager
def listening() -> Generator[tuple[str, list[str]]]:
    """An address of this machine, and what was asked of it."""
    asked: list[str] = []

    class Asked(StreamRequestHandler):
        def handle(self) -> None:
            asked.append(self.rfile.readline().decode())

    with ThreadingTCPServer(("127.0.0.1", 0), Asked) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
        server.shutdown()


def vade(place: Place, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command on the home as a person would give it, whose own memory it is not."""
    return subprocess.run(
        [sys.executable, "-m", "vademecum", "--home", str(place.home), *arguments],
        cwd=place.work,
        env=place.environ(),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_cloned_home_with_a_server_and_a_model_sends_nothing_and_works(place: Place) -> None:
    with listening() as (url, asked):
        ask_a_server_for(place, url)
        before = place.others()
        told = place.used()
        assert (place.strayed(told), told["refused"], place.others()) == ([], [], before)

        assert vade(place, "remember", "The heron sleeps by the weir.").returncode == 0
        assert "by the weir" in vade(place, "recall", "who sleeps by the weir?").stdout
        found = json.loads(vade(place, "doctor", "--json").stdout)["results"]

    assert asked == []
    (finding,) = [one for one in found if one["code"] == "not_trusted"]
    for name in ("embedder", "files.also", "meaning.url", "model.url", "model.key_variable", "remote.url"):
        assert name in finding["message"]
    assert (finding["subject"], finding["fix"]) == (
        str(place.home / "config.toml"),
        f"vade config trust --home {place.home}",
    )


def test_a_cloned_home_that_is_trusted_asks_the_server_that_it_names(place: Place) -> None:
    """So that the test above is about the gate, and not about a server that nobody would ask."""
    with listening() as (url, asked):
        ask_a_server_for(place, url)
        assert vade(place, "config", "trust", "--yes").returncode == 0

        vade(place, "recall", "heron")

    assert asked


def test_trust_does_not_come_with_a_home(place: Place) -> None:
    ask_a_server_for(place, NOWHERE)
    assert vade(place, "config", "trust", "--yes").returncode == 0
    (trusted,) = place.person.rglob("trusted")
    shutil.copytree(trusted, place.home / "trusted")
    place.home.rename(place.home.with_name("copied"))
    place.home = place.home.with_name("copied")

    assert "reach beyond the home and are ignored" in vade(place, "recall", "heron").stderr


@pytest.mark.parametrize("link", ["memories", "conversations", "state", "state/locks", "state/hooks"])
def test_a_link_out_of_a_cloned_home_is_not_followed_before_it_is_trusted(place: Place, link: str) -> None:
    (place.outside / "folder").mkdir()
    if (place.home / link).is_dir():
        shutil.rmtree(place.home / link)
    (place.home / link).symlink_to(place.outside / "folder")
    before = place.others()
    payload = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "cwd": "/", "prompt": "Where is it?"}

    for arguments in (("remember", "It is here."), ("recall", "it"), ("doctor",), ("capture", "It is here.")):
        done = vade(place, *arguments)
        assert (done.returncode, f"vade config trust --home {place.home}" in done.stderr) == (5, True)
    hook = subprocess.run(
        [sys.executable, "-m", "vademecum", "hook", "UserPromptSubmit", "--host", "claude-code"],
        input=json.dumps(payload),
        env={**place.environ(), "VADE_HOME": str(place.home)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (hook.returncode, hook.stdout) == (0, "")
    assert place.others() == before


def test_settings_in_a_copy_do_not_count_by_the_place_where_they_are_put(place: Place) -> None:
    ask_a_server_for(place, NOWHERE)
    copy = place.drafts / "copy.zip"
    assert vade(place, "export", str(copy)).returncode == 0
    place.home = place.person / ".vademecum"

    assert vade(place, "import", str(copy)).returncode == 0
    assert "remote.url" in vade(place, "recall", "heron").stderr
    shutil.rmtree(place.home)
    shutil.rmtree(place.person / ".config", ignore_errors=True)
    assert vade(place, "backup", "restore", str(copy)).returncode == 0
    assert "remote.url" in vade(place, "recall", "heron").stderr


def test_a_cloned_repository_sets_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("VADE_")]:
        monkeypatch.delenv(name)
    before = load(place.home, os.environ)
    plant(place, place.work)
    monkeypatch.chdir(place.work)

    with vademecum.open(place.home) as vade:
        policy = vade.policy

    assert load(place.home, os.environ) == before
    assert (policy.recall_limit, str(policy.write_scope)) == (before.recall_limit, "personal")


def test_a_cloned_repository_runs_fetches_and_changes_nothing(place: Place) -> None:
    plant(place, place.work)
    before = place.others()

    told = place.used()

    assert place.strayed(told) == []
    assert place.others() == before
    assert [file for file in told["modules"] if file.startswith(str(place.work))] == []
    assert told["refused"] == []


def test_a_cloned_home_runs_fetches_and_changes_nothing_else(place: Place) -> None:
    plant(place, place.home)
    memories = place.home / "memories"
    for name in ("heron.md", "entities/heron.md", "rules.yaml", "fields.yaml", "aliases.yaml"):
        file = memories / "personal" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(HOSTILE.format(marker=place.marker))
    climbing = {
        "id": "01M8QVS320CNBDPN7ZPBEXE762",
        "paths": ["../../outside/victim", str(place.outside / "victim")],
    }
    row = json.dumps({**climbing, "at": "2026-01-01T00:00:00+00:00", "whole": True}) + "\n"
    (place.home / "state" / "erasures.jsonl").write_text(row)
    (place.home / "state" / "clones").write_text(f"project-x-0123456789ab\t{place.outside}\n")
    before = place.others()

    told = place.used()

    assert place.strayed(told) == []
    assert place.others() == before


@pytest.mark.parametrize(
    "links",
    [
        "memories/personal",
        "state/tombstones.jsonl",
        "state/erasures.jsonl",
        "state/key state/locks/ledger.lock",
        "state/locks/personal.lock",
        " ".join(OTHERS),
    ],
)
def test_a_link_in_a_cloned_home_is_not_written_through(place: Place, links: str) -> None:
    (place.outside / "folder").mkdir()
    for link in links.split():
        at = place.home / link
        at.parent.mkdir(parents=True, exist_ok=True)
        if at.is_dir():
            at.rmdir()
        leads_to = "folder" if link in ("memories/personal", "memories/personal/entities") else "victim"
        at.symlink_to(place.outside / leads_to)
    before = place.others()

    told = place.used()

    assert place.others() == before
    assert place.strayed(told) == []


def test_settings_of_somebody_elses_home_are_not_imported(place: Place, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    theirs = Place(tmp_path / "theirs")
    (theirs.home / "config.toml").write_text(SETTINGS)
    (theirs.home / "memories/personal/heron.md").write_text("The heron sleeps.\n")

    with vademecum.open(place.home, cwd=place.work) as vade:
        vade.import_from(str(theirs.home))
        assert vade.search("heron").hits

    assert not (place.home / "config.toml").exists()
