"""Reading every byte of a home, its cache and the drafts of editors."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from vademecum.model.receipt import Place
from vademecum.vault import reader
from vademecum.vault.scanning import FileScanner


@pytest.fixture
def scanner(tmp_path: Path) -> FileScanner:
    for name in ("home/memories/personal", "home/state", "cache/gen-1", "drafts/vade-edit-x", "drafts/other"):
        (tmp_path / name).mkdir(parents=True)
    return FileScanner(tmp_path / "home", tmp_path / "cache", tmp_path / "drafts")


def test_every_file_of_every_place_is_read(scanner: FileScanner, tmp_path: Path) -> None:
    (tmp_path / "home/memories/personal/a.md").write_bytes(b"a heron")
    (tmp_path / "home/state/.hidden").write_bytes(b"heron")
    (tmp_path / "cache/gen-1/catalogue.db-wal").write_bytes(b"\0heron\0oak")
    (tmp_path / "drafts/vade-edit-x/a.md").write_bytes(b"oak")
    (tmp_path / "drafts/other/a.md").write_bytes(b"heron")

    scan = scanner.scan([b"heron", b"oak"])

    assert scan.found == {
        "cache/gen-1/catalogue.db-wal": {b"heron", b"oak"},
        "drafts/vade-edit-x/a.md": {b"oak"},
        "home/memories/personal/a.md": {b"heron"},
        "home/state/.hidden": {b"heron"},
    }


def test_what_was_read_is_counted(scanner: FileScanner, tmp_path: Path) -> None:
    (tmp_path / "cache/CURRENT").write_bytes(b"12345")

    assert scanner.scan([b"heron"]).places == (
        Place(name="home", files=0, bytes=0),
        Place(name="cache", files=1, bytes=5),
        Place(name="drafts", files=0, bytes=0),
    )


def test_a_needle_across_two_portions_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_AT_ONCE", 4)
    (tmp_path / "file").write_bytes(b"xxheronxx")

    assert reader.look(str(tmp_path / "file"), [b"heron", b"xh", b"egret"]) == (
        9,
        frozenset({b"heron", b"xh"}),
    )


def test_what_no_process_can_read_is_unread(
    scanner: FileScanner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache/file").write_bytes(b"heron")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))

    assert list(scanner.scan([b"heron"]).unread) == ["cache/file"]


@pytest.mark.parametrize("name", ["plain", "with space", "é", "\udcff", "line\nend"])
def test_names_of_every_kind_are_looked_into(scanner: FileScanner, tmp_path: Path, name: str) -> None:
    (tmp_path / "cache" / name).write_bytes(b"a heron")

    assert list(scanner.scan([b"heron", b"egret"]).found.values()) == [frozenset({b"heron"})]


def test_git_history_is_said_to_be_beyond(scanner: FileScanner, tmp_path: Path) -> None:
    git = tmp_path / "home/.git"
    (git / "objects").mkdir(parents=True)
    (git / "refs").mkdir()
    (git / "HEAD").write_text("ref: refs/heads/main\n")

    beyond = scanner.scan([b"heron"], [str(tmp_path / "home" / "memories" / "a.md")]).beyond

    assert [line.partition(" ")[0] for line in beyond] == ["the", "backups,"]
    assert str(git) in beyond[0]


def test_drafts_that_hold_the_needle_are_erased(scanner: FileScanner, tmp_path: Path) -> None:
    mine, other = tmp_path / "drafts/vade-edit-x/a.md", tmp_path / "drafts/vade-edit-x/b.md"
    mine.write_bytes(b"id: heron")
    other.write_bytes(b"id: oak")

    assert scanner.erase_drafts(b"heron") == 1
    assert [mine.exists(), other.exists()] == [False, True]


def test_links_are_not_followed(scanner: FileScanner, tmp_path: Path) -> None:
    (tmp_path / "outside").write_bytes(b"heron")
    (tmp_path / "home/link").symlink_to(tmp_path / "outside")

    assert scanner.scan([b"heron"]).found == {}


def test_a_folder_that_is_refused_is_told(scanner: FileScanner, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(place: str) -> None:
        raise PermissionError(errno.EACCES, "denied", place)

    monkeypatch.setattr(os, "scandir", refuse)

    assert list(scanner.scan([b"heron"]).unread) == ["home/", "cache/"]


def test_erasing_takes_kept_answers_with_it(scanner: FileScanner, tmp_path: Path) -> None:
    kept = tmp_path / "home" / "state" / "replays"
    kept.mkdir()
    (kept / "a.reply").write_bytes(b"whatever")

    assert scanner.erase_drafts(b"01ID") == 0
    assert list(kept.iterdir()) == []
