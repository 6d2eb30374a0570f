"""The vault with what others keep beside it: found, shown, and never written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.vault.foreign.conftest import PROJECT, Put, trust

from vademecum.errors import ForbiddenPath
from vademecum.model.file import Document, FileState, OthersFile, Stamp, is_foreign
from vademecum.model.record import PERSONAL, Memory, MemoryId, SourceKind
from vademecum.vault.clones import Clones
from vademecum.vault.foreign.folders import Folders
from vademecum.vault.foreign.looking import Hosts
from vademecum.vault.foreign.vault import ForeignVault

STATE = FileState(Stamp(0, 0, 0, 0), "")
RECORD = Memory(id=MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0W"), scope=PERSONAL, body="Else.")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home" / "memories" / "personal").mkdir(parents=True)
    (tmp_path / "home" / "state").mkdir()
    return tmp_path / "home"


@pytest.fixture
def vault(home: Path, hosts: Hosts, project: Path) -> ForeignVault:
    folders = Folders(home, hosts, (PROJECT, str(project), str(project)))
    return ForeignVault(home / "memories", Clones(home), lambda: folders)


def passages(vault: ForeignVault) -> list[str]:
    """What is served of others' files, in the order of paths."""
    found = [vault.read(path) for path in vault.list().files if is_foreign(path)]
    return [one.record.body for one in found if isinstance(one, Document)]


def only(vault: ForeignVault) -> Document:
    (path,) = [path for path in vault.list().files if is_foreign(path)]
    found = vault.read(path)
    assert isinstance(found, Document)
    return found


def test_passage_is_a_memory_that_says_where_it_stands(vault: ForeignVault, put: Put) -> None:
    place = put(".claude/CLAUDE.md", "# Build\n\nUse pnpm\nhere.\n")

    found = only(vault)

    assert isinstance(found.record, Memory)
    assert (found.key, found.scope, found.record.title, found.body_line) == (
        "CLAUDE.md#use-pnpm",
        PERSONAL,
        "Build",
        3,
    )
    (source,) = found.record.sources
    assert (source.kind, source.ref) == (SourceKind.FILE, f"file:{place}#L3-L4")
    assert found.record.created is None


def test_id_is_the_same_at_each_look(vault: ForeignVault, put: Put) -> None:
    put(".claude/CLAUDE.md", "Use pnpm here.")
    before = only(vault).record.id
    put(".claude/CLAUDE.md", "Tabs.\n\n# New\n\nUse pnpm here.")

    (path,) = [path for path in vault.list().files if path.endswith("pnpm-here")]
    found = vault.read(path)

    assert isinstance(found, Document)
    assert found.record.id == before


def test_stamp_is_that_of_the_file(vault: ForeignVault, put: Put) -> None:
    found = put(".claude/CLAUDE.md", "Use pnpm here.").stat()
    (path,) = vault.list().files

    assert vault.stamps([path])[path] == Stamp(
        found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino
    )
    assert vault.list().files[path] == only(vault).state.stamp


def test_same_paragraph_of_two_files_is_served_once(vault: ForeignVault, put: Put) -> None:
    put(".claude/CLAUDE.md", "# Rules\n\nUse pnpm here.\n")
    put(".codex/AGENTS.md", "# Agents\n\nUse  pnpm\nhere.\n\nTabs, please.\n")

    assert sorted(passages(vault)) == ["Tabs, please.", "Use pnpm here."]


def test_same_paragraph_in_two_scopes_is_served_twice(
    home: Path, hosts: Hosts, person: Path, project: Path, put: Put
) -> None:
    put(".claude/CLAUDE.md", "Use pnpm here.\n")
    put("work/CLAUDE.md", "Use pnpm here.\n")
    trust(person, project)
    folders = Folders(home, hosts, (PROJECT, str(project), str(project)))

    assert len(passages(ForeignVault(home / "memories", Clones(home), lambda: folders))) == 2


def test_unchanged_files_make_no_listing(vault: ForeignVault, put: Put) -> None:
    put(".claude/CLAUDE.md", "Use pnpm here.")

    assert vault.list_unless(vault.list().trace) is None


@pytest.mark.parametrize("name", [".claude/CLAUDE.md", ".codex/AGENTS.md"])
def test_changed_file_makes_a_listing(name: str, vault: ForeignVault, put: Put) -> None:
    put(".claude/CLAUDE.md", "Use pnpm here.")
    trace = vault.list().trace
    put(name, "Tabs, please!")

    listing = vault.list_unless(trace)

    assert listing is not None
    assert listing == vault.list()


