"""Search in past conversations: without what is going on now, and without what belongs elsewhere."""

from __future__ import annotations

from vademecum.engine.conversations.likeness import TextLikeness
from vademecum.engine.conversations.timing import NO_TIME
from vademecum.indexing.turns import language_of, searched_text
from vademecum.model.conversation import Turn
from vademecum.model.recollection import ConversationHit, ConversationSearch, Neighbour, SaidTotals
from vademecum.model.turns import Choice, Fence
from vademecum.model.value import replace
from vademecum.retrieval.question import Question
from vademecum.retrieval.snippet import snippet
from vademecum.retrieval.turn_ranking import contributions, is_of, rank_sessions, rank_turns
from vademecum.retrieval.turns import Ranked
from vademecum.text.telling import flat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.engine.conversations.timing import AskedTime
    from vademecum.model.conversation import ConversationId
    from vademecum.model.recollection import Current
    from vademecum.model.transcript import Line
    from vademecum.model.turns import Held, TurnCandidate
    from vademecum.retrieval.turns import Ranking

    Place = tuple[ConversationId, int]

_OPERATORS = frozenset({"and", "or", "not", "near"})
"""Words that are operators elsewhere; a query of nothing else was meant for a machine."""

_EVERY = Choice(fence=Fence(), archived=True)

BESIDE = 200
"""Characters of a neighbouring turn."""


