"""What a session is told to forget: which thing is meant, whether it is a memory or was only said."""

from __future__ import annotations

from vademecum.engine.storing import Storing
from vademecum.errors import Ambiguous, InvalidValue, NotFound, quoted
from vademecum.model.session import Origin
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.engine.noting import Noting
    from vademecum.engine.overlay import Overlay
    from vademecum.engine.parts import Parts
    from vademecum.model.record import MemoryId
    from vademecum.model.session import Deed, Noted, RecalledFact, Snapshot

_SHOWN = 60
"""Characters by which a choice is told from another."""


class Unsaying:
    """Ends what is meant.

    Args:
        parts: gives the parts of the home as they are now.
        recall: asks the session.
        overlay: what the session said.
        noting: takes in what is to go.
    """

    def __init__(
        self,
        parts: Callable[[], Parts],
        recall: Callable[[str], Snapshot],
        overlay: Overlay,
        noting: Noting,
    ) -> None:
        self._parts = parts
        self._recall = recall
        self._overlay = overlay
        self._noting = noting

    def memory(self, handle: str) -> MemoryId:
        """The memory of this id or key.

        Raises:
            NotFound, Ambiguous: it means nothing, or several.
        """
        return Storing(self._parts()).row(handle).id

    def unsaid(self, what: str, deed: Deed, turn: int) -> Noted:
        """End one thing: by the id of something noted, by a memory's id or key, or by words.

        Raises:
            NotFound: nothing known holds all of the words; Ambiguous: several things do.
            VaultError: the journal cannot be written; nothing changed.
        """
        for mention in self._overlay.mentions():
            if mention.noted.id == what:
                return self._taken_back(mention.noted, deed, turn)
        try:
            memory = self.memory(what)
        except (NotFound, InvalidValue):
            return self._by_words(what, deed, turn)
        return self._noting.end(memory, what, deed=deed, turn=turn, at=self._parts().now())

    def _by_words(self, what: str, deed: Deed, turn: int) -> Noted:
        facts = self._recall(what).facts
        whole = [fact for fact in facts if fact.terms and fact.covered == fact.terms]
        if not whole:
            near = tuple(fact.key or fact.id for fact in facts)
            raise NotFound(f"nothing known holds all of {quoted(what)}; name it by its key", suggestions=near)
        if len(whole) > 1:
            raise ambiguous(f"{quoted(what)} may mean", whole, "name one")
        (fact,) = whole
        if fact.origin is Origin.MEMORY:
            return self._noting.end(fact.id, fact.statement, deed=deed, turn=turn, at=self._parts().now())
        mention = next(one for one in self._overlay.mentions() if one.noted.id == fact.id)
        return self._taken_back(mention.noted, deed, turn)

    def _taken_back(self, noted: Noted, deed: Deed, turn: int) -> Noted:
        self._noting.take_back(noted.id)
        return replace(noted, deed=deed, turn=turn, staged=False)


def ambiguous(may_mean: str, facts: Sequence[RecalledFact], advice: str) -> Ambiguous:
    """The error that names several facts of which one is meant.

    Args:
        may_mean: what is said before their list.
        facts: each is told by its key and how it begins.
        advice: what to do.
    """
    listed = "; ".join(f"{fact.key or fact.id}: {fact.statement[:_SHOWN]}" for fact in facts)
    return Ambiguous(f"{may_mean} {listed}; {advice}", tuple(fact.id for fact in facts))
