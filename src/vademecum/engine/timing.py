"""The time of a question about conversations, as the plan of an utterance tells it."""

from __future__ import annotations

from vademecum.engine.conversations.timing import NO_TIME, AskedTime
from vademecum.engine.plans import Plans
from vademecum.planning.cues import worth_planning
from vademecum.retrieval.favour import favoured_times, meant_times
from vademecum.retrieval.guide import unread_times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts

MOST_READ = 4_000
"""Characters of a question that are looked through for a time, as many as a plan reads."""


def asked_time(parts: Parts, query: str) -> AskedTime:
    """Read a question; nothing is loaded for one that speaks of no time."""
    if not worth_planning(query, parts.analyzer.exact(query[:MOST_READ]), parts.lexicon.plan_cues):
        return NO_TIME
    plan = Plans(parts, ()).made(query)
    meant = meant_times(plan)
    if not meant:
        return AskedTime(warnings=tuple(unread_times(plan)))
    return AskedTime(
        times=favoured_times(plan),
        listing=plan.listing or parts.open_planner().asks_for_talk(plan),
        said=frozenset(word for one in meant for word in parts.analyzer.exact(one.said)),
        warnings=tuple(unread_times(plan)),
    )
