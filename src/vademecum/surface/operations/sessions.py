"""Operations of live sessions: what was heard, what is known for it, what is kept of it."""

from __future__ import annotations

from vademecum.model.record import MemoryType
from vademecum.surface.operations.memories import STATED
from vademecum.surface.operations.shape import (
    MOST_TEXT,
    NAMES,
    Operation,
    Parameter,
    Place,
    Upon,
    body,
    dry_run,
    scopes,
)

_NAME = Parameter(
    name="name", help="What the session is called.", place=Place.PATH, required=True, least=1, most=200
)
_TYPES = tuple([one.value for one in MemoryType])
_NOTED = "SessionNoted"
_CHECKED = "Checkpoint"


def _said(name: str, help: str) -> Parameter:
    return body(name, help, required=True, subject=True, most=MOST_TEXT)


def _asked(
    verb: str, summary: str, answer: str, *parameters: Parameter, method: str = "POST", at: str | None = None
) -> Operation:
    place = verb if at is None else at
    return Operation(
        name=f"sessions.{verb}",
        method=method,
        path=f"/v1/sessions/{{name}}{f'/{place}' if place else ''}",
        verb=verb,
        command=f"session {verb.replace('_', '-')}",
        answer=answer,
        summary=summary,
        parameters=(_NAME, *parameters),
        writes=method != "GET",
        upon=Upon.SESSION,
        tag="sessions",
    )


SESSIONS = (
    Operation(
        name="sessions.begin",
        method="POST",
        path="/v1/sessions",
        verb="session",
        command="session begin",
        answer="Begun",
        summary="Begin a live session, and write for good what earlier ones did not live to write.",
        parameters=(
            body("name", "What to call it; a new name when not given.", subject=True, least=1, most=200),
            scopes(body),
            body("zone", "Time zone in which the speaker's days begin."),
            body("extract", "Read what finished utterances tell.", "bool"),
            dry_run(),
        ),
        writes=True,
        makes=True,
        tag="sessions",
    ),
    _asked("partial", "Hear an utterance that goes on.", "Heard", _said("text", "All of it so far.")),
    _asked(
        "final",
        "Hear a finished utterance: what is known for it, and what it told.",
        "SessionTurn",
        _said("text", "The utterance."),
        body("speaker", "Who says it.", choices=("user", "assistant", "other")),
        body("lang", "Language of the utterance, where it is known."),
    ),
    _asked(
        "recall",
        "What is known about something, asked between the utterances.",
        "Snapshot",
        _said("query", "Any text."),
        body("about", "Whom it concerns; only a hint."),
        body("attribute", "What of them; only a hint."),
        body("kinds", "Only these types.", NAMES, choices=_TYPES),
    ),
    _asked(
        "note",
        "Keep something that was said.",
        _NOTED,
        _said("statement", "What is to be kept."),
        *STATED,
        dry_run(),
    ),
    _asked(
        "correct",
        "Keep what holds in the place of something else.",
        _NOTED,
        _said("statement", "What is true."),
        body("replaces", "Id or key of the memory that is not."),
        *STATED,
        dry_run(),
    ),
    _asked(
        "forget",
        "Tell something no more from now on.",
        _NOTED,
        body(
            "what", "An id or key, or words that one thing alone holds all of.", required=True, subject=True
        ),
        body("erase", "Take the memory out of the world with the next checkpoint.", "bool"),
    ),
    _asked("checkpoint", "Write for good what was acknowledged until now.", _CHECKED),
    _asked(
        "told",
        "What was said in this session and is told with a hedge.",
        f"tuple[{_NOTED}, ...]",
        method="GET",
    ),
    _asked("memory_map", "Of whom and of what there are memories.", "MemoryMap", method="GET", at="map"),
    _asked(
        "close",
        "Write for good what was acknowledged, and end the session.",
        _CHECKED,
        method="DELETE",
        at="",
    ),
)
