"""A hit carries its evidence, and one clean line of everything."""

from __future__ import annotations

from typing import Any

import pytest
from tests.retrieval.building import ANALYZER, candidate

from vademecum.model.answer import Explanation, MatchedVia
from vademecum.model.entry import REPLACEMENT, Card, Row
from vademecum.model.file import FileState, Stamp
from vademecum.model.postings import Field
from vademecum.model.record import PERSONAL, Key, Kind, MemoryId, Status
from vademecum.model.value import replace
from vademecum.retrieval.floor import Evidence
from vademecum.retrieval.hits import Shown, hit_of, lines_of, listed_hit, matched_via, placed
from vademecum.retrieval.merging import Ranked

CARD = Card(
    title="Harbour\nnotes",
    summary="Harbour notes: the port",
    text="The port is 6379.\nNothing else.\n",
    tags=("ops",),
    aliases=("cache box", "wharf"),
    entities=("Rhea\x1b",),
    source="user",
    created="2026-01-01T00:00:00+00:00",
    updated="2026-02-01T00:00:00+00:00",
    body_line=7,
    lang="en",
    expansions=("puerto", "key value store"),
    predicate="listens_on",
)
ROW = Row(
    version=1,
    id=MemoryId("A"),
    kind=Kind.MEMORY,
    scope=PERSONAL,
    key=Key("harbour"),
    path="personal/harbour.md",
    type="gotcha",
    status=Status.ACTIVE,
    superseded_by=None,
    supersedes=(),
    review="draft",
    pinned=False,
    confidence=None,
    created=1,
    updated=2,
    valid_from=None,
    valid_until=None,
    expires=None,
    body_hash="",
    card=CARD,
    state=FileState(Stamp(1, 1, 1, 1), "x"),
    warnings=(),
)
RANKED = Ranked(candidate("A"), 2, 3, 4.5, 0, 1, 1.0, admitted=True)


def shown(*fields: Field, card: Card = CARD, **given: Any) -> Shown:
    values: dict[str, Any] = {"mark": None, "because": None, **given}
    return Shown(row=replace(ROW, card=card), ranked=RANKED, fields=frozenset(fields), **values)


def test_hit_tells_everything() -> None:
    hit = hit_of(shown(Field.BODY, mark="draft", stale=True), ANALYZER, {"port"})

    assert (hit.id, hit.key, hit.kind, hit.scope, hit.type) == (
        "A",
        "harbour",
        Kind.MEMORY,
        PERSONAL,
        "gotcha",
    )
    assert (hit.title, hit.summary) == ("Harbour notes", "Harbour notes: the port")
    assert (hit.snippet, hit.offsets) == ("The «port» is 6379. Nothing else.", ((4, 8),))
    assert (hit.tags, hit.aliases, hit.entities) == (("ops",), ("cache box", "wharf"), ("Rhea",))
    assert (hit.status, hit.mark, hit.review, hit.predicate) == ("active", "draft", "draft", "listens_on")
    assert (hit.source, hit.created, hit.updated) == ("user", CARD.created, CARD.updated)
    assert (hit.path, hit.lines) == ("personal/harbour.md", (7, 8))
    assert (hit.covered, hit.terms, hit.score) == (2, 3, 4.5)
    assert (hit.matched_via, hit.because, hit.stale, hit.explanation) == (MatchedVia.BODY, None, True, None)


@pytest.mark.parametrize(
    ("fields", "via"),
    [
        ((Field.BODY, Field.TITLE), MatchedVia.BODY),
        ((Field.TITLE, Field.ALIAS), MatchedVia.TITLE),
        ((Field.ALIAS, Field.TAG), MatchedVia.ALIAS),
        ((Field.TAG, Field.ENTITY), MatchedVia.TAG),
        ((Field.ENTITY, Field.EXPANSION), MatchedVia.ENTITY),
        ((Field.SUBJECT, Field.PREDICATE), MatchedVia.ENTITY),
        ((Field.EXPANSION, Field.PREDICATE), MatchedVia.EXPANSION),
        ((Field.PREDICATE,), MatchedVia.OTHER),
        ((), MatchedVia.OTHER),
    ],
)
def test_first_field_that_matched_is_named(fields: tuple[Field, ...], via: MatchedVia) -> None:
    assert hit_of(shown(*fields), ANALYZER, {"port"}).matched_via is via


@pytest.mark.parametrize(
    ("stems", "via"),
    [
        ({"port"}, MatchedVia.BODY),
        ({"harbour"}, MatchedVia.BODY),
        ({"op"}, MatchedVia.BODY),
        ({"wharf"}, MatchedVia.BODY),
        ({"rhea"}, MatchedVia.BODY),
        ({"puerto"}, MatchedVia.BODY),
        ({"quay"}, MatchedVia.OTHER),
    ],
)
def test_successor_without_any_match_came_by_its_chain(stems: set[str], via: MatchedVia) -> None:
    hit = hit_of(shown(Field.BODY, because=MemoryId("OLD")), ANALYZER, stems)

    assert (hit.matched_via, hit.because) == (via, "OLD")


def test_text_is_marked_in_its_own_language() -> None:
    german = replace(CARD, lang="de", text="Die Häuser", title="", aliases=())

    hit = hit_of(shown(Field.BODY, card=german), ANALYZER, set(ANALYZER.stems("Häuser", "de")))

    assert hit.snippet == "Die «Häuser»"


@pytest.mark.parametrize("where", ["title", "tags", "aliases", "entities", "expansions"])
def test_successor_is_read_in_its_own_language(where: str) -> None:
    texts: dict[str, Any] = {"title": "", "tags": (), "aliases": (), "entities": (), "expansions": ()}
    texts[where] = "Häuser" if where == "title" else ("Häuser",)
    german = replace(CARD, lang="de", text="", **texts)

    hit = hit_of(shown(Field.BODY, because=MemoryId("O"), card=german), ANALYZER, {"haus"})

    assert hit.matched_via is MatchedVia.BODY


