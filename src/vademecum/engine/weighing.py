"""The rounds of a recall whose floor and order are learned."""

from __future__ import annotations

from vademecum.lifecycle.standing import Standing, standing
from vademecum.model.value import replace, value
from vademecum.retrieval.background import Background
from vademecum.retrieval.floor import HALF
from vademecum.retrieval.lexical import Judged
from vademecum.retrieval.memory_ranking import rank_pool, weighing_of
from vademecum.retrieval.merging import joined, merge
from vademecum.retrieval.pooling import score_pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.lifecycle.standing import Viewpoint
    from vademecum.model.ask import Candidate, Filters
    from vademecum.model.record import MemoryId
    from vademecum.retrieval.favour import Favour
    from vademecum.retrieval.lexical import Scored
    from vademecum.retrieval.memory_ranking import Weighing
    from vademecum.retrieval.merging import Ranked
    from vademecum.retrieval.question import Question


@value
class Weighed:
    """What the rounds found.

    Attributes:
        rounds: one a question, in order.
        weighings: of the terms of each; None for a question of function words alone: whatever holds them all
            is told, and nothing is learned of it.
        ranked: every record of the pools once.
        alike: how like the topic the records are that have a vector; empty where nothing has.
        why: why a model that there is did not tell what texts mean, empty when it did.
        partial: something that may answer has no vector yet.
    """

    rounds: tuple[Scored, ...]
    weighings: tuple[Weighing | None, ...]
    ranked: tuple[Ranked, ...]
    alike: Mapping[MemoryId, float]
    why: str = ""
    partial: bool = False


def weighed(
    parts: Parts,
    questions: Sequence[Question],
    strictly: Callable[[Question], Scored],
    *,
    filters: Filters,
    view: Viewpoint,
    favour: Favour | None,
) -> Weighed:
    """Ask every question, and put what is found into one order.

    Args:
        parts: the open home.
        questions: a topic as given, then its rewritings.
        strictly: finds what holds every word of a question.
        filters: the caller's conditions.
        view: the moment asked about.
        favour: what a plan favours.
    """
    background = Background(parts.lexicon.rarity)
    languages = parts.glance.languages()

    def is_shown(candidate: Candidate) -> bool:
        return standing(candidate, view.at_us, past=view.past) is Standing.VISIBLE

    rounds: list[Scored] = []
    weighings: list[Weighing | None] = []
    for question in questions:
        if question.strict:
            rounds.append(strictly(question))
            weighings.append(None)
            continue
        scored = score_pool(parts.index, question, filters, view.at_us, is_shown, favour=favour)
        rounds.append(scored)
        weighings.append(weighing_of(scored, parts.analyzer, background, languages))
    alike: Mapping[MemoryId, float] = {}
    why, partial = "", False
    if weighings[0] is not None and parts.meaning.lacking() is None:
        from vademecum.engine.meant import likenesses, meant, with_meant

        topic = questions[0].topic
        told = meant(parts, topic, filters)
        rounds[0] = with_meant(parts, rounds[0], told.nearest)
        alike = likenesses(parts, topic, rounds) if told.nearest else {}
        why, partial = told.why, told.partial
    found = [
        _ranked(scored, weighing, alike, place)
        for place, (scored, weighing) in enumerate(zip(rounds, weighings, strict=True))
    ]
    return Weighed(tuple(rounds), tuple(weighings), tuple(joined(found)), alike, why, partial)


def judged_alone(parts: Parts, weighed: Weighed, candidate: Candidate) -> Ranked:
    """What the first round would have said of a record, found or not."""
    scored, weighing, alike = weighed.rounds[0], weighed.weighings[0], weighed.alike
    covered, score = scored.scorer.judge(candidate)
    found = scored.scorer.plain(candidate)[1]
    alone = replace(scored, judged=(Judged(candidate, covered, score, found),))
    if alike and candidate.id not in alike:
        from vademecum.engine.meant import likenesses

        alike = {**alike, **likenesses(parts, scored.question.topic, (alone,))}
    return _ranked(alone, weighing, alike, 0)[0]


def _ranked(
    scored: Scored, weighing: Weighing | None, alike: Mapping[MemoryId, float], place: int
) -> list[Ranked]:
    if weighing is not None:
        return rank_pool(scored, weighing, alike, place)
    return [replace(one, round=place) for one in merge((scored,), HALF)]
