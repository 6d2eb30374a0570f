"""A secret goes from everything a record says."""

from __future__ import annotations

from datetime import UTC, datetime

from vademecum.lifecycle.blotting import BLOT, blotted, comments_blotted
from vademecum.model.record import (
    PERSONAL,
    Entity,
    Memory,
    MemoryId,
    NeedsReview,
    Relation,
    Source,
    SourceKind,
)

ID = MemoryId("01JNTSW6X00000000000000001")
AT = datetime(2026, 3, 1, tzinfo=UTC)


def test_every_occurrence_goes_whatever_its_case() -> None:
    found = blotted(Memory(id=ID, scope=PERSONAL, title="Key Heron7", body="heron7, HERON7; oak"), "Heron7")

    assert found.record == Memory(id=ID, scope=PERSONAL, title=f"Key {BLOT}", body=f"{BLOT}, {BLOT}; oak")
    assert (found.occurrences, found.fields) == (3, ("title", "body"))


def test_names_that_hold_it_go_as_a_whole() -> None:
    memory = Memory(
        id=ID,
        scope=PERSONAL,
        body="text",
        tags=("heron7", "oak"),
        aliases=("my heron7",),
        entities=("Heron7",),
    )

    found = blotted(memory, "heron7")

    assert found.record == Memory(id=ID, scope=PERSONAL, body="text", tags=("oak",))
    assert found.fields == ("tags", "aliases", "entities")


def test_what_is_nested_is_blotted_too() -> None:
    memory = Memory(
        id=ID,
        scope=PERSONAL,
        relations=(Relation(predicate="uses", object="heron7", since=AT),),
        sources=(Source(kind=SourceKind.USER, ref="file:heron7.md", at=AT),),
        needs_review=NeedsReview(reason="heron7?"),
        extra={"heron7": ["a heron7", 5, {"deep": "heron7"}]},
    )

    record = blotted(memory, "heron7").record

    assert isinstance(record, Memory)
    assert "heron7" not in repr(record)
    assert record.relations == (Relation(predicate="uses", object=BLOT, since=AT),)
    assert record.extra == {BLOT: [f"a {BLOT}", 5, {"deep": BLOT}]}


def test_ids_and_links_stay() -> None:
    memory = Memory(id=ID, scope=PERSONAL, body="text", supersedes=(ID,), superseded_by=ID)

    assert blotted(memory, "01JNTSW6").record == memory


def test_signs_of_expressions_mean_themselves() -> None:
    found = blotted(Memory(id=ID, scope=PERSONAL, body="a.c abc $1 (x"), "a.c")

    assert found.record.body == f"{BLOT} abc $1 (x"


def test_an_entity_is_blotted_too() -> None:
    entity = Entity(id=ID, scope=PERSONAL, name="Heron7 Ltd", properties={"pin": "heron7"})

    assert blotted(entity, "heron7").record == Entity(
        id=ID, scope=PERSONAL, name=f"{BLOT} Ltd", properties={"pin": BLOT}
    )


def test_comments_of_the_front_matter_are_blotted_and_no_other_line() -> None:
    text = "---\n# Heron\r\na: x#heron # heron\n---\n# heron\n"

    assert comments_blotted(text, 5, "heron") == (
        "---\n# [redacted]\r\na: x#heron # [redacted]\n---\n# heron\n"
    )
