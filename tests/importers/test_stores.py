from __future__ import annotations

from pathlib import Path

from tests.importers.exports import AT, document, items, left, memories, written

from vademecum.model.importing import Fate, ForeignEntity
from vademecum.model.record import Relation

ENTITY = {
    "type": "entity",
    "name": "Ada",
    "entityType": "person",
    "observations": ["Likes oats", "Lives in Bonn"],
}
RELATION = {"type": "relation", "from": "Ada", "to": "Acme", "relationType": "works_at"}


def test_entity_brings_its_page_and_observations(tmp_path: Path) -> None:
    file = written(tmp_path / "memory.jsonl", ENTITY)

    assert items(file)[0] == ForeignEntity(name="Ada", label="person", place="line 1")
    assert [(one.text, one.about) for one in memories(file)] == [
        ("Likes oats", ("Ada",)),
        ("Lives in Bonn", ("Ada",)),
    ]


def test_relation_becomes_an_edge(tmp_path: Path) -> None:
    (memory,) = memories(written(tmp_path / "memory.jsonl", RELATION))

    assert (memory.text, memory.subject) == ("Ada works at Acme", "Ada")
    assert memory.relations == (Relation(predicate="works_at", object="Acme"),)


def test_graph_in_one_object_is_read(tmp_path: Path) -> None:
    bare = [{key: value for key, value in one.items() if key != "type"} for one in (ENTITY, RELATION)]
    file = document(tmp_path / "memory.json", {"entities": bare[:1], "relations": bare[1:]})

    assert [one.text for one in memories(file)] == ["Likes oats", "Lives in Bonn", "Ada works at Acme"]


def test_broken_line_of_a_graph_costs_no_other(tmp_path: Path) -> None:
    file = written(
        tmp_path / "memory.jsonl", ENTITY, '{"type":"entity"', {"type": "relation", "from": "x"}, RELATION
    )

    assert len(memories(file)) == 3
    assert [place for place, _ in left(file, Fate.REJECTED)] == ["line 2", "line 3"]


def test_mem0_array_and_answer_are_read(tmp_path: Path) -> None:
    one = {"id": "m1", "memory": "Prefers tea", "user_id": "ada", "created_at": AT, "categories": ["drinks"]}
    array, answer = document(tmp_path / "a.json", [one]), document(tmp_path / "b.json", {"results": [one]})

    assert memories(array) == memories(answer)
    (memory,) = memories(array)
    assert (memory.origin_id, memory.text, memory.tags) == ("m1", "Prefers tea", ("drinks",))
    assert memory.at == "2026-11-01T10:00:00Z"


def test_mem0_entry_without_text_is_skipped(tmp_path: Path) -> None:
    file = document(tmp_path / "a.json", [{"id": "m1", "memory": None, "user_id": "ada"}])

    assert left(file) == [("memory 1", "is a memory without text or id")]
