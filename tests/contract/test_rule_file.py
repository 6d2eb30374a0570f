"""What the file of a home says of its rules, on a disk, in memory and in a database."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum.model.file import Quarantined
from vademecum.model.rules import RuleBook
from vademecum.ports import RuleFile
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.truth.files import PostgresFileRows
from vademecum.vault.files import FileVault
from vademecum.vault.memory import MemoryVault
from vademecum.vault.rows.vault import RowVault

CITY = "- {rule: r, predicate: near, from: Person, to: Person, when: {equal: city}}\n"

House = tuple[RuleFile, Callable[[str], None]]


def on_disk(request: pytest.FixtureRequest) -> House:
    tmp_path: Path = request.getfixturevalue("tmp_path")
    root = tmp_path / "home" / "memories"
    root.mkdir(parents=True)

    def put(text: str) -> None:
        (root / "rules.yaml").write_text(text)

    return FileVault(root), put


def in_memory(_: pytest.FixtureRequest) -> House:
    return in_rows(MemoryVault())


def in_postgres(request: pytest.FixtureRequest) -> House:
    tenancy: Tenancy = request.getfixturevalue("tenancy")
    return in_rows(RowVault(PostgresFileRows(tenancy)))


def in_rows(vault: RowVault) -> House:
    return vault, lambda text: vault.put("rules.yaml", text.encode())


@pytest.fixture(name="house", params=[on_disk, in_memory, in_postgres])
def _house(request: pytest.FixtureRequest) -> House:
    made: House = request.param(request)
    return made


def test_home_without_file_has_no_rules(house: House) -> None:
    file, _ = house

    assert (file.read_rules(), file.rules_state()) == (RuleBook(), "")


def test_rules_are_those_of_the_file(house: House) -> None:
    file, put = house
    put(CITY)

    book = file.read_rules()

    assert isinstance(book, RuleBook)
    assert [rule.name for rule in book.rules] == ["r"]


def test_state_changes_with_the_file(house: House) -> None:
    file, put = house
    put(CITY)
    before = file.rules_state()
    put(f"# mine\n{CITY}")

    assert len({before, file.rules_state(), ""}) == 3


def test_broken_file_is_told_with_its_line(house: House) -> None:
    file, put = house
    put(f"{CITY}- {{rule: [}}\n")

    broken = file.read_rules()

    assert isinstance(broken, Quarantined)
    assert (broken.path, broken.line) == ("rules.yaml", 2)
