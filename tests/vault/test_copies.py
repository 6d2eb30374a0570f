"""Copies of a home: whole, of one moment, checked before they are believed."""

from __future__ import annotations

import errno
import json
import os
import threading
import zipfile
from pathlib import Path

import pytest

from vademecum.errors import ForbiddenPath, NotFound, UsageError, VaultError
from vademecum.model.copies import CopiedFile
from vademecum.vault.copies import taking
from vademecum.vault.copies.bringing import FileCopies
from vademecum.vault.copies.restoring import restore
from vademecum.vault.locks import Locks

TALK = "conversations/2026/0123456789abcdef01234567.jsonl"


def put(home: Path, path: str, text: str) -> None:
    (home / path).parent.mkdir(parents=True, exist_ok=True)
    (home / path).write_text(text)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    put(home, "memories/personal/a.md", "oats")
    put(home, TALK, "{}\n")
    put(home, "state/key", "ab" * 32)
    put(home, "state/shown.jsonl", "{}\n")
    put(home, "config.toml", "language = 'de'\n")
    return home


def held(source: Path) -> list[str]:
    files = FileCopies(source.parent / "nobody").read(str(source))
    return [file.path for file in files or ()]


def test_export_holds_what_goes_elsewhere(home: Path, tmp_path: Path) -> None:
    FileCopies(home).take(str(tmp_path / "e"), whole=False)

    assert held(tmp_path / "e") == ["state/key", "config.toml", TALK, "memories/personal/a.md"]


def test_backup_holds_all_of_the_state(home: Path, tmp_path: Path) -> None:
    FileCopies(home).take(str(tmp_path / "b.zip"), whole=True)

    assert "state/shown.jsonl" in held(tmp_path / "b.zip")


def test_neither_locks_nor_leavings_are_copied(home: Path, tmp_path: Path) -> None:
    put(home, "state/locks/personal.lock", "")
    put(home, "state/replays/a.reply", "{}")
    put(home, "memories/personal/.vade-00.tmp", "half")
    (home / "memories/personal/link.md").symlink_to("/etc/passwd")

    assert FileCopies(home).take(str(tmp_path / "b"), whole=True).files == 5


def test_equal_homes_give_equal_archives(home: Path, tmp_path: Path) -> None:
    copies = FileCopies(home)
    copies.take(str(tmp_path / "1.zip"), whole=True)
    (home / "memories/personal/a.md").touch()
    copies.take(str(tmp_path / "2.zip"), whole=True)

    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()


@pytest.mark.parametrize("name", ["full", "full/there.zip", "home/inside", "home/inside.zip"])
def test_copy_writes_over_nothing_and_not_into_the_home(home: Path, tmp_path: Path, name: str) -> None:
    put(tmp_path, "full/there.zip", "mine")

    with pytest.raises(UsageError):
        FileCopies(home).take(str(tmp_path / name), whole=True)
    assert (tmp_path / "full/there.zip").read_text() == "mine"


def test_no_writer_comes_between_the_last_look_and_the_list(home: Path, tmp_path: Path) -> None:
    started, done = threading.Event(), threading.Event()

    def write() -> None:
        with Locks(home / "state" / "locks").hold("personal"):
            started.set()
            put(home, "memories/personal/b.md", "half of a pair")
            done.wait(0.2)
            put(home, "memories/personal/c.md", "the other half")

    writer = threading.Thread(target=write)
    writer.start()
    started.wait()
    FileCopies(home).take(str(tmp_path / "b"), whole=True)
    writer.join()

    assert {"memories/personal/b.md", "memories/personal/c.md"} <= set(held(tmp_path / "b"))


def test_restored_home_is_the_one_that_was_copied(home: Path, tmp_path: Path) -> None:
    FileCopies(home).take(str(tmp_path / "b.zip"), whole=True)
    answer = restore(str(tmp_path / "b.zip"), tmp_path / "new", replace=False)

    assert (answer.files, answer.aside) == (5, None)
    assert (tmp_path / "new" / TALK).read_bytes() == (home / TALK).read_bytes()


def test_home_that_holds_something_is_left_alone(home: Path, tmp_path: Path) -> None:
    FileCopies(home).take(str(tmp_path / "b.zip"), whole=True)

    with pytest.raises(UsageError, match="not empty"):
        restore(str(tmp_path / "b.zip"), home, replace=False)


def test_replaced_home_is_moved_aside_as_a_whole(home: Path, tmp_path: Path) -> None:
    FileCopies(home).take(str(tmp_path / "b.zip"), whole=True)
    put(home, "memories/personal/later.md", "later")
    answer = restore(str(tmp_path / "b.zip"), home, replace=True)

    assert answer.aside == str(tmp_path / "home.before-restore-1")
    assert (Path(answer.aside) / "memories/personal/later.md").read_text() == "later"
    assert not (home / "memories/personal/later.md").exists()


