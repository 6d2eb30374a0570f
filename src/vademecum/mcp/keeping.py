"""Tools that keep: remember, save_note."""

from __future__ import annotations

from vademecum.engine.moments import Span
from vademecum.indexing.entry import summary_of
from vademecum.mcp.answer import Answer, link_of, told
from vademecum.model.record import Entity
from vademecum.retrieval.framing import without_tags
from vademecum.retrieval.packing import safe_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from vademecum.mcp.desk import Desk
    from vademecum.model.answer import Stored


def remember(
    desk: Desk,
    text: str,
    *,
    source: str = "agent",
    scope: str | None = None,
    expires: str | None = None,
    **fields: Any,
) -> Answer:
    """Keep a text as a memory.

    Raises:
        UsageError, LimitExceeded: a name or value that cannot be; the message says what could.
        VaultError: the disk refuses; nothing was stored.
    """
    desk.keep_shown()
    kept = desk.vade.remember(
        text,
        source=source,
        scope=desk.write_scope(scope),
        expires=desk.moment("expires", expires, Span.AHEAD, ends=True),
        session=desk.client.name,
        **fields,
    )
    data = {
        "outcome": kept.outcome.value,
        **shown(kept.memory),
        "similar": list(kept.similar),
        "doubted": [safe_line(one.key) for one in kept.doubted],
        "masked": list(kept.masked),
        "warnings": list(kept.warnings),
    }
    return Answer(data=data, links=(link_of(kept.memory),))


def shown(stored: Stored) -> dict[str, Any]:
    """A record in the answer of a tool that changed it."""
    record = stored.record
    title = record.name if isinstance(record, Entity) else record.title or ""
    return {
        "id": record.id,
        "key": safe_line(stored.key),
        "summary": safe_line(summary_of(title, record.body)),
        "status": record.status.value,
    }


def save_note(desk: Desk, **given: Any) -> Answer:
    """Add, replace or remove one of the notes that ride in every prompt."""
    return told(without_tags(desk.vade.conversations.save_note(**given)))
