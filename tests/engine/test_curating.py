"""Edits, vocabulary and entity pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import (
    Ambiguous,
    Conflict,
    InvalidValue,
    LimitExceeded,
    NotFound,
    UnknownName,
    VadeError,
)
from vademecum.model.record import Entity


def test_edit_changes_only_its_lines(home: MemoryHome) -> None:
    home.write(
        "personal/a.md",
        "---\nid: 01JNTSW6X00000000000000001\n# by hand\ntitle: 'Old'   # why\nmood: yes\n---\r\nBody\r\n",
    )

    home.vade.edit("a", title="New: one")

    text = home.vault._files["personal/a.md"][0].decode()
    assert "# by hand\n" in text
    assert "mood: yes\n" in text
    assert text.endswith("---\r\nBody\r\n")
    assert home.vade.get("a").record.updated == home.clock.at


def test_edit_is_found_at_once(home: MemoryHome) -> None:
    home.remember("the port", title="a")

    home.vade.edit("a", text="the quay", add_tags=["#ops"], add_aliases=["wharf"])

    assert (home.found("port"), home.found("quay"), home.found("wharf")) == ([], ["a"], ["a"])
    assert home.found("quay", tags=["ops"]) == ["a"]


def test_edit_without_change_writes_nothing(home: MemoryHome) -> None:
    home.remember("the port", title="a")
    before = home.vade.get("a").record.updated
    home.clock.go_on(hours=1)

    assert home.vade.edit("a", title="a").record.updated == before


def test_edit_dry_run_writes_nothing(home: MemoryHome) -> None:
    home.remember("the port", title="a")

    assert home.vade.edit("a", title="b", dry_run=True).record != home.vade.get("a").record


def test_edit_of_a_changed_record_is_a_conflict(home: MemoryHome) -> None:
    home.remember("the port", title="a")
    read = home.vade.get("a").record.updated
    home.clock.go_on(hours=1)
    home.vade.edit("a", title="b")

    with pytest.raises(Conflict, match="read it again"):
        home.vade.edit("a", title="c", expected_updated=read)


def test_names_are_compared_without_case(home: MemoryHome) -> None:
    home.remember("x1", title="a", tags=["Ops"], aliases=["Wharf"])

    home.vade.edit("a", remove_tags=["#ops"], remove_aliases=["wharf"], add_tags=["Day Job"])

    record = home.vade.get("a").record
    assert (record.tags, record.aliases) == (("Day Job",), ())


def test_fields_are_set_and_cleared(home: MemoryHome) -> None:
    home.remember("x1", title="a", subject="Rhea")

    home.vade.edit(
        "a",
        set_fields={"subject": "", "confidence": "0.5", "pinned": "yes", "expires": "2027-01-01T00:00:00Z"},
    )

    record = home.vade.get("a").record
    assert (record.subject, record.confidence, record.pinned) == (None, 0.5, True)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"set_fields": {"statuss": "active"}}, UnknownName, "field"),
        ({"set_fields": {"subjct": "x"}}, UnknownName, "subject"),
        ({"set_fields": {"status": "archived"}}, InvalidValue, "verbs of the lifecycle"),
        ({"set_fields": {"confidence": "much"}}, InvalidValue, "not a number"),
        ({"set_fields": {"confidence": "2"}}, InvalidValue, "between 0 and 1"),
        ({"set_fields": {"pinned": "perhaps"}}, InvalidValue, "neither true nor false"),
        ({"set_fields": {"expires": "soon"}}, InvalidValue, "span from now like 7d"),
        ({"set_fields": {"valid_from": "7d"}}, InvalidValue, "either side of now"),
        ({"set_fields": {"sensitivity": "restricted"}}, InvalidValue, "never stored"),
        ({"set_fields": {"sensitivity": "secret"}}, UnknownName, "sensitive"),
        ({"type": "fcat"}, UnknownName, "fact"),
        ({"text": " "}, InvalidValue, "is empty"),
        ({"remove_tags": ["nope"]}, NotFound, "no tag 'nope'"),
        ({"add_aliases": [f"a{n}" for n in range(9)]}, LimitExceeded, "at most 8"),
        (
            {"set_fields": {"valid_from": "2026-02-01T00:00:00Z", "valid_until": "2026-01-01T00:00:00Z"}},
            InvalidValue,
            "before valid_from",
        ),
    ],
)
def test_bad_edit_is_refused_and_changes_nothing(
    home: MemoryHome, changes: dict[str, Any], error: type[VadeError], says: str
) -> None:
    home.remember("x1", title="a")
    before = home.vade.get("a").record

    with pytest.raises(error, match=says):
        home.vade.edit("a", **changes)
    assert home.vade.get("a").record == before


def test_handle_is_key_id_or_prefix(home: MemoryHome) -> None:
    record = home.remember("the port", title="Harbour Notes")

    assert {home.vade.get(handle).record.id for handle in ("harbour-notes", record, record[:20])} == {record}


def test_ambiguous_prefix_lists_candidates(home: MemoryHome) -> None:
    first, second = home.note("a", "x1"), home.note("b", "x2")

    with pytest.raises(Ambiguous) as caught:
        home.vade.get("01JNTSW6")
    assert caught.value.candidates == (first, second)


def test_unknown_handle_suggests_near_keys(home: MemoryHome) -> None:
    home.remember("the port", title="Harbour Notes")

    with pytest.raises(NotFound) as caught:
        home.vade.get("harbor-notes")
    assert caught.value.suggestions == ("harbour-notes",)


def test_new_file_is_addressed_at_once(home: MemoryHome) -> None:
    home.vade.list()
    home.write("personal/hand.md", "written by hand")

    assert home.vade.get("hand").record.body == "written by hand\n".rstrip("\n")


# ── vocabulary ───────────────────────────────────────────────────────────────────────────────────────


def test_alias_is_kept_once(home: MemoryHome) -> None:
    home.vade.add_alias("k8s", "kubernetes")
    home.vade.add_alias("Kubernetes", "K8S")

    assert [(entry.alias, entry.target) for entry in home.vade.aliases()] == [("k8s", "kubernetes")]


@pytest.mark.parametrize(
    ("alias", "target"),
    [
        ("SSO", "single sign on"),
        ("Single  sign-on", "sso"),
        ("s.s.o", "single/sign/on"),
        ("ＳＳＯ", "single sign on"),
    ],
)
def test_alias_in_another_spelling_is_kept_once(home: MemoryHome, alias: str, target: str) -> None:
    home.vade.add_alias("k8s", "kubernetes")
    first = home.vade.add_alias("sso", "single sign on")

    assert home.vade.add_alias(alias, target) == first
    assert len(home.vade.aliases()) == 2


def test_removed_alias_is_silent(home: MemoryHome) -> None:
    home.vade.add_alias("sso", "login")
    home.remember("login works", title="a")
    assert home.recalled("sso") == ["a"]

    home.vade.remove_alias("SSO")

    assert (home.recalled("sso"), home.vade.aliases()) == ([], ())


@pytest.mark.parametrize(("alias", "target"), [("", "x"), ("!!", "x"), ("x", " "), ("Port", "port!")])
def test_alias_without_two_sides_is_refused(home: MemoryHome, alias: str, target: str) -> None:
    with pytest.raises(InvalidValue):
        home.vade.add_alias(alias, target)


def test_unknown_alias_suggests_the_nearest(home: MemoryHome) -> None:
    home.vade.add_alias("kubernetes", "k8s")

    with pytest.raises(NotFound) as caught:
        home.vade.remove_alias("kubernets")
    assert caught.value.suggestions == ("kubernetes",)


# ── entities ─────────────────────────────────────────────────────────────────────────────────────────


def page(home: MemoryHome, handle: str) -> Entity:
    record = home.vade.entity(handle).record
    assert isinstance(record, Entity)
    return record


def test_describing_clears_provisional(home: MemoryHome) -> None:
    home.remember("x1", about=["Rhea"])
    assert page(home, "rhea").provisional

    home.vade.add_entity("Rhea", label="Person", aliases=["wife"], text="Lives in Lyon.")

    described = page(home, "WIFE")
    assert (described.provisional, described.label, described.aliases) == (False, "Person", ("wife",))
    assert home.vade.entities().total == 1


def test_aliases_accumulate(home: MemoryHome) -> None:
    home.vade.add_entity("Rhea", aliases=["wife"])
    home.vade.add_entity("rhea", aliases=["partner", "wife"])

    assert page(home, "partner").aliases == ("wife", "partner")


def test_label_is_never_changed_silently(home: MemoryHome) -> None:
    home.vade.add_entity("Apple", label="Organisation")

    with pytest.raises(InvalidValue, match="--set label=Fruit"):
        home.vade.add_entity("Apple", label="Fruit")


def test_same_description_changes_nothing(home: MemoryHome) -> None:
    home.vade.add_entity("Apple", label="Organisation")

    assert home.vade.add_entity("Apple", label="Organisation").outcome == "existing"


def test_name_of_several_lists_them(home: MemoryHome) -> None:
    home.write(
        "personal/entities/a.md", "---\nid: 01JNTSW6X00000000000000001\nkind: entity\nname: Ann\n---\n"
    )
    home.write(
        "personal/entities/b.md", "---\nid: 01JNTSW6X00000000000000002\nkind: entity\nname: ann\n---\n"
    )

    with pytest.raises(Ambiguous, match="01JNTSW6X00000000000000002"):
        home.vade.entity("Ann")


def test_unknown_entity_suggests_the_nearest(home: MemoryHome) -> None:
    home.vade.add_entity("Matthew")

    with pytest.raises(NotFound) as caught:
        home.vade.entity("Mathew")
    assert caught.value.suggestions == ("Matthew",)


def test_memory_is_no_entity(home: MemoryHome) -> None:
    home.remember("port", title="a")

    with pytest.raises(NotFound, match="is a memory"):
        home.vade.entity("a")


@pytest.mark.parametrize("name", ["", "!!", "🙂"])
def test_entity_needs_a_name(home: MemoryHome, name: str) -> None:
    with pytest.raises(InvalidValue, match="needs a name"):
        home.vade.add_entity(name)


def test_entity_edit_changes_name_and_label(home: MemoryHome) -> None:
    home.vade.add_entity("Rea", label="Person")

    home.vade.edit("rea", title="Rhea", type="Human")

    assert (page(home, "Rhea").name, page(home, "Rhea").label) == ("Rhea", "Human")


@pytest.mark.parametrize("field", ["expires", "valid_until"])
def test_edit_counts_a_span_from_now(home: MemoryHome, field: str) -> None:
    home.remember("the port", title="a")

    home.vade.edit("a", set_fields={field: "30d"})

    assert getattr(home.vade.get("a").record, field) == home.clock.at + timedelta(days=30)


FILE = b"---\nid: 01JNTSW6X00000000000000001\n# by hand\ntitle: Old\n---\nthe port\n"


def written(home: MemoryHome) -> bytes:
    return home.vault._files["personal/a.md"][0]


def test_rewrite_keeps_bytes_and_notes_the_time(home: MemoryHome) -> None:
    home.write("personal/a.md", FILE.decode())
    before = written(home)

    stored = home.vade.rewrite("a", before, before.replace(b"port", b"quay"))

    assert (stored.record.updated, home.found("quay"), home.found("port")) == (home.clock.at, ["a"], [])
    assert b"# by hand\n" in written(home)


def test_rewrite_of_a_changed_file_is_a_conflict(home: MemoryHome) -> None:
    home.write("personal/a.md", FILE.decode())
    home.vade.get("a")
    home.write("personal/a.md", FILE.replace(b"Old", b"New").decode())

    with pytest.raises(Conflict, match="changed while it was being edited"):
        home.vade.rewrite("a", FILE, FILE.replace(b"port", b"quay"))
    assert b"title: New" in written(home)


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (b" \n", "text: is empty"),
        (b"---\nid: 01JNTSW6X00000000000000001\ntitle: [\n---\nx", "text: line "),
        (FILE.replace(b"0001", b"0002"), "id: is 01JNTSW6X00000000000000001"),
        (b"only a text", "never changes"),
    ],
    ids=["empty", "broken", "another", "none"],
)
def test_rewrite_refuses_what_is_no_such_record(home: MemoryHome, after: bytes, told: str) -> None:
    home.write("personal/a.md", FILE.decode())
    home.vade.get("a")

    with pytest.raises(InvalidValue, match=told):
        home.vade.rewrite("a", written(home), after)
    assert home.found("port") == ["a"]


def claimed(home: MemoryHome, text: str = "Anna lives in Lyon.", **given: Any) -> str:
    return home.remember(text, title="a", subject="Anna", predicate="lives_in", value="Lyon", **given)


def test_edited_text_takes_its_claim_along(home: MemoryHome) -> None:
    claimed(home)

    stored = home.vade.edit("a", text="Anna lives in Porto.")

    assert home.vade.get("a").record.value == "Porto"  # type: ignore[union-attr]
    assert stored.warnings == (
        "value 'Porto' was read from the new text; `vade edit a --set value=NEW` states another",
    )


def test_value_that_the_text_took_back_is_served_nowhere(home: MemoryHome) -> None:
    claimed(home)
    home.vade.add_entity("Anna")
    home.vade.add_entity("Lyon")

    stored = home.vade.edit("a", text="The house of Anna was sold.")

    assert "does not say value 'Lyon'" in stored.warnings[0]
    assert [
        edge.object_name for edge in home.vade.graph.edges("Anna").edges if edge.predicate == "lives_in"
    ] == []


def test_value_set_with_its_text_wins(home: MemoryHome) -> None:
    claimed(home)

    stored = home.vade.edit("a", text="Anna lives in Porto.", set_fields={"value": "Porto Novo"})

    assert (stored.record.value, stored.warnings) == ("Porto Novo", ())  # type: ignore[union-attr]


def test_dry_run_tells_what_becomes_of_the_claim(home: MemoryHome) -> None:
    claimed(home)

    stored = home.vade.edit("a", text="The house of Anna was sold.", dry_run=True)

    assert (stored.record.value, len(stored.warnings)) == (None, 1)  # type: ignore[union-attr]
    assert home.vade.get("a").record.value == "Lyon"  # type: ignore[union-attr]


def test_text_that_says_the_claim_otherwise_is_in_doubt(home: MemoryHome) -> None:
    claimed(home)

    stored = home.vade.edit("a", text="Anna lived in Lyon.")

    assert "`vade review approve a` if it holds" in stored.warnings[0]
    assert [item.key for item in home.vade.queue().items] == ["a"]


def test_page_goes_on_stating_its_relations_and_says_so(home: MemoryHome) -> None:
    home.vade.add_entity("Rhea", text="Rhea works at Acme.")
    home.vade.link("Rhea", "works_at", "Acme")

    stored = home.vade.edit("rhea", text="Rhea retired.")

    assert stored.warnings == ("rhea still states works_at Acme, of which its text says nothing any more",)
    assert [each.object for each in home.vade.get("rhea").record.relations] == ["Acme"]


def test_rewritten_file_stays_as_it_was_written_and_says_so(home: MemoryHome) -> None:
    claimed(home)
    before = home.vault.read_bytes(home.vade.get("a").path)

    stored = home.vade.rewrite("a", before, before.replace(b"in Lyon", b"in Porto"))

    assert stored.record.value == "Lyon"  # type: ignore[union-attr]
    assert stored.warnings == ("a still states value 'Lyon', of which its text says nothing any more",)


def test_qualifier_that_a_successor_does_not_say_is_not_taken_over(home: MemoryHome) -> None:
    claimed(home, "In summer Anna lives in Lyon.", qualifier="in summer")

    done = home.vade.supersede("a", "Anna lives in Porto.", value="Porto", dry_run=True)
    kept = home.vade.supersede("a", "In summer Anna lives in Porto.", value="Porto")

    assert done.memory.record.qualifier is None  # type: ignore[union-attr]
    assert kept.memory.record.qualifier == "in summer"  # type: ignore[union-attr]
