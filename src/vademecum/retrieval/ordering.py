"""The order of hits, and the same order on every machine and back end."""

from __future__ import annotations

from vademecum.model.record import MemoryId

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.retrieval.merging import Ranked

OrderKey = tuple[bool, int, int, float, int, MemoryId]


def order_key(ranked: Ranked, tier: int, shown: MemoryId) -> OrderKey:
    """Sorts best first: admitted by the floor, tier, covered, score, rounds, id.

    Tiers and coverage order only what the floor admits: a tier must not lift a record that shares one
    word with the topic over one that answers it. What the floor refuses follows by score alone, because
    no index can prove which record covers a few common words best without reading them all.

    Args:
        ranked: the candidate with its evidence.
        tier: tier of the record that is shown.
        shown: id of the record that is shown, the last tie-break.
    """
    if not ranked.admitted:
        return (True, 0, 0, -ranked.score, -ranked.rounds, shown)
    return (False, tier, -ranked.covered, -ranked.score, -ranked.rounds, shown)
