"""The one JSON object that a command answers with, whether it went well or not."""

from __future__ import annotations

import json

from vademecum.errors import Refused
from vademecum.model.value import value
from vademecum.surface.outcomes import docs_link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from vademecum.errors import VadeError

SCHEMA = "vade/1"

# Inside a JSON string these are legal but not harmless: a terminal obeys C1 controls, bidirectional controls
# reorder what a person reads, some parsers take U+2028/2029 for line ends. Outside strings they cannot occur.
_OBEYED = [*range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF]
_ESCAPED = {code: f"\\u{code:04x}" for code in _OBEYED}


@value(kw_only=True)
class Meta:
    """What stands beside an answer.

    Attributes:
        elapsed_ms: milliseconds from the start of the command to its answer.
        index_revision: the index that answered; None when none was asked.
        stale: something shown has changed on disk since it was indexed.
        truncated: there is more than what is shown.
        partial: candidates were left out that might have ranked.
        stats: counts of what was done to find the answer.
        next: cursor of the next page, where answers are paged by one.
    """

    elapsed_ms: float
    index_revision: str | None = None
    stale: bool = False
    truncated: bool = False
    partial: bool = False
    stats: Mapping[str, Any] | None = None
    warnings: Sequence[str] = ()
    next: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types; the flags only where they are raised."""
        shown: dict[str, Any] = {
            "elapsed_ms": round(self.elapsed_ms, 1),
            "index_revision": self.index_revision,
        }
        raised = {"stale": self.stale, "truncated": self.truncated, "partial": self.partial}
        shown.update({name: True for name, is_raised in raised.items() if is_raised})
        if self.stats is not None:
            shown["stats"] = dict(self.stats)
        if self.next is not None:
            shown["next"] = self.next
        shown["warnings"] = list(self.warnings)
        return shown


def success(command: str, answer: Mapping[str, Any], meta: Meta) -> dict[str, Any]:
    """Envelope of an answer; the keys of `answer` stand between ``schema`` and ``meta``."""
    return {"ok": True, "command": command, "schema": SCHEMA, **answer, "meta": meta.to_dict()}


def failure(error: VadeError, meta: Meta) -> dict[str, Any]:
    """Envelope of an error."""
    return {
        "ok": False,
        "error": {
            "code": error.code,
            "class": error.error_class,
            "message": error.message,
            "retryable": error.retryable,
            "suggestions": list(error.suggestions),
            "docs": docs_link(error.code),
            **(error.details if isinstance(error, Refused) else {}),
        },
        "meta": meta.to_dict(),
    }


def to_json(thing: Any, *, ascii_only: bool = False) -> str:
    """One line of JSON that any reader takes and no terminal obeys; equal things give equal text.

    Args:
        ascii_only: escape everything else, for an output that cannot carry UTF-8.
    """
    text = json.dumps(thing, ensure_ascii=ascii_only, allow_nan=False)
    if not ascii_only and not _encodable(text):
        # A lone surrogate has no UTF-8 form; as an escape it is still legal JSON.
        text = json.dumps(thing, ensure_ascii=True, allow_nan=False)
    return text.translate(_ESCAPED)


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
