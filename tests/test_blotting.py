"""Bytes that are gone from the disk, and not only from their folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vademecum.blotting import erase_file, erase_leavings, replace_blotting
from vademecum.errors import VaultError


def nothing() -> None:
    """A guard that lets everything pass."""


def test_an_erased_file_is_empty_for_whoever_has_it_open(tmp_path: Path) -> None:
    place = tmp_path / "note.md"
    place.write_bytes(b"heron")
    with place.open("rb") as reader:
        assert erase_file(place) == 0

        assert reader.read() == b""
    assert list(tmp_path.iterdir()) == []


def test_other_names_of_an_erased_file_are_told(tmp_path: Path) -> None:
    place, other = tmp_path / "note.md", tmp_path / "copy"
    place.write_bytes(b"heron")
    other.hardlink_to(place)

    assert erase_file(place) == 1
    assert other.read_bytes() == b""


def test_replacing_blots_out_the_former_bytes(tmp_path: Path) -> None:
    place = tmp_path / "note.md"
    place.write_bytes(b"heron")
    with place.open("rb") as reader:
        replace_blotting(place, b"oak", mode=0o600, guard=nothing)

        assert reader.read() == b""
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"oak"]


def test_a_refused_replacement_leaves_the_file(tmp_path: Path) -> None:
    place = tmp_path / "note.md"
    place.write_bytes(b"heron")

    def refuse() -> None:
        raise VaultError("no")

    with pytest.raises(VaultError):
        replace_blotting(place, b"oak", mode=0o600, guard=refuse)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"heron"]


def test_what_a_crash_left_is_erased(tmp_path: Path) -> None:
    left = tmp_path / ".vade-0123456789abcdef.tmp"
    left.write_bytes(b"heron")
    with left.open("rb") as reader:
        erase_leavings(tmp_path)

        assert reader.read() == b""
    assert list(tmp_path.iterdir()) == []


def test_a_second_name_of_a_served_file_only_goes(tmp_path: Path) -> None:
    place = tmp_path / "note.md"
    place.write_bytes(b"heron")
    os.link(place, tmp_path / ".vade-0123456789abcdef.tmp")

    erase_leavings(tmp_path)

    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"heron"]


def test_a_folder_that_is_not_there_has_no_leavings(tmp_path: Path) -> None:
    erase_leavings(tmp_path / "none")
