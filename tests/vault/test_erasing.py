"""Erasing files of a vault that have other names, lead elsewhere, or cannot be looked at."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vademecum.errors import NotFound, Unreadable, VaultError
from vademecum.markdown.bounds import MAX_FILE_BYTES
from vademecum.model.file import Document
from vademecum.vault.files import FileVault


@pytest.fixture
def note(root: Path) -> Path:
    place = root / "personal" / "note.md"
    place.write_bytes(b"The heronry.\n")
    return place


def erase(vault: FileVault, path: str) -> int:
    found = vault.read(path)
    return vault.erase(path, found.state if isinstance(found, Document) else None)


def test_other_names_in_the_vault_go_too(vault: FileVault, root: Path, note: Path, tmp_path: Path) -> None:
    (root / "personal" / "deep").mkdir()
    (root / "personal" / "deep" / "twin.md").hardlink_to(note)
    (tmp_path / "backup.md").hardlink_to(note)

    assert erase(vault, "personal/note.md") == 1
    assert vault.list().files == {}
    assert (tmp_path / "backup.md").read_bytes() == b""


def test_a_link_goes_with_the_note_that_it_names(vault: FileVault, root: Path, note: Path) -> None:
    link = root / "personal" / "link.md"
    link.symlink_to(note)

    erase(vault, "personal/link.md")

    assert (link.is_symlink(), note.exists()) == (False, False)


@pytest.mark.parametrize("target", ["../../../outside.md", "none.md"])
def test_a_link_that_leads_nowhere_goes_alone(
    vault: FileVault, root: Path, tmp_path: Path, target: str
) -> None:
    (tmp_path / "outside.md").write_bytes(b"not ours\n")
    link = root / "personal" / "link.md"
    link.symlink_to(target)

    assert vault.erase("personal/link.md", None) == 0
    assert not link.is_symlink()
    assert (tmp_path / "outside.md").read_bytes() == b"not ours\n"


def test_nothing_behind_a_folder_that_leads_out_is_erased(
    vault: FileVault, root: Path, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "note.md").write_bytes(b"not ours\n")
    (root / "personal" / "folder").symlink_to(tmp_path / "outside")

    with pytest.raises(Unreadable):
        vault.erase("personal/folder/note.md", None)
    assert (tmp_path / "outside" / "note.md").read_bytes() == b"not ours\n"


def test_a_file_that_is_too_large_can_be_erased(vault: FileVault, note: Path) -> None:
    os.truncate(note, MAX_FILE_BYTES + 1)

    assert len(vault.read_bytes("personal/note.md")) == MAX_FILE_BYTES
    vault.erase("personal/note.md", None)
    assert not note.exists()


def test_what_is_read_only_stays(vault: FileVault, note: Path) -> None:
    note.chmod(0o400)

    with pytest.raises(VaultError, match="read-only"):
        vault.erase("personal/note.md", None)
    assert note.read_bytes() == b"The heronry.\n"


def test_what_is_gone_is_said(vault: FileVault) -> None:
    with pytest.raises(NotFound):
        vault.erase("personal/note.md", None)
