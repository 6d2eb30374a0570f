"""An expert query means on a record exactly what it says."""

from __future__ import annotations

from typing import Any

import pytest
from tests.retrieval.building import ANALYZER, candidate

from vademecum.model.ask import AllOf, AtLeast, Condition, Everything, Prefix, Without, Word
from vademecum.model.entry import Card
from vademecum.model.postings import Field, Postings
from vademecum.model.record import Status
from vademecum.retrieval.expert import ready, satisfies
from vademecum.text.expert import parse

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
        "status:deprecated",
        "scope:personal",
        "port NOT title:port",
        "port AND NOT body:staging",
        'port -"port 6380"',
        "(title:staging OR lyon) port",
        "title:stag* body:port",
        "NOT lyon",
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
