"""What a record says of others, as edges between names and ids."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from vademecum.indexing.edges import place_of, predicate_form
from vademecum.markdown.outcome import Parsed
from vademecum.markdown.reading import parse
from vademecum.model.edges import EdgeOrigin, Said
from vademecum.model.entry import Place
from vademecum.model.file import Document, FileState, Stamp
from vademecum.model.record import PERSONAL, Key, Kind

ONE, TWO, THREE = (f"01J{number:023d}" for number in (1, 2, 3))
STATE = FileState(Stamp(1, 1, 1, 1), "0" * 64)


def placed(*lines: str, body: str = "Words.", kind: str = "memory", key: str = "a-note") -> Place:
    text = "\n".join(["---", f"kind: {kind}", f"id: {ONE}", *lines, "---", "", body, ""])
    parsed = parse(text.encode(), scope=PERSONAL, fallback_kind=Kind.MEMORY, fallback_name=key)
    assert isinstance(parsed, Parsed)
    return place_of(
        Document(
            record=parsed.record, scope=PERSONAL, key=Key(key), path=f"personal/{key}.md", state=STATE,
            body_line=1, warnings=(),
        )
    )  # fmt: skip


def edges(place: Place) -> list[tuple[str, str, str, str]]:
    return [(said.subject, said.predicate, said.object, said.origin.value) for said in place.said]


RELATION = ("relations:", "- {predicate: Works At, object: Acme, since: 2024-01-01T00:00:00Z}")


def test_relation_begins_at_the_entity() -> None:
    since = int(datetime(2024, 1, 1, tzinfo=UTC).timestamp()) * 1_000_000

    assert placed("name: Rhea", *RELATION, kind="entity").said == (
        Said(f"@{ONE}", "works_at", "acme", "", "Acme", since, None, EdgeOrigin.RELATION),
    )


def test_relation_begins_at_the_memory_s_subject() -> None:
    assert edges(placed("subject: Rhea", *RELATION)) == [
        ("rhea", "works_at", "acme", "relation"),
        (f"@{ONE}", "about", "rhea", "about"),
    ]


def test_relation_begins_at_a_memory_without_subject() -> None:
    assert edges(placed(*RELATION)) == [(f"@{ONE}", "works_at", "acme", "relation")]


def test_list_of_the_body_counts_once() -> None:
    body = "- works_at [[Acme]]\n- works_at [[Acme]]\nBoth know [[Iris]]."

    assert edges(placed("name: Rhea", body=body, kind="entity")) == [
        (f"@{ONE}", "works_at", "acme", "list"),
        (f"@{ONE}", "mentions", "iris", "link"),
    ]


def test_memory_is_about_its_entities() -> None:
    assert edges(placed("entities: [Rhea, '[[Iris]]', '???', Rhea P.]")) == [
        (f"@{ONE}", "about", "rhea", "about"),
        (f"@{ONE}", "about", "iris", "about"),
        (f"@{ONE}", "about", "rhea p", "about"),
    ]


def test_ids_are_ends_of_their_own() -> None:
    lines = (f"supersedes: [{TWO}]", "sources:", f"- {{kind: agent, ref: memory:{THREE}}}")

    assert edges(placed(*lines, body=f"See {TWO} and [[{THREE}]].")) == [
        (f"@{ONE}", "supersedes", f"@{TWO}", "supersedes"),
        (f"@{ONE}", "derived_from", f"@{THREE}", "source"),
        (f"@{ONE}", "mentions", f"@{THREE}", "link"),
        (f"@{ONE}", "mentions", f"@{TWO}", "link"),
    ]


def test_edge_to_itself_says_nothing() -> None:
    assert placed("subject: Rhea", "relations:", "- {predicate: knows, object: rhea!}").said[1:] == ()
    assert placed(body=f"Myself: {ONE}").said == ()


def test_entity_is_called_by_name_and_aliases() -> None:
    place = placed("name: C++", "label: Language", "aliases: [Cpp, c plus plus]", kind="entity", key="c-1")

    assert (place.label, place.name, place.forms, place.key_form) == (
        "Language", "C++", ("c plus plus", "cpp"), "c 1",
    )  # fmt: skip


def test_memory_is_called_by_title_or_key() -> None:
    assert (placed("title: Oat milk").name, placed(key="oat-milk").name) == ("Oat milk", "oat-milk")
    assert placed("aliases: [milk of oats]").forms == ()


def test_merged_page_names_its_target() -> None:
    assert placed("name: Rhea", f"merged_into: {TWO}", kind="entity").merged_into == TWO


@pytest.mark.parametrize("spelled", ["works_at", "Works At", "works-at", " works  at "])
def test_spellings_of_a_predicate_are_one(spelled: str) -> None:
    assert predicate_form(spelled) == "works_at"


CLAIM = ("subject: Rhea", "predicate: works at", "value: Acme")


def test_claim_states_an_edge_to_its_value() -> None:
    assert edges(placed(*CLAIM)) == [
        (f"@{ONE}", "about", "rhea", "about"),
        ("rhea", "works_at", "acme", "claim"),
    ]


@pytest.mark.parametrize(
    "lines",
    [CLAIM[1:], (CLAIM[0], CLAIM[2]), CLAIM[:2], (*CLAIM[:2], f"value: {'a' * 81}"), (*CLAIM, *RELATION)],
    ids=["no subject", "no predicate", "no value", "a sentence", "said already"],
)
def test_other_claims_state_no_edge(lines: tuple[str, ...]) -> None:
    assert "claim" not in [origin for *_, origin in edges(placed(*lines))]
