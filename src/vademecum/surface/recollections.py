"""Answers about conversations as plain JSON types."""

from __future__ import annotations

from vademecum.model.plain import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from vademecum.model.conversation import Turn
    from vademecum.model.recollection import (
        ConversationForgotten,
        ConversationPage,
        ConversationSearch,
        ConversationShown,
        Resumed,
        Verified,
    )
    from vademecum.model.turns import Held

_SHOWN = (
    "id",
    "title",
    "host",
    "workspace",
    "folder",
    "origin_id",
    "parent",
    "started",
    "last",
    "turns",
    "ended",
    "archived",
    "live",
    "fault",
)
_SAID = ("seq", "id", "role", "text", "tools", "at", "tokens", "redacted")


def conversation(held: Held) -> dict[str, Any]:
    """One conversation; where its index stands is nobody's business."""
    return {name: plain(getattr(held, name)) for name in _SHOWN}


def listed(page: ConversationPage) -> dict[str, Any]:
    """`conversations list`."""
    return {"results": [conversation(held) for held in page.items], "total": page.total}


def shown(answer: ConversationShown) -> dict[str, Any]:
    """`conversations show`; the turns stand under ``results``."""
    return {
        "conversation": conversation(answer.conversation),
        "path": answer.path,
        "results": [_turn(turn) for turn in answer.turns],
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {name: plain(getattr(turn, name)) for name in _SAID}


def found(answer: ConversationSearch) -> dict[str, Any]:
    """`conversations search`; the hits stand under ``results``."""
    return {
        "outcome": answer.outcome,
        "terms": list(answer.terms),
        "unit": answer.unit,
        "time": answer.time,
        "timely": answer.timely,
        "then": plain(answer.then),
        "current": plain(answer.current),
        "results": [plain(hit) for hit in answer.hits],
    }


def resumed(answer: Resumed) -> dict[str, Any]:
    """`conversations resume`; the exchanges stand under ``results``."""
    return {
        "current": plain(answer.current),
        "title": answer.title,
        "results": [plain(each) for each in answer.exchanges],
    }


def verified(answer: Verified) -> dict[str, Any]:
    """`conversations verify`; those with a fault stand under ``results``."""
    return {
        "sound": answer.sound,
        "checked": answer.checked,
        "turns": answer.turns,
        "results": [plain(one) for one in (*answer.unsound, *answer.torn)],
    }


def exported(records: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """`conversations export`; the lines stand under ``results``."""
    return {"results": [plain(record) for record in records]}


def forgotten(answer: ConversationForgotten) -> dict[str, Any]:
    """`conversations forget` and `conversations redact`."""
    fields = answer.to_dict()
    del fields["warnings"]
    return fields