class Searching:
    """The use case of searching."""

    def __init__(self, parts: ConversationParts) -> None:
        self._parts = parts

    def search(
        self,
        query: str,
        fence: Fence,
        current: Current,
        *,
        limit: int,
        unit: str,
        context: int,
        time: AskedTime | None = None,
        explain: bool = False,
    ) -> ConversationSearch:
        """Find the best turns, or the best sessions; or what was said in a time, where nothing else is named.

        Args:
            query: any text.
            fence: which conversations may answer.
            current: what is going on now, to be told.
            limit: how many.
            unit: ``turn`` or ``session``.
            context: how many turns on either side of a hit are shown with it.
            time: what the query says of time.
            explain: tell what each score is made of.
        """
        parts, time = self._parts, time or NO_TIME
        answer = self._nothing(query, unit, current, time)
        question = Question.of(query, parts.analyzer, parts.turns.languages())
        if question is None or (question.strict and _OPERATORS.issuperset(t.text for t in question.terms)):
            return answer
        if time.listing:
            return self._said_then(answer, fence, time, limit, context)
        rest = question.without(time.said)
        asked = rest or question
        likeness = TextLikeness(parts.meaning, asked.topic) if parts.meaning else None
        found = self._found(asked, fence, limit, unit, time=time, likeness=likeness)
        if not found.ranked and time.times:
            if rest is None:
                return self._said_then(answer, fence, time, limit, context)
            asked = question
            found = self._found(asked, fence, limit, unit, time=NO_TIME, likeness=likeness)
        hits = self._hits(found.ranked, frozenset(asked.rank_by), context, explain=explain)
        return replace(
            answer,
            outcome="hits" if hits else "no_match",
            terms=asked.shown_terms,
            hits=hits,
            timely=sum(is_of(one.candidate, time.times) for one in found.ranked),
            judged=found.proposed,
            partial=found.partial or (likeness is not None and likeness.partial),
            warnings=(*answer.warnings, likeness.why) if likeness and likeness.why else answer.warnings,
        )

    def _nothing(self, query: str, unit: str, current: Current, time: AskedTime) -> ConversationSearch:
        return ConversationSearch(
            outcome="nothing_to_search",
            query=query,
            terms=(),
            hits=(),
            unit=unit,
            current=current,
            conversations=self._parts.turns.page(_EVERY, limit=0)[1],
            time=time.times[0].label if time.times else None,
            warnings=time.warnings,
        )

    def _found(
        self,
        question: Question,
        fence: Fence,
        limit: int,
        unit: str,
        *,
        time: AskedTime,
        likeness: TextLikeness | None,
    ) -> Ranking:
        """Turns by all that speaks for them, sessions by their turns."""
        ranks = rank_sessions if unit == "session" else rank_turns
        return ranks(self._parts.turns, question, fence, limit, time.times, likeness)

    def _said_then(
        self, answer: ConversationSearch, fence: Fence, time: AskedTime, limit: int, context: int
    ) -> ConversationSearch:
        """What was said in the likeliest reading of a time of which anything is known."""
        turns = self._parts.turns
        for each in time.times:
            said = turns.said_in(fence, each.stretch, limit=limit)
            if said.turns:
                break
        else:
            return replace(answer, outcome="no_match", then=SaidTotals(conversations=0, turns=0))
        places = in_turn(said.places, 1 if answer.unit == "session" else limit)[:limit]
        ranked = [Ranked(turn, 1.0) for turn in at_places(turns.at(places), places)]
        return replace(
            answer,
            outcome="hits",
            hits=self._hits(ranked, frozenset(), context),
            time=each.label,
            timely=len(ranked),
            then=SaidTotals(conversations=said.conversations, turns=said.turns),
        )

    def _hits(
        self, found: Sequence[Ranked], stems: frozenset[str], context: int, *, explain: bool = False
    ) -> tuple[ConversationHit, ...]:
        """Turns as they are shown; those that are gone since are left out."""
        held = self._parts.turns.held([one.candidate.conversation for one in found])
        shown = ((one, self._hit(one, held.get(one.candidate.conversation), stems, context)) for one in found)
        return tuple(
            replace(hit, contributions=contributions(one)) if explain else hit
            for one, hit in shown
            if hit is not None
        )

    def _hit(
        self, one: Ranked, held: Held | None, stems: frozenset[str], context: int
    ) -> ConversationHit | None:
        """A hit with the words of its turn, read from the file; None when it is gone since."""
        conversation, seq = one.candidate.conversation, one.candidate.seq
        line = self.line(conversation, seq)
        if line is None or held is None or not isinstance(line.content, Turn):
            return None
        turn = line.content
        text = searched_text(turn)
        shown = snippet(text, self._parts.analyzer, language_of(text, self._parts.analyzer), stems)
        return ConversationHit(
            conversation_id=conversation,
            title=held.title,
            seq=seq,
            role=turn.role,
            snippet=shown.text,
            rank=-round(one.score, 6),
            at=turn.at,
            address=f"turn:{conversation}#{seq}",
            path=self._parts.keeper.locate(conversation),
            line=line.mark.line,
            before=self._beside(conversation, range(max(1, seq - context), seq)),
            after=self._beside(conversation, range(seq + 1, seq + 1 + context)),
        )

    def _beside(self, conversation: ConversationId, places: Sequence[int]) -> tuple[Neighbour, ...]:
        lines = (self.line(conversation, seq) for seq in places)
        return tuple(
            Neighbour(seq=turn.seq, role=turn.role, text=flat(searched_text(turn), BESIDE))
            for line in lines
            if line is not None and isinstance(turn := line.content, Turn)
        )

    def line(self, conversation: ConversationId, seq: int) -> Line | None:
        """The line of a turn, read from where the index knows it; None when it is not there."""
        place = self._parts.turns.place(conversation, seq)
        if place is None:
            return None
        line = next(self._parts.keeper.lines(conversation, place), None)
        if line is not None and isinstance(line.content, Turn) and line.content.seq == seq:
            return line
        # The file was changed behind our back: it is read from the beginning.
        lines = self._parts.keeper.lines(conversation)
        return next((one for one in lines if isinstance(one.content, Turn) and one.content.seq == seq), None)


def in_turn(said: Sequence[tuple[ConversationId, Sequence[int]]], each: int) -> list[Place]:
    """The first place of each conversation, then the second of each, and so on; at most `each` of one."""
    return [
        (conversation, seqs[step]) for step in range(each) for conversation, seqs in said if step < len(seqs)
    ]


def at_places(turns: Sequence[TurnCandidate], places: Sequence[Place]) -> list[TurnCandidate]:
    """Turns in the order of their places."""
    by_place = {(one.conversation, one.seq): one for one in turns}
    return [by_place[place] for place in places if place in by_place]
