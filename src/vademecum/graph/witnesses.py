"""A derived edge speaks by two records; either has to hold."""

from __future__ import annotations

from vademecum.model.record import Status
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.edges import Statement, Vertex


def by_other(statement: Statement, other: Vertex) -> Statement:
    """A derived edge as if its other record said it."""
    return replace(
        statement,
        id=other.id,
        scope=other.scope,
        status=other.status,
        superseded_by=other.superseded_by,
        review=other.review,
        pinned=other.pinned,
        created=other.created,
        valid_from=other.valid_from,
        valid_until=other.valid_until,
        expires=other.expires,
    )


def by_both(statement: Statement, other: Vertex) -> Statement:
    """A derived edge with the time in which both records hold."""
    begun = [
        begins
        for one in (statement, other)
        if (begins := one.created if one.valid_from is None else one.valid_from) is not None
    ]
    gone = statement if statement.status is not Status.ACTIVE else other
    return replace(
        statement,
        status=gone.status,
        superseded_by=gone.superseded_by,
        valid_from=max(begun, default=None),
        valid_until=_earlier(statement.valid_until, other.valid_until),
        expires=_earlier(statement.expires, other.expires),
    )


def _earlier(one: int | None, other: int | None) -> int | None:
    return min((at for at in (one, other) if at is not None), default=None)
