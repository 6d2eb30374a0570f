"""One request of each operation that is answered, on a home with a few things in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from httpx2 import Response
from tests.web.served import Served

from vademecum.surface.lossless.forms import encoded
from vademecum.surface.operations.shape import Operation, Place
from vademecum.surface.operations.table import BY_NAME

TALK = "test"

BODIES: Mapping[str, Mapping[str, Any]] = {
    "recall": {"utterance": "what does Matthew drink?"},
    "search": {"query": "milk", "mode": "all", "explain": True},
    "why": {"query": "milk", "handle": "milk"},
    "plan": {"text": "What did we say last week?", "zone": "Europe/Berlin"},
    "refine": {"text": "What did we say last week?"},
    "note_shown": {"session": "s"},
    "capture": {"text": "Remember that the bins go out on Monday.", "keep": True},
    "what_if": {"verb": "retract", "arguments": {"handle": "milk", "reason": "a misreading"}},
    "remember": {
        "text": "The port is 8080.",
        "tags": ["net"],
        "relations": [{"predicate": "runs_on", "object": "Acme"}],
        "valid_from": "2026-01-01T00:00:00Z",
    },
    "edit": {"add_tags": ["coffee"], "set_fields": {"confidence": "0.8"}},
    "supersede": {"text": "Matthew prefers soy milk."},
    "retract": {"reason": "a misreading"},
    "redact": {"text": "oat"},
    "forget": {"handles": ["milk"]},
    "entities.add": {"name": "Iris", "label": "Person"},
    "entities.merge": {"name": "Rhea", "into": "Acme"},
    "entities.unmerge": {"name": "Bob"},
    "link": {"subject": "Rhea", "predicate": "knows", "object": "Iris"},
    "aliases.add": {"alias": "k8s", "target": "kubernetes"},
    "fields.declare": {"add": ["Person.birthplace"]},
    "graph.query": {"query": "MATCH (p:Person) RETURN p.name", "parameters": {"who": "Rhea"}},
    "conversations.append": {
        "host": TALK,
        "origin_id": "two",
        "turns": [{"origin_id": "1", "role": "user", "text": "hello", "tools": [{"name": "ls"}]}],
    },
    "conversations.search": {"query": "harbour", "workspace": "all"},
    "conversations.rename": {"title": "The harbour"},
    "conversations.redact": {"turns": [1]},
    "conversations.propose": {},
    "notes.change": {"action": "add", "text": "Be brief."},
    "sessions.begin": {"name": "walk"},
    "sessions.partial": {"text": "what does Matthew"},
    "sessions.final": {"text": "I live in Oslo."},
    "sessions.recall": {"query": "Matthew"},
    "sessions.note": {"statement": "The tide is at six."},
    "sessions.correct": {"statement": "The tide is at seven."},
    "sessions.forget": {"what": "milk"},
}
QUERIES: Mapping[str, Mapping[str, Any]] = {
    "entities.show": {"handle": "Rhea"},
    "unlink": {"subject": "Rhea", "predicate": "works_at", "object": "Acme"},
    "aliases.remove": {"alias": "postgres"},
    "graph.node": {"name": "Rhea"},
    "graph.edges": {"name": "Rhea", "direction": "out"},
    "graph.neighborhood": {"name": "Rhea", "hops": 1},
    "graph.path": {"name": "Rhea", "goal": "Acme"},
    "graph.history": {"name": "Rhea"},
    "graph.explain": {"name": "Rhea", "other": "Acme"},
    "graph.picture": {"name": "Rhea"},
    "graph.timeline": {"name": "Rhea"},
    "conversations.resume": {"workspace": "all"},
    "conversations.open": {"address": "turn:0#1", "workspace": "all"},
}
HANDLES: Mapping[str, str] = {"propose": "draft", "approve": "waiting", "reject": "waiting", "restore": "old"}

ELSEWHERE = frozenset({"publish", "export", "import", "rewrite", "pack", "graph.query", "graph.picture"})
"""Operations that need a repository, a disk, a file as it is, or an extra; each has a test of its own."""

WORKING = [one for one in BY_NAME.values() if one.name not in ELSEWHERE]


def furnish(served: Served) -> None:
    """Put there what the examples speak of."""
    served.remember("Matthew prefers oat milk.", title="milk", about=["Matthew"])
    served.remember("We deploy on Tuesdays.", title="draft", scope="org:harbour")
    served.remember("The old uploader is slow.", title="old")
    served.vade.deprecate("old")
    served.remember("The staging port is 8081.", title="waiting", scope="org:harbour")
    served.vade.propose("waiting")
    for name, label in (("Rhea", "Person"), ("Acme", "Organisation"), ("Bob", "Person"), ("Rob", "Person")):
        served.vade.add_entity(name, label=label)
    served.vade.link("Rhea", "works_at", "Acme")
    served.vade.merge_entities("Bob", "Rob")
    served.vade.add_alias("postgres", "postgresql")
    served.post(
        "/v1/conversations",
        {
            "host": TALK,
            "origin_id": "one",
            "turns": [{"origin_id": "1", "role": "user", "text": "the harbour is closed"}],
        },
    )


def talk(served: Served) -> None:
    """Begin the session that the examples speak in."""
    served.post("/v1/sessions", {"name": "talk"})


def address(served: Served, operation: Operation) -> str:
    """The path of an example; what it speaks of is there then."""
    if "{name}" in operation.path:
        talk(served)
    path = operation.path.replace("{name}", "talk")
    if operation.tag == "conversations":
        return path.replace("{handle}", talk_of(served))
    return path.replace("{handle}", HANDLES.get(operation.name, "milk"))


def talk_of(served: Served) -> str:
    """Id of the conversation that is there."""
    return str(served.vade.conversations.list(archived=True).items[0].id)


def body_of(served: Served, operation: Operation) -> dict[str, Any] | None:
    """The body of an example; None where it takes none."""
    if not operation.within(Place.BODY):
        return None
    if operation.name == "conversations.forget":
        return {"handles": [talk_of(served)]}
    if operation.name == "note_shown":
        return {"session": "s", "told": [encoded(served.vade.recall("Matthew"))]}
    return dict(BODIES.get(operation.name, {}))


def asked(served: Served, operation: Operation, **how: Any) -> Response:
    """The example, asked."""
    return served.ask(
        operation.method,
        address(served, operation),
        params=QUERIES.get(operation.name),
        json=body_of(served, operation),
        **how,
    )
