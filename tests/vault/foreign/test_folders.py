"""Folders that were met, and whether a person trusted them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.vault.foreign.conftest import PROJECT, Put, trust

from vademecum.model.value import replace
from vademecum.vault.foreign.folders import Folders
from vademecum.vault.foreign.looking import Folder, Hosts, munged


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home" / "state").mkdir(parents=True)
    return tmp_path / "home"


def met(home: Path, hosts: Hosts, root: Path, folder: Path | None = None) -> tuple[Folder, ...]:
    """What a fresh process knows after one that worked in a folder."""
    Folders(home, hosts, (PROJECT, str(root), str(folder or root))).remember()
    return Folders(home, hosts).known()[1]


def test_folder_trusted_in_claude_code_is_trusted(
    home: Path, hosts: Hosts, person: Path, project: Path, put: Put
) -> None:
    put("work/CLAUDE.md", "Tabs.")
    trust(person, project)

    assert met(home, hosts, project) == (Folder(PROJECT, str(project), trusted=True),)


def test_folder_trusted_in_codex_is_trusted(home: Path, hosts: Hosts, project: Path, put: Put) -> None:
    put("work/AGENTS.md", "Tabs.")
    put(".codex/config.toml", f'[projects."{project}"]\ntrust_level = "trusted"\n')

    assert met(home, hosts, project) == (Folder(PROJECT, str(project), trusted=True),)


def test_folder_whose_name_is_no_text_is_not_trusted(
    home: Path, hosts: Hosts, person: Path, put: Put
) -> None:
    folder = put("\udcff/CLAUDE.md", "Tabs.").parent
    trust(person, folder)

    assert met(home, hosts, folder) == ()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".claude.json", '{"projects": {"WORK": {"hasTrustDialogAccepted": false}}}'),
        (".claude.json", '{"projects": {"WORK": {"hasTrustDialogAccepted": "yes"}}}'),
        (".claude.json", '{"projects": {"WORK": []}}'),
        (".claude.json", '{"projects": ["WORK"]}'),
        (".claude.json", '{"projects": {"WORK": {"hasTrust'),
        (".claude.json", '["WORK"]'),
        (".codex/config.toml", '[projects."WORK"]\ntrust_level = "untrusted"\n'),
        (".codex/config.toml", '[projects."WORK"\n'),
        (".codex/config.toml", 'projects = "WORK"\n'),
    ],
)
def test_other_words_are_no_trust(
    name: str, text: str, home: Path, hosts: Hosts, project: Path, put: Put
) -> None:
    put("work/CLAUDE.md", "Tabs.")
    put(name, text.replace("WORK", str(project)))

    assert met(home, hosts, project) == ()


def test_trust_in_the_folder_around_reaches_no_clone(
    home: Path, hosts: Hosts, person: Path, project: Path, put: Put
) -> None:
    put("work/clone/CLAUDE.md", "Tabs.")
    trust(person, project)

    assert met(home, hosts, project / "clone") == ()


def test_trusted_folder_without_instructions_is_not_kept(
    home: Path, hosts: Hosts, person: Path, project: Path
) -> None:
    trust(person, project)

    assert met(home, hosts, project) == ()


def test_instructions_on_the_way_are_kept(
    home: Path, hosts: Hosts, person: Path, project: Path, put: Put
) -> None:
    put("work/api/AGENTS.md", "Tabs.")
    (project / "api" / "v1").mkdir()
    trust(person, project)

    assert met(home, hosts, project, project / "api" / "v1") == (
        Folder(PROJECT, str(project), trusted=True, inner=("api",)),
    )


def test_project_with_a_memory_is_kept_untrusted(home: Path, hosts: Hosts, project: Path, put: Put) -> None:
    put(f".claude/projects/{munged(str(project))}/memory/MEMORY.md", "Tabs.")

    assert met(home, hosts, project) == (Folder(PROJECT, str(project), trusted=False),)


def test_trust_that_is_gone_is_forgotten(
    home: Path, hosts: Hosts, person: Path, project: Path, put: Put
) -> None:
    put("work/CLAUDE.md", "Tabs.")
    trust(person, project)
    met(home, hosts, project)
    trust(person)

    Folders(home, hosts).reconsider()

    assert Folders(home, hosts).known()[1] == (Folder(PROJECT, str(project), trusted=False),)


def test_trust_through_an_inner_folder_lasts(
    home: Path, hosts: Hosts, person: Path, project: Path, put: Put
) -> None:
    put("work/CLAUDE.md", "Tabs.")
    (project / "api").mkdir()
    trust(person, project / "api")
    met(home, hosts, project, project / "api")

    Folders(home, hosts).reconsider()

    assert Folders(home, hosts).known()[1] == (Folder(PROJECT, str(project), trusted=True, inner=("api",)),)


def test_untrusted_instructions_are_told(home: Path, hosts: Hosts, project: Path, put: Put) -> None:
    place = put("work/AGENTS.md", "Tabs.")

    (told,) = Folders(home, hosts, (PROJECT, str(project), str(project))).untrusted()

    assert (told.place, told.passages) == (str(place), 0)
    assert "trust it there" in told.complaint


@pytest.mark.parametrize("name", [".cursor/rules", ".github/copilot-instructions.md", ".claude/CLAUDE.md"])
def test_every_kind_of_instructions_is_told(
    name: str, home: Path, hosts: Hosts, project: Path, put: Put
) -> None:
    put(f"work/{name}/a.md" if name.endswith("rules") else f"work/{name}", "Tabs.")

    (told,) = Folders(home, hosts, (PROJECT, str(project), str(project))).untrusted()

    assert told.place == str(project / name)


def test_named_instructions_are_not_told(home: Path, hosts: Hosts, project: Path, put: Put) -> None:
    named = replace(hosts, further=(str(put("work/AGENTS.md", "Tabs.")),))

    assert Folders(home, named, (PROJECT, str(project), str(project))).untrusted() == ()


@pytest.mark.parametrize(
    "text", ["nonsense", "trusted\tno scope\t/work", "trusted\tpersonal\trelative", "\x00\xff"]
)
def test_lines_that_mean_nothing_are_left_out(text: str, home: Path, hosts: Hosts) -> None:
    (home / "state" / "folders").write_text(f"{text}\nmet\tpersonal\t/work\ta\t../b\n")

    assert [(one.path, one.inner) for one in Folders(home, hosts).known()[1]] == [("/work", ("a",))]


def test_home_without_a_state_is_not_written(tmp_path: Path, hosts: Hosts, project: Path, put: Put) -> None:
    put(f".claude/projects/{munged(str(project))}/memory/MEMORY.md", "Tabs.")

    assert met(tmp_path / "nowhere", hosts, project) == ()
    assert not (tmp_path / "nowhere").exists()


def test_unusual_place_of_a_host_is_known_to_all(home: Path, hosts: Hosts) -> None:
    moved = replace(hosts, codex=(*hosts.codex, "/elsewhere"))

    Folders(home, moved).remember()

    assert Folders(home, hosts).known()[0] == moved


def test_moved_host_is_asked_for_trust(home: Path, hosts: Hosts, project: Path, put: Put) -> None:
    put("work/CLAUDE.md", "Tabs.")
    place = put(
        "moved/.claude.json", json.dumps({"projects": {str(project): {"hasTrustDialogAccepted": True}}})
    )

    found = met(home, replace(hosts, claude=(*hosts.claude, str(place.parent))), project)

    assert [one.trusted for one in found] == [True]


def test_trust_given_later_is_seen(home: Path, hosts: Hosts, person: Path, project: Path, put: Put) -> None:
    put("work/CLAUDE.md", "Tabs.")
    folders = Folders(home, hosts, (PROJECT, str(project), str(project)))
    folders.remember()
    trust(person, project)

    folders.remember()

    assert [one.trusted for one in folders.known()[1]] == [True]


def test_folder_met_by_another_process_is_seen(
    home: Path, hosts: Hosts, person: Path, project: Path, put: Put
) -> None:
    put("work/CLAUDE.md", "Tabs.")
    trust(person, project)
    waiting = Folders(home, hosts)
    before = waiting.known()[1]

    met(home, hosts, project)

    assert (before, len(waiting.known()[1])) == ((), 1)
