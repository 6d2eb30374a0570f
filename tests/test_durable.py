"""Whatever step the disk fails at, the old state holds and nothing is left behind."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from vademecum.durable import create_exclusive, replace_file
from vademecum.errors import VaultError
from vademecum.model.file import Document
from vademecum.model.record import PERSONAL, Memory, MemoryId
from vademecum.model.value import replace
from vademecum.vault.files import FileVault, ensure_home

NOTE = Memory(id=MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0W"), scope=PERSONAL, title="The port", body="It is 8080.")


class Killed(BaseException):
    """The process died here."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    ensure_home(tmp_path / "home")
    FileVault(tmp_path / "home" / "memories").create(replace(NOTE, id=MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0X")))
    return tmp_path / "home" / "memories"


def failing(monkeypatch: pytest.MonkeyPatch, target: Any, name: str, error: BaseException) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(target, name, refuse)


def visible(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (root / "personal").iterdir() if path.suffix == ".md"}


def hidden(root: Path) -> list[str]:
    return [path.name for path in (root / "personal").iterdir() if path.name.startswith(".")]


CREATING = [(os, "write"), (os, "fchmod"), (os, "fsync"), (os, "link")]
REPLACING = [(os, "write"), (os, "fchmod"), (os, "fsync"), (Path, "replace")]


@pytest.mark.parametrize(("target", "name"), CREATING)
def test_a_failed_creation_leaves_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch, target: Any, name: str
) -> None:
    before = visible(root)
    failing(monkeypatch, target, name, OSError(errno.ENOSPC, "no space"))

    with pytest.raises(VaultError, match="the disk is full; free some space"):
        FileVault(root).create(NOTE)
    assert (visible(root), hidden(root)) == (before, [])


@pytest.mark.parametrize(("target", "name"), REPLACING)
def test_a_failed_replacement_leaves_the_file(
    root: Path, monkeypatch: pytest.MonkeyPatch, target: Any, name: str
) -> None:
    made = FileVault(root).create(NOTE)
    before = visible(root)
    failing(monkeypatch, target, name, OSError(errno.EROFS, "read-only"))

    with pytest.raises(VaultError, match="the disk is read-only; make it writable"):
        FileVault(root).replace(made.path, replace(NOTE, title="x"), made.state)
    assert (visible(root), hidden(root)) == (before, [])


@pytest.mark.parametrize(("target", "name"), CREATING)
def test_t2_a_killed_creation_shows_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch, target: Any, name: str
) -> None:
    before = visible(root)
    failing(monkeypatch, Path, "unlink", OSError(errno.EIO, "dead"))
    failing(monkeypatch, target, name, Killed())

    with pytest.raises(Killed):
        FileVault(root).create(NOTE)
    assert visible(root) == before
    assert list(FileVault(root).list().files) == ["personal/the-port.md"]


@pytest.mark.parametrize(("target", "name"), REPLACING)
def test_t2_a_killed_replacement_keeps_the_file(
    root: Path, monkeypatch: pytest.MonkeyPatch, target: Any, name: str
) -> None:
    made = FileVault(root).create(NOTE)
    before = visible(root)
    failing(monkeypatch, Path, "unlink", OSError(errno.EIO, "dead"))
    failing(monkeypatch, target, name, Killed())

    with pytest.raises(Killed):
        FileVault(root).replace(made.path, replace(NOTE, title="x"), made.state)
    assert visible(root) == before


def test_a_lock_survives_no_failure(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        failing(patch, os, "link", Killed())
        with pytest.raises(Killed):
            FileVault(root).create(NOTE)

    assert FileVault(root).create(NOTE).key == "the-port-8r1s0w"


def test_a_disk_without_links_is_served(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, os, "link", OSError(errno.EPERM, "no links"))

    made = FileVault(root).create(NOTE)

    assert made.key == "the-port-8r1s0w"
    assert isinstance(FileVault(root).read(made.path), Document)
    assert hidden(root) == []


def test_a_failure_without_links_leaves_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = visible(root)
    failing(monkeypatch, os, "link", OSError(errno.EPERM, "no links"))
    failing(monkeypatch, Path, "replace", OSError(errno.EIO, "broken"))

    with pytest.raises(VaultError, match="the disk reports an error"):
        FileVault(root).create(NOTE)
    assert (visible(root), hidden(root)) == (before, [])


def test_short_writes_are_completed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, bytes(data[:7])))

    assert FileVault(root).create(NOTE).record == NOTE


def test_a_folder_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("in the way")

    with pytest.raises(VaultError, match="a file stands where a folder is needed"):
        ensure_home(tmp_path / "home")


def test_file_and_folder_are_synced(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    sync = os.fsync

    def noted(descriptor: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    FileVault(root).create(NOTE)

    assert synced == [False, True]


@pytest.fixture
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files can be synced, and folders cannot."""
    real = os.fsync

    def refuse(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EIO, "Input/output error")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", refuse)


@pytest.mark.usefixtures("unsynced")
def test_folder_that_cannot_be_synced_keeps_no_new_file(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="the disk reports an error"):
        create_exclusive(tmp_path, ["port.md"], b"new")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("unsynced")
def test_folder_that_cannot_be_synced_gets_its_former_file_back(tmp_path: Path) -> None:
    place = tmp_path / "port.md"
    place.write_bytes(b"old")
    with pytest.raises(VaultError, match="the disk reports an error"):
        replace_file(place, b"new", mode=0o600, guard=lambda: None)

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"port.md": b"old"}


@pytest.mark.usefixtures("unsynced")
def test_new_bytes_stay_where_the_former_ones_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, real = tmp_path / "port.md", os.open
    place.write_bytes(b"old")

    def refuse(path: Any, flags: int, *rest: Any) -> int:
        if path == place:
            raise OSError(errno.EMFILE, "Too many open files")
        return real(path, flags, *rest)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(VaultError):
        replace_file(place, b"new", mode=0o600, guard=lambda: None)

    assert place.read_bytes() == b"new"
