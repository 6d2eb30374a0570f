"""The order of hits, and the same order on every machine and back end."""

from __future__ import annotations

from vademecum.model.record import MemoryId

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.retrieval.merging import Ranked

OrderKey = tuple[bool, int, float, float, int, int, MemoryId]


def order_key(ranked: Ranked, tier: int, shown: MemoryId) -> OrderKey:
    """Sorts best first: admitted by the floor, tier, covered, score, rounds, round, id.

    A learned score has coverage in it; only a record that alone covers every term comes before it. Otherwise
    coverage is the share of the terms of the round that found the record: the vocabulary may turn one word
    into three, and three of three is no better than one of one. Tiers and coverage order only what the
    floor admits: a tier must not lift a record that shares one word with the topic over one that answers
    it. What the floor refuses follows by score alone, because no index can prove which record covers a few
    common words best without reading them all. Of equals, the one that the topic's own words found comes
    first.

    Args:
        ranked: the candidate with its evidence.
        tier: tier of the record that is shown.
        shown: id of the record that is shown, the last tie-break.
    """
    if not ranked.admitted:
        return (True, 0, 0.0, -ranked.score, -ranked.rounds, ranked.round, shown)
    return (False, tier, -ranked.precedence, -ranked.score, -ranked.rounds, ranked.round, shown)
