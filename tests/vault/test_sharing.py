"""What teams share, on a disk: found from the clone, written there by publishing alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vademecum.errors import Conflict, ForbiddenPath, NotFound
from vademecum.model.file import Document, FileState, Quarantined, Stamp
from vademecum.model.record import Entity, Memory, MemoryId, Review, Scope
from vademecum.model.value import replace
from vademecum.vault.clones import Clones
from vademecum.vault.sharing import SharedVault

PROJECT = Scope("project:harbour__0123456789ab")
OTHER = Scope("project:other__ba9876543210")
FOLDER = "project__harbour__0123456789ab"
ID = MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0W")
NOTE = Memory(id=ID, scope=PROJECT, title="Deploy day", body="Tuesdays.", review=Review.APPROVED)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home" / "memories").mkdir(parents=True)
    (tmp_path / "home" / "state").mkdir()
    return tmp_path / "home"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    (tmp_path / "work" / "clone").mkdir(parents=True)
    return tmp_path / "work" / "clone"


def opened(home: Path, clone: Path | None = None, scope: Scope = PROJECT) -> SharedVault:
    clones = Clones(home, (scope, str(clone)) if clone else None)
    clones.remember()
    return SharedVault(home / "memories", clones)


def shared(clone: Path, name: str, text: str) -> str:
    """Put a file into a team's folder, as git would; returns its path in the vault."""
    (clone / ".vademecum").mkdir(exist_ok=True)
    (clone / ".vademecum" / name).write_text(text)
    return f"{FOLDER}/.vademecum/{name}"


def document(vault: SharedVault, path: str) -> Document:
    found = vault.read(path)
    assert isinstance(found, Document), found
    return found


def published(vault: SharedVault) -> Document:
    made = vault.create(NOTE)
    return vault.publish(made.path, replace(NOTE, review=Review.PUBLISHED), made.state)


def test_clone_met_by_another_process_is_seen(home: Path, clone: Path) -> None:
    waiting = opened(home)
    before = dict(waiting.list().files)
    path = shared(clone, "deploy.md", "Tuesdays.")

    opened(home, clone)

    assert (before, list(waiting.list().files)) == ({}, [path])


def test_shared_note_belongs_to_the_project(home: Path, clone: Path) -> None:
    path = shared(clone, "a.md", f"---\nid: {ID}\n---\nx\n")

    vault = opened(home, clone)

    assert list(vault.list().files) == [path]
    assert (document(vault, path).scope, document(vault, path).record.scope) == (PROJECT, PROJECT)
    assert vault.stamps([path])[path] == vault.list().files[path]
    assert vault.locate(path) == str(clone / ".vademecum" / "a.md")


def test_shared_page_in_a_folder_is_an_entity(home: Path, clone: Path) -> None:
    (clone / ".vademecum" / "entities").mkdir(parents=True)
    (clone / ".vademecum" / "entities" / "eve.md").write_text("Our captain.\n")

    found = document(opened(home, clone), f"{FOLDER}/.vademecum/entities/eve.md")

    assert isinstance(found.record, Entity)


def test_look_writes_nothing_into_a_clone(home: Path, clone: Path) -> None:
    path = shared(clone, "a.md", "no id\n")
    first, second = opened(home, clone), opened(home, clone)

    ids = [vault.adopt(path, ID, None) for vault in (first, second)]  # type: ignore[arg-type]

    assert (clone / ".vademecum" / "a.md").read_text() == "no id\n"
    assert [isinstance(found, Document) and found.record.id[:10] for found in ids] == ["0" * 10] * 2
    assert ids[0] == ids[1]


def test_publishing_moves_the_file(home: Path, clone: Path) -> None:
    done = published(opened(home, clone))

    assert done.path == f"{FOLDER}/.vademecum/deploy-day.md"
    assert done.record == replace(NOTE, review=Review.PUBLISHED)
    assert (clone / ".vademecum" / "deploy-day.md").read_text().endswith("Tuesdays.\n")
    assert list((home / "memories" / FOLDER).iterdir()) == []


def test_published_file_keeps_what_a_person_wrote(home: Path, clone: Path) -> None:
    vault = opened(home, clone)
    place = home / "memories" / FOLDER / "mine.md"
    place.parent.mkdir()
    place.write_text(f"---\nid: {ID}\n# by hand\nmood: yes\n---\nx\n")
    before = document(vault, f"{FOLDER}/mine.md")
    assert isinstance(before.record, Memory)

    vault.publish(before.path, replace(before.record, review=Review.PUBLISHED), before.state)

    assert "# by hand\nmood: yes\n" in (clone / ".vademecum" / "mine.md").read_text()


def test_taken_name_is_not_overwritten(home: Path, clone: Path) -> None:
    shared(clone, "Deploy-Day.md", "theirs\n")

    done = published(opened(home, clone))

    assert done.path == f"{FOLDER}/.vademecum/deploy-day-8r1s0w.md"
    assert (clone / ".vademecum" / "Deploy-Day.md").read_text() == "theirs\n"


