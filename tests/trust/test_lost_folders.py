"""A home whose folder of memories went: nothing is made in its place, nothing counts as deleted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from vademecum.errors import Unreadable, VaultError
from vademecum.settings.trusting import reaching, trust
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


def _trusted(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust that its folder of memories leads out, as whoever keeps it on another disk does."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home.parent / "config"))
    trust(str(home), reaching(str(home)))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Path]:
    """A folder on another file system than the home."""
    if not Path("/dev/shm").is_dir() or Path("/dev/shm").stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is only one file system")
    with TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


def test_drive_that_is_not_mounted_is_not_written_over(
    elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    memories = tmp_path / "memories"
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "memories").symlink_to(memories)
    memories.symlink_to(elsewhere)
    _trusted(tmp_path / "home", monkeypatch)
    with open_vade(tmp_path / "home", cwd=tmp_path) as vade:
        vade.remember("the quokka sleeps")
    memories.unlink()
    memories.mkdir()  # what is left when a drive is not mounted: its bare mount point
    _trusted(tmp_path / "home", monkeypatch)  # that has the same name as the drive; a link of ours has not

    with open_vade(tmp_path / "home", cwd=tmp_path) as vade:
        with pytest.raises(VaultError, match="the drive it was on is not mounted"):
            vade.remember("the wombat digs")
        with pytest.raises(Unreadable, match="out of reach"):
            vade.get("the-quokka-sleeps")
        assert [hit.key for hit in vade.recall("quokka").hits] == ["the-quokka-sleeps"]
    assert list(memories.iterdir()) == []
