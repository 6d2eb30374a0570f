"""What only a disk can do: links, permissions, pipes, clocks, other processes."""

from __future__ import annotations

import errno
import multiprocessing
import os
import stat
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.errors import Busy, Conflict, ForbiddenPath, Unreadable, VaultError
from vademecum.model.file import AliasEntry, Document, Quarantined, QuarantineReason
from vademecum.model.record import PERSONAL, Memory, MemoryId
from vademecum.model.value import replace
from vademecum.vault.files import UNSEEN, FileVault
from vademecum.vault.locks import Locks

ID = MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0W")
MOMENT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
NOTE = Memory(id=ID, scope=PERSONAL, title="The port", body="It is 8080.")


def document(vault: FileVault, path: str) -> Document:
    found = vault.read(path)
    assert isinstance(found, Document), found
    return found


def refusal(vault: FileVault, path: str) -> Quarantined:
    found = vault.read(path)
    assert isinstance(found, Quarantined), found
    return found


def test_reading_creates_nothing(tmp_path: Path) -> None:
    vault = FileVault(tmp_path / "home" / "memories")
    vault.list(), vault.read("a.md"), vault.stamps(["a.md"]), vault.read_aliases(), vault.aliases_state()

    assert list(tmp_path.iterdir()) == []


def test_a_missing_root_is_unreachable(tmp_path: Path) -> None:
    vault = FileVault(tmp_path / "gone")

    assert vault.list().unreachable == {"": "No such file or directory"}
    assert vault.stamps(["a.md"]) == {"a.md": UNSEEN}
    assert refusal(vault, "a.md").message == "the vault's folder is not there"


def test_a_file_in_place_of_a_scope_folder_is_unreachable(vault: FileVault, root: Path) -> None:
    (root / "org__acme").write_bytes(b"")

    assert list(vault.list().unreachable) == ["org__acme"]


def test_every_listed_folder_tells_its_device(vault: FileVault, root: Path) -> None:
    device = root.stat().st_dev

    assert vault.list().devices == {"": device, "personal": device}
    assert vault.create(NOTE).state.stamp.device == device


