"""How the catalogue of conversations names what has vectors: a turn by its conversation and its place."""

from __future__ import annotations

from vademecum.stores.local.turns import lookups
from vademecum.stores.local.vectors import Keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from vademecum.model.turns import Fence


def _conditions(fence: Fence) -> tuple[str, list[object]]:
    where, values = lookups.conditions(fence)
    return " AND ".join(where) or "TRUE", values


def _place(columns: Sequence[Any]) -> tuple[Any, ...]:
    conversation, seq = columns
    return conversation, seq


TURNS = Keys(
    columns="conversation.id, record.seq",
    tables="record JOIN conversation ON conversation.number = record.conversation",
    asked="json_each(?) AS asked "
    "CROSS JOIN conversation ON conversation.id = json_extract(asked.value, '$[0]') "
    "CROSS JOIN record ON record.conversation = conversation.number "
    "AND record.seq = json_extract(asked.value, '$[1]')",
    read=_place,
    conditions=_conditions,
)
