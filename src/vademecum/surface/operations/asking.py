"""Operations that ask: what is known, why, and what would be looked for. Questions stand in the body, because
addresses are written into logs."""

from __future__ import annotations

from vademecum.model.record import MemoryType
from vademecum.surface.operations.shape import (
    MOST_TEXT,
    NAMES,
    TIME,
    Operation,
    Parameter,
    body,
    query,
    scopes,
)

TRIED = (
    *("remember", "edit", "supersede", "retract", "deprecate", "archive", "restore"),
    *("link", "unlink", "forget"),
)
"""Verbs of which it can be foreseen what they would bring about, as `engine.foreseeing` has them."""

_TYPES = tuple([one.value for one in MemoryType])
_INCLUDED = ("active", "expired", "all")
_INCLUDE = body("include", "Active ones, also what ran out, or all as they are stored.", choices=_INCLUDED)
_AS_OF = body("as_of", "What held and was known then.", TIME)
_NARROWED = (
    scopes(body),
    body("types", "Only these types.", NAMES, choices=_TYPES),
    body("tags", "Only with one of these tags.", NAMES),
    body("about", "Only about one of these.", NAMES),
    body("since", "Only what was made since then.", TIME),
    body("until", "Only what was made before then.", TIME),
    _AS_OF,
    _INCLUDE,
    body("limit", "Most hits.", "int", least=1, most=50),
    body("explain", "With the arithmetic of every score.", "bool"),
)
_PLANNED = (
    body("now", "Count times from here.", TIME),
    body("zone", "Time zone of the speaker, e.g. Europe/Berlin."),
    scopes(body),
)


def _said(name: str, help: str) -> Parameter:
    return body(name, help, required=True, subject=True, most=MOST_TEXT)


ASKING = (
    Operation(
        name="recall",
        method="POST",
        path="/v1/recall",
        verb="recall",
        command="recall",
        answer="Recall",
        summary="Say what is already known about something, or that nothing is.",
        parameters=(
            _said("utterance", "What was said or asked."),
            *_NARROWED,
            body("session", "In which session it is asked; what it was shown is not kept again."),
            body("plan", "A plan that was made before, as `plan` gives it to programs.", "Plan"),
        ),
        tag="asking",
    ),
    Operation(
        name="search",
        method="POST",
        path="/v1/search",
        verb="search",
        command="search",
        answer="Search",
        summary="Find everything that matches, best first.",
        parameters=(
            _said("query", "Words, or a query with operators."),
            body("mode", "Any of the words, all, or operators.", choices=("any", "all", "expert")),
            *_NARROWED,
        ),
        tag="asking",
    ),
    Operation(
        name="why",
        method="POST",
        path="/v1/why",
        verb="why",
        command="why",
        answer="Why",
        summary="Explain why a record was found, or why not.",
        parameters=(
            _said("query", "What was asked."),
            body("handle", "An id, the beginning of one, or a key.", required=True, subject=True),
            scopes(body),
            _AS_OF,
            _INCLUDE,
            body("verb", "Whose answer to explain.", choices=("recall", "search")),
        ),
        tag="asking",
    ),
    Operation(
        name="plan",
        method="POST",
        path="/v1/plan",
        verb="plan",
        command="plan",
        answer="Plan",
        summary="Show what would be looked for when something was said.",
        parameters=(_said("text", "What was said."), *_PLANNED),
        tag="asking",
    ),
    Operation(
        name="refine",
        method="POST",
        path="/v1/refine",
        verb="refine",
        command="refine",
        answer="Refined",
        summary="Show what the model that is set up makes of an utterance, beside the plan of the rules.",
        parameters=(_said("text", "What was said."), *_PLANNED),
        tag="asking",
    ),
    Operation(
        name="brief",
        method="GET",
        path="/v1/brief",
        verb="brief",
        command="brief",
        answer="Brief",
        summary="Tell what matters at the start of a session.",
        parameters=(
            scopes(query),
            query("max_bytes", "Bound on the text.", "int", least=500, most=100_000),
        ),
        tag="asking",
    ),
    Operation(
        name="pack",
        method="POST",
        path="/v1/pack",
        verb="pack",
        command="pack",
        answer="Pack",
        summary="Pack the whole statements of an answer within a budget of tokens.",
        parameters=(
            body(
                "recall",
                "An answer of `recall`, as it gives it to programs.",
                "Recall",
                required=True,
                subject=True,
            ),
            body("max_tokens", "Hard bound.", "int", least=1, most=1_000_000),
            body("target_tokens", "Stop once reached.", "int", least=1, most=1_000_000),
            body("unasked", "Nobody asked: at most two facts of one predicate.", "bool"),
        ),
        tag="asking",
    ),
    Operation(
        name="note_shown",
        method="POST",
        path="/v1/shown",
        verb="note_shown",
        command="shown",
        answer="None",
        summary="Keep what a session was shown, as `recall` does where it is told the session.",
        parameters=(
            body("session", "Which session.", required=True, subject=True),
            body(
                "told",
                "Answers of `recall`, as it gives them to programs.",
                "tuple[Recall, ...]",
                required=True,
                subject=True,
                spread=True,
                most=100,
            ),
        ),
        writes=True,
        tag="asking",
    ),
    Operation(
        name="capture",
        method="POST",
        path="/v1/capture",
        verb="capture",
        command="capture",
        answer="Captured",
        summary="Find what a text asks to be remembered, and keep it where that is wanted.",
        parameters=(
            _said("text", "What was said."),
            body("keep", "Remember what is found; without it nothing is written.", "bool"),
            body("lang", "Look for requests in this language only, e.g. de."),
            body("ref", "Where it was said, e.g. file:chat.txt."),
            body("scope", "Where it is kept."),
            body("session", "In which session it is said."),
        ),
        writes=True,
        tag="asking",
    ),
    Operation(
        name="what_if",
        method="POST",
        path="/v1/what-if",
        verb="what_if",
        command="what-if",
        answer="Foreseen",
        summary="Tell what a change would bring about, and write nothing.",
        parameters=(
            body("verb", "The change.", required=True, subject=True, choices=TRIED),
            body("arguments", "What it takes, by name, as its own operation does.", "dict[str, object]"),
        ),
        tag="asking",
    ),
)
