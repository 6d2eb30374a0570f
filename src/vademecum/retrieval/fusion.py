"""Rankings of different origin become one.

What the words found is ordered as a recall orders it. A channel that knows ranks alone (meaning, graph) is
fused with it by weighted reciprocal ranks; without any such channel nothing changes the order. The fused
score orders and says nothing of relevance. What must not be told is dropped *behind* the fusion, so that no
channel brings it back.
"""

from __future__ import annotations

from vademecum.model.answer import Contribution
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from vademecum.model.record import MemoryId

RANK_CONSTANT = 60
"""k of reciprocal rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009)."""


@value
class Ranking:
    """What one channel found, best first.

    Attributes:
        name: what explanations call it.
        weight: what it is worth beside the others.
    """

    name: str
    weight: float
    ids: tuple[MemoryId, ...]


@value
class Fused:
    """A record in the fused order.

    Attributes:
        score: of the fusion; the contributions sum to it.
    """

    id: MemoryId
    score: float
    contributions: tuple[Contribution, ...]


def fused(rankings: Sequence[Ranking]) -> list[Fused]:
    """Every record of the rankings, best first; of equals the one with the smaller id.

    A record scores weight/(60 + rank) in each ranking that holds it, ranks from 1.
    """
    found: dict[MemoryId, list[Contribution]] = {}
    for ranking in rankings:
        for rank, record in enumerate(ranking.ids, start=1):
            amount = ranking.weight / (RANK_CONSTANT + rank)
            detail = f"rank {rank}, weight {ranking.weight:g}"
            found.setdefault(record, []).append(Contribution(f"channel: {ranking.name}", detail, amount))
    whole = [
        Fused(record, sum(one.amount for one in addends), tuple(addends)) for record, addends in found.items()
    ]
    return sorted(whole, key=lambda one: (-one.score, one.id))


def dropped(ids: Iterable[MemoryId], is_suppressed: Callable[[MemoryId], bool]) -> list[MemoryId]:
    """What may be told of a fused order."""
    return [record for record in ids if not is_suppressed(record)]
