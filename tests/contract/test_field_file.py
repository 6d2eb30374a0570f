"""What the file of a home says of its fields, on a disk, in memory and in a database."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum.errors import InvalidValue, Unreadable
from vademecum.model.fields import Declaration, Pair
from vademecum.model.file import Quarantined, QuarantineReason
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.truth.files import PostgresFileRows
from vademecum.vault.files import FileVault
from vademecum.vault.memory import MemoryVault
from vademecum.vault.rows.vault import RowVault

BORN, IBAN, TEXT = Pair("Person", "birthplace"), Pair("Person", "iban"), Pair("Memory", "text")
HEAD = "# Whether recall and search look into a field. `vade schema fields` shows all there are.\n"

Put = Callable[[str], None]
House = tuple[FileVault | RowVault, Put, Callable[[], str]]


def on_disk(request: pytest.FixtureRequest) -> House:
    tmp_path: Path = request.getfixturevalue("tmp_path")
    root = tmp_path / "home" / "memories"
    root.mkdir(parents=True)
    file = root / "fields.yaml"

    def put(text: str) -> None:
        file.write_bytes(text.encode())

    return FileVault(root), put, file.read_text


def in_memory(_: pytest.FixtureRequest) -> House:
    return in_rows(MemoryVault())


def in_postgres(request: pytest.FixtureRequest) -> House:
    tenancy: Tenancy = request.getfixturevalue("tenancy")
    return in_rows(RowVault(PostgresFileRows(tenancy)))


def in_rows(vault: RowVault) -> House:
    return vault, lambda text: vault.put("fields.yaml", text.encode()), lambda: content(vault)


def content(vault: RowVault) -> str:
    return vault.read_bytes("fields.yaml").decode()


@pytest.fixture(name="house", params=[on_disk, in_memory, in_postgres])
def _house(request: pytest.FixtureRequest) -> House:
    made: House = request.param(request)
    return made


def test_home_without_file_says_nothing(house: House) -> None:
    vault, _, _ = house

    assert vault.read_fields() == Declaration()
    assert vault.fields_state() == ""


def test_what_is_written_is_read_back(house: House) -> None:
    vault, _, shown = house
    written = vault.write_fields({BORN: True, TEXT: False})

    assert written == vault.read_fields() == Declaration(((BORN, True), (TEXT, False)))
    assert shown() == f"{HEAD}Person.birthplace: yes\nMemory.text: no\n"


def test_lines_and_comments_stay(house: House) -> None:
    vault, put, shown = house
    put("# mine\nPerson.birthplace: yes # why\n\n'Person.iban': off\n")
    vault.write_fields({IBAN: True, TEXT: False})

    assert shown() == "# mine\nPerson.birthplace: yes # why\n\nPerson.iban: yes\nMemory.text: no\n"


def test_no_word_of_a_pair_takes_its_line(house: House) -> None:
    vault, put, shown = house
    put("# mine\nPerson.iban: no\nPerson.birthplace: yes\n")
    vault.write_fields({IBAN: None, TEXT: None})

    assert shown() == "# mine\nPerson.birthplace: yes\n"


def test_pairs_on_one_line_are_written_anew(house: House) -> None:
    vault, put, shown = house
    put("# mine\n{Person.iban: no, Person.birthplace: yes}\n")
    vault.write_fields({TEXT: False})

    assert shown() == "# mine\nPerson.iban: no\nPerson.birthplace: yes\nMemory.text: no\n"


def test_state_changes_with_the_file(house: House) -> None:
    vault, put, _ = house
    put("Person.iban: no\n")
    before = vault.fields_state()
    put("Person.iban: yes\n")

    assert before != vault.fields_state()


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("- Person.iban\n", QuarantineReason.INVALID, 1),
        ("Person.iban: no\nPerson: yes\n", QuarantineReason.INVALID, 2),
        ("Person.iban: maybe\n", QuarantineReason.INVALID, 1),
        ("Person.iban: [\n", QuarantineReason.UNPARSABLE, 2),
        ("<<<<<<< ours\n", QuarantineReason.MERGE_MARKERS, 1),
    ],
)
def test_unreadable_file_is_named_and_kept(
    house: House, text: str, reason: QuarantineReason, line: int
) -> None:
    vault, put, shown = house
    put(text)
    found = vault.read_fields()

    assert isinstance(found, Quarantined)
    assert (found.path, found.reason, found.line) == ("fields.yaml", reason, line)
    with pytest.raises(Unreadable, match="nothing was written"):
        vault.write_fields({BORN: True})
    assert shown() == text


def test_pair_that_cannot_be_read_again_is_refused(house: House) -> None:
    vault, _, _ = house

    with pytest.raises(InvalidValue, match=r"e.g. Person.birthplace"):
        vault.write_fields({Pair("A.b", "c"): True})
