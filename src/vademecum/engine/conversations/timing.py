"""Which time a question about conversations speaks of, as the plan of an utterance tells."""

from __future__ import annotations

from vademecum.engine.plans import Plans
from vademecum.model.value import value
from vademecum.planning.cues import worth_planning
from vademecum.retrieval.favour import favoured_times, meant_times
from vademecum.retrieval.guide import unread_times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.retrieval.favour import FavouredTime


@value(kw_only=True)
class AskedTime:
    """What a question says of time.

    Attributes:
        times: the readings of its first time, likeliest first.
        listing: whatever was said then is asked for.
        said: exact words that speak of the time.
        warnings: times that could not be read, one line each.
    """

    times: tuple[FavouredTime, ...] = ()
    listing: bool = False
    said: frozenset[str] = frozenset()
    warnings: tuple[str, ...] = ()


NO_TIME = AskedTime()

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
