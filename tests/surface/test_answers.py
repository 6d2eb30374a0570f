"""Shapes of answers: keys, their order, and what is left out."""

from __future__ import annotations

from datetime import UTC, datetime

from vademecum.model.answer import (
    CheckUp,
    Explanation,
    Finding,
    Hit,
    Listed,
    MatchedVia,
    Outcome,
    Recall,
    Remembered,
    RememberOutcome,
    Search,
    SearchStats,
    Stored,
)
from vademecum.model.file import AliasEntry
from vademecum.model.record import PERSONAL, Entity, Key, Kind, Memory, MemoryId, Review, ReviewEvent
from vademecum.model.value import replace
from vademecum.surface import answers

ID = MemoryId("01JD5Z0000000000000000000A")
AT = datetime(2026, 11, 29, 12, tzinfo=UTC)


def hit(explanation: Explanation | None = None) -> Hit:
    return Hit(
        id=ID,
        key=Key("oat-milk"),
        kind=Kind.MEMORY,
        scope=PERSONAL,
        type="preference",
        title="",
        summary="Oat milk.",
        snippet="«Oat» milk.",
        offsets=((0, 3),),
        tags=(),
        aliases=(),
        entities=(),
        status="active",
        mark=None,
        review=None,
        predicate=None,
        source="user",
        created=None,
        updated=None,
        path="personal/oat-milk.md",
        lines=(5, 5),
        covered=1,
        terms=1,
        score=2.5,
        matched_via=MatchedVia.BODY,
        explanation=explanation,
    )


def stored(record: Memory | Entity) -> Stored:
    return Stored(record=record, key=Key("oat-milk"), path="personal/oat-milk.md", lines=(5, 5))


MEMORY = Memory(id=ID, scope=PERSONAL, body="Oat milk.", tags=("coffee",), created=AT)
EXPLAINED = Explanation(
    contributions=(), score=0.0, covered=(), missing=(), round=0, rewritten=None, tier=0, floor="kept"
)


def test_recall_lists_hits_as_results() -> None:
    answer = Recall(
        outcome=Outcome.HITS, terms=("milk",), hits=(hit(),), weak=2, label="personal", stats=SearchStats()
    )

    shown = answers.recall(answer)

    assert list(shown) == ["outcome", "terms", "weak", "plan", "results"]
    assert (shown["outcome"], shown["terms"], shown["weak"]) == ("hits", ["milk"], 2)
    assert shown["results"][0]["key"] == "oat-milk"


def test_search_has_terms_and_results() -> None:
    shown = answers.search(Search(query="milk", terms=("milk",), hits=(hit(),), stats=SearchStats()))

    assert list(shown) == ["terms", "results"]


def test_hit_explains_only_when_asked() -> None:
    assert "explanation" not in answers.hit(hit())
    assert answers.hit(hit(EXPLAINED))["explanation"]["floor"] == "kept"


def test_hit_counts_are_numbers() -> None:
    shown = answers.hit(hit())

    assert (shown["covered"], shown["terms"], shown["offsets"]) == (1, 1, [[0, 3]])


def test_listed_states_the_true_total() -> None:
    shown = answers.listed(Listed(items=(hit(),), total=312, dangling=1))

    assert (len(shown["results"]), shown["total"], shown["dangling"]) == (1, 312, 1)


def test_record_leaves_out_what_is_unset() -> None:
    shown = answers.record(stored(MEMORY), "Oat milk.")

    assert list(shown)[:7] == ["id", "key", "kind", "type", "summary", "scope", "status"]
    assert list(shown)[-5:] == ["body", "created", "path", "lines", "stale"]
    assert "title" not in shown


def test_record_tells_times_with_offset() -> None:
    assert answers.record(stored(MEMORY), "")["created"] == "2026-11-29T12:00:00+00:00"


def test_remembered_memory_stands_under_memory() -> None:
    answer = Remembered(memory=stored(MEMORY), outcome=RememberOutcome.CREATED, masked=("github_token",))

    shown = answers.remembered(answer, "Oat milk.")

    assert list(shown) == ["memory", "outcome", "similar", "doubted", "provisional", "masked", "dry_run"]
    assert (shown["memory"]["id"], shown["outcome"], shown["masked"]) == (ID, "created", ["github_token"])


def test_entity_stands_under_entity() -> None:
    page = Entity(id=ID, scope=PERSONAL, name="Rhea", label="Person", properties={"city": "Graz"})

    shown = answers.shown(stored(page), "Rhea")["entity"]

    assert (shown["name"], shown["label"], shown["extra"]) == ("Rhea", "Person", {"city": "Graz"})


def test_aliases_are_plain_objects() -> None:
    assert answers.aliases([AliasEntry(PERSONAL, "k8s", "kubernetes")]) == {
        "results": [{"scope": "personal", "alias": "k8s", "target": "kubernetes"}]
    }


def test_checkup_says_whether_it_is_healthy() -> None:
    finding = Finding(level="error", code="store", subject="", message="broken", fix="vade reindex")

    assert answers.checkup(CheckUp(findings=(finding,))) == {
        "healthy": False,
        "results": [
            {"level": "error", "code": "store", "subject": "", "message": "broken", "fix": "vade reindex"}
        ],
    }


def test_review_history_is_named_as_in_the_file() -> None:
    step = ReviewEvent(at=AT, by="eve", before=Review.DRAFT, after=Review.PROPOSED)
    shown = answers.record(stored(replace(MEMORY, review_history=(step,))), "x")["review_history"]

    assert shown == [{"at": AT.isoformat(), "by": "eve", "from": "draft", "to": "proposed", "note": None}]
