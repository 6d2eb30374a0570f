"""The rounds of a recall whose floor is learned, and its order where something is known of meanings."""

from __future__ import annotations

from vademecum.lifecycle.standing import Standing, standing
from vademecum.model.value import field, replace, value
from vademecum.retrieval.background import Background
from vademecum.retrieval.floor import CALIBRATED
from vademecum.retrieval.lexical import Bar
from vademecum.retrieval.memory_ranking import POOL, Evidences, best_by_words, rank_pool, weighing_of
from vademecum.retrieval.merging import Ranked, joined, merge
from vademecum.text.capitals import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from vademecum.engine.meant import Meant
    from vademecum.engine.parts import Parts
    from vademecum.engine.reached import Reached, Way
    from vademecum.lifecycle.standing import Viewpoint
    from vademecum.model.ask import Candidate, Filters
    from vademecum.model.record import MemoryId
    from vademecum.retrieval.lexical import Scored
    from vademecum.retrieval.memory_ranking import Judging
    from vademecum.retrieval.merging import Judge
    from vademecum.retrieval.question import Question

    Score = Callable[[Question, Bar | None], Scored]


@value
class Weighed:
    """What the rounds found.

    Attributes:
        rounds: one a question, in order.
        evidences: of each; None for a question of function words alone: whatever holds them all is told, and
            nothing is learned of it.
        ranked: every record of the pools once.
        alike: how like the topic the records are that have a vector; empty where nothing has.
        why: why a model that there is did not tell what texts mean, empty when it did.
        partial: something that may answer has no vector yet.
        ways: of records that the graph led to, to whom it leads from.
    """

    rounds: tuple[Scored, ...]
    evidences: tuple[Judging | None, ...]
    ranked: tuple[Ranked, ...]
    alike: Mapping[MemoryId, float]
    why: str = ""
    partial: bool = False
    ways: Mapping[MemoryId, Way] = field(default_factory=dict)


def weighed(
    parts: Parts,
    questions: Sequence[Question],
    score: Score,
    *,
    filters: Filters,
    view: Viewpoint,
    limit: int,
    hits_alone: bool = False,
    named: Collection[str] = (),
) -> Weighed:
    """Ask every question, and put what is found into one order.

    Args:
        parts: the open home.
        questions: a topic as given, then its rewritings.
        score: asks the index until nothing is left out that a bar lets in and that could be among the wanted.
        filters: the caller's conditions.
        view: the moment asked about.
        limit: hits wanted.
        hits_alone: nobody looks at more than those.
        named: folded names of entities that the topic says.
    """
    background, languages = Background(parts.lexicon.rarity), parts.glance.languages()
    told = _meant(parts, questions[0], filters)
    by_words = told is None or not told.nearest
    hits = limit if by_words else max(limit, POOL)

    rounds: list[Scored] = []
    evidences: list[Judging | None] = []
    for question in questions:
        if question.strict:
            rounds.append(score(question, None))
            evidences.append(None)
            continue
        weighing = weighing_of(question, parts.analyzer, background, languages, parts.index.frequencies)
        evidence = Evidences(weighing, told.worth) if told else Evidences(weighing)
        least = CALIBRATED.least_covered(weighing.weights)
        # Rounds are compared by the best that each found, and likeness may lift what holds few words.
        alone = hits_alone and len(questions) == 1 and by_words
        scored = score(question, Bar(least, hits, evidence.admits, alone))
        rounds.append(_told(scored, evidence) if by_words else scored)
        evidences.append(evidence)
    way = _reached(parts, rounds[0], evidences[0], filters, view, named=named)
    if told is not None and told.nearest:
        return _by_meaning(parts, rounds, evidences, told, view, way)
    if way is not None:
        rounds[0] = way.joined(rounds[0])
    judges = [_judge(each) for each in evidences]
    ranked = tuple(merge(rounds, judges))
    why, partial = (told.why, told.partial) if told else ("", False)
    return Weighed(tuple(rounds), tuple(evidences), ranked, {}, why, partial, way.ways if way else {})


def _reached(
    parts: Parts,
    scored: Scored,
    evidence: Judging | None,
    filters: Filters,
    view: Viewpoint,
    *,
    named: Collection[str],
) -> Reached | None:
    """What the graph leads to from whom the topic names; None where it names nobody, or leads nowhere."""
    if not isinstance(evidence, Evidences) or not (named or names_of(scored.question.topic)):
        return None
    from vademecum.engine.reached import reached

    found = reached(parts, scored, lambda bits: evidence.of(bits).share, filters, view, named)
    evidence.count_telling(found.ways)
    return found if found.ways else None


def _meant(parts: Parts, question: Question, filters: Filters) -> Meant | None:
    """What is like a topic; None where no model is there."""
    if question.strict or parts.meaning.lacking() is not None:
        return None
    from vademecum.engine.meant import meant

    return meant(parts, question.topic, filters)


def _by_meaning(
    parts: Parts,
    rounds: list[Scored],
    evidences: list[Judging | None],
    told: Meant,
    view: Viewpoint,
    way: Reached | None,
) -> Weighed:
    from vademecum.engine.meant import likenesses, with_meant

    def is_shown(candidate: Candidate) -> bool:
        return standing(candidate, view.at_us, past=view.past) is Standing.VISIBLE

    pools = [replace(scored, judged=best_by_words(scored.judged, is_shown)) for scored in rounds]
    pools[0] = with_meant(parts.index, pools[0], told.nearest)
    if way is not None:
        pools[0] = way.joined(pools[0])
    alike = likenesses(parts, rounds[0].question.topic, pools)
    weighed = in_one_order(pools, evidences, alike, told)
    return replace(weighed, ways=way.ways) if way else weighed


def in_one_order(
    pools: Sequence[Scored],
    judges: Sequence[Judging | None],
    alike: Mapping[MemoryId, float],
    told: Meant,
) -> Weighed:
    """The pools of all rounds as one ranking, by the learned order."""
    found = [
        rank_pool(scored, judging, alike, place) if judging else _strict(scored, place)
        for place, (scored, judging) in enumerate(zip(pools, judges, strict=True))
    ]
    return Weighed(tuple(pools), tuple(judges), tuple(joined(found)), alike, told.why, told.partial)


def judged_alone(parts: Parts, weighed: Weighed, candidate: Candidate) -> Ranked:
    """What the first round would have said of a record, found or not."""
    scored, evidence, alike = weighed.rounds[0], weighed.evidences[0], weighed.alike
    alone = replace(scored, judged=scored.judge([candidate]))
    if not alike or evidence is None:
        return replace(merge((alone,), [_judge(evidence)])[0], scale=1.0)
    from vademecum.engine.meant import likenesses

    return rank_pool(alone, evidence, likenesses(parts, scored.question.topic, (alone,)), 0)[0]


def _told(scored: Scored, evidences: Evidences) -> Scored:
    """What the floor admits by its words; the others are refused, and nothing more is asked of them."""
    kept = tuple([judged for judged in scored.judged if evidences.admits(judged.candidate, judged.found)])
    gone = {judged.candidate.id for judged in scored.judged} - {judged.candidate.id for judged in kept}
    return replace(scored, judged=kept, refused=scored.refused | gone)


def _judge(evidences: Judging | None) -> Judge:
    """Judges a round by its words."""
    if evidences is None:
        return lambda _: (True, None)
    return lambda judged: (evidences.admits(judged.candidate, judged.found), evidences.of(judged.found))


def _strict(scored: Scored, place: int) -> list[Ranked]:
    return [replace(one, round=place) for one in merge((scored,))]
