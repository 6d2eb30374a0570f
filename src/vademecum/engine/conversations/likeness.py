"""How like one question turns are, for ranking them."""

from __future__ import annotations

from vademecum.retrieval.memory_weights import learned_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.engine.meaning import Alike, Meaning
    from vademecum.model.conversation import ConversationId
    from vademecum.model.turns import Fence

    Place = tuple[ConversationId, int]


class TextLikeness:
    """`retrieval.turn_ranking.Likeness` of one text.

    Attributes:
        why: why the embedder did not answer, empty when it did.
        partial: many turns have no vector yet.
    """

    def __init__(self, meaning: Meaning, text: str) -> None:
        self._meaning = meaning
        self._text = text
        self.why = ""
        self.partial = False

    @property
    def enough(self) -> float | None:
        """What was learned for memories, from turns as well (`benchmarks/train_memories.py`)."""
        worth = learned_with(self._meaning.model() or "")
        return worth.like_enough if worth is not None else None

    def nearest(self, fence: Fence, limit: int) -> Mapping[Place, float]:
        return self._told(self._meaning.nearest(self._text, fence, limit))

    def of(self, places: Sequence[Place]) -> Mapping[Place, float]:
        return self._told(self._meaning.likenesses(self._text, places))

    def _told(self, alike: Alike) -> Mapping[Place, float]:
        self.why = self.why or alike.why
        self.partial = self.partial or alike.partial
        return alike.found
