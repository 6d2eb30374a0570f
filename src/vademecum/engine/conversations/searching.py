"""Search in past conversations: without what is going on now, and without what belongs elsewhere."""

from __future__ import annotations

from vademecum.indexing.turns import language_of, searched_text
from vademecum.model.conversation import Turn
from vademecum.model.recollection import ConversationHit, ConversationSearch, Neighbour
from vademecum.model.turns import Choice, Fence
from vademecum.retrieval.question import Question
from vademecum.retrieval.snippet import snippet
from vademecum.retrieval.turn_ranking import rank_turns
from vademecum.retrieval.turns import rank
from vademecum.text.telling import flat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.model.conversation import ConversationId
    from vademecum.model.recollection import Current
    from vademecum.model.transcript import Line
    from vademecum.model.turns import Held
    from vademecum.retrieval.turns import Ranked

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
        self, query: str, fence: Fence, current: Current, *, limit: int, unit: str, context: int
    ) -> ConversationSearch:
        """Find the best turns, or the best sessions.

        Args:
            query: any text.
            fence: which conversations may answer.
            current: what is going on now, to be told.
            limit: how many.
            unit: ``turn`` or ``session``.
            context: how many turns on either side of a hit are shown with it.
        """
        parts = self._parts
        _, number = parts.turns.page(_EVERY, limit=0)
        question = Question.of(query, parts.analyzer, parts.turns.languages())
        if question is None or (question.strict and _OPERATORS.issuperset(t.text for t in question.terms)):
            return ConversationSearch(
                outcome="nothing_to_search",
                query=query,
                terms=(),
                hits=(),
                unit=unit,
                current=current,
                conversations=number,
            )
        if unit == "session":
            found = rank(parts.turns, question, fence, limit, sessions=True)
        else:
            found = rank_turns(parts.turns, question, fence, limit)
        stems = frozenset(question.rank_by)
        held = parts.turns.held([one.candidate.conversation for one in found.ranked])
        hits = [
            hit
            for one in found.ranked
            if (hit := self._hit(one, held.get(one.candidate.conversation), stems, context)) is not None
        ]
        return ConversationSearch(
            outcome="hits" if hits else "no_match",
            query=query,
            terms=question.shown_terms,
            hits=tuple(hits),
            unit=unit,
            current=current,
            conversations=number,
            judged=found.proposed,
            partial=found.partial,
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
