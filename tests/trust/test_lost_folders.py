"""A home whose folder of memories went: nothing is made in its place, nothing counts as deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from vademecum.errors import VaultError
from vademecum.wiring import open_vade


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with open_vade(tmp_path / "home", cwd=tmp_path) as vade:
        vade.remember("the quokka sleeps")
    return tmp_path / "home"


def test_lost_folder_is_not_made_anew(home: Path, tmp_path: Path) -> None:
    (home / "memories").rename(tmp_path / "away")

    with open_vade(home, cwd=tmp_path) as vade, pytest.raises(VaultError, match="is not there"):
        vade.remember("the wombat digs")
    assert not (home / "memories").exists()


def test_lost_folder_deletes_nothing(home: Path, tmp_path: Path) -> None:
    (home / "memories").rename(tmp_path / "away")

    with open_vade(home, cwd=tmp_path) as vade:
        answer = vade.recall("quokka")
    assert [(hit.key, hit.stale) for hit in answer.hits] == [("the-quokka-sleeps", True)]
    assert answer.warnings == ("the vault cannot be read: No such file or directory",)


def test_scope_folder_replaced_by_a_file_deletes_nothing(home: Path, tmp_path: Path) -> None:
    (home / "memories" / "personal").rename(tmp_path / "away")
    (home / "memories" / "personal").write_bytes(b"")

    with open_vade(home, cwd=tmp_path) as vade:
        assert [hit.key for hit in vade.recall("quokka").hits] == ["the-quokka-sleeps"]
