"""Answer of `history`: a memory's chain, what each link said, and every step with its time."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.record import Key, MemoryId, NeedsReview, Review, Source, Status


@value(kw_only=True)
class Event(JsonMixin):
    """One thing that happened to a memory.

    Attributes:
        at: when; None where the file does not say.
        what: ``written``, ``said again``, ``changed``, a state of review or of the memory.
        by: a kind of source, or a name.
        ref: where it was said.
    """

    at: datetime | None
    what: str
    by: str | None = None
    note: str | None = None
    ref: str | None = None


@value(kw_only=True)
class Link(JsonMixin):
    """One memory of a chain, as its file says it now.

    Attributes:
        events: oldest first.
        older: ids it took the place of; `newer` is what took its own.
    """

    id: MemoryId
    key: Key
    path: str
    status: Status
    title: str
    text: str
    valid_from: datetime | None
    valid_until: datetime | None
    review: Review | None
    needs_review: NeedsReview | None
    sources: tuple[Source, ...]
    older: tuple[MemoryId, ...]
    newer: MemoryId | None
    events: tuple[Event, ...]


@value(kw_only=True)
class History(JsonMixin):
    """A chain, oldest link first.

    Attributes:
        id: the link that was asked for.
        current: the link that holds now; None when none does.
        missing: ids that links name and no file that can be read has.
    """

    id: MemoryId
    current: MemoryId | None
    links: tuple[Link, ...]
    missing: tuple[MemoryId, ...] = ()
    warnings: tuple[str, ...] = ()
