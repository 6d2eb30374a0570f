"""Operations on memories: keep, read, change, decide, erase."""

from __future__ import annotations

from vademecum.model.record import Importance, MemoryType, SourceKind, Status
from vademecum.surface.operations.shape import (
    MOST_TEXT,
    NAMES,
    TIME,
    Operation,
    body,
    dry_run,
    path,
    query,
    scopes,
)

_TYPES = tuple([one.value for one in MemoryType])
_STATUSES = tuple([one.value for one in Status])
_INCLUDED = ("active", "expired", "all")
_SOURCES = tuple([one.value for one in SourceKind])
_LEVELS = tuple([one.value for one in Importance])

_EXPECTED = body("expected_updated", "Refuse when it was changed at another time than this.", TIME)
_TEXT = body("text", "What is to be remembered.", required=True, subject=True, most=MOST_TEXT)

STATED = (
    body("title", "Readable name; the file's name is made of it, or of the first words."),
    body("type", "What it is.", choices=_TYPES),
    body("tags", "With or without #.", NAMES),
    body("aliases", "Other words under which it is found.", NAMES),
    body("about", "Whom and what it speaks of.", NAMES),
    body("subject", "Claim: who or what it says something about."),
    body("predicate", "Claim: which property."),
    body("value", "Claim: the property's value."),
    body("qualifier", "Claim: under which condition it holds."),
    body("source", "Who said so.", choices=_SOURCES),
    body("ref", "Where it was said, e.g. file:notes.md#L10."),
    body("scope", "Where it is kept: personal, project:KEY or org:KEY."),
    body("lang", "Language of the text, e.g. de; guessed when not given."),
    body("confidence", "How sure, 0 to 1.", "float", least=0, most=1),
    body("valid_from", "It holds from then on.", TIME),
    body("valid_until", "It holds until then.", TIME),
    body("expires", "It is out of date then.", TIME),
    body("pinned", "Exempt from expiry.", "bool"),
    body("importance", "How much it matters.", choices=_LEVELS),
    body("sensitivity", "How private it is.", choices=("normal", "sensitive")),
    body("relations", "Edges to what it speaks of.", "tuple[Relation, ...]"),
    body("created", "When it was made, where it was made elsewhere.", TIME),
)
"""What may be stated of a new memory (`engine.intake.MemoryFields`), but for the dry run."""

_REQUEST = (
    body("session", "In which session it is said."),
    body("idempotency_key", "Name of the request; the header of that name does the same for every change."),
    _EXPECTED,
    body("corrects", "Whatever else is claimed of the same subject and predicate is over.", "bool"),
)
_HOW = (
    path(),
    body("reason", "Why; kept in the memory's history."),
    body("by", "Who says so."),
    _EXPECTED,
    dry_run(),
)
_DECIDED = (
    body("by", "Who decides."),
    body("note", "Why; kept in the memory's history."),
    dry_run(),
)
_INCLUDE = query("include", "Active ones, also what ran out, or all as they are stored.", choices=_INCLUDED)
_AS_OF = query("as_of", "What held and was known then.", TIME)
_REVISED = "Revised"


def _revising(verb: str, summary: str) -> Operation:
    return Operation(
        name=verb,
        method="POST",
        path=f"/v1/memories/{{handle}}/{verb}",
        verb=verb,
        command=verb,
        answer=_REVISED,
        summary=summary,
        parameters=_HOW,
        writes=True,
        of_record=True,
    )


def _deciding(verb: str, summary: str) -> Operation:
    return Operation(
        name=verb,
        method="POST",
        path=f"/v1/memories/{{handle}}/{verb}",
        verb=verb,
        command=f"review {verb}",
        answer="Reviewed",
        summary=summary,
        parameters=(path(), *_DECIDED),
        writes=True,
        of_record=True,
        tag="review",
    )


