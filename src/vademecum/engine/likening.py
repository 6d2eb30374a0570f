"""The rounds of a search where something is known of meanings.

What matches by its words is found as ever. What shares no word with the query and is like enough joins it, in
one order by both: no place among words alone is right for it.
"""

from __future__ import annotations

from vademecum.engine.meant import likenesses, meant, with_meant
from vademecum.engine.weighing import in_one_order
from vademecum.lifecycle.standing import Standing, standing, tier
from vademecum.model.value import replace
from vademecum.retrieval.memory_ranking import POOL, Counts, first_shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.engine.meant import Meant
    from vademecum.engine.parts import Parts
    from vademecum.engine.reached import Reached
    from vademecum.engine.weighing import Weighed
    from vademecum.lifecycle.standing import Viewpoint
    from vademecum.model.ask import Candidate, Filters
    from vademecum.model.record import MemoryId
    from vademecum.retrieval.lexical import Judged, Scored
    from vademecum.retrieval.question import Question


def likened(
    parts: Parts,
    questions: Sequence[Question],
    score: Callable[[Question, int], Scored],
    *,
    filters: Filters,
    view: Viewpoint,
    limit: int,
    joined: Callable[[Scored], Reached | None],
) -> tuple[Meant, Weighed | None]:
    """Ask every question, and put what is found into one order.

    Args:
        parts: the open home.
        questions: a topic as given, then its rewritings.
        score: asks the index until so many of the best by their words are certain.
        filters: the caller's conditions.
        view: the moment asked about.
        limit: hits wanted.
        joined: what the graph leads to from whom the topic names.

    Returns:
        What is likest to the topic, and what was found; None where nothing has a vector.
    """
    told = meant(parts, questions[0].topic, filters)
    if not told.nearest:
        return told, None
    number = max(limit, POOL)

    def is_shown(candidate: Candidate) -> bool:
        return standing(candidate, view.at_us, past=view.past) is Standing.VISIBLE

    rounds = [score(question, number) for question in questions]
    judges = [None if each.strict else Counts(len(each.terms), told.worth) for each in questions]
    pools = [
        replace(scored, judged=first_shown(_by_words(scored, judging), is_shown, number))
        for scored, judging in zip(rounds, judges, strict=True)
    ]
    near = [one for one, likeness in told.nearest.items() if likeness >= told.worth.like_enough]
    pools[0] = with_meant(parts.index, pools[0], near)
    way = joined(rounds[0])
    if way is not None:
        pools[0] = way.joined(pools[0])
    alike = {**told.nearest, **likenesses(parts, questions[0].topic, pools)}
    weighed = in_one_order(pools, judges, alike, told)
    return told, replace(weighed, ways=way.ways) if way else weighed


def _by_words(scored: Scored, judging: Counts | None) -> list[Judged]:
    """What was found, in the order of a search by words alone (`retrieval.ordering`)."""

    def place(one: Judged) -> tuple[bool, int, int, float, MemoryId]:
        candidate = one.candidate
        if judging is None:
            return False, tier(candidate), 0, -one.score, candidate.id
        if not judging.admits(candidate, one.found):
            return True, 0, 0, -one.score, candidate.id
        return False, tier(candidate), -one.covered, -one.score, candidate.id

    return sorted(scored.judged, key=place)
