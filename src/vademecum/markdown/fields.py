"""The one table of front-matter keys, in the order of a new file; docs/note-format.md is made from it."""

from __future__ import annotations

from vademecum.markdown import forms
from vademecum.markdown.forms import Field, Form, Part
from vademecum.model.record import (
    Entity,
    Evidence,
    Importance,
    Kind,
    Memory,
    MemoryType,
    NeedsReview,
    Relation,
    Review,
    ReviewEvent,
    Sensitivity,
    Source,
    SourceKind,
    Status,
)
from vademecum.model.value import MISSING, fields_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def _by_key(*rows: Field) -> dict[str, Field]:
    return {row.key: row for row in rows}


def _source_of(text: str) -> Source:
    # A bare reference says nothing about who spoke; `import` claims the least.
    if text in {kind.value for kind in SourceKind}:
        return Source(kind=SourceKind(text))
    return Source(kind=SourceKind.IMPORT, ref=text)


def _doubt_of(text: str) -> NeedsReview:
    return NeedsReview(reason=text)


_SOURCE = Part(
    Source,
    _by_key(
        Field("kind", "kind", forms.CHOICE, "who said so", choices=SourceKind, required=True),
        Field("ref", "ref", forms.TEXT, "where: `conversation:<id>#<seq>`, `file:<path>#L10-L14`, a URL"),
        Field("quote_hash", "quote_hash", forms.TEXT, "SHA-256 of the quoted words"),
        Field("at", "at", forms.TIME, "when it was said"),
    ),
    lone=_source_of,
)
_RELATION = Part(
    Relation,
    _by_key(
        Field("predicate", "predicate", forms.SNAKE, "what joins the two, in snake_case", required=True),
        Field("object", "object", forms.TEXT, "name of the other end", required=True),
        Field("since", "since", forms.TIME, "first moment it holds"),
        Field("until", "until", forms.TIME, "first moment it no longer holds"),
    ),
)
_EVENT = Part(
    ReviewEvent,
    _by_key(
        Field("at", "at", forms.TIME, "when", required=True),
        Field("by", "by", forms.TEXT, "who", required=True),
        Field("from", "before", forms.CHOICE, "state before", choices=Review),
        Field("to", "after", forms.CHOICE, "state after", choices=Review, required=True),
        Field("note", "note", forms.TEXT, "why"),
    ),
)
_DOUBT = Part(
    NeedsReview,
    _by_key(
        Field("reason", "reason", forms.TEXT, "why it is in doubt", required=True),
        Field("because", "because", forms.ID, "the record that put it there"),
        Field("proposes", "proposes", forms.CHOICE, "state that somebody wants it in", choices=Status),
        Field("by", "by", forms.TEXT, "who proposes it"),
    ),
    lone=_doubt_of,
)
_EVIDENCE = Part(
    Evidence,
    _by_key(
        Field("count", "count", forms.COUNT, "how often it was confirmed"),
        Field("sessions", "sessions", forms.COUNT, "in how many sessions"),
        Field("days", "days", forms.COUNT, "on how many days"),
    ),
)


def _same(key: str, form: Form, doc: str, **more: Any) -> Field:
    return Field(key, key, form, doc, **more)


_KIND = _same("kind", forms.CHOICE, "what the file describes", choices=Kind)
_ID = _same("id", forms.ID, "identity; given at first sight when absent, never changed")
_TAGS = _same("tags", forms.TAGS, "free labels, without `#`")
_ALIASES = _same("aliases", forms.WORDS, "other names or phrasings under which it should be found, up to 8")
_STATUS = _same("status", forms.CHOICE, "whether it holds", choices=Status)
_ARCHIVED_FROM = _same(
    "archived_from", forms.CHOICE, "state it had before, when that was not active", choices=Status
)
_LANG = _same("lang", forms.LANG, "primary language of the text, e.g. `de`")
_CREATED = _same("created", forms.TIME, "when it was written")
_UPDATED = _same("updated", forms.TIME, "when it last changed")
_SCOPE = _same("scope", forms.SCOPE, "read for comparison only: the folder decides")

