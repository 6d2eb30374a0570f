"""Which fields are searched: declared by writing or by a person, and heeded by every index alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.homes_in_memory import MemoryHome

import vademecum
from vademecum.errors import InvalidValue, Unreadable
from vademecum.model.answer import Outcome
from vademecum.model.fields import DEFAULTS, Declaration, Pair
from vademecum.model.file import Listing
from vademecum.ports import Index
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.local.index import LocalIndex
from vademecum.stores.memory.index import MemoryIndex
from vademecum.vault.memory import MemoryVault

RHEA = "personal/entities/rhea.md"
EVERY = tuple(pair.shown for pair in DEFAULTS)


@pytest.fixture(name="home", params=["memory", "local"])
def _home(request: pytest.FixtureRequest, tmp_path: Path) -> MemoryHome:
    index = MemoryIndex() if request.param == "memory" else LocalIndex.open(tmp_path, FIELD_WEIGHTS)
    return MemoryHome(index=index)


class Unmounting(MemoryVault):
    """Its drive may be away."""

    is_mounted = True

    def list(self) -> Listing:
        return super().list() if self.is_mounted else Listing({}, {"": "the drive is away"})


def page(name: str, *lines: str, label: str = "Person", number: int = 1) -> bytes:
    front = "\n".join(("kind: entity", f"id: 01JD5ZQ4Y7T3V9N5K2M6P8R{number:03d}", f"name: {name}", *lines))
    return f"---\n{front}\nlabel: {label}\n---\n".encode()


def write(home: MemoryHome, name: str, *lines: str, label: str = "Person", number: int = 1) -> None:
    home.vault.put(f"personal/entities/{name.lower()}.md", page(name, *lines, label=label, number=number))


def found(home: MemoryHome, topic: str) -> list[str]:
    return [hit.title for hit in home.vade.recall(topic).hits]


def searched(home: MemoryHome) -> list[str]:
    return [f"{use.label}.{use.field}" for use in home.vade.fields().results if use.searched]


def test_field_of_a_page_is_declared_by_writing_it(home: MemoryHome) -> None:
    write(home, "Rhea", "birthplace: Porto")

    assert found(home, "Who comes from Porto?") == ["Rhea"]
    assert searched(home)[-1] == "Person.birthplace"
    assert home.vault.read_fields() == Declaration(((Pair("Person", "birthplace"), True),))


@pytest.mark.parametrize("topic", ["Where was Rhea born?", "birthplace of Rhea", "Rhea Porto"])
def test_page_answers_with_what_its_field_says(home: MemoryHome, topic: str) -> None:
    write(home, "Rhea", "birthplace: Porto")
    (hit,) = home.vade.recall(topic).hits

    assert hit.summary == "Rhea: birthplace: Porto"
    assert hit.snippet.replace("«", "").replace("»", "") == "birthplace: Porto"


def test_pages_and_memories_stand_in_one_ranking(home: MemoryHome) -> None:
    write(home, "Rhea", "birthplace: Porto")
    home.vade.remember("The ferry to Porto leaves at nine.")
    hits = home.vade.recall("Porto").hits

    assert sorted(hit.kind.value for hit in hits) == ["entity", "memory"]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_withheld_field_is_not_searched_nor_told(home: MemoryHome) -> None:
    write(home, "Rhea", "iban: PT50")
    answer = home.vade.declare_fields(remove=["person.IBAN"])

    assert answer.changed == ("Person.iban",)
    assert found(home, "PT50") == []
    assert home.vade.recall("Rhea").hits[0].summary == "Rhea"


def test_withheld_field_is_not_declared_again(home: MemoryHome) -> None:
    home.vade.declare_fields(remove=["Person.iban"])
    write(home, "Rhea", "iban: PT50")

    assert found(home, "PT50") == []


def test_declared_again_it_is_found(home: MemoryHome) -> None:
    write(home, "Rhea", "iban: PT50")
    home.vade.declare_fields(remove=["Person.iban"])
    home.vade.declare_fields(add=["Person.iban"])

    assert found(home, "PT50") == ["Rhea"]


def test_key_of_a_memory_is_searched_when_declared(home: MemoryHome) -> None:
    stored = home.vade.remember("The pump is loud.").memory
    data = home.vault._files[stored.path][0].replace(b"kind: memory", b"kind: memory\nticket: VX-1199")
    home.vault.put(stored.path, data)
    before = home.vade.recall("VX-1199").outcome
    home.vade.declare_fields(add=["Memory.ticket"])

    assert before is Outcome.NO_MATCH
    assert home.vade.recall("VX-1199").outcome is Outcome.HITS


def test_text_of_pages_can_be_withheld(home: MemoryHome) -> None:
    home.vade.add_entity("Rhea", label="Person", text="Keeps bees.")
    home.vade.declare_fields(remove=["Entity.text"])

    assert found(home, "bees") == []
    assert found(home, "Rhea") == ["Rhea"]


def test_without_any_field_nothing_is_searched(home: MemoryHome) -> None:
    home.vade.remember("The ferry leaves at nine.")
    home.vade.declare_fields(remove=EVERY)

    assert home.vade.recall("ferry").outcome is Outcome.NO_INDEX
    assert home.vade.recall("").outcome is Outcome.NO_INDEX
    assert home.vade.search("ferry").hits == ()
    assert "vade schema fields --add Memory.text" in home.vade.search("ferry").warnings[-1]


def test_field_without_room_is_kept_and_said(home: MemoryHome) -> None:
    write(home, "Rhea", *(f"key{number}: word{number}" for number in range(33)))
    home.vade.recall("Rhea")
    stored = home.vade.edit("rhea", add_tags=["bees"])

    (warning,) = stored.warnings
    assert warning == (
        "not searched: Person.key32; writing declares 32 fields at most; "
        "`vade schema fields --add` has them searched"
    )
    assert home.vade.fields().room == 0


def test_page_past_the_room_is_still_kept(home: MemoryHome) -> None:
    write(home, "Rhea", *(f"key{number}: word{number}" for number in range(64)))

    assert found(home, "word31") == ["Rhea"]
    assert found(home, "word32") == []
    assert "key63: word63" in home.vault._files[RHEA][0].decode()


def test_change_by_hand_is_heeded_at_the_next_look(home: MemoryHome) -> None:
    write(home, "Rhea", "birthplace: Porto")
    home.vade.recall("Porto")
    home.vault.put("fields.yaml", b"Person.birthplace: no\n")

    assert found(home, "Porto") == []


def test_change_reads_those_records_alone(home: MemoryHome) -> None:
    write(home, "Rhea", "iban: PT50")
    write(home, "Wren", "email: wren@example.org", number=2)
    home.vade.recall("Rhea")
    versions = {row.path: row.version for row in rows(home.index)}
    home.vade.declare_fields(remove=["Person.iban"])
    after = {row.path: row.version for row in rows(home.index)}

    assert [path for path in after if after[path] != versions[path]] == [RHEA]


def test_what_is_out_of_reach_follows_once_it_is_back() -> None:
    vault = Unmounting()
    home = MemoryHome(vault=vault)
    write(home, "Rhea", "iban: PT50")
    home.vade.recall("Rhea")
    vault.is_mounted = False
    home.vade.declare_fields(remove=["Person.iban"])
    vault.is_mounted = True

    assert found(home, "PT50") == []


def test_rebuild_heeds_the_declaration(home: MemoryHome) -> None:
    write(home, "Rhea", "iban: PT50", "birthplace: Porto")
    home.vade.declare_fields(remove=["Person.iban"])
    before = list(home.index.entries())
    home.vade.reindex()

    assert list(home.index.entries()) == before
    assert (found(home, "PT50"), found(home, "Porto")) == ([], ["Rhea"])


def test_unreadable_file_leaves_what_held(home: MemoryHome) -> None:
    write(home, "Rhea", "iban: PT50")
    home.vade.declare_fields(remove=["Person.iban"])
    home.vault.put("fields.yaml", b"Person.iban: maybe\n")
    answer = home.vade.recall("PT50")

    assert answer.outcome is Outcome.NO_MATCH
    assert answer.warnings == (
        "fields.yaml cannot be read, so it is not heeded; `vade schema fields` says why",
    )
    assert home.vade.fields().warnings[0].startswith("fields.yaml:1: Person.iban needs yes or no")
    with pytest.raises(Unreadable):
        home.vade.declare_fields(add=["Person.iban"])


def test_dry_run_changes_nothing(home: MemoryHome) -> None:
    answer = home.vade.declare_fields(remove=["Memory.text"], dry_run=True)

    assert (answer.changed, answer.dry_run) == (("Memory.text",), True)
    assert home.vault.read_fields() == Declaration()


def test_mistyped_field_is_told_with_the_nearest(home: MemoryHome) -> None:
    write(home, "Rhea", "birthplace: Porto")
    answer = home.vade.declare_fields(add=["Person.brithplace"])

    assert answer.warnings == ("no record states Person.brithplace yet; did you mean Person.birthplace?",)


@pytest.mark.parametrize(("add", "remove"), [(["Person"], []), (["Person.a"], ["person.a"])])
def test_what_cannot_be_is_refused(home: MemoryHome, add: list[str], remove: list[str]) -> None:
    write(home, "Rhea", "a: b")
    with pytest.raises(InvalidValue, match="field"):
        home.vade.declare_fields(add=add, remove=remove)


def test_declaration_is_read_without_its_file_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with vademecum.open(tmp_path) as vade:
        vade.remember("The ferry leaves at nine.")
        vade.declare_fields(remove=["Entity.text"])
    monkeypatch.setattr("vademecum.vault.declaring.compose", None)
    with vademecum.open(tmp_path) as vade:
        assert vade.recall("ferry").outcome is Outcome.HITS


def rows(index: Index) -> list:  # type: ignore[type-arg]
    return list(index.rows([entry.id for entry in index.entries()]).values())
