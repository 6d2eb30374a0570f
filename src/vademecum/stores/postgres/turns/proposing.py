"""Proposals of turns: the best by the very numbers that rank."""

from __future__ import annotations

import math

from vademecum.model.conversation import Role
from vademecum.model.turns import TurnProposal
from vademecum.stores.postgres.bounding import bounded
from vademecum.stores.postgres.turns import lookups, word_rows
from vademecum.stores.postgres.turns.scoring import K1, Passing, best

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.turns import Fence, TurnAsk
    from vademecum.stores.postgres.transaction import Transaction

_SPARE = 1.0 + 1e-9
"""Sums of the same numbers in another order differ by less."""

_INSIDE = """
SELECT conversation.number FROM vade.conversation WHERE conversation.tenant = %(tenant)s AND {fenced}
"""
_SAID = """
SELECT turn.version FROM vade.turn
WHERE turn.tenant = %(tenant)s AND turn.at >= %(first)s AND turn.at < %(behind)s
"""


def propose(transaction: Transaction, ask: TurnAsk) -> TurnProposal:
    """Answer an ask."""
    found = lookups.frequencies(transaction, ask.words)
    lists = word_rows.lists(transaction, list(map(bounded, found))) if found else {}
    corpus = lookups.corpus(transaction)
    scored = best(
        lists,
        {bounded(word): _worth(number, corpus.turns) for word, number in found.items()},
        max(1.0, corpus.terms / max(1, corpus.turns)),
        _passing(transaction, ask),
        max(1, ask.depth) + 1,
    )
    shown = scored[: max(1, ask.depth)]
    candidates = lookups.of_versions(transaction, [version for version, _ in shown])
    if len(shown) == len(scored):
        return TurnProposal(candidates, exhausted=True, ceiling=0.0)
    return TurnProposal(candidates, exhausted=False, ceiling=scored[-1][1] * _SPARE)


def _worth(frequency: int, turns: int) -> float:
    """What a word is worth that stands in so many of the turns."""
    return math.log(1.0 + max(0.0, turns - frequency + 0.5) / (frequency + 0.5)) * (K1 + 1.0)


def _passing(transaction: Transaction, ask: TurnAsk) -> Passing:
    """What an ask lets through."""
    fence, among = ask.fence, None
    if ask.within is not None:
        first, behind = ask.within
        among = [version for (version,) in transaction.all(_SAID, first=first, behind=behind)]
    narrow = bool(fence.workspaces or fence.only)
    return Passing(
        assistant=None if ask.role is None else ask.role is Role.ASSISTANT,
        inside=_numbers(transaction, fence) if narrow else None,
        outside=_without(transaction, fence) if fence.without and not narrow else None,
        among=among,
    )


def _numbers(transaction: Transaction, fence: Fence) -> list[int]:
    """Of the conversations within a fence."""
    fenced, values = lookups.conditions(fence)
    key = ("within the fence", fence)
    rows = transaction.once(key, lambda: transaction.all(_INSIDE.format(fenced=fenced), **values))
    return [number for (number,) in rows]


def _without(transaction: Transaction, fence: Fence) -> list[int]:
    """Of the conversations that may not answer: few, and mostly the one that is going on."""
    return list(lookups.numbers(transaction, fence.without).values())