def test_damaged_copy_changes_nothing(home: Path, tmp_path: Path) -> None:
    FileCopies(home).take(str(tmp_path / "b"), whole=True)
    put(tmp_path, f"b/{TALK}", '{"changed": 1}\n')

    with pytest.raises(UsageError, match="is not what was copied"):
        restore(str(tmp_path / "b"), home, replace=True)
    assert (home / TALK).read_text() == "{}\n"


def test_missing_file_of_a_copy_is_told(home: Path, tmp_path: Path) -> None:
    FileCopies(home).take(str(tmp_path / "b"), whole=True)
    (tmp_path / "b" / TALK).unlink()

    with pytest.raises(UsageError, match="missing"):
        restore(str(tmp_path / "b"), tmp_path / "new", replace=False)
    assert not (tmp_path / "new").exists()


def test_what_is_no_copy_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "x/vademecum.json", "{}")

    with pytest.raises(UsageError, match="no copy"):
        restore(str(tmp_path / "x"), tmp_path / "new", replace=False)
    with pytest.raises(NotFound):
        restore(str(tmp_path / "none"), tmp_path / "new", replace=False)


@pytest.mark.parametrize(
    "path", ["../x", "memories/../../x", "/etc/x", "bin/sh", "state/a/b", "conversations/x"]
)
def test_list_that_leads_elsewhere_is_refused(tmp_path: Path, path: str) -> None:
    listed = {"kind": "vademecum-copy", "version": 1, "files": {path: {"size": 1, "sha256": "0"}}}
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("vademecum.json", json.dumps(listed))
        archive.writestr(path, "x")

    with pytest.raises(UsageError, match="no copy of a home holds"):
        restore(str(tmp_path / "b.zip"), tmp_path / "new", replace=False)


def test_file_is_placed_only_where_one_may_stand(home: Path) -> None:
    with pytest.raises(ForbiddenPath):
        FileCopies(home).place(CopiedFile("state/../../x", b""))
    assert FileCopies(home).place(CopiedFile("memories/personal/a.md", b"other")) is False
    assert (home / "memories/personal/a.md").read_text() == "oats"


def test_conversation_brings_the_last_end_known_of_it(tmp_path: Path) -> None:
    other, copies = tmp_path / "other", FileCopies(tmp_path / "other")
    own, ends = "0123456789abcdef01234567", '{"id":"%s","line":%d,"hash":"h"}\n'
    known = (ends % (own, 1) + ends % (own, 2) + ends % ("f" * 24, 3)).encode()
    assert [copies.place_conversation(CopiedFile(TALK, b"{}\n"), known) for _ in range(2)] == [True, False]
    assert (other / "state/conversation-ends.jsonl").read_text() == ends % (own, 2)


def test_rows_of_a_copy_are_added_where_they_are_missing(home: Path) -> None:
    put(home, "state/tombstones.jsonl", '{"mac":"a"}\n')
    FileCopies(home).add_rows(CopiedFile("state/tombstones.jsonl", b'{"mac":"b"}\n{"mac":"a"}\n'))
    assert (home / "state/tombstones.jsonl").read_text() == '{"mac":"a"}\n{"mac":"b"}\n'


def test_copy_that_the_disk_broke_off_is_in_nobodys_way(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(taking, "manifest", refuse)
        with pytest.raises(VaultError, match="the disk is full"):
            FileCopies(home).take(str(tmp_path / "e"), whole=False)
    FileCopies(home).take(str(tmp_path / "e"), whole=False)

    assert "memories/personal/a.md" in held(tmp_path / "e")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["e", "home"]


def test_disk_that_fills_up_while_all_wait_is_told_as_that(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    stamps = iter(range(100))  # every file seems to have changed meanwhile
    monkeypatch.setattr(taking, "_stamp", lambda _: next(stamps))
    monkeypatch.setattr(Path, "unlink", refuse)

    with pytest.raises(VaultError, match="the disk is full"):
        FileCopies(home).take(str(tmp_path / "e"), whole=False)


def test_copy_goes_into_the_folder_that_is_there(home: Path, tmp_path: Path) -> None:
    drive = tmp_path / "drive"
    drive.mkdir()
    there = drive.stat().st_ino
    (tmp_path / "link").symlink_to(drive)

    FileCopies(home).take(str(tmp_path / "link"), whole=False)

    assert drive.stat().st_ino == there
    assert "memories/personal/a.md" in held(drive)


def test_what_a_death_left_of_a_copy_goes_with_the_next_one(home: Path, tmp_path: Path) -> None:
    left = tmp_path / "e" / ".vade-00ff.tmp"
    put(left, "memories/personal/a.md", "oats")
    os.utime(left, (0, 0))

    FileCopies(home).take(str(tmp_path / "e"), whole=False)

    assert not left.exists()
