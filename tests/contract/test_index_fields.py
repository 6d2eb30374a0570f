"""What every index knows of the fields that records state, and of the declaration it was made by."""

from __future__ import annotations

from typing import Any

from vademecum.model.entry import Changes, Place
from vademecum.model.fields import Declaration, Pair
from vademecum.model.record import Kind
from vademecum.ports import Index

BORN, IBAN, TEXT = Pair("Person", "born"), Pair("Person", "iban"), Pair("Entity", "text")
SAID = Declaration(((BORN, True), (TEXT, False)))


def page(samples: Any, number: int, *stated: str, label: str = "Person") -> Any:
    return samples.entry(
        number, kind=Kind.ENTITY, type=label.casefold(), place=Place(label, f"P{number}"), stated=stated
    )


def test_new_index_was_declared_nothing(index: Index) -> None:
    assert index.fields().declared() == Declaration()
    assert index.fields().state() == ""


def test_declaration_is_kept_with_its_state(index: Index) -> None:
    before = index.revision()
    index.fields().put(SAID, "1f")

    assert index.fields().declared() == SAID
    assert index.fields().state() == "1f"
    assert index.revision() != before


def test_who_states_a_field_is_found(index: Index, samples: Any) -> None:
    entries = (page(samples, 1, "born"), page(samples, 2, "iban"), page(samples, 3, "born", label="Dog"))
    index.apply(Changes(put=(*entries, samples.entry(4, stated=("born",)))))
    stating = index.fields().stating

    assert stating((BORN,)) == ("personal/note-1.md",)
    assert stating((Pair("Entity", "born"),)) == ("personal/note-1.md", "personal/note-3.md")
    assert stating((Pair("Memory", "born"), IBAN)) == ("personal/note-2.md", "personal/note-4.md")
    assert stating(()) == ()


def test_text_is_stated_by_every_record_of_a_kind(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(page(samples, 1), samples.entry(2))))

    assert index.fields().stating((TEXT,)) == ("personal/note-1.md",)
    assert index.fields().stating((Pair("Memory", "text"),)) == ("personal/note-2.md",)


def test_uses_are_counted_by_label(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(page(samples, 1, "born"), page(samples, 2, "born", "iban"))))
    index.apply(Changes(put=(samples.entry(3, stated=("ref",)), samples.entry(4, stated=("ref",)))))

    assert index.fields().uses() == {Pair("Memory", "ref"): 2, BORN: 2, IBAN: 1}


def test_what_is_gone_states_nothing(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(page(samples, 1, "born"), page(samples, 2, "born", "iban"))))
    index.apply(Changes(put=(page(samples, 2, "born"),), gone=("personal/note-1.md",)))

    assert index.fields().uses() == {BORN: 1}
    assert index.fields().stating((BORN, IBAN)) == ("personal/note-2.md",)


def test_stated_fields_are_read_back(index: Index, samples: Any) -> None:
    entry = page(samples, 1, "born", "iban")
    index.apply(Changes(put=(entry,)))

    assert [one.stated for one in index.entries()] == [("born", "iban")]


def test_rebuilt_index_has_its_own_declaration(index: Index) -> None:
    index.fields().put(SAID, "1f")
    with index.rebuilding() as fresh:
        assert fresh.fields().declared() == Declaration()
        fresh.fields().put(Declaration(((IBAN, True),)), "2f")

    assert index.fields().declared() == Declaration(((IBAN, True),))
    assert index.fields().state() == "2f"
