"""Leavings, loose permissions and links in a home are found, and mended where that loses nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vademecum.vault.inspecting import inspect, mend

LEAVING = "memories/personal/.vade-00ff.tmp"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    for folder in (home, home / "memories", home / "memories/personal"):
        folder.mkdir(mode=0o700)
    note = home / "memories/personal/oats.md"
    note.write_text("oats")
    note.chmod(0o600)
    return home


def leave(home: Path, modified: int) -> Path:
    place = home / LEAVING
    place.write_text("half")
    place.chmod(0o600)
    os.utime(place, (modified, modified))
    return place


def codes(home: Path) -> list[tuple[str, str]]:
    return [(finding.level, finding.code) for finding in inspect(home).findings()]


def test_a_sound_home_has_no_findings(home: Path) -> None:
    assert codes(home) == []


def test_an_old_leaving_is_found_and_blotted_out(home: Path) -> None:
    place = leave(home, 1_000_000)

    assert inspect(home).leavings == (LEAVING,)
    assert mend(home) == 1
    assert (place.exists(), codes(home)) == (False, [])


def test_a_running_write_is_left_alone(home: Path) -> None:
    place = leave(home, 4_000_000_000)

    assert mend(home) == 0
    assert place.read_text() == "half"


def test_loose_files_of_a_shut_home_are_a_note(home: Path) -> None:
    (home / "memories/personal/oats.md").chmod(0o644)

    assert codes(home) == [("note", "loose_permissions")]


def test_an_open_home_is_a_warning(home: Path) -> None:
    home.chmod(0o755)

    assert codes(home) == [("warning", "loose_permissions")]
    assert (mend(home), codes(home)) == (1, [])
    assert home.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_is_a_link_is_told_as_followed_and_where_to(home: Path, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (home / "conversations").symlink_to(tmp_path / "disk")

    (found,) = inspect(home).findings()
    assert (found.level, found.code, found.subject) == ("note", "link_followed", "conversations")
    assert f"followed: it leads to {tmp_path / 'disk'}" in found.message


@pytest.mark.parametrize("target", ["config.toml", "nothing"])
def test_a_file_that_is_a_link_is_told_as_missing_from_copies(
    home: Path, tmp_path: Path, target: str
) -> None:
    (tmp_path / "config.toml").write_text("")
    (home / "config.toml").symlink_to(tmp_path / target)

    assert codes(home) == [("note", "link_not_copied")]


def test_permissions_of_what_a_link_names_stay(home: Path, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    target.write_text("mine")
    target.chmod(0o644)
    (home / "memories/personal/link.md").symlink_to(target)

    assert mend(home) == 0
    assert target.stat().st_mode & 0o777 == 0o644


def test_second_name_of_a_served_file_takes_no_bytes_with_it(home: Path) -> None:
    served = home / "memories/personal/oats.md"
    (home / LEAVING).hardlink_to(served)
    os.utime(served, (0, 0))

    mend(home)

    assert (served.read_text(), (home / LEAVING).exists()) == ("oats", False)


def test_talk_without_a_first_line_is_a_leaving(home: Path) -> None:
    place = home / "conversations/2026/00ff.jsonl"
    place.parent.mkdir(parents=True, mode=0o700)
    place.touch(mode=0o600)
    os.utime(place, (0, 0))

    mend(home)

    assert not place.exists()
