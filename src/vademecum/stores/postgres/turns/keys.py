"""How an index of conversations names what has vectors: a turn by its conversation and its place."""

from __future__ import annotations

from vademecum.stores.codec import speakable
from vademecum.stores.postgres.nearness import Keys
from vademecum.stores.postgres.turns import lookups
from vademecum.stores.postgres.vector_rows import TURNS as PART

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_ASKED = """
(conversation.id, record.seq) IN (
    SELECT asked.id, asked.seq FROM unnest(%(ids)s::text[], %(seqs)s::bigint[]) AS asked (id, seq))
"""


def _asked(keys: Sequence[Any]) -> tuple[str, dict[str, object]]:
    wanted = [(id, seq) for id, seq in keys if speakable(id) and abs(seq) < lookups.LARGEST]
    return _ASKED, {"ids": [id for id, _ in wanted], "seqs": [seq for _, seq in wanted]}


def _place(columns: Sequence[Any]) -> tuple[Any, ...]:
    conversation, seq = columns
    return conversation, seq


TURNS = Keys(
    part=PART,
    table="turn",
    tables="vade.turn AS record JOIN vade.conversation "
    "ON conversation.tenant = %(tenant)s AND conversation.number = record.conversation",
    columns="conversation.id, record.seq",
    read=_place,
    asked=_asked,
    conditions=lookups.conditions,
)
