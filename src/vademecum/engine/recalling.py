"""Search and recall: from a topic to an answer, with the evidence kept at every step."""

from __future__ import annotations

from vademecum.engine.reading import Visible, marked, resolve
from vademecum.lifecycle.standing import Standing, Tier, standing, tier
from vademecum.model.answer import Explanation, Hit, Outcome, Recall, Search, SearchStats
from vademecum.model.file import is_foreign
from vademecum.model.value import field, replace, value
from vademecum.retrieval import weights
from vademecum.retrieval.floor import ALIKE, CALIBRATED, HALF, floor_named
from vademecum.retrieval.hits import Shown, hit_of
from vademecum.retrieval.lexical import Judged, Need, Scored, score_round
from vademecum.retrieval.merging import Ranked, merge
from vademecum.retrieval.question import Question, stems_of
from vademecum.retrieval.vocabulary import rewritings
from vademecum.text.capitals import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from vademecum.engine.meant import Meant
    from vademecum.engine.parts import Parts
    from vademecum.engine.reached import Reached, Way
    from vademecum.engine.weighing import Weighed
    from vademecum.lifecycle.standing import Viewpoint
    from vademecum.model.ask import Candidate, Condition, Filters
    from vademecum.model.entry import Card, Row
    from vademecum.model.file import AliasEntry
    from vademecum.model.record import MemoryId, Scope
    from vademecum.retrieval.expert import Expert
    from vademecum.retrieval.floor import Floor
    from vademecum.retrieval.guide import Guide
    from vademecum.retrieval.lexical import Bar

MAX_BOOST = weights.EXPLICIT_BOOST * (weights.CONFIDENCE_BASE + weights.CONFIDENCE_SLOPE)
"""The most that boosts can lift a score: said in person, with full confidence."""

WEAK_LIMIT = 10
"""Refused records are counted up to here: beyond, the number says nothing and costs a full scan."""


@value(kw_only=True)
class Request:
    """What a caller asked.

    Attributes:
        text: the utterance or query, as much as is read of one.
        mode: ``any``, ``all`` or ``expert``; a recall is always ``any``.
        filters: hard conditions.
        vocabulary: scopes whose vocabulary may rewrite the text; empty means every scope.
        view: the moment asked about, and how much of what does not hold is shown.
        limit: hits wanted.
        floored: apply the floor (recall) or show everything that matches (search).
        explain: attach an explanation to every hit.
        guide: how a plan turns it; None lets its own words decide.
        named: folded names of known entities that the text says; what they are joined to may answer.
    """

    text: str
    mode: str = "any"
    filters: Filters
    vocabulary: tuple[Scope, ...]
    view: Viewpoint
    limit: int
    floored: bool
    explain: bool = False
    guide: Guide | None = None
    named: tuple[str, ...] = ()


@value
class Found:
    """Everything a request found, before it is cut into an answer.

    Attributes:
        rounds: one a rewriting, the topic as given first.
        visible: what may be shown, best first, the refused ones behind.
        weighed: what nothing but the learned floor and meanings ask; None where coverage judged.
        floor: what judged.
        ways: of records that the graph led to, to whom it leads from.
    """

    rounds: tuple[Scored, ...]
    visible: tuple[Visible, ...]
    stats: SearchStats
    warnings: tuple[str, ...]
    weighed: Weighed | None = None
    floor: Floor = HALF
    ways: Mapping[MemoryId, Way] = field(default_factory=dict)

    def way(self, ranked: Ranked) -> Way | None:
        """How the graph led to a record; None where it did not."""
        return None if ranked.round else self.ways.get(ranked.candidate.id)


@value
class Chosen:
    """What of a find is shown.

    Attributes:
        visible: best first, no more than were asked for.
        rows: of those, and of the repeats.
        repeats: passages of files that are left out, because a memory that is shown says the same.
    """

    found: Found
    visible: tuple[Visible, ...]
    rows: Mapping[MemoryId, Row]
    repeats: frozenset[MemoryId]


