"""What matters at the start of a session, before anybody asked anything."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.record import Status
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.answer import Hit

COUNTED = (Status.ACTIVE, Status.DEPRECATED)
"""Statuses of what a census counts: what may answer."""


@value(kw_only=True)
class Census:
    """How many records there are that may answer, and of what sort; names sorted.

    Attributes:
        memories: by type.
        entities: by label.
        relations: edges that these records state, by predicate.
    """

    memories: dict[str, int]
    entities: dict[str, int]
    relations: dict[str, int]


@value(kw_only=True)
class BriefCount(JsonMixin):
    """How much there is of one thing.

    Attributes:
        name: ``memories``, ``entities`` or ``relations``.
        by: type, label or predicate -> number of the twelve most frequent, most frequent first, then by name.
        sorts: how many types, labels or predicates there are in all.
        total: number over all of them.
    """

    name: str
    by: dict[str, int]
    sorts: int
    total: int


@value(kw_only=True)
class BriefGap(JsonMixin):
    """Something that no question finds, and how to mend it."""

    what: str
    fix: str


@value(kw_only=True)
class BriefPart(JsonMixin):
    """One part of a brief.

    Attributes:
        name: ``pinned``, ``waiting``, ``decisions`` or ``people``.
        items: newest change first.
        total: how many there are in all.
    """

    name: str
    items: tuple[Hit, ...]
    total: int


@value(kw_only=True)
class Brief(JsonMixin):
    """Answer of `brief`.

    Attributes:
        counts: what there is, of that of which there is anything.
        gaps: what is not found.
        parts: those that have something to say, most important first.
        partial: time ran out before every part was asked for; one that is missing may not be empty.
        text: all of it as a framed block for a model; empty when there is nothing to say.
    """

    counts: tuple[BriefCount, ...] = ()
    gaps: tuple[BriefGap, ...] = ()
    parts: tuple[BriefPart, ...]
    partial: bool = False
    text: str
    warnings: tuple[str, ...] = ()
