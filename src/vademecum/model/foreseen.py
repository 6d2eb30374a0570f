"""What a change would bring about, before anybody makes it."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.doubted import Doubted
    from vademecum.model.record import Key, MemoryId


@value(kw_only=True)
class ForeseenRecord(JsonMixin):
    """A record that would be written, or go.

    Attributes:
        before, after: its status; None where there is no such record.
        changed: names of its fields that would say something else; none of a record that comes or goes.
    """

    id: MemoryId
    key: Key
    before: str | None
    after: str | None
    changed: tuple[str, ...] = ()


@value(kw_only=True)
class ForeseenEdge(JsonMixin):
    """An edge of the graph that would come or go.

    Attributes:
        change: ``comes`` or ``goes``.
        said_by: the record that says it, or the rule that derived it.
    """

    change: str
    subject: str
    predicate: str
    object: str
    since: datetime | None
    until: datetime | None
    said_by: str


@value(kw_only=True)
class Foreseen(JsonMixin):
    """Answer of `what_if`. Nothing of it has happened.

    Attributes:
        verb: what was tried.
        outcome: what the verb would answer.
        records: what would be written or go, the one that was named first.
        edges: what would come and go: first what records say, then what rules derive.
        doubted: memories that would be in doubt.
        relinked: keys of records that name a forgotten one, and would name it no more.
        provisional: names for which an entity page would be begun.
        truncated: rules would derive or take back more edges than are told.
    """

    verb: str
    outcome: str
    records: tuple[ForeseenRecord, ...]
    edges: tuple[ForeseenEdge, ...]
    doubted: tuple[Doubted, ...] = ()
    relinked: tuple[str, ...] = ()
    provisional: tuple[str, ...] = ()
    truncated: bool = False
    warnings: tuple[str, ...] = ()