def test_changed_file_is_not_published(home: Path, clone: Path) -> None:
    vault = opened(home, clone)
    made = vault.create(NOTE)

    with pytest.raises(Conflict):
        vault.publish(made.path, NOTE, FileState(Stamp(0, 0, 0, 0), "0" * 64))
    assert not (clone / ".vademecum").exists()


def test_project_without_clone_is_told(home: Path) -> None:
    vault = opened(home)
    made = vault.create(NOTE)

    with pytest.raises(NotFound, match="run this inside its repository"):
        vault.publish(made.path, NOTE, made.state)


def test_shared_note_is_edited_where_it_stands(home: Path, clone: Path) -> None:
    vault = opened(home, clone)
    done = published(vault)

    vault.replace(done.path, replace(NOTE, body="Fridays."), done.state)

    assert (clone / ".vademecum" / "deploy-day.md").read_text().endswith("Fridays.\n")


def test_shared_note_can_be_erased(home: Path, clone: Path) -> None:
    vault = opened(home, clone)
    done = published(vault)

    assert list(vault.holding([b"Tuesdays"])) == [done.path]
    vault.erase(done.path, done.state)

    assert list((clone / ".vademecum").iterdir()) == []


def test_clone_is_remembered_elsewhere(home: Path, clone: Path) -> None:
    path = shared(clone, "a.md", "x\n")
    opened(home, clone)

    assert list(opened(home).list().files) == [path]


def test_clone_at_hand_comes_first(home: Path, clone: Path, tmp_path: Path) -> None:
    shared(clone, "a.md", "x\n")
    opened(home, clone)
    other = tmp_path / "work" / "other"
    other.mkdir()
    path = shared(other, "b.md", "y\n")

    assert list(opened(home, other).list().files) == [path]
    assert list(opened(home).list().files) == [f"{FOLDER}/.vademecum/a.md"]


def test_folder_that_git_removed_is_empty(home: Path, clone: Path) -> None:
    shared(clone, "a.md", "x\n")
    vault = opened(home, clone)
    (clone / ".vademecum" / "a.md").unlink()
    (clone / ".vademecum").rmdir()

    listing = vault.list()

    assert (listing.files, listing.unreachable) == ({}, {})


def test_clone_on_a_missing_drive_is_unreachable(home: Path, clone: Path, tmp_path: Path) -> None:
    shared(clone, "a.md", "x\n")
    opened(home, clone)
    (tmp_path / "work").rename(tmp_path / "away")

    listing = opened(home).list()

    assert list(listing.unreachable) == [f"{FOLDER}/.vademecum"]
    assert listing.trace == ""


def test_deleted_clone_is_forgotten(home: Path, clone: Path) -> None:
    shared(clone, "a.md", "x\n")
    opened(home, clone)
    clone.rename(clone.with_name("deleted"))

    listing = opened(home).list()

    assert (listing.files, listing.unreachable) == ({}, {})


def test_link_that_leaves_the_clone_is_not_followed(home: Path, clone: Path, tmp_path: Path) -> None:
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "a.md").write_text("secret\n")
    (clone / ".vademecum").symlink_to(tmp_path / "secrets")
    vault = opened(home, clone)

    assert list(vault.list().unreachable) == [f"{FOLDER}/.vademecum"]
    assert isinstance(vault.read(f"{FOLDER}/.vademecum/a.md"), Quarantined)
    made = vault.create(NOTE)
    with pytest.raises(ForbiddenPath):
        vault.publish(made.path, NOTE, made.state)


def test_path_does_not_climb_out_of_the_team(home: Path, clone: Path) -> None:
    with pytest.raises(ForbiddenPath):
        opened(home, clone).read(f"{FOLDER}/.vademecum/../secret.md")


def test_unknown_clone_reads_as_unreadable(home: Path) -> None:
    assert isinstance(opened(home).read(f"{FOLDER}/.vademecum/a.md"), Quarantined)


@pytest.mark.parametrize("below", ["", "inner"])
def test_home_in_a_repository_is_no_team(tmp_path: Path, below: str) -> None:
    home = tmp_path / ".vademecum" / below
    (home / "memories" / "personal").mkdir(parents=True)
    (home / "memories" / "personal" / "a.md").write_text("x\n")

    assert list(opened(home, tmp_path).list().files) == ["personal/a.md"]


def test_unchanged_clones_are_known_by_their_trace(home: Path, clone: Path) -> None:
    shared(clone, "a.md", "x\n")
    vault = opened(home, clone)
    trace = vault.list().trace

    assert trace != ""
    assert vault.list_unless(trace) is None
    shared(clone, "b.md", "y\n")
    assert vault.list_unless(trace) is not None


def test_damaged_memory_of_clones_is_ignored(home: Path, clone: Path) -> None:
    (home / "state" / "clones").write_bytes(
        b"nonsense\nproject__x\t/a\n" + FOLDER.encode() + b"\trelative\n\xff"
    )
    path = shared(clone, "a.md", "x\n")

    assert list(opened(home, clone).list().files) == [path]
    assert os.fsencode(clone) in (home / "state" / "clones").read_bytes()
