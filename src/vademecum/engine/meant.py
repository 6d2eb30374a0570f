"""Memories that join the pool of a question because of what they mean."""

from __future__ import annotations

from vademecum.model.fields import TEXT, Declaration
from vademecum.model.value import field, replace, value
from vademecum.retrieval.memory_weights import STATIC, learned_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vademecum.engine.parts import Parts
    from vademecum.model.ask import Filters
    from vademecum.model.record import MemoryId
    from vademecum.ports import Index
    from vademecum.retrieval.lexical import Scored
    from vademecum.retrieval.memory_weights import Weights

MEANT = 20
"""Memories that are asked for, likest first; the weights were learned with as many."""


@value
class Meant:
    """What meanings tell of a question.

    Attributes:
        nearest: how like each is, likest first.
        why: why a model that there is did not answer, empty when it did.
        partial: something that may answer has no vector yet.
        worth: what likenesses by the model that gave the vectors are worth.
    """

    nearest: dict[MemoryId, float] = field(default_factory=dict)
    why: str = ""
    partial: bool = False
    worth: Weights = STATIC


def meant(parts: Parts, text: str, filters: Filters) -> Meant:
    """The memories that are likest to a text; none without a model, or where nothing was learned of what its
    likenesses are worth."""
    space = parts.index.vectors().space()
    worth = learned_with(space.model) if space else None
    if worth is None:
        return Meant()
    found = parts.meaning.nearest(text, filters, MEANT)
    return Meant(found.found, found.why, found.partial, worth)


def likenesses(parts: Parts, text: str, rounds: Iterable[Scored]) -> Mapping[MemoryId, float]:
    """How like the text everything in some pools is."""
    ids = dict.fromkeys(judged.candidate.id for scored in rounds for judged in scored.judged)
    return parts.meaning.likenesses(text, tuple(ids)).found


def with_meant(index: Index, scored: Scored, nearest: Iterable[MemoryId]) -> Scored:
    """The pool, and behind it what is like the question and not in it."""
    held = {judged.candidate.id for judged in scored.judged}
    new = [one for one in nearest if one not in held]
    declared = index.fields().declared() if new else Declaration()
    # What a text means tells of it as its words do.
    found = [one for one in index.at(new) if declared.searches(one.kind, one.type, TEXT)]
    return replace(scored, judged=(*scored.judged, *scored.judge(found)))
