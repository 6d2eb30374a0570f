"""A record: what one Markdown file of the vault says.

`Memory` and `Entity` mirror the front matter field by field (docs/note-format.md is the normative
description). Both are immutable; an edit makes a new value and the markdown room writes the difference.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType

from vademecum.model.value import field, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import NewType

    MemoryId = NewType("MemoryId", str)
    """ULID of a record, 26 characters of Crockford base 32, upper case; immutable, sortable by creation."""

    Scope = NewType("Scope", str)
    """``personal``, ``project:<name>__<12 hex>`` or ``org:<key>``."""

    Key = NewType("Key", str)
    """Readable handle: the file's name without ``.md``, unique within its scope."""
else:
    MemoryId = Scope = Key = str  # what a NewType does, without loading `typing`

PERSONAL = Scope("personal")


class Kind(StrEnum):
    """What a file describes."""

    MEMORY = "memory"
    ENTITY = "entity"


class MemoryType(StrEnum):
    """The closed list of memory types; an unknown one is refused with the nearest names."""

    FACT = "fact"
    IDENTITY = "identity"
    PREFERENCE = "preference"
    RELATIONSHIP = "relationship"
    RELATIONSHIP_PREFERENCE = "relationship_preference"
    LOCATION_PREFERENCE = "location_preference"
    COMMUNICATION_STYLE = "communication_style"
    ROUTINE = "routine"
    COMMITMENT = "commitment"
    TODO = "todo"
    EPISODIC = "episodic"
    PROJECT = "project"
    DECISION = "decision"
    CONSTRAINT = "constraint"
    KNOWLEDGE = "knowledge"
    HOWTO = "howto"
    GOTCHA = "gotcha"
    LESSON = "lesson"
    OBSERVATION = "observation"
    REFERENCE = "reference"
    NOTE = "note"


class Status(StrEnum):
    """Whether the content holds: each state means something different and gives different advice."""

    ACTIVE = "active"
    DEPRECATED = "deprecated"  # still works, should not be used
    SUPERSEDED = "superseded"  # was true then; `superseded_by` names what is true now
    RETRACTED = "retracted"  # never was true; terminal
    ARCHIVED = "archived"  # out of the way


HOLDING = (Status.ACTIVE, Status.DEPRECATED)
"""Statuses of what holds: it may be told, contradicted, replaced and doubted."""


class Review(StrEnum):
    """How far a project memory has come on its way to the team."""

    DRAFT = "draft"
    PROPOSED = "proposed"
    APPROVED = "approved"
    PUBLISHED = "published"
    REJECTED = "rejected"


class Sensitivity(StrEnum):
    """How private the content is; `restricted` is refused at the door and never stored."""

    NORMAL = "normal"
    SENSITIVE = "sensitive"
    RESTRICTED = "restricted"


class Importance(StrEnum):
    """How much the owner wants it kept in view."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


class SourceKind(StrEnum):
    """Who said so. `user` is explicit; the others are somebody's reading of it."""

    USER = "user"
    AGENT = "agent"
    IMPORT = "import"
    INFERENCE = "inference"
    KEYWORD = "keyword"
    FILE = "file"


@value(kw_only=True)
class Source:
    """One place a memory came from; a merged repeat adds one entry.

    Attributes:
        ref: where, e.g. ``conversation:<id>#<seq>`` or ``file:<path>#L10-L14``.
        quote_hash: SHA-256 (hex) of the quoted words, so that a changed source is noticed.
    """

    kind: SourceKind
    ref: str | None = None
    quote_hash: str | None = None
    at: datetime | None = None


@value(kw_only=True)
class Relation:
    """An edge from the memory's subject (or the record itself) to `object`, valid in [since, until)."""

    predicate: str
    object: str
    since: datetime | None = None
    until: datetime | None = None


@value(kw_only=True)
class Evidence:
    """How often, in how many sessions and on how many days the content was confirmed."""

    count: int = 1
    sessions: int = 1
    days: int = 1


@value(kw_only=True)
class ReviewEvent:
    """One step of a review; `before` and `after` are ``from`` and ``to`` wherever they are written."""

    WRITTEN_AS = MappingProxyType({"before": "from", "after": "to"})

    at: datetime
    by: str
    before: Review | None = None
    after: Review
    note: str | None = None


@value(kw_only=True)
class NeedsReview:
    """Why a memory is in doubt, and which record put it there.

    Attributes:
        proposes: state that somebody wants it in; None for a mere doubt.
        by: who proposes it.
    """

    reason: str
    because: MemoryId | None = None
    proposes: Status | None = None
    by: str | None = None


_NOTHING: Mapping[str, object] = MappingProxyType({})


@value(kw_only=True)
class Memory:
    """One memory.

    All times are timezone-aware. Intervals are half-open: valid in [valid_from, valid_until).

    Attributes:
        body: free Markdown without the front matter; may be empty only when `title` is not.
        lang: BCP 47 primary language of the text, e.g. ``de``; None means the vault's default.
        archived_from: state that it had before it was archived, when that was not active.
        supersedes: ids of what this one replaces; `superseded_by` is the other end of the same link.
        confidence: 0..1, None when nobody stated one.
        extra: front-matter keys that are not ours, kept as they were (plain strings, lists and mappings).
    """

    id: MemoryId
    scope: Scope
    type: MemoryType = MemoryType.NOTE
    title: str | None = None
    body: str = ""
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    lang: str | None = None
    subject: str | None = None
    predicate: str | None = None
    value: str | None = None
    qualifier: str | None = None
    entities: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    status: Status = Status.ACTIVE
    archived_from: Status | None = None
    supersedes: tuple[MemoryId, ...] = ()
    superseded_by: MemoryId | None = None
    review: Review | None = None
    review_history: tuple[ReviewEvent, ...] = ()
    needs_review: NeedsReview | None = None
    sources: tuple[Source, ...] = ()
    confidence: float | None = None
    evidence: Evidence | None = None
    sensitivity: Sensitivity = Sensitivity.NORMAL
    created: datetime | None = None
    updated: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires: datetime | None = None
    pinned: bool = False
    importance: Importance = Importance.NORMAL
    extra: Mapping[str, object] = field(default_factory=lambda: _NOTHING)

    @property
    def kind(self) -> Kind:
        """Always `Kind.MEMORY`."""
        return Kind.MEMORY


@value(kw_only=True)
class Entity:
    """A person, place, organisation or thing that memories speak about.

    Attributes:
        label: what sort of thing; ``Entity`` while nobody described it.
        provisional: made by a mention, not yet described by anybody.
        archived_from: as in `Memory`.
        relations: edges from the entity.
        merged_into: the page that stands for this one: a person said that both are one.
        distinct_from: pages that a person said are somebody or something else, however alike they look.
        properties: free front-matter keys of the page.
    """

    id: MemoryId
    scope: Scope
    name: str
    label: str = "Entity"
    body: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    lang: str | None = None
    provisional: bool = False
    relations: tuple[Relation, ...] = ()
    merged_into: MemoryId | None = None
    distinct_from: tuple[MemoryId, ...] = ()
    status: Status = Status.ACTIVE
    archived_from: Status | None = None
    created: datetime | None = None
    updated: datetime | None = None
    properties: Mapping[str, object] = field(default_factory=lambda: _NOTHING)

    @property
    def kind(self) -> Kind:
        """Always `Kind.ENTITY`."""
        return Kind.ENTITY


type_names: tuple[str, ...] = tuple(t.value for t in MemoryType)
"""Every memory type in the order of the list above, for help texts and advice."""

Record = Memory | Entity