MEMORY_FIELDS: tuple[Field, ...] = (
    _KIND,
    _ID,
    _same("type", forms.CHOICE, "what sort of memory", choices=MemoryType),
    _same("title", forms.TEXT, "one line that names it"),
    _TAGS,
    _ALIASES,
    _same("subject", forms.TEXT, "claim: whom or what it is about"),
    _same("predicate", forms.SNAKE, "claim: what is said, in snake_case"),
    _same("value", forms.TEXT, "claim: the value"),
    _same("qualifier", forms.TEXT, "claim: when or where it applies; claims with other qualifiers coexist"),
    _same("entities", forms.LINKS, "names of whom and what it mentions; `[[wikilinks]]` are fine"),
    _same("relations", forms.PARTS, "edges from the subject, or from the memory", part=_RELATION),
    _STATUS,
    _ARCHIVED_FROM,
    _same("supersedes", forms.IDS, "ids of what it replaces"),
    _same("superseded_by", forms.ID, "id of what replaces it"),
    _same("review", forms.CHOICE, "state of a project memory's review", choices=Review),
    _same("review_history", forms.PARTS, "steps of the review", part=_EVENT),
    _same("needs_review", forms.PART, "why it is in doubt", part=_DOUBT),
    _same("sources", forms.PARTS, "where it came from, one member for every merged repeat", part=_SOURCE),
    _same("confidence", forms.RATIO, "how sure the source was"),
    _same("evidence", forms.PART, "how well it is confirmed", part=_EVIDENCE),
    _same("sensitivity", forms.CHOICE, "how private it is; `restricted` is refused", choices=Sensitivity),
    _same("importance", forms.CHOICE, "how much it should stay in view", choices=Importance),
    _same("pinned", forms.FLAG, "exempt from expiry and decay"),
    _LANG,
    _CREATED,
    _UPDATED,
    _same("valid_from", forms.TIME, "first moment it is true"),
    _same("valid_until", forms.TIME, "first moment it is no longer true"),
    _same("expires", forms.TIME, "when to stop showing it"),
    _SCOPE,
)
"""Keys of a memory."""

ENTITY_FIELDS: tuple[Field, ...] = (
    _KIND,
    _ID,
    _same("name", forms.TEXT, "its name; the file's name when absent"),
    _same("label", forms.TEXT, "what sort of thing: Person, Place, Organisation, …"),
    _ALIASES,
    _TAGS,
    _STATUS,
    _ARCHIVED_FROM,
    _same("provisional", forms.FLAG, "made by a mention, not yet described"),
    _same("relations", forms.PARTS, "edges from the entity", part=_RELATION),
    _same("merged_into", forms.ID, "the page that stands for this one: both are one and the same"),
    _same("distinct_from", forms.IDS, "pages of others, however alike they look"),
    _LANG,
    _CREATED,
    _UPDATED,
    _SCOPE,
)
"""Keys of an entity."""

FIELDS: dict[Kind, dict[str, Field]] = {
    Kind.MEMORY: _by_key(*MEMORY_FIELDS),
    Kind.ENTITY: _by_key(*ENTITY_FIELDS),
}
"""kind -> key -> field, in file order."""

ALWAYS = frozenset({"kind", "id", "type", "name", "created", "updated"})
"""Keys that a new file has even when they hold the default."""

READ_ONLY = frozenset({"scope"})
"""Keys that are understood and never written."""

_MAKES: dict[Kind, type[Memory | Entity]] = {Kind.MEMORY: Memory, Kind.ENTITY: Entity}


def default_of(kind: Kind, attribute: str) -> Any:
    """The record's default of an attribute; None for one that has none."""
    declared = fields_of(_MAKES[kind]).get(attribute, MISSING)
    return None if declared is MISSING else declared


def format_table(rows: Iterable[Field], prefix: str = "") -> str:
    """The Markdown table of docs/note-format.md, nested keys below their parent."""
    lines = [] if prefix else ["| key | value | meaning |", "|---|---|---|"]
    for row in rows:
        value = row.form.label
        if row.choices is not None:
            value += " " + ", ".join(f"`{choice.value}`" for choice in row.choices)
        if row.part is not None:
            value += " (below)"
        lines.append(f"| `{prefix}{row.key}` | {value} | {row.doc}{'; required' if row.required else ''} |")
        if row.part is not None:
            lines.append(format_table(row.part.fields.values(), f"{prefix}{row.key}."))
    return "\n".join(lines)