def test_an_edit_that_restores_size_and_time_is_listed(vault: FileVault, root: Path) -> None:
    note = root / "a.md"
    note.write_bytes(b"old")
    trace, before = vault.list().trace, note.stat()
    note.write_bytes(b"new")
    os.utime(note, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert vault.list_unless(trace) == vault.list()
    assert note.stat().st_mtime_ns == before.st_mtime_ns


def test_a_swapped_pair_of_files_is_listed(vault: FileVault, root: Path) -> None:
    (root / "a.md").write_bytes(b"one")
    (root / "b.md").write_bytes(b"two")
    trace = vault.list().trace
    for source, target in (("a.md", "c"), ("b.md", "a.md"), ("c", "b.md")):
        (root / source).rename(root / target)

    assert vault.list_unless(trace) == vault.list()


def test_a_look_that_cannot_promise_leaves_no_trace(vault: FileVault, root: Path) -> None:
    (root / "a.md").write_bytes(b"a")
    assert vault.list().trace

    (root / "link.md").symlink_to(root / "a.md")  # what it leads to may change unseen
    assert vault.list().trace == ""


def test_a_folder_that_refuses_leaves_no_trace(tmp_path: Path) -> None:
    gone = FileVault(tmp_path / "gone")

    assert gone.list().trace == ""
    assert gone.list_unless("") == gone.list()


def test_a_file_that_goes_while_its_folder_is_read_is_left_out(
    vault: FileVault, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a.md").write_bytes(b"a")
    names = os.listdir
    monkeypatch.setattr(os, "listdir", lambda folder: [*names(folder), "gone.md"])

    assert list(vault.list().files) == ["a.md"]
    assert vault.list().unreachable == {}


def test_a_folder_that_went_is_not_made_anew(vault: FileVault, root: Path) -> None:
    root.rename(root.with_name("away"))

    with pytest.raises(VaultError, match="is not there; mount its drive, restore it"):
        vault.create(NOTE)
    with pytest.raises(VaultError, match="is not there"):
        vault.write_aliases(PERSONAL, [AliasEntry(PERSONAL, "a", "b")])
    assert not root.exists()


def test_a_folder_that_refuses_is_told(vault: FileVault, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)

    with pytest.raises(VaultError, match="permission is denied; check who owns it"):
        vault.create(NOTE)


def test_a_home_is_for_its_owner(root: Path) -> None:
    folders = (root.parent, root, root / "personal", root.parent / "state")

    assert [stat.S_IMODE(folder.stat().st_mode) for folder in folders] == [0o700] * 4


def test_new_files_are_for_their_owner(vault: FileVault, root: Path) -> None:
    path = vault.create(NOTE).path

    assert stat.S_IMODE((root / path).stat().st_mode) == 0o600


def test_a_rewritten_file_keeps_its_mode(vault: FileVault, root: Path) -> None:
    made = vault.create(NOTE)
    (root / made.path).chmod(0o640)
    vault.replace(made.path, replace(NOTE, title="x"), made.state)

    assert stat.S_IMODE((root / made.path).stat().st_mode) == 0o640


def test_a_linked_file_inside_is_read_and_kept_a_link(vault: FileVault, root: Path) -> None:
    made = vault.create(NOTE)
    (root / "link.md").symlink_to(root / made.path)
    found = document(vault, "link.md")
    vault.replace("link.md", replace(NOTE, title="x"), found.state)

    assert (root / "link.md").is_symlink()
    assert document(vault, made.path).record.title == "x"  # type: ignore[union-attr]  # a memory
    assert list(vault.list().files) == [made.path]  # one file is one note


def test_two_links_to_a_file_are_one_note(vault: FileVault, root: Path) -> None:
    (root / ".hidden").mkdir()
    (root / ".hidden" / "target.txt").write_text("a note")
    for name in ("a.md", "b.md"):
        (root / name).symlink_to(".hidden/target.txt")

    assert list(vault.list().files) == ["a.md"]


@pytest.mark.parametrize(
    ("name", "key"),
    [(" space ", "space"), ("a\u2028b", "a b"), ("a\u202eb", "a b"), ("a  b", "a b"), ("\u2003", "note")],
)
def test_a_key_is_what_a_list_prints(vault: FileVault, root: Path, name: str, key: str) -> None:
    (root / "personal" / f"{name}.md").write_text("a note")

    assert document(vault, f"personal/{name}.md").key == key


@pytest.mark.parametrize("folder", ["project__x__zz", "org__BAD!", "Org__acme"])
def test_a_misspelt_scope_folder_is_told(vault: FileVault, root: Path, folder: str) -> None:
    (root / folder).mkdir()
    (root / folder / "a.md").write_text("a note")

    found = document(vault, f"{folder}/a.md")

    assert (found.scope, found.warnings) == (
        PERSONAL,
        (f"folder {folder} is no scope folder; served as personal",),
    )


def test_a_hard_link_is_no_twin(vault: FileVault, root: Path) -> None:
    made = vault.create(NOTE)
    (root / "zz.md").hardlink_to(root / made.path)

    assert list(vault.list().files) == [made.path]


def test_links_to_nowhere_stay_apart(vault: FileVault, root: Path) -> None:
    for name in ("a.md", "b.md"):
        (root / name).symlink_to("gone.md")

    assert list(vault.list().files) == ["a.md", "b.md"]


def test_a_linked_file_outside_is_named_only(vault: FileVault, root: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("secret")
    (root / "link.md").symlink_to(tmp_path / "secret.md")

    assert "link.md" in vault.list().files
    assert refusal(vault, "link.md").message == "a symbolic link that leaves the vault is not followed"
    assert refusal(vault, "link.md").reason is QuarantineReason.UNREADABLE


def test_a_link_to_nowhere_is_named(vault: FileVault, root: Path) -> None:
    (root / "link.md").symlink_to(root / "none.md")

    assert list(vault.list().files) == ["link.md"]
    assert refusal(vault, "link.md").message.startswith("a symbolic link to a file that does not exist")


def test_links_in_a_circle_cannot_hang(vault: FileVault, root: Path) -> None:
    (root / "a.md").symlink_to(root / "b.md")
    (root / "b.md").symlink_to(root / "a.md")
    (root / "personal" / "loop").symlink_to(root)
    vault.create(NOTE)

    assert list(vault.list().files) == ["a.md", "b.md", "personal/the-port.md"]
    assert vault.list().unreachable == {}
    assert isinstance(vault.read("a.md"), Quarantined)


def test_a_linked_folder_outside_is_named_only(vault: FileVault, root: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x.md").write_text("secret")
    (root / "out").symlink_to(tmp_path / "out")

    assert vault.list().files == {}
    assert vault.list().unreachable == {"out": "a symbolic link that leaves the vault is not followed"}
    assert refusal(vault, "out/x.md").reason is QuarantineReason.UNREADABLE


def test_nothing_is_created_through_a_link(vault: FileVault, root: Path, tmp_path: Path) -> None:
    (root / "personal").rmdir()
    (root / "personal").symlink_to(tmp_path)

    with pytest.raises(ForbiddenPath):
        vault.create(NOTE)


def test_pipes_and_folders_are_no_notes(vault: FileVault, root: Path) -> None:
    os.mkfifo(root / "pipe.md")
    (root / "folder.md").mkdir()
    (root / "folder.md" / "in.md").write_text("text")

    assert list(vault.list().files) == ["folder.md/in.md"]
    assert vault.read("pipe.md") is None
    assert vault.read("folder.md") is None


def test_unusable_names_are_said(vault: FileVault, root: Path) -> None:
    (root / "a\\b.md").write_text("text")
    (root / "~x.md").write_text("text")
    Path(os.fsdecode(os.fsencode(root) + b"/\xff.md")).write_text("text")
    (root / "a\u3000b.md").write_text("text")
    listing = vault.list()

    assert list(listing.files) == ["a\u3000b.md"]
    assert set(listing.unreachable) == {"a\\b.md", "~x.md", "\\udcff.md"}


def test_a_large_file_is_not_read(vault: FileVault, root: Path) -> None:
    with (root / "big.md").open("wb") as file:
        file.truncate(1 << 40)

    assert refusal(vault, "big.md").reason is QuarantineReason.TOO_LARGE


@pytest.mark.parametrize(("age_ns", "racy"), [(49_000_000, True), (51_000_000, False), (-1, True)])
def test_a_fresh_file_is_racy_and_an_old_one_is_not(root: Path, age_ns: int, racy: bool) -> None:
    (root / "a.md").write_text("text")
    moment = (root / "a.md").stat().st_ctime_ns + age_ns

    assert document(FileVault(root, now_ns=lambda: moment), "a.md").state.racy is racy


def test_a_read_only_file_gets_a_steady_stand_in(vault: FileVault, root: Path) -> None:
    (root / "a.md").write_text("text")
    (root / "a.md").chmod(0o444)
    first, second = vault.adopt("a.md", ID, MOMENT), vault.adopt("a.md", ID, MOMENT)

    assert isinstance(first, Document)
    assert first == second
    assert first.record.id == "0000000000ZV6CS5TK4HKTVFWK"
    assert "read-only" in first.warnings[0]
    assert (root / "a.md").read_text() == "text"


def test_a_read_only_file_is_not_replaced(vault: FileVault, root: Path) -> None:
    made = vault.create(NOTE)
    (root / made.path).chmod(0o444)

    with pytest.raises(VaultError, match="read-only"):
        vault.replace(made.path, replace(NOTE, title="x"), made.state)


def test_an_edit_at_the_last_moment_wins(
    vault: FileVault, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = vault.create(NOTE)
    edited = (root / made.path).read_bytes() + b"by hand\n"
    sync = os.fsync

    def saved_meanwhile(descriptor: int) -> None:
        sync(descriptor)
        (root / made.path).write_bytes(edited)

    monkeypatch.setattr(os, "fsync", saved_meanwhile)
    with pytest.raises(Conflict):
        vault.replace(made.path, replace(NOTE, title="x"), made.state)
    assert (root / made.path).read_bytes() == edited


def test_an_edit_of_a_large_file_is_refused(vault: FileVault, root: Path) -> None:
    made = vault.create(NOTE)
    (root / made.path).write_bytes(b"x" * (2 << 20))

    with pytest.raises(Unreadable):
        vault.replace(made.path, NOTE, made.state)


def test_a_held_lock_is_busy(root: Path) -> None:
    folder = root.parent / "state" / "locks"

    with (
        Locks(folder).hold("personal"),
        pytest.raises(Busy, match="another process"),
        Locks(folder, deadline_s=0.01).hold("personal"),
    ):
        pass


def test_scopes_do_not_wait_for_each_other(root: Path) -> None:
    folder = root.parent / "state" / "locks"

    with Locks(folder).hold("personal"), Locks(folder, deadline_s=0).hold("org__a"):
        assert sorted(path.name for path in folder.iterdir()) == ["org__a.lock", "personal.lock"]


def test_old_temp_files_are_cleaned(vault: FileVault, root: Path) -> None:
    old, young, foreign = (root / "personal" / name for name in (".vade-a.tmp", ".vade-b.tmp", ".x.tmp"))
    for path in (old, young, foreign):
        path.write_text("half")
    long_ago = time.time_ns() - 2 * 3600 * 10**9
    for path in (old, foreign):
        os.utime(path, ns=(long_ago, long_ago))
    vault.create(NOTE)

    assert (old.exists(), young.exists(), foreign.exists()) == (False, True, True)


def create_many(root: Path, digit: str) -> list[str]:
    vault = FileVault(root)
    ids = [MemoryId(f"01J8ZQ4Y7T3V9N5K2M6P8R{digit}{number:03d}") for number in range(8)]
    return [vault.create(replace(NOTE, id=each)).path for each in ids]


def replace_many(root: Path, tag: str) -> int:
    vault, done = FileVault(root), 0
    while done < 8:
        found = document(vault, "personal/the-port.md")
        assert isinstance(found.record, Memory)
        more = replace(found.record, tags=(*found.record.tags, f"{tag}{done}"))
        try:
            vault.replace(found.path, more, found.state)
        except Conflict:
            continue
        done += 1
    return done


def test_two_processes_never_share_a_name(root: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        made = pool.starmap(create_many, [(root, "A"), (root, "B")])

    assert len({path for paths in made for path in paths}) == 16
    assert len(FileVault(root).list().files) == 16


def test_two_processes_lose_no_change(vault: FileVault, root: Path) -> None:
    made = vault.create(NOTE)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.starmap(replace_many, [(root, "a"), (root, "b")])
    found = document(vault, made.path).record

    assert sorted(found.tags) == sorted(f"{side}{number}" for side in "ab" for number in range(8))


def test_a_vocabulary_through_a_link_outside_is_refused(vault: FileVault, root: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("a: b\n")
    (root / "personal" / "aliases.yaml").symlink_to(tmp_path / "mine.yaml")

    assert [q.path for q in vault.read_aliases()[1]] == ["personal/aliases.yaml"]
    with pytest.raises(Unreadable):
        vault.write_aliases(PERSONAL, [AliasEntry(PERSONAL, "c", "d")])
