"""A folder is waited for, with and without the library that the system tells by."""

from __future__ import annotations

from pathlib import Path
from threading import Timer

import pytest

from vademecum.vault import watching
from vademecum.vault.watching import FolderWatch


def test_a_change_ends_the_wait(tmp_path: Path) -> None:
    watch = FolderWatch(str(tmp_path))
    writer = Timer(0.3, (tmp_path / "note.md").write_text, ("new",))
    writer.start()

    assert watch.told
    assert watch.wait(30)
    writer.join()


def test_a_wait_without_a_change_ends_too(tmp_path: Path) -> None:
    assert not FolderWatch(str(tmp_path)).wait(0.1)


def test_a_folder_that_is_not_there_yet_is_looked_for(tmp_path: Path) -> None:
    assert FolderWatch(str(tmp_path / "later")).wait(0.01)


def test_without_the_library_each_wait_asks_for_a_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "_library", lambda: None)
    watch = FolderWatch(str(tmp_path))

    assert not watch.told
    assert watch.wait(0.01)
