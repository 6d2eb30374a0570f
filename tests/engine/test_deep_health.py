"""A deep check-up derives every record anew and tells what the index says otherwise."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import vademecum
from vademecum.engine.vade import Vade
from vademecum.places import cache_folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with vademecum.open(tmp_path) as vade:
        vade.remember("The oats are in the barn.", title="Oats")
        vade.remember("The rye is in the loft.", title="Rye")
        vade.add_entity("Cedar House", label="Place")
    return tmp_path


def spoil(home: Path) -> None:
    """Let the index say of one memory what its file does not."""
    (catalogue,) = Path(cache_folder(str(home))).rglob("catalogue.db")
    with closing(sqlite3.connect(catalogue)) as connection, connection:
        connection.execute("UPDATE detail SET body_hash = 'f' WHERE path = ?", (b"personal/oats.md",))


def found(vade: Vade) -> list[tuple[str, str]]:
    return [(finding.code, finding.subject) for finding in vade.check_deeply().findings]


def test_a_sound_home_is_said_to_agree(home: Path) -> None:
    with vademecum.open(home) as vade:
        assert found(vade) == [("derived_anew", "")]


def test_how_far_it_is_is_told(home: Path) -> None:
    told: list[tuple[int, int]] = []
    with vademecum.open(home) as vade:
        vade.check_deeply(lambda done, total: told.append((done, total)))

    assert told == [(3, 3)]


def test_a_row_that_says_otherwise_is_named_and_mended(home: Path) -> None:
    with vademecum.open(home) as vade:
        spoil(home)
        assert found(vade) == [("index_differs", "personal/oats.md")]
        vade.reindex()
        assert found(vade) == [("derived_anew", "")]


def test_what_was_forgotten_and_came_back_is_named(home: Path) -> None:
    note = home / "memories/personal/oats.md"
    before = note.read_bytes()
    with vademecum.open(home) as vade:
        vade.forget("oats")
        note.write_bytes(before)
        assert found(vade) == [("derived_anew", ""), ("erased_came_back", "oats")]