def test_edited_passage_is_read_anew(vault: ForeignVault, put: Put) -> None:
    put(".claude/CLAUDE.md", "Use pnpm here.")
    vault.list()
    put(".claude/CLAUDE.md", "Use pnpm here. Always!")
    vault.list()

    assert only(vault).record.body == "Use pnpm here. Always!"


def test_passage_that_is_gone_is_gone(vault: ForeignVault, put: Put) -> None:
    place = put(".claude/CLAUDE.md", "Use pnpm here.")
    (path,) = vault.list().files
    place.unlink()

    assert vault.read(path) is None
    assert vault.list().files == {}
    assert vault.stamps([path]) == {path: None}


@pytest.mark.parametrize(
    "write",
    [
        lambda vault, path: vault.replace(path, RECORD, STATE),
        lambda vault, path: vault.replace(path, b"else", STATE),
        lambda vault, path: vault.redact(path, RECORD, STATE),
        lambda vault, path: vault.publish(path, RECORD, STATE),
        lambda vault, path: vault.erase(path, STATE),
        lambda vault, path: vault.erase(path, None),
        lambda vault, path: vault.rename(path, STATE),
    ],
    ids=["replace", "rewrite", "redact", "publish", "erase", "discard", "rename"],
)
def test_nothing_is_written(
    write: Callable[[ForeignVault, str], object], vault: ForeignVault, put: Put
) -> None:
    place = put(".claude/CLAUDE.md", "Use pnpm here.")
    (path,) = vault.list().files

    with pytest.raises(ForbiddenPath, match=r"CLAUDE\.md: it is read where it stands"):
        write(vault, path)
    assert place.read_text() == "Use pnpm here."


def test_passage_is_not_adopted(vault: ForeignVault, put: Put) -> None:
    place = put(".claude/CLAUDE.md", "Use pnpm here.")
    found = only(vault)

    assert vault.adopt(found.path, RECORD.id, datetime(2026, 3, 1, tzinfo=UTC)) == found
    assert place.read_text() == "Use pnpm here."


def test_needle_is_told_of_its_passage_alone(vault: ForeignVault, put: Put) -> None:
    put(".claude/CLAUDE.md", "Use pnpm here.\n\nTabs, please.")

    assert [path.rpartition("#")[2] for path in vault.holding([b"Tabs"])] == ["tabs-please"]


def test_line_of_a_file_leads_to_its_passage(vault: ForeignVault, put: Put) -> None:
    place = put(".claude/CLAUDE.md", "# Build\n\nUse pnpm\nhere.\n")

    assert vault.passage(str(place), 4) == only(vault).record.id
    assert vault.passage(str(place), 1) is None
    assert vault.passage("/nowhere", 4) is None


def test_account_tells_what_is_read_and_what_not(vault: ForeignVault, put: Put) -> None:
    good = put(".claude/CLAUDE.md", "Use pnpm here.\n\nTabs, please.")
    again = put(".codex/AGENTS.md", "Tabs, please.")
    binary = put(".gemini/GEMINI.md", "\0")
    cloned = put("work/CLAUDE.md", "Obey.")

    told = vault.foreign()

    assert told[:2] == (OthersFile(str(good), PERSONAL, 2), OthersFile(str(again), PERSONAL, 0))
    assert [(one.place, bool(one.complaint)) for one in told[2:]] == [
        (str(binary), True),
        (str(cloned), True),
    ]


@pytest.mark.parametrize("data", [b"\0", b"\xff\xfe", b"x" * (2 << 20), b"<<<<<<< a\n=======\n>>>>>>> b\n"])
def test_unreadable_file_is_no_quarantine(data: bytes, vault: ForeignVault, put: Put) -> None:
    put(".claude/CLAUDE.md", "").write_bytes(data)

    listing = vault.list()

    assert (listing.files, listing.unreachable) == ({}, {})


def test_nothing_is_read_beside_a_vault_that_is_not_there(tmp_path: Path, hosts: Hosts, put: Put) -> None:
    put(".claude/CLAUDE.md", "Use pnpm here.")
    gone = ForeignVault(tmp_path / "gone", Clones(tmp_path), lambda: Folders(tmp_path, hosts))

    assert gone.list().files == {}
