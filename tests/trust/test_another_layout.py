"""An index of another layout, as a newer or older program leaves it, is derived again from the files."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import vademecum


@pytest.mark.parametrize("layout", ["0:none", "999:later", ""])
def test_t9_index_of_another_layout_is_built_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with vademecum.open(tmp_path / "home") as vade:
        kept = vade.remember("The port is 8080.").memory.record.id
    (catalogue,) = (tmp_path / "cache").rglob("catalogue.db")
    with sqlite3.connect(catalogue) as connection:
        connection.execute("UPDATE head SET layout = ?", (layout,))
    connection.close()

    with vademecum.open(tmp_path / "home") as vade:
        assert [hit.id for hit in vade.search("port").hits] == [kept]
        assert vade.doctor().healthy
