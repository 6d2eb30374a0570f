"""Proposals of turns: the best by the very numbers that rank, chosen in the database."""

from __future__ import annotations

import math

from vademecum.model.turns import TurnProposal
from vademecum.stores.postgres.bounding import bounded
from vademecum.stores.postgres.turns import lookups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.turns import TurnAsk
    from vademecum.stores.postgres.transaction import Transaction

K1, B = 1.2, 0.2
"""Those of `retrieval.turns`; a test holds the two to each other."""

_SPARE = 1.0 + 1e-9
"""Sums of the same numbers in another order differ by less."""

_PROPOSED = f"""
SELECT best.score, {lookups.CANDIDATE}
FROM (
    SELECT turn_word.version, sum(
        asked.worth * turn_word.frequency
        / (turn_word.frequency + {K1} * ({1.0 - B} + {B} * turn_word.length / %(average)s))) AS score
    FROM unnest(%(words)s::text[], %(worths)s::float8[]) AS asked (word, worth)
    JOIN vade.turn_word ON turn_word.tenant = %(tenant)s AND turn_word.word = asked.word
    WHERE {{passing}}
    GROUP BY turn_word.version ORDER BY score DESC, turn_word.version LIMIT %(most)s
) AS best
JOIN vade.turn ON turn.tenant = %(tenant)s AND turn.version = best.version
JOIN vade.conversation ON conversation.tenant = %(tenant)s AND conversation.number = turn.conversation
ORDER BY best.score DESC, best.version
"""
_FENCED = """
turn_word.conversation IN (
    SELECT conversation.number FROM vade.conversation WHERE conversation.tenant = %(tenant)s AND {fenced})
"""


def propose(transaction: Transaction, ask: TurnAsk) -> TurnProposal:
    """Answer an ask."""
    found = lookups.frequencies(transaction, ask.words)
    if not found:
        return TurnProposal((), exhausted=True, ceiling=0.0)
    passing, values = _passing(ask)
    most = max(1, ask.depth)
    corpus = lookups.corpus(transaction)
    rows = transaction.all(
        _PROPOSED.format(passing=passing),
        **values,
        words=list(map(bounded, found)),
        worths=[_worth(number, corpus.turns) for number in found.values()],
        average=max(1.0, corpus.terms / max(1, corpus.turns)),
        most=most + 1,
    )
    candidates = tuple(lookups.candidate(columns[1:]) for columns in rows[:most])
    if len(rows) <= most:
        return TurnProposal(candidates, exhausted=True, ceiling=0.0)
    return TurnProposal(candidates, exhausted=False, ceiling=rows[most][0] * _SPARE)


def _worth(frequency: int, turns: int) -> float:
    """What a word is worth that stands in so many of the turns."""
    return math.log(1.0 + max(0.0, turns - frequency + 0.5) / (frequency + 0.5)) * (K1 + 1.0)


def _passing(ask: TurnAsk) -> tuple[str, dict[str, object]]:
    """What an ask lets through, as a condition on ``turn_word``, and what it is bound to."""
    fence = ask.fence
    where: list[str] = ["TRUE"]
    values: dict[str, object] = {}
    if fence.workspaces or fence.without or fence.only:
        fenced, values = lookups.conditions(fence)
        where.append(_FENCED.format(fenced=fenced))
    if ask.role is not None:
        where.append("turn_word.role = %(role)s")
        values["role"] = ask.role.value
    if ask.within is not None:
        where.append("turn_word.at >= %(first)s AND turn_word.at < %(behind)s")
        values["first"], values["behind"] = ask.within
    return " AND ".join(where), values