@pytest.mark.parametrize(
    ("fields", "stems", "suffix"),
    [
        ((Field.BODY,), {"port"}, ""),
        ((Field.BODY, Field.ALIAS), {"port"}, " (aka: cache box, wharf)"),
        ((Field.TITLE,), {"harbour"}, " (aka: cache box, wharf)"),
        ((Field.EXPANSION,), {"puerto"}, " (synonym: puerto)"),
        ((Field.EXPANSION,), {"store"}, " (synonym: key value store)"),
        ((Field.EXPANSION,), {"x"}, " (synonym: puerto, key value store)"),
    ],
)
def test_suffix_says_what_the_excerpt_cannot(fields: tuple[Field, ...], stems: set[str], suffix: str) -> None:
    text = hit_of(shown(*fields), ANALYZER, stems).snippet

    assert text.partition("Nothing else.")[2] == suffix


def test_hit_carries_its_explanation() -> None:
    why = Explanation(
        contributions=(), score=4.5, covered=(), missing=(), round=0, rewritten=None, tier=0, floor="none"
    )

    assert hit_of(shown(Field.BODY), ANALYZER, {"port"}, why).explanation is why


def test_no_alias_no_suffix() -> None:
    bare = replace(CARD, aliases=())

    assert hit_of(shown(Field.TITLE, card=bare), ANALYZER, {"harbour"}).snippet.endswith("Nothing else.")


def test_only_three_of_many_synonyms_are_shown() -> None:
    many = replace(CARD, expansions=("a1", "b1", "c1", "d1"))

    assert hit_of(shown(Field.EXPANSION, card=many), ANALYZER, {"x"}).snippet.endswith(
        "(synonym: a1, b1, c1)"
    )


def test_listed_record_has_no_score() -> None:
    hit = listed_hit(ROW, "draft")

    assert (hit.snippet, hit.offsets, hit.covered, hit.terms, hit.score) == (CARD.summary, (), 0, 0, 0.0)
    assert (hit.mark, hit.stale, hit.matched_via) == ("draft", False, MatchedVia.OTHER)


def test_cause_of_doubt_is_shown() -> None:
    doubted = replace(CARD, needs_review="its source was retracted")

    assert listed_hit(replace(ROW, card=doubted), None).needs_review == "its source was retracted"


def test_replacement_is_shown_as_proposed() -> None:
    assert listed_hit(replace(ROW, review=REPLACEMENT), None).review == "proposed"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one", (7, 7)),
        ("one\n", (7, 7)),
        ("one\ntwo", (7, 8)),
        ("one\n\nthree\n\n", (7, 9)),
        ("", (7, 7)),
        ("one\n  \n", (7, 8)),
        ("one\nX\n", (7, 8)),
    ],
)
def test_lines_hold_the_body(text: str, lines: tuple[int, int]) -> None:
    assert lines_of(replace(CARD, text=text)) == lines


def test_synonym_is_read_in_its_own_language() -> None:
    german = replace(CARD, lang="de", expansions=("Häuser", "x1"))

    assert hit_of(shown(Field.EXPANSION, card=german), ANALYZER, {"haus"}).snippet.endswith(
        "(synonym: Häuser)"
    )


@pytest.mark.parametrize(
    ("evidence", "via"),
    [
        (None, MatchedVia.OTHER),
        (Evidence(0, 2), MatchedVia.OTHER),
        (Evidence(0, 2, likeness=0.5), MatchedVia.MEANING),
    ],
)
def test_what_holds_no_word_came_by_its_meaning(evidence: Evidence | None, via: MatchedVia) -> None:
    found = replace(shown(), ranked=replace(RANKED, evidence=evidence))

    assert matched_via(found, visible=False) is via


def test_place_of_a_hit_is_its_file_and_lines() -> None:
    assert placed(listed_hit(ROW, None)) == "personal/harbour.md#L7-L8"


TOLD = replace(CARD, told=("birthplace: Porto", "height: 170"), aliases=(), expansions=())
"""A page with fields that are searched."""


@pytest.mark.parametrize(
    ("text", "stem", "snippet", "offsets"),
    [
        ("The port.", "port", "The «port».", ((4, 8),)),
        ("The port.", "porto", "birthplace: «Porto»; height: 170", ()),
        ("The port.", "zebra", "The port.", ()),
        ("Porto.", "porto", "«Porto».", ((0, 5),)),
        ("", "zebra", "birthplace: Porto; height: 170", ()),
    ],
)
def test_field_is_shown_where_the_text_does_not_tell(
    text: str, stem: str, snippet: str, offsets: tuple[tuple[int, int], ...]
) -> None:
    hit = hit_of(shown(card=replace(TOLD, text=text)), ANALYZER, {stem})

    assert (hit.snippet, hit.offsets) == (snippet, offsets)


def test_field_is_read_in_the_language_of_its_page() -> None:
    card = replace(TOLD, text="", told=("wohnt: zwei Häuser",), lang="de")
    hit = hit_of(shown(card=card), ANALYZER, set(ANALYZER.stems("Häuser", "de")))

    assert hit.snippet == "wohnt: zwei «Häuser»"


def test_way_over_the_graph_is_told_in_one_line() -> None:
    card = replace(CARD, text="", told=())
    hit = hit_of(shown(card=card, way="Rhea works_at\nAcme"), ANALYZER, {"zebra"})

    assert (hit.snippet, hit.matched_via) == ("(graph: Rhea works_at Acme)", MatchedVia.GRAPH)
