"""Which files of hosts and projects there are to read, and in which order."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.vault.foreign.conftest import PROJECT, Put

from vademecum.model.record import PERSONAL
from vademecum.model.value import replace
from vademecum.vault.foreign.looking import (
    LEADS_OUT,
    MOST_FILES,
    TOO_MANY,
    Folder,
    ForeignLook,
    Hosts,
    hosts_in,
    munged,
)


def places(look: ForeignLook, person: Path) -> list[str]:
    return [os.path.relpath(file.place, person) for file in look.files]


@pytest.mark.parametrize(
    "name",
    [
        ".claude/CLAUDE.md",
        ".claude/rules/python.md",
        ".claude/rules/deep/er/style.md",
        ".codex/AGENTS.md",
        ".codex/AGENTS.override.md",
        ".codex/memories/MEMORY.md",
        ".codex/memories/memory_summary.md",
        ".codex/memories/rollout_summaries/one.md",
        ".gemini/GEMINI.md",
    ],
)
def test_files_of_a_person_are_personal(name: str, hosts: Hosts, person: Path, put: Put) -> None:
    put(name, "Tabs.")

    look = ForeignLook(hosts, ())

    assert places(look, person) == [name]
    assert look.files[0].scope == PERSONAL


@pytest.mark.parametrize(
    "name",
    [
        "CLAUDE.md",
        "CLAUDE.local.md",
        ".claude/CLAUDE.md",
        ".claude/rules/api.md",
        "AGENTS.md",
        "AGENTS.override.md",
        "GEMINI.md",
        ".github/copilot-instructions.md",
        ".cursor/rules/style.mdc",
        "inner/AGENTS.md",
    ],
)
def test_files_of_a_trusted_project_are_its_own(name: str, hosts: Hosts, project: Path, put: Put) -> None:
    put(f"work/{name}", "Tabs.")

    look = ForeignLook(hosts, [Folder(PROJECT, str(project), trusted=True, inner=("inner",))])

    assert [(file.place, file.scope) for file in look.files] == [(str(project / name), PROJECT)]


def test_project_that_nobody_trusts_is_not_read(hosts: Hosts, project: Path, put: Put) -> None:
    put("work/CLAUDE.md", "Tabs.")

    assert ForeignLook(hosts, [Folder(PROJECT, str(project), trusted=False)]).files == []


def test_one_clone_of_a_project_is_enough(hosts: Hosts, person: Path, put: Put) -> None:
    put("one/CLAUDE.md", "Tabs.")
    put("two/CLAUDE.md", "Tabs!")
    folders = [Folder(PROJECT, str(person / name), trusted=True) for name in ("gone", "one", "two")]

    assert places(ForeignLook(hosts, folders), person) == ["one/CLAUDE.md"]


def test_memory_of_a_known_project_belongs_to_it(hosts: Hosts, project: Path, put: Put) -> None:
    put(f".claude/projects/{munged(str(project))}/memory/build.md", "Tabs.")

    (file,) = ForeignLook(hosts, [Folder(PROJECT, str(project), trusted=False)]).files

    assert file.scope == PROJECT


def test_memory_of_an_unknown_project_reaches_no_other(hosts: Hosts, put: Put) -> None:
    put(".claude/projects/-home-me-Harbour/memory/MEMORY.md", "Tabs.")

    (file,) = ForeignLook(hosts, ()).files

    assert file.scope.startswith("project:home-me-harbour__")


def test_project_whose_name_is_no_text_is_survived(hosts: Hosts, person: Path, put: Put) -> None:
    put(".claude/CLAUDE.md", "Tabs.")
    put(".claude/projects/\udcff/memory/MEMORY.md", "Tabs.")

    assert places(ForeignLook(hosts, ()), person) == [".claude/CLAUDE.md"]


def test_raw_memories_of_codex_are_left_out(hosts: Hosts, put: Put) -> None:
    put(".codex/memories/raw_memories.md", "Not consolidated.")

    assert ForeignLook(hosts, ()).files == []


def test_imports_are_followed(hosts: Hosts, person: Path, put: Put) -> None:
    put(".claude/CLAUDE.md", "See @style.md, and @~/notes/more.md too.")
    put(".claude/style.md", "Tabs.")
    put("notes/more.md", "More.")

    assert places(ForeignLook(hosts, ()), person) == [
        ".claude/CLAUDE.md",
        ".claude/style.md",
        "notes/more.md",
    ]


@pytest.mark.parametrize(
    "text", ["`@style.md`", "```\n@style.md\n```", "me@style.md", "@types/node", "@gone.md"]
)
def test_what_is_no_import_is_not_followed(text: str, hosts: Hosts, person: Path, put: Put) -> None:
    put(".claude/CLAUDE.md", text)
    put(".claude/style.md", "Tabs.")
    put(".claude/types/node", "Tabs.")

    assert places(ForeignLook(hosts, ()), person) == [".claude/CLAUDE.md"]


def test_imports_in_a_circle_end(hosts: Hosts, person: Path, put: Put) -> None:
    put(".claude/CLAUDE.md", "@a.md")
    put(".claude/a.md", "@CLAUDE.md @a.md")

    assert places(ForeignLook(hosts, ()), person) == [".claude/CLAUDE.md", ".claude/a.md"]


def test_imports_go_five_files_deep(hosts: Hosts, put: Put) -> None:
    put(".claude/CLAUDE.md", "@1.md")
    for number in range(1, 9):
        put(f".claude/{number}.md", f"@{number + 1}.md")

    assert len(ForeignLook(hosts, ()).files) == 6


@pytest.mark.parametrize("target", ["~/.ssh/keys.md", "../notes.md", "/etc/motd.md"])
def test_project_imports_nothing_from_outside(target: str, hosts: Hosts, project: Path, put: Put) -> None:
    put("work/CLAUDE.md", f"@{target}")
    put(".ssh/keys.md", "Secret.")
    put("notes.md", "Mine.")

    look = ForeignLook(hosts, [Folder(PROJECT, str(project), trusted=True)])

    assert [file.place for file in look.files] == [str(project / "CLAUDE.md")]


def test_link_out_of_a_project_is_refused(hosts: Hosts, project: Path, put: Put) -> None:
    (project / "CLAUDE.md").symlink_to(put("notes.md", "Mine."))

    look = ForeignLook(hosts, [Folder(PROJECT, str(project), trusted=True)])

    assert look.files == []
    assert look.refused == {str(project / "CLAUDE.md"): LEADS_OUT}


def test_two_names_of_a_file_are_one(hosts: Hosts, project: Path, put: Put) -> None:
    (project / "AGENTS.md").symlink_to(put("work/CLAUDE.md", "Tabs."))

    look = ForeignLook(hosts, [Folder(PROJECT, str(project), trusted=True)])

    assert [file.place for file in look.files] == [str(project / "CLAUDE.md")]


def test_person_may_link_to_their_own_files(hosts: Hosts, person: Path, put: Put) -> None:
    (person / ".claude").mkdir()
    (person / ".claude" / "CLAUDE.md").symlink_to(put("dotfiles/claude.md", "Tabs."))

    assert places(ForeignLook(hosts, ()), person) == [".claude/CLAUDE.md"]


def test_named_file_is_read(hosts: Hosts, person: Path, put: Put) -> None:
    named = replace(hosts, further=(str(put("style.md", "Tabs.")),))

    assert places(ForeignLook(named, ()), person) == ["style.md"]


def test_named_link_is_followed(hosts: Hosts, person: Path, put: Put) -> None:
    (person / "style.md").symlink_to(put("dotfiles/style.md", "Tabs."))

    look = ForeignLook(replace(hosts, further=(str(person / "style.md"),)), ())

    assert (places(look, person), look.refused) == (["style.md"], {})


def test_folder_of_too_many_files_is_told(hosts: Hosts, person: Path) -> None:
    (person / "notes").mkdir()
    for number in range(MOST_FILES + 1):
        (person / "notes" / f"{number}.md").touch()

    look = ForeignLook(replace(hosts, further=(str(person / "notes"),)), ())

    assert (len(look.files), look.refused) == (MOST_FILES, {str(person / "notes"): TOO_MANY})


def test_named_folder_is_read_whole(hosts: Hosts, person: Path, put: Put) -> None:
    for name in ("notes/a.md", "notes/deep/b.md", "notes/.hidden/c.md", "notes/d.txt"):
        put(name, "Tabs.")

    look = ForeignLook(replace(hosts, further=(str(person / "notes"),)), ())

    assert sorted(places(look, person)) == ["notes/a.md", "notes/deep/b.md"]


def test_named_file_of_a_project_belongs_to_it(hosts: Hosts, project: Path, put: Put) -> None:
    named = replace(hosts, further=(str(put("work/docs/style.md", "Tabs.")),))

    (file,) = ForeignLook(named, [Folder(PROJECT, str(project), trusted=False)]).files

    assert file.scope == PROJECT


def test_trace_stays_while_nothing_changes(hosts: Hosts, put: Put) -> None:
    put(".claude/CLAUDE.md", "Tabs.")

    assert ForeignLook(hosts, ()).trace == ForeignLook(hosts, ()).trace


def test_trace_moves_with_an_imported_file(hosts: Hosts, put: Put) -> None:
    put(".claude/CLAUDE.md", "@style.md")
    put(".claude/style.md", "Tabs.")
    before = ForeignLook(hosts, ()).trace
    put(".claude/style.md", "Spaces.")

    assert ForeignLook(hosts, ()).trace != before


def test_pipe_is_no_file(hosts: Hosts, person: Path) -> None:
    (person / ".claude").mkdir()
    os.mkfifo(person / ".claude" / "CLAUDE.md")

    assert ForeignLook(hosts, ()).files == []


def test_name_that_no_path_may_have_is_told(hosts: Hosts, person: Path, put: Put) -> None:
    put(".claude/rules/a\nb.md", "Tabs.")

    assert list(ForeignLook(hosts, ()).refused) == [str(person / ".claude/rules/a\nb.md")]


def test_hosts_are_where_their_variables_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")

    found = hosts_in({"CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x"}, "~/notes:/srv/style.md: :relative.md")

    assert found == Hosts(
        person="/home/me",
        claude=("/home/me/.claude", "/c"),
        codex=("/home/me/.codex", "/x"),
        further=("/home/me/notes", "/srv/style.md"),
    )
