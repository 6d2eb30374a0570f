"""Edges written into the page of their subject, and taken out of it again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.engine.homes_in_memory import PROJECT, MemoryHome

from vademecum.errors import Ambiguous, InvalidValue, NotFound
from vademecum.model.record import Entity, Relation

THEN, LATER = datetime(2024, 1, 1, tzinfo=UTC), datetime(2025, 1, 1, tzinfo=UTC)


@pytest.fixture
def home() -> MemoryHome:
    made = MemoryHome()
    made.vade.add_entity("Rhea", label="Person", aliases=["wife"])
    made.vade.add_entity("Acme", label="Organisation")
    return made


def files(home: MemoryHome) -> dict[str, bytes]:
    return {path: data for path, (data, _) in home.vault._files.items()}


def entity(home: MemoryHome, name: str) -> Entity:
    record = home.vade.entity(name).record
    assert isinstance(record, Entity)
    return record


def relations(home: MemoryHome, name: str) -> list[tuple[str, str]]:
    return [(one.predicate, one.object) for one in entity(home, name).relations]


def text(home: MemoryHome, path: str) -> str:
    return files(home)[path].decode()


def test_page_of_the_subject_says_it(home: MemoryHome) -> None:
    linked = home.vade.link("wife", "works at", "acme")

    assert (linked.subject, linked.predicate, linked.object) == ("Rhea", "works_at", "acme")
    assert (linked.outcome, linked.provisional, linked.memory.key) == ("created", (), "rhea")
    assert relations(home, "Rhea") == [("works_at", "acme")]
    assert [edge.object_name for edge in home.vade.graph.edges("Rhea").edges] == ["Acme"]


def test_unknown_ends_get_pages(home: MemoryHome) -> None:
    linked = home.vade.link("Paul", "knows", "Iris")

    assert linked.provisional == ("Paul", "Iris")
    assert [entity(home, name).provisional for name in ("Paul", "Iris")] == [True, True]
    assert relations(home, "Paul") == [("knows", "Iris")]


def test_same_edge_is_written_once(home: MemoryHome) -> None:
    home.vade.link("Rhea", "works_at", "Acme")

    again = home.vade.link("Rhea", "worksAt", "ACME")

    assert (again.outcome, again.object) == ("existing", "Acme")
    assert relations(home, "Rhea") == [("works_at", "Acme")]


def test_times_are_given_to_what_stands(home: MemoryHome) -> None:
    home.vade.link("Rhea", "works_at", "Acme")
    home.vade.link("Rhea", "works_at", "Acme", since=THEN)

    ended = home.vade.link("Rhea", "works_at", "Acme", until=LATER)

    assert (ended.outcome, ended.since, ended.until) == ("changed", THEN, LATER)
    assert home.vade.entity("Rhea").record.relations == (
        Relation(predicate="works_at", object="Acme", since=THEN, until=LATER),
    )


def test_what_ended_can_begin_anew(home: MemoryHome) -> None:
    home.vade.link("Rhea", "works_at", "Acme", since=THEN, until=LATER)

    assert home.vade.link("Rhea", "works_at", "Acme", since=LATER).outcome == "created"
    assert len(relations(home, "Rhea")) == 2


def test_nothing_else_in_the_file_changes(home: MemoryHome) -> None:
    before = (
        "---\nkind: entity\nid: 01J00000000000000000000009\n# who\nname: 'Paul'\nlabel: Person\n---\nText.\n"
    )
    home.write("personal/paul.md", before)

    home.vade.link("Paul", "knows", "Rhea")

    after = text(home, "personal/paul.md")
    added = "relations:\n  - predicate: knows\n    object: Rhea\nupdated: 2026-03-01T12:00:00+00:00\n"
    assert after.replace(added, "") == before


def test_list_of_the_body_says_it_already(home: MemoryHome) -> None:
    home.vade.edit("rhea", text="- works_at [[Acme]]")

    assert home.vade.link("Rhea", "works_at", "Acme").outcome == "existing"


def test_memory_can_be_an_end(home: MemoryHome) -> None:
    memory = home.remember("We met at the harbour.", title="Harbour day")
    key = home.vade.get(memory).key

    assert home.vade.link(key, "happened_near", "Acme").memory.record.id == memory
    assert home.vade.link("Rhea", "recalls", key).object == memory


def test_memory_that_speaks_for_another_is_refused(home: MemoryHome) -> None:
    memory = home.remember("She likes tea.", subject="Rhea", predicate="likes", value="tea")

    with pytest.raises(InvalidValue, match="link 'Rhea' instead"):
        home.vade.link(memory, "knows", "Acme")


def test_ambiguous_end_is_refused_with_all(home: MemoryHome) -> None:
    home.write("personal/apple.md", "---\nkind: entity\nname: Apple\nlabel: Fruit\n---\n")
    home.write("personal/apple-2.md", "---\nkind: entity\nname: Apple\nlabel: Organisation\n---\n")

    with pytest.raises(Ambiguous, match="Fruit") as caught:
        home.vade.link("Rhea", "likes", "Apple")

    fruit = caught.value.candidates[0]
    assert home.vade.link("Rhea", "likes", fruit).object == fruit


def test_end_out_of_reach_is_written_by_id(home: MemoryHome) -> None:
    site = home.vade.add_entity("Site", scope="project").memory.record.id

    assert home.vade.link("Rhea", "visits", "Site").object == site
    assert home.vade.link("Site", "owned_by", "Acme").object == "Acme"
    assert home.vade.entity("Site").record.scope == PROJECT


@pytest.mark.parametrize(
    "edge",
    [("Rhea", "???", "Acme"), ("Rhea", "knows", "!"), ("Rhea", "knows", "wife"), ("", "knows", "Acme")],
)
def test_edge_that_cannot_be_is_refused(home: MemoryHome, edge: tuple[str, str, str]) -> None:
    with pytest.raises(InvalidValue):
        home.vade.link(*edge)


def test_end_before_the_beginning_is_refused(home: MemoryHome) -> None:
    home.vade.link("Rhea", "works_at", "Acme", since=LATER)

    with pytest.raises(InvalidValue, match="not after since"):
        home.vade.link("Rhea", "works_at", "Acme", until=THEN)


def test_dry_run_writes_nothing(home: MemoryHome) -> None:
    linked = home.vade.link("Paul", "knows", "Iris", dry_run=True)

    assert (linked.dry_run, linked.outcome, linked.provisional) == (True, "created", ("Paul", "Iris"))
    assert sorted(files(home)) == ["personal/entities/acme.md", "personal/entities/rhea.md"]


def test_unlink_takes_it_out_of_front_matter_and_body(home: MemoryHome) -> None:
    home.vade.edit("rhea", text="Words.\n\n- works_at [[Acme]]\n- knows [[Acme]]")
    home.vade.link("Rhea", "works_at", "Acme", since=THEN)

    removed = home.vade.unlink("Rhea", "Works At", "acme")

    assert (removed.outcome, removed.since) == ("removed", THEN)
    assert home.vade.entity("Rhea").record.body == "Words.\n\n- knows [[Acme]]"
    assert [edge.predicate for edge in home.vade.graph.edges("Rhea").edges] == ["knows"]


def test_unlink_takes_every_name_of_the_other_end(home: MemoryHome) -> None:
    home.vade.edit("acme", add_aliases=["the firm"])
    home.vade.link("Rhea", "works_at", "the firm")

    assert home.vade.unlink("Rhea", "works_at", "Acme").outcome == "removed"


def test_unlink_names_the_memory_that_says_it(home: MemoryHome) -> None:
    home.note("rhea-job", "Hm.", "subject: Rhea", "relations: [{predicate: works_at, object: Acme}]")

    with pytest.raises(NotFound, match="rhea-job does"):
        home.vade.unlink("Rhea", "works_at", "Acme")


def test_unlink_of_nothing_tells_what_is_near(home: MemoryHome) -> None:
    home.vade.link("Rhea", "works_at", "Acme")

    with pytest.raises(NotFound) as caught:
        home.vade.unlink("Rhea", "works_fr", "Acme")

    assert caught.value.suggestions == ("works_at Acme",)