MEMORIES = (
    Operation(
        name="remember",
        method="POST",
        path="/v1/memories",
        verb="remember",
        command="remember",
        answer="Remembered",
        summary="Keep a text. Saying the same thing twice keeps one memory.",
        parameters=(_TEXT, *STATED, *_REQUEST, dry_run()),
        writes=True,
        makes=True,
    ),
    Operation(
        name="list",
        method="GET",
        path="/v1/memories",
        verb="list",
        command="list",
        answer="Listed",
        summary="List memories, newest change first.",
        parameters=(
            _INCLUDE,
            _AS_OF,
            scopes(query),
            query("kinds", "Memories, pages of entities, or both.", NAMES, choices=("memory", "entity")),
            query("types", "Only these types.", NAMES, choices=_TYPES),
            query("tags", "Only with one of these tags.", NAMES),
            query("statuses", "Only these, of everything as it is stored.", NAMES, choices=_STATUSES),
            query("limit", "Most on a page.", "int", least=1, most=100),
            query("offset", "How many to pass over; a cursor does it better.", "int", least=0, most=10**9),
        ),
    ),
    Operation(
        name="get",
        method="GET",
        path="/v1/memories/{handle}",
        verb="get",
        command="show",
        answer="Stored",
        summary="Show one memory or entity in full.",
        parameters=(path(), _AS_OF),
        of_record=True,
    ),
    Operation(
        name="edit",
        method="PATCH",
        path="/v1/memories/{handle}",
        verb="edit",
        command="edit",
        answer="Stored",
        summary="Change what is named; every other byte of the file stays.",
        parameters=(
            path(),
            body("text", "Replace the text.", most=MOST_TEXT),
            body("title", "Replace the title, or an entity's name."),
            body("type", "Change what it is.", choices=_TYPES),
            body("add_tags", "Tags to add.", NAMES),
            body("remove_tags", "Tags to take away.", NAMES),
            body("add_aliases", "Other words to find it by.", NAMES),
            body("remove_aliases", "Such words to take away.", NAMES),
            body("set_fields", "Any other field and its value; an empty one clears.", "dict[str, str]"),
            body("set_properties", "Free properties and their values; none clears.", "dict[str, object]"),
            _EXPECTED,
            dry_run(),
        ),
        writes=True,
        of_record=True,
    ),
    Operation(
        name="rewrite",
        method="PUT",
        path="/v1/memories/{handle}/file",
        verb="rewrite",
        command="edit",
        answer="Stored",
        summary="Put another text in the place of the whole file, as an editor would, but checked.",
        parameters=(
            path(),
            body("before", "The file as it was read.", "bytes", required=True, subject=True, most=MOST_TEXT),
            body("after", "The file as it shall be.", "bytes", required=True, subject=True, most=MOST_TEXT),
        ),
        writes=True,
        of_record=True,
    ),
    Operation(
        name="supersede",
        method="POST",
        path="/v1/memories/{handle}/supersede",
        verb="supersede",
        command="supersede",
        answer="Superseded",
        summary="Say what is true now in the place of a memory.",
        parameters=(
            path(),
            _TEXT,
            body("reason", "Why; kept in the memory's history."),
            _EXPECTED,
            *STATED,
            dry_run(),
        ),
        writes=True,
        makes=True,
        of_record=True,
    ),
    _revising("retract", "Say that a memory was never true."),
    _revising("deprecate", "Say that something still works but should not be used."),
    _revising("archive", "Put a memory out of the way."),
    _revising("restore", "Undo `deprecate` or `archive`."),
    Operation(
        name="history",
        method="GET",
        path="/v1/memories/{handle}/history",
        verb="history",
        command="history",
        answer="History",
        summary="Tell what a memory said when, by whom, and what replaced it.",
        parameters=(path(),),
    ),
    Operation(
        name="redact",
        method="POST",
        path="/v1/memories/{handle}/redact",
        verb="redact",
        command="redact",
        answer="Redacted",
        summary="Blot one secret out of a memory for good, and keep the memory.",
        parameters=(
            path(),
            body("text", "What is to go, wherever it stands.", most=MOST_TEXT),
            body(
                "span",
                "What stands there in the text: first character, and the one behind the last.",
                "tuple[int, int]",
            ),
            dry_run(),
        ),
        writes=True,
        erases=True,
        of_record=True,
    ),
    Operation(
        name="forget",
        method="POST",
        path="/v1/forget",
        verb="forget",
        command="forget",
        answer="Receipt",
        summary="Erase memories for good, and prove it; without any it finishes what was broken off.",
        parameters=(
            body("handles", "Ids, beginnings of them, or keys.", NAMES, subject=True, spread=True),
            body(
                "property",
                "Only this of the one record, e.g. a free property or its name.",
            ),
            body("fact", "Instead of them a relation of a page: subject, predicate and object.", NAMES),
            body("aliases", "Also remove entries of the vocabulary that have their names.", "bool"),
            dry_run(),
        ),
        writes=True,
        erases=True,
    ),
    Operation(
        name="review.list",
        method="GET",
        path="/v1/review",
        verb="queue",
        command="review list",
        answer="Queue",
        summary="List what waits for a decision, most pressing first.",
        parameters=(scopes(query), query("limit", "Most to show.", "int", least=1, most=1_000)),
        tag="review",
    ),
    Operation(
        name="propose",
        method="POST",
        path="/v1/memories/{handle}/propose",
        verb="propose",
        command="review propose",
        answer="Reviewed",
        summary="Put a memory before its reviewers, or propose to retire it.",
        parameters=(
            path(),
            body(
                "retire",
                "Propose that it be this from now on.",
                choices=("retracted", "deprecated", "archived"),
            ),
            *_DECIDED,
        ),
        writes=True,
        of_record=True,
        tag="review",
    ),
    _deciding("approve", "Say yes to what waits."),
    _deciding("reject", "Say no to what waits."),
    _deciding("publish", "Move an approved memory of a project into its repository."),
)
