"""An expert query means on a record exactly what it says."""

from __future__ import annotations

from typing import Any

import pytest
from tests.retrieval.building import ANALYZER, candidate

from vademecum.model.ask import AllOf, AtLeast, Candidate, Condition, Everything, Prefix, Without, Word
from vademecum.model.entry import Card
from vademecum.model.postings import Field, Postings
from vademecum.model.record import Scope, Status
from vademecum.model.value import replace
from vademecum.retrieval.expert import ready, satisfies
from vademecum.text.expert import FieldIs, PrefixWord, Words, parse

TEXTS: dict[str, Any] = {
    "title": "Redis in staging",
    "text": "The server listens on port 6379. Nothing else does.",
    "tags": ("ops",),
    "aliases": ("cache box",),
    "entities": ("Rhea Stone",),
    "subject": "redis",
    "predicate": "listens_on",
    "expansions": ("key value store",),
}
CARD = Card(summary="", source=None, created=None, updated=None, body_line=1, lang="en", **TEXTS)
FIELDS = {
    Field.TITLE: CARD.title,
    Field.BODY: CARD.text,
    Field.TAG: "ops",
    Field.ALIAS: "cache box",
    Field.ENTITY: "Rhea Stone",
    Field.SUBJECT: "redis",
    Field.PREDICATE: "listens on",
    Field.EXPANSION: "key value store",
}
RECORD = candidate(
    postings=Postings.build({field: ANALYZER.stems(text, "en") for field, text in FIELDS.items()}),
    type="gotcha",
    status=Status.DEPRECATED,
)


def holds(query: str) -> bool:
    return satisfies(ready(parse(query), ANALYZER, ("en",)), RECORD, lambda _: CARD, ANALYZER)


@pytest.mark.parametrize(
    "query",
    [
        "port",
        '"port 6379"',
        '"listens on port"',
        "list*",
        "title:staging",
        'title:"redis in staging"',
        "body:port",
        "tag:ops",
        "alias:cache",
        'alias:"cache box"',
        "entity:rhea",
        "entity:redis",
        "subject:redis",
        "predicate:listens",
        "expansion:store",
        "type:gotcha",
        "type:GOTCHA",
        "type:(note OR gotcha)",
        "type:(NOT note)",
        "type:(got* AND gotcha)",
        "status:deprecated",
        "scope:personal",
        "port NOT title:port",
        "port AND NOT body:staging",
        'port -"port 6380"',
        "(title:staging OR lyon) port",
        "title:stag* body:port",
        "NOT lyon",
        "title:(staging AND redis)",
        "title:(port OR staging)",
        "title:(NOT port)",
        'predicate:"listens on"',
    ],
)
def test_query_holds(query: str) -> None:
    assert holds(query)


@pytest.mark.parametrize(
    "query",
    [
        '"6379 port"',
        '"staging the server"',
        '"6379 nothing else does not"',
        "title:port",
        "body:staging",
        'title:"staging redis"',
        "title:list*",
        "tag:cache",
        "subject:rhea",
        "type:note",
        "status:active",
        "scope:project",
        "port NOT title:staging",
        'port -"port 6379"',
        "NOT body:port",
        'alias:"box cache"',
        'body:"redis in"',
        "title:(port OR listens)",
        "title:(staging AND port)",
        "body:(NOT port)",
        "title:(NOT staging)",
        "type:goal",
        "type:(note OR fact)",
        "type:(gotcha AND note)",
        "type:(NOT gotcha)",
        "type:got",
        "status:act*",
        "scope:person",
        "status:deprecate",
        'subject:"XXXX"',
    ],
)
def test_query_does_not_hold(query: str) -> None:
    assert not holds(query)


def word(*forms: str) -> Word:
    return Word(forms)


