"""What a repository or a home brings with it is data: nothing in it is run, fetched or written through."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
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

    def used(self) -> dict[str, Any]:
        """What a process was seen doing that uses the home, with the working folder as its own."""
        environ = {name: text for name, text in os.environ.items() if not name.startswith("VADE_")}
        environ |= {"HOME": str(self.person), "XDG_CACHE_HOME": str(self.cache), "TMPDIR": str(self.drafts)}
        environ |= {"SECRET": "of mine", "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, str(WATCHED), str(self.home)],
            cwd=self.work,
            env=environ,
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
    (place.home / "config.toml").unlink()  # the home's own, which speaks for its owner
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
