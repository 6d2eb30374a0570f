"""A folder is gathered alike by its descriptor and, where no folder can be held open, by its path."""

from __future__ import annotations

from pathlib import Path

import pytest

from vademecum.vault.listing import Look, gathered_by_path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.md", ".hidden.md", "日本.md"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    (tmp_path / "inner").mkdir()
    (tmp_path / "link.md").symlink_to("b.md")
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    return tmp_path


def test_gathered_by_path_is_gathered_alike(folder: Path) -> None:
    ((_, device, names, said),) = Look(str(folder))._folders[:1]

    assert gathered_by_path(str(folder), follow=True) == (device, names, said)


def test_link_to_a_folder_is_not_entered(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to(folder / "inner")

    with pytest.raises(NotADirectoryError):
        gathered_by_path(str(tmp_path / "out"), follow=False)
    assert gathered_by_path(str(tmp_path / "out"), follow=True)[1] == []


def test_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        gathered_by_path(str(tmp_path / "none"), follow=False)
