"""What a proposal would change, as its reviewer reads it."""

from __future__ import annotations

from datetime import UTC, datetime

from vademecum.lifecycle.comparing import compare
from vademecum.model.record import PERSONAL, Memory, MemoryId, MemoryType
from vademecum.model.reviewed import Comparison, DiffLine, FieldChange
from vademecum.model.value import replace

OLD = Memory(id=MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0W"), scope=PERSONAL, body="It listens on port 8080.\n")


def said(*lines: str) -> Memory:
    return replace(OLD, body="\n".join(lines) + "\n")


def drawn(comparison: Comparison) -> list[str]:
    return [f"{line.sign}{line.text}" for line in comparison.lines]


def test_equal_memories_differ_in_nothing() -> None:
    assert compare(OLD, replace(OLD, updated=datetime(2026, 1, 1, tzinfo=UTC))) == Comparison()


def test_changed_words_are_marked() -> None:
    assert compare(OLD, said("It listens on port 8081.")).lines == (
        DiffLine(sign="-", text="It listens on port 8080.", changed=((19, 23),)),
        DiffLine(sign="+", text="It listens on port 8081.", changed=((19, 23),)),
    )


def test_added_words_are_marked_in_the_new_line() -> None:
    old, new = compare(OLD, said("It listens on port 8080 and 81.")).lines

    assert (old.changed, new.changed) == ((), ((23, 30),))


def test_another_sentence_is_not_marked_all_over() -> None:
    assert [line.changed for line in compare(OLD, said("Nobody knows.")).lines] == [(), ()]


def test_lines_around_a_change_are_shown() -> None:
    old = said(*"abcdefgh")
    new = said(*"abcdXfgh")

    assert drawn(compare(old, new)) == ["…", " c", " d", "-e", "+X", " f", " g", "…"]


def test_short_texts_are_shown_whole() -> None:
    assert drawn(compare(said("a", "b"), said("a", "c", "d"))) == [" a", "-b", "+c", "+d"]


def test_long_texts_are_shown_without_being_matched() -> None:
    old, new = said(*["x"] * 1_500), said(*["x"] * 1_499)

    assert len(compare(old, new).lines) == 2_999


def test_fields_are_told_as_text() -> None:
    new = replace(OLD, type=MemoryType.FACT, title="Port", tags=("ops", "net"), pinned=True)

    assert compare(OLD, new).fields == (
        FieldChange(field="type", before="note", after="fact"),
        FieldChange(field="title", before="", after="Port"),
        FieldChange(field="tags", before="", after="ops, net"),
        FieldChange(field="pinned", before="", after="yes"),
    )