@pytest.mark.parametrize(
    ("query", "condition", "exact"),
    [
        ("port", word("port"), True),
        ("port lyon", AllOf((word("port"), word("lyon"))), True),
        ("port OR lyon", AtLeast(1, (word("port"), word("lyon"))), True),
        ("port -lyon", AllOf((word("port"), Without(word("lyon")))), True),
        ("po*", Prefix(("po",)), True),
        ("graph_d*", Prefix(("graph_d",)), True),
        ('"port"', word("port"), True),
        ('"port lyon"', AllOf((word("port"), word("lyon"))), False),
        ("title:port", word("port"), False),
        ("type:gotcha", Everything(), False),
        ('port -"a lyon"', AllOf((word("port"), Everything())), False),
        ("-title:port", Everything(), False),
        ("graph_db", AllOf((word("graph"), word("db"))), True),
    ],
)
def test_index_is_asked_for_what_is_necessary(query: str, condition: Condition, exact: bool) -> None:
    expert = ready(parse(query), ANALYZER, ("en",))

    assert (expert.condition, expert.exact) == (condition, exact)


def test_only_positive_words_rank() -> None:
    expert = ready(parse('title:ports "open sea" -lyon NOT (oak fig)'), ANALYZER, ("en",))

    assert [term.text for term in expert.terms] == ["ports", "open", "sea"]


def test_scope_is_met_by_its_kind() -> None:
    expert = ready(parse("scope:project"), ANALYZER, ())
    project = candidate(scope=Scope("project:harbour__0123456789ab"))

    assert satisfies(expert, project, lambda _: CARD, ANALYZER)
    assert not satisfies(ready(parse("type:project"), ANALYZER, ()), project, lambda _: CARD, ANALYZER)


def test_type_is_not_met_by_its_beginning() -> None:
    expert = ready(parse("type:goal"), ANALYZER, ())

    assert not satisfies(expert, candidate(type="goal:big"), lambda _: CARD, ANALYZER)


def test_phrase_needs_a_card() -> None:
    expert = ready(parse('"port 6379"'), ANALYZER, ())

    assert not satisfies(expert, RECORD, lambda _: None, ANALYZER)


def test_word_without_a_card_is_judged_by_the_default_language() -> None:
    expert = ready(parse("title:staging"), ANALYZER, ())

    assert satisfies(expert, RECORD, lambda _: None, ANALYZER)


def test_claim_that_is_not_made_says_nothing() -> None:
    bare = replace(CARD, subject=None, predicate=None)

    assert not satisfies(ready(parse('"XXXX YYYY"'), ANALYZER, ()), RECORD, lambda _: bare, ANALYZER)
    assert not satisfies(ready(parse('subject:"XXXX"'), ANALYZER, ()), RECORD, lambda _: bare, ANALYZER)
    assert not satisfies(ready(parse('predicate:"XXXX"'), ANALYZER, ()), RECORD, lambda _: bare, ANALYZER)


GERMAN = replace(CARD, lang="de", title="Die Schlüssel", text="Die Häuser der Nachbarn stehen leer.")
HOUSES = candidate(
    postings=Postings.build(
        {Field.TITLE: ANALYZER.stems(GERMAN.title, "de"), Field.BODY: ANALYZER.stems(GERMAN.text, "de")}
    )
)


def read_card(asked: Candidate) -> Card | None:
    return GERMAN if asked is HOUSES else None


@pytest.mark.parametrize(
    "query",
    [
        '"Haus der Nachbarn"',
        '"Häuser der Nachbarn"',
        "body:Nachbarn",
        "body:Haus",
        "body:Häuser",
        "title:Schlüssels",
    ],
)
def test_record_is_read_in_its_own_language(query: str) -> None:
    expert = ready(parse(query), ANALYZER, ("de",))

    assert satisfies(expert, HOUSES, read_card, ANALYZER)


def test_outer_attribute_decides() -> None:
    inner = FieldIs("scope", Words("gotcha"))

    assert satisfies(ready(FieldIs("type", inner), ANALYZER, ()), RECORD, lambda _: CARD, ANALYZER)
    assert not satisfies(ready(FieldIs("status", inner), ANALYZER, ()), RECORD, lambda _: CARD, ANALYZER)


def test_query_is_lowered_in_every_language() -> None:
    expert = ready(parse("Häuser"), ANALYZER, ("de",))

    assert expert.condition == word("häuser", "haus", "hauser")
    assert expert.terms == ANALYZER.strict_terms("Häuser", languages=("de",))


def test_prefix_without_a_letter_restricts_nothing() -> None:
    assert ready(PrefixWord("--"), ANALYZER, ()).condition == Everything()


def test_unknown_field_has_no_texts() -> None:
    assert not holds('title:"port"')
