"""What an index keeps of a record as a part of the graph: what it is called, and what it says of others.

Names are kept as they were said. Which records they mean is decided whenever somebody asks, so that a name
that becomes known, or is forgotten, changes nothing that is stored elsewhere.
"""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.record import Kind, MemoryId, Scope, Status

ID_SIGN = "@"
"""Begins an end that is the id of a record; folded names hold no such sign."""


class EdgeOrigin(StrEnum):
    """Where a record says it."""

    RELATION = "relation"  # `relations` of the front matter
    LIST = "list"  # `- works_at [[Acme]]` in the body
    LINK = "link"  # a wikilink, or an id, in the text
    ABOUT = "about"  # `entities` and the subject of a memory
    CLAIM = "claim"  # predicate and value of a memory; an edge where the value is what something is called
    CHAIN = "supersedes"
    SOURCE = "source"
    RULE = "rule"  # no record says it: a rule derived it from both


@value
class Said:
    """One edge as a record states it.

    Attributes:
        subject, object: the two ends: a folded name (`text.links.link_form`), or `ID_SIGN` and an id.
        subject_name, object_name: the names as they were written; empty for an end that is an id.
        since, until: microseconds since the epoch, half-open.

    Of a derived edge both ends are ids, and `subject_name` is the rule.
    """

    subject: str
    predicate: str
    object: str
    subject_name: str
    object_name: str
    since: int | None
    until: int | None
    origin: EdgeOrigin


@value(packed=True)
class Statement:
    """A stored edge with the state of the record that says it; its own attributes are those of `Said`.

    One flat value, because a walk makes hundreds of them.

    Attributes:
        id: the record; `position` counts what it says. A derived edge is among those of its subject, at a
            position from `FIRST_DERIVED` on.
        name: of the record, as in `Vertex`.
        superseded_by, review, pinned, created, valid_from, valid_until, expires: of the record.
        by: the record as a node.
    """

    id: MemoryId
    position: int
    subject: str
    predicate: str
    object: str
    subject_name: str
    object_name: str
    since: int | None
    until: int | None
    origin: EdgeOrigin
    name: str
    scope: Scope
    status: Status
    superseded_by: MemoryId | None
    review: str | None
    pinned: bool
    created: int | None
    valid_from: int | None
    valid_until: int | None
    expires: int | None
    by: Vertex


@value(packed=True)
class Vertex:
    """A record as a node.

    Attributes:
        label: an entity's label, a memory's type.
        name: an entity's name; a memory's title, else its key.
        forms: folded names and aliases of an entity; empty for a memory.
        key_form: its folded key, by which wikilinks find it too.
        merged_into: the page that stands for it.
        distinct_from: pages that a person said are about another.
    """

    id: MemoryId
    kind: Kind
    scope: Scope
    label: str
    name: str
    forms: tuple[str, ...]
    key_form: str
    merged_into: MemoryId | None
    distinct_from: tuple[MemoryId, ...]
    status: Status
    superseded_by: MemoryId | None
    review: str | None
    pinned: bool
    created: int | None
    valid_from: int | None
    valid_until: int | None
    expires: int | None


FIRST_DERIVED = 1 << 40
"""Position of the first derived edge: behind whatever a record may say."""


def id_end(record: str) -> str:
    """The end that is this record."""
    return f"{ID_SIGN}{record}"
