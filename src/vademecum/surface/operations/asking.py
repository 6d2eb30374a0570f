"""Operations that ask: what is known, why, and what would be looked for. Questions stand in the body, because
addresses are written into logs."""

from __future__ import annotations

from vademecum.model.record import MemoryType
from vademecum.surface.operations.shape import MOST_TEXT, NAMES, TIME, Operation, Parameter, body, scopes

_TYPES = tuple([one.value for one in MemoryType])
_INCLUDE = body("include", "Active ones, or all as they are stored.", choices=("active", "all"))
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
)