class Recaller:
    """Answers `search` and `recall`."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._is_learned = floor_named(parts.policy.floor) is CALIBRATED

    def search(self, request: Request) -> Search:
        """Everything that matches, best first."""
        chosen = self.choose(request)
        if chosen is None:
            return Search(query=request.text, terms=(), hits=(), stats=SearchStats())
        found = chosen.found
        return Search(
            query=request.text,
            terms=found.rounds[0].question.shown_terms,
            hits=self._hits(chosen, request),
            stats=found.stats,
            warnings=found.warnings,
        )

    def recall(self, request: Request) -> Recall:
        """What the floor admits, best first, or one of three reasons for nothing."""
        label = label_of(request.vocabulary, self._parts.glance.scopes())
        chosen = self.choose(request, hits_alone=True)
        if chosen is None:
            return _nothing(Outcome.NOTHING_TO_SEARCH, label)
        found, hits = chosen.found, self._hits(chosen, request)
        return Recall(
            outcome=Outcome.HITS if hits else Outcome.NO_MATCH,
            terms=found.rounds[0].question.shown_terms,
            hits=hits,
            weak=min(WEAK_LIMIT, found.stats.below_floor),
            label=label,
            stats=found.stats,
            warnings=(*request.guide.warnings, *found.warnings) if request.guide else found.warnings,
            plan=request.guide.plan if request.guide else None,
        )

    def choose(self, request: Request, *, hits_alone: bool = False) -> Chosen | None:
        """What is shown of what is found; None when there is nothing to search for.

        What is left out makes room for others, and their order is certain no further than was asked for, so
        as many more are asked for.

        Args:
            request: what is asked.
            hits_alone: see `find`.
        """
        wanted = request
        while found := self.find(wanted, hits_alone=hits_alone):
            best = eligible(found, request)[: wanted.limit]
            rows = self._parts.index.rows([visible.id for visible in best])
            repeats = _repeats(rows.values())
            enough = request.limit + len(repeats)
            if wanted.limit >= enough or len(best) < wanted.limit:
                shown = tuple(one for one in best if one.id in rows and one.id not in repeats)
                return Chosen(found, shown, rows, repeats)
            wanted = replace(request, limit=enough)
        return None

    def find(self, request: Request, *, hits_alone: bool = False) -> Found | None:
        """Run every step but the cut; None when there is nothing to search for.

        Args:
            request: what is asked.
            hits_alone: of what is found and let in, nobody looks at more than `request.limit`.
        """
        expert, questions = self._questions(request)
        if not questions:
            return None
        floor: Floor
        told: Meant | Weighed | None
        learned: Weighed | None
        if request.floored and self._is_learned:
            floor, learned = CALIBRATED, self._weighed(request, questions, hits_alone=hits_alone)
            told = learned
        else:
            told, learned = self._likened(request, questions)
            floor = ALIKE if learned else HALF
        ways: Mapping[MemoryId, Way] = {}
        if learned is not None:
            rounds, ranked, ways = learned.rounds, learned.ranked, learned.ways
        else:
            rounds = tuple(self._score(question, request, expert) for question in questions)
            if expert is None and (way := self._led_to(rounds[0], request)) is not None:
                rounds, ways = (way.joined(rounds[0]), *rounds[1:]), way.ways
            ranked = tuple(merge(rounds))
        reading = resolve(self._parts, ranked, request.filters, request.view)
        stats = SearchStats(
            query=" ".join(questions[0].rank_by),
            candidates=len(ranked),
            hidden_superseded=reading.superseded,
            hidden_excluded=reading.excluded,
            below_floor=_below_floor(rounds, ranked),
            alias_expansions=tuple(question.topic for question in questions[1:]),
            partial=any(scored.partial for scored in rounds) or (told is not None and told.partial),
        )
        warnings = (told.why, *reading.warnings) if told and told.why else reading.warnings
        return Found(rounds, reading.visible, stats, warnings, learned, floor, ways)

    def _led_to(self, scored: Scored, request: Request) -> Reached | None:
        """What the graph leads to, where the topic names somebody and may be answered in parts."""
        if request.mode != "any" or not (request.named or names_of(scored.question.topic)):
            return None
        from vademecum.engine.reached import led_to

        return led_to(self._parts, scored, request.filters, request.view, request.named)

    def _weighed(self, request: Request, questions: Sequence[Question], *, hits_alone: bool) -> Weighed:
        """What a recall finds, by the learned floor."""
        from vademecum.engine.weighing import weighed

        return weighed(
            self._parts,
            questions,
            lambda question, bar: self._score(question, request, bar=bar),
            filters=request.filters,
            view=request.view,
            limit=request.limit,
            hits_alone=hits_alone,
            named=request.named,
        )

    def _likened(
        self, request: Request, questions: Sequence[Question]
    ) -> tuple[Meant | None, Weighed | None]:
        """What a search finds, by words and by meaning; nothing where it is to match as it was written, or no
        model is there."""
        exact = request.floored or request.mode != "any" or questions[0].strict
        if exact or self._parts.meaning.lacking() is not None:
            return None, None
        from vademecum.engine.likening import likened

        return likened(
            self._parts,
            questions,
            lambda question, hits: self._score(question, replace(request, limit=hits)),
            filters=request.filters,
            view=request.view,
            limit=request.limit,
            joined=lambda scored: self._led_to(scored, request),
        )

    def _questions(self, request: Request) -> tuple[Expert | None, tuple[Question, ...]]:
        """The rounds to ask: the topic and its rewritings, or the one expert query."""
        parts = self._parts
        languages = parts.glance.languages()
        if request.mode == "expert":
            from vademecum.retrieval.expert import ready
            from vademecum.text.expert import parse

            expert = ready(parse(request.text), parts.analyzer, languages)
            return expert, (Question(request.text, expert.terms),)

        def matching(words: Sequence[str]) -> Sequence[AliasEntry]:
            return parts.index.matching(words, request.vocabulary)

        guide = request.guide
        rewritten = guide.rewritten if guide else rewritings
        topics = (request.text, *rewritten(request.text, parts.analyzer, matching))
        quiet = guide.quiet if guide else frozenset[str]()
        read = (Question.of(topic, parts.analyzer, languages, quiet) for topic in topics)
        asked = tuple(question for question in read if question is not None)
        if request.mode == "all":
            asked = tuple(replace(question, strict=True) for question in asked)
        return None, asked

    def _score(
        self, question: Question, request: Request, expert: Expert | None = None, bar: Bar | None = None
    ) -> Scored:
        counted = not (question.strict or expert)
        view = request.view
        favour = request.guide.favour if request.guide and counted else None
        best = Tier.REVIEWED if self._parts.glance.reviewed() else Tier.ORDINARY

        def solid(candidate: Candidate) -> bool:
            stands = standing(candidate, view.at_us, past=view.past)
            return stands is Standing.VISIBLE and tier(candidate) <= best

        least = bar.least_covered if bar else HALF.least_covered(len(question.terms))
        need = Need(
            hits=bar.hits if bar else request.limit,
            least_covered=least if counted else 0,
            fill=not request.floored or not counted,
            weak=WEAK_LIMIT,
            boost=MAX_BOOST * (favour.most if favour else 1.0),
            solid=solid,
            admits=bar.admits if bar else None,
            hits_alone=bar is not None and bar.hits_alone,
            share=self._parts.glance.share(request.filters.scopes),
        )
        where: Condition | None = expert.condition if expert else None
        scored = score_round(
            self._parts.index, question, request.filters, need, view.at_us, where, favour=favour
        )
        if expert is None or expert.exact:
            return scored
        return replace(scored, judged=self._verified(expert, scored))

    def _verified(self, expert: Expert, scored: Scored) -> tuple[Judged, ...]:
        """The candidates that satisfy an expert query by their fields and their order of words."""
        from vademecum.retrieval.expert import satisfies

        rows = self._parts.index.rows([judged.candidate.id for judged in scored.judged])

        def card(candidate: Candidate) -> Card | None:
            row = rows.get(candidate.id)
            return row.card if row else None

        analyzer = self._parts.analyzer
        return tuple(j for j in scored.judged if satisfies(expert, j.candidate, card, analyzer))

    def _hits(self, chosen: Chosen, request: Request) -> tuple[Hit, ...]:
        parts, found, visible = self._parts, chosen.found, chosen.visible
        stems = stems_of([scored.question for scored in found.rounds])
        stamps = parts.vault.stamps([chosen.rows[one.id].path for one in visible])
        hits: list[Hit] = []
        for rank, one in enumerate(visible, start=1):
            row, ranked = chosen.rows[one.id], one.ranked
            way = found.way(ranked)
            shown = Shown(
                row=row,
                ranked=ranked,
                fields=found.rounds[ranked.round].scorer.fields_matched(ranked.candidate),
                mark=marked(row, request.view),
                because=ranked.candidate.id if ranked.candidate.id != row.id else None,
                stale=stamps.get(row.path) != row.state.stamp,
                way=way.told if way else "",
            )
            explanation = self.explain(found, one, rank) if request.explain else None
            hits.append(hit_of(shown, parts.analyzer, stems, explanation))
        return tuple(hits)

    def judge(self, found: Found, candidate: Candidate) -> Ranked:
        """What the first round says of a record, whether it was found or not."""
        if found.weighed is not None:
            from vademecum.engine.weighing import judged_alone

            return judged_alone(self._parts, found.weighed, candidate)
        scored = found.rounds[0]
        alone = replace(scored, judged=scored.judge([candidate]))
        return replace(merge((alone,))[0], scale=1.0)

    def explain(self, found: Found, visible: Visible, rank: int | None) -> Explanation:
        """The arithmetic and the judgement behind one record."""
        from vademecum.engine.explaining import explained

        scored = found.rounds[visible.ranked.round]
        return explained(scored, found.floor, visible, rank, found.way(visible.ranked))


def eligible(found: Found, request: Request) -> tuple[Visible, ...]:
    """What an answer may show, best first: in a recall what the floor admits."""
    return tuple(one for one in found.visible if one.ranked.admitted or not request.floored)


def _repeats(rows: Collection[Row]) -> frozenset[MemoryId]:
    """Passages of files whose words stand in a memory."""
    files = [row for row in rows if is_foreign(row.path)]
    if not files:
        return frozenset()
    said = [row.card.text for row in rows if not is_foreign(row.path)]
    return frozenset(row.id for row in files if any(row.card.text in text for text in said))


def _below_floor(rounds: Sequence[Scored], ranked: Sequence[Ranked]) -> int:
    """Matching records that no round admitted."""
    admitted = {one.candidate.id for one in ranked if one.admitted}
    weak = {one.candidate.id for one in ranked if not one.admitted}
    return len(weak.union(*(scored.refused for scored in rounds)) - admitted)


def label_of(asked: tuple[Scope, ...], present: tuple[Scope, ...]) -> str:
    """Where was searched, as people say it: the scopes that hold anything, a project by its name alone."""
    if not asked:
        return "all scopes"
    told = [scope for scope in asked if scope in present] or asked[:1]
    return ", ".join(scope.rpartition("__")[0] if scope.startswith("project:") else scope for scope in told)


def _nothing(outcome: Outcome, label: str) -> Recall:
    return Recall(outcome=outcome, terms=(), hits=(), weak=0, label=label, stats=SearchStats())
