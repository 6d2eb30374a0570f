"""One ranking, wherever the index lives: the engine over each implementation."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.ports import Index


@pytest.fixture
def home(index: Index) -> MemoryHome:
    home = MemoryHome(index)
    for number in range(6):
        home.note(f"filler{number}", f"a few other words, number {number}")
    return home


@pytest.mark.parametrize(
    ("literal", "synonym", "query"),
    [
        ("数据库备份每天", "db backup every day", "数据库"),
        ("数据库备份每天", "postgres db every day", "数据库备份"),
        ("データベースを設定した", "db is set up for us", "データベース"),
        ("데이터베이스를 설정했다", "db is set up for us", "데이터베이스"),
    ],
)
def test_literal_record_precedes_a_synonym_as_long(
    home: MemoryHome, literal: str, synonym: str, query: str
) -> None:
    home.note("synonym", synonym)
    home.note("literal", literal)

    assert home.found(query)[0] == "literal"


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("GitHub holds it", "b4"),
        ("a café there", "b3"),
        ("by e-mail only", "b4"),
        ("src/store.rs port", "b4"),
        ("数据库备份", "b3"),
    ],
)
def test_other_spellings_lengthen_nothing(home: MemoryHome, text: str, length: str) -> None:
    note = home.note("it", text)
    home.vade.sync()

    (lengths,) = (entry.lengths for entry in home.index.entries() if entry.id == note)
    assert lengths.partition("x")[0] == length
