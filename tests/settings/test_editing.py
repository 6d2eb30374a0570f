"""Edits of the file keep everything else, and repair what is broken."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from vademecum.errors import InvalidValue, NotFound, UnknownName, VaultError
from vademecum.settings import TABLE, Setting, load
from vademecum.settings.editing import set_value, unset_value

TEXT = """\
# mine
language = "de"  # German

[recall]
limit = 3 # few
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "config.toml").write_text(TEXT, encoding="utf-8")
    return tmp_path


def text_of(home: Path) -> str:
    return (home / "config.toml").read_text(encoding="utf-8")


def test_set_makes_home_and_file(tmp_path: Path) -> None:
    set_value(tmp_path / "new", "recall.limit", "9")

    assert text_of(tmp_path / "new") == "[recall]\nlimit = 9\n"


def test_set_keeps_comments_and_order(home: Path) -> None:
    set_value(home, "search.limit", "9")

    assert text_of(home).startswith(TEXT)


def test_set_tells_before_and_after(home: Path) -> None:
    change = set_value(home, "recall.limit", "9")

    assert (change.before, change.after, change.changed, load(home, {}).recall_limit) == (3, 9, True, 9)


def test_set_to_the_same_changes_nothing(home: Path) -> None:
    assert not set_value(home, "recall.limit", "3").changed
    assert text_of(home) == TEXT


def test_dry_run_writes_nothing(home: Path) -> None:
    assert set_value(home, "recall.limit", "9", dry_run=True).changed
    assert unset_value(home, "recall.limit", dry_run=True).changed
    assert text_of(home) == TEXT


@pytest.mark.parametrize("setting", TABLE, ids=lambda setting: setting.name)
def test_every_example_can_be_set(setting: Setting, tmp_path: Path) -> None:
    set_value(tmp_path, setting.name, setting.example)

    assert load(tmp_path, {}).problems == ()


def test_set_checks_the_value_first(home: Path) -> None:
    with pytest.raises(InvalidValue, match="1 to 50"):
        set_value(home, "recall.limit", "many")

    assert text_of(home) == TEXT


def test_set_refuses_an_unknown_name(home: Path) -> None:
    with pytest.raises(UnknownName, match=r"did you mean recall\.limit"):
        set_value(home, "recal.limit", "3")


def test_unset_returns_to_the_default(home: Path) -> None:
    assert unset_value(home, "recall.limit").before == 3
    assert load(home, {}).recall_limit == 6


def test_unset_twice_is_no_error(home: Path) -> None:
    unset_value(home, "recall.limit")

    assert not unset_value(home, "recall.limit").changed


@pytest.mark.parametrize("line", ["recal.limit = 3", '"recal.limit" = 3', "[recal]\nlimit = 3"])
def test_unset_removes_a_misspelt_setting(tmp_path: Path, line: str) -> None:
    (tmp_path / "config.toml").write_text(line, encoding="utf-8")

    unset_value(tmp_path, "recal.limit")

    assert load(tmp_path, {}).problems == ()


def test_unset_of_nothing_names_the_nearest(home: Path) -> None:
    with pytest.raises(NotFound) as caught:
        unset_value(home, "recal.limit")

    assert caught.value.suggestions[0] == "recall.limit"


@pytest.mark.parametrize("line", ["recall.limit = 'many'", "recall = 3", '"recall.limit" = []'])
def test_set_repairs_a_bad_value(tmp_path: Path, line: str) -> None:
    (tmp_path / "config.toml").write_text(line, encoding="utf-8")

    set_value(tmp_path, "recall.limit", "4")

    assert load(tmp_path, {}).recall_limit == 4


@pytest.mark.parametrize("raw", [b"recall = [", b"\xff\xfe"])
def test_set_keeps_a_broken_file_aside(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "config.toml").write_bytes(raw)

    change = set_value(tmp_path, "recall.limit", "4")

    assert change.set_aside == tmp_path / "config.toml.broken1"
    assert ((tmp_path / "config.toml.broken1").read_bytes(), load(tmp_path, {}).recall_limit) == (raw, 4)


def test_link_stays_a_link(home: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    real = tmp_path_factory.mktemp("dot") / "vade.toml"
    (home / "config.toml").rename(real)
    (home / "config.toml").symlink_to(real)

    set_value(home, "recall.limit", "4")

    assert (home / "config.toml").is_symlink()
    assert "limit = 4" in real.read_text(encoding="utf-8")


def test_permissions_of_the_file_stay(home: Path) -> None:
    (home / "config.toml").chmod(0o640)

    set_value(home, "recall.limit", "4")

    assert (home / "config.toml").stat().st_mode & 0o777 == 0o640


def test_home_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("x", encoding="utf-8")

    with pytest.raises(VaultError, match="cannot"):
        set_value(tmp_path / "home", "recall.limit", "4")


def test_nothing_is_left_beside_the_file(home: Path) -> None:
    set_value(home, "recall.limit", "4")

    assert [path.name for path in home.iterdir()] == ["config.toml"]


def test_file_that_was_set_aside_comes_back_when_the_disk_refuses(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "config.toml").write_text("[broken", encoding="utf-8")

    def refuse(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(VaultError, match="nothing was changed"):
        set_value(home, "search.limit", "9")

    assert [(path.name, path.read_text()) for path in home.iterdir()] == [("config.toml", "[broken")]
