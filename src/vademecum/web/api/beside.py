"""What stands beside an answer: which index answered, whether more is there, whether it may be old."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vademecum.model.importing import Imported
from vademecum.surface.envelope import Meta
from vademecum.web.api.bodies import stored_of

if TYPE_CHECKING:
    from vademecum.web.api.bodies import Called

_SAID = "conversations"
_HITS = ("hits", "items")


def meta_of(call: Called, revision: str, elapsed_ms: float, *, next_cursor: str | None = None) -> Meta:
    """The meta of an answer, as its command gives it."""
    result: Any = call.result
    stats: Any = getattr(result, "stats", None)
    return Meta(
        elapsed_ms=elapsed_ms,
        index_revision=None if call.operation.verb.startswith(f"{_SAID}.") else revision,
        stale=_is_stale(result),
        truncated=next_cursor is not None or _is_cut(call),
        partial=_is_partial(result, stats),
        stats=stats.to_dict() if hasattr(stats, "to_dict") else None,
        warnings=tuple(getattr(result, "warnings", ())),
        next=next_cursor,
    )


def _is_stale(result: Any) -> bool:
    stored = stored_of(result)
    if stored is not None:
        return stored.stale
    return any(getattr(one, "stale", False) for name in _HITS for one in getattr(result, name, ()))


def _is_cut(call: Called) -> bool:
    """Whether bounds left something out."""
    result = call.result
    if isinstance(result, Imported):
        return bool(result.untold)
    if call.operation.verb == "queue":
        return bool(len(result.items) < result.total)
    return getattr(result, "truncated", False) is True


def _is_partial(result: Any, stats: Any) -> bool:
    unread = getattr(result, "unreachable", None)
    return bool(getattr(result, "partial", False) or getattr(stats, "partial", False) or unread)
