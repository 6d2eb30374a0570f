"""Code as a user would write it; no test runs it, both type checkers read it.

What it states about types is part of the public promise: a change here is a change for the caller.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, assert_type

import vademecum
from vademecum import (
    CheckUp,
    Entity,
    Hit,
    Listed,
    Memory,
    Recall,
    Remembered,
    Search,
    Stored,
    Synced,
    Vade,
    Why,
)
from vademecum.model.graph import (
    GraphAlike,
    GraphCentral,
    GraphComponents,
    GraphHistory,
    GraphNodes,
    GraphPath,
    Neighborhood,
)
from vademecum.model.history import History
from vademecum.model.linked import Linked, Merged
from vademecum.model.reviewed import Queue, Reviewed
from vademecum.model.revision import Revised, Superseded
from vademecum.model.tidied import Tidied


def open_and_close(home: Path) -> None:
    assert_type(vademecum.open(), Vade)
    with vademecum.open(home, scope="project", now=lambda: datetime(2026, 1, 1, tzinfo=UTC)) as vade:
        assert_type(vade, Vade)
    vade.close()


def connect_and_close() -> None:
    with vademecum.connect("https://memory.example.org", "token", timeout_s=5.0) as vade:
        assert_type(vade, Vade)
        assert_type(vade.recall("oat milk"), Recall)


def remember(vade: Vade) -> str:
    remembered = vade.remember(
        "Matthew prefers oat milk in his coffee.",
        title="Matthew's coffee",
        type="preference",
        tags=["coffee"],
        aliases=["milk"],
        about=["Matthew"],
        subject="Matthew",
        predicate="prefers",
        value="oat milk",
        scope="personal",
        dry_run=True,
    )
    assert_type(remembered, Remembered)
    if remembered.outcome == "created":
        return remembered.memory.record.id
    return remembered.outcome.value


def recall(vade: Vade) -> list[str]:
    answer = vade.recall(
        "what does Matthew drink?", types=["preference"], tags=["coffee"], limit=3, explain=True
    )
    assert_type(answer, Recall)
    assert_type(answer.hits, tuple[Hit, ...])
    assert_type(vade.digest(answer, max_bytes=800), str)
    return [f"{hit.title} ({hit.covered} of {hit.terms})" for hit in answer.hits]


def search(vade: Vade) -> list[float]:
    answer = vade.search("oat milk", mode="all", limit=20)
    assert_type(answer, Search)
    return [hit.score for hit in answer.hits]


def look_up(vade: Vade) -> str:
    stored = vade.get("matthew-s-coffee")
    assert_type(stored, Stored)
    match stored.record:
        case Memory(title=title, body=body):
            return title or body
        case Entity(name=name):
            return name


def browse(vade: Vade) -> int:
    page = vade.list(limit=20)
    assert_type(page, Listed)
    return page.total


def revise(vade: Vade, handle: str) -> Stored:
    why = vade.why("oat milk", handle)
    assert_type(why, Why)
    assert_type(why.explanation.score, float)
    return vade.edit(handle, title="Coffee")


def decide(vade: Vade) -> int:
    queue = vade.queue(scopes=["all"], limit=10)
    assert_type(queue, Queue)
    for item in queue.items:
        if item.change is not None:
            assert_type(vade.approve(item.id, by="Eve", note="read it"), Reviewed)
    vade.propose("port", retire="archived", by="agent", note="old")
    vade.reject("port", dry_run=True)
    vade.publish("port", dry_run=True)
    return queue.total


def look_back(vade: Vade, handle: str) -> list[str]:
    history = vade.history(handle)
    assert_type(history, History)
    return [link.text for link in history.links]


def tidy_up(vade: Vade) -> int:
    tidied = vade.tidy(scopes=["all"], apply=True)
    assert_type(tidied, Tidied)
    return tidied.repaired


def correct(vade: Vade, handle: str, at: datetime) -> str:
    answer = vade.supersede(handle, "The port is 8081.", value="8081", reason="moved", expected_updated=at)
    assert_type(answer, Superseded)
    assert_type(vade.retract(handle, reason="a misreading", dry_run=True), Revised)
    assert_type(vade.search("port", as_of=at), Search)
    assert_type(vade.list(include="expired"), Listed)
    assert_type(vade.get(handle, as_of=at), Stored)
    return answer.replaced.record.id


def keep_true(vade: Vade) -> bool:
    assert_type(vade.sync(), Synced)
    assert_type(vade.reindex(), Synced)
    check_up = vade.doctor()
    assert_type(check_up, CheckUp)
    return check_up.healthy and vade.stats().memories > 0


def as_json(answer: Recall) -> dict[str, Any]:
    return answer.to_dict()


def refuse(vade: Vade) -> str:
    try:
        vade.get("nothing")
    except vademecum.VadeError as error:
        return f"{error.code}: {error.message} {error.suggestions}"
    return ""


def relate(vade: Vade) -> list[str]:
    since = datetime(2024, 3, 1, tzinfo=UTC)
    assert_type(vade.link("Rhea", "works_at", "Acme", since=since, until=None), Linked)
    assert_type(vade.unlink("Rhea", "works_at", "Acme", dry_run=True), Linked)
    assert_type(vade.merge_entities("NYC", "New York City"), Merged)
    assert_type(vade.unmerge_entity("NYC"), Merged)
    assert_type(vade.graph.node("Rhea"), GraphNodes)
    assert_type(vade.graph.neighborhood("Rhea", hops=1, predicates=["knows"]), Neighborhood)
    assert_type(vade.graph.path("Rhea", "Lyon", as_of=since), GraphPath)
    assert_type(vade.graph.central(labels=["Person"], limit=5), GraphCentral)
    assert_type(vade.graph.components(scopes=["all"]), GraphComponents)
    assert_type(vade.graph.history("Rhea"), GraphHistory)
    assert_type(vade.graph.alike(), GraphAlike)
    return [edge.object_name for edge in vade.graph.edges("Rhea", direction="out").edges]
