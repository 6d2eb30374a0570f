"""What a session said: findable at once, with a hedge, and no memory yet."""

from __future__ import annotations

from vademecum.engine.parts import Glance
from vademecum.indexing.entry import body_hash
from vademecum.lifecycle.predicates import holds, name_of
from vademecum.model.entry import Changes
from vademecum.model.extracted import Explicitness
from vademecum.model.record import MemoryId
from vademecum.model.value import replace, value
from vademecum.model.wording import Holds
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.engine.parts import Parts
    from vademecum.model.entry import Entry, Row
    from vademecum.model.record import Memory
    from vademecum.model.session import Noted

Claim = tuple[str, str]
"""Folded subject and predicate."""

_OUTRIGHT = list(Explicitness)


@value(kw_only=True)
class Mention:
    """Something that was said, as it is found.

    Attributes:
        order: the later, the greater.
        turns: in how many turns it was said.
        active: it is told; a reconciliation puts what was said better or later in its place.
    """

    noted: Noted
    memory: Memory
    explicitness: Explicitness
    order: int
    turns: int = 1
    active: bool = True


class Overlay:
    """The facts of one session and what the session suppresses. Rebuilt whole after every change.

    Attributes:
        revision: grows with every change and never repeats within a session.
    """

    def __init__(self, parts: Parts, session: str) -> None:
        self._parts = parts
        self._session = session
        self._changes = 0
        self._order = 0
        self._mentions: dict[str, Mention] = {}
        self._entries: dict[str, Entry] = {}
        self._claims: dict[Claim, str] = {}
        self._memories: dict[MemoryId, str] = {}
        self._built: tuple[int, Parts] | None = None

    @property
    def revision(self) -> str:
        """Which state this is."""
        return f"{self._session}.{self._changes}"

    def __len__(self) -> int:
        return sum(mention.active for mention in self._mentions.values())

    def claim_of(self, subject: str | None, predicate: str | None) -> Claim | None:
        """Subject and predicate as they are compared; None without a predicate, and where a subject has
        several values of it at a time: who likes tea may like coffee, too."""
        if not predicate or holds(name_of(predicate), self._parts.wording.predicates) is Holds.MANY:
            return None
        return fold_name(subject or ""), name_of(predicate)

    def everything(self) -> tuple[Mention, ...]:
        """What was said, in order; also what something said better or later took the place of."""
        return tuple(self._mentions.values())

    def mentions(self) -> tuple[Mention, ...]:
        """What is told, in the order in which it was said."""
        return tuple(mention for mention in self._mentions.values() if mention.active)

    def add(self, noted: Noted, memory: Memory, explicitness: Explicitness) -> None:
        """Tell something from now on; the same said again counts as said now."""
        self._order += 1
        before = self._mentions.pop(noted.id, None)
        again = before is not None and before.noted.turn != noted.turn
        turns = (before.turns if before else 1) + again
        mention = Mention(
            noted=noted, memory=memory, explicitness=explicitness, order=self._order, turns=turns
        )
        self._mentions[noted.id] = mention
        self._changed()

    def suppress(self, by: str, *, claim: Claim | None = None, memory: MemoryId | None = None) -> None:
        """Tell no memory of this claim, or not this memory, until `release` of whoever suppressed it."""
        if claim is not None:
            self._claims[claim] = by
            for said, mention in self._mentions.items():
                if said != by and self._claim(mention.memory) == claim:
                    self._mentions[said] = replace(mention, active=False)
        if memory is not None:
            self._memories[memory] = by
        self._changed()

    def release(self, by: str) -> None:
        """What was said is a memory by now, or taken back: it is told and suppresses no more."""
        self._mentions.pop(by, None)
        self._entries.pop(by, None)
        self._claims = {claim: other for claim, other in self._claims.items() if other != by}
        self._memories = {memory: other for memory, other in self._memories.items() if other != by}
        self._changed()

    def is_suppressed(self, row: Row) -> bool:
        """Whether a memory must not be told in this session."""
        if row.id in self._memories:
            return True
        return bool(self._claims) and self.claim_of(row.card.subject, row.card.predicate) in self._claims

    @property
    def suppresses(self) -> bool:
        """Whether any memory must not be told."""
        return bool(self._claims or self._memories)

    def reconcile(self) -> None:
        """Of what was said of one thing the most outright stands, of equals the latest; repeats go."""
        best: dict[Claim | str, Mention] = {}
        for mention in self.mentions():
            key = self._claim(mention.memory) or body_hash(mention.memory.body)
            if key not in best or _outranks(mention, best[key]):
                best[key] = mention
        kept = {mention.noted.id for mention in best.values()}
        lost = [mention for mention in self.mentions() if mention.noted.id not in kept]
        for mention in lost:
            self._mentions[mention.noted.id] = replace(mention, active=False)
        if lost:
            self._changed()

    def parts(self) -> Parts:
        """The home with these facts for an index."""
        if self._built is None or self._built[0] != self._changes:
            index = self._parts.open_overlay()
            index.apply(Changes(put=tuple(self._active_entries())))
            self._built = (self._changes, replace(self._parts, index=index, glance=Glance(index)))
        return self._built[1]

    def _active_entries(self) -> Iterator[Entry]:
        parts = self._parts
        for mention in self.mentions():
            name = mention.noted.id
            entry = self._entries.get(name)
            if entry is None:
                draft = parts.vault.draft(mention.memory)
                made = parts.entry(draft)
                entry = self._entries[name] = replace(made, id=MemoryId(name), path=f"{name}.md")
            yield entry

    def _claim(self, memory: Memory) -> Claim | None:
        return self.claim_of(memory.subject, memory.predicate)

    def _changed(self) -> None:
        self._changes += 1


def _outranks(one: Mention, other: Mention) -> bool:
    ranks = _OUTRIGHT.index(one.explicitness), _OUTRIGHT.index(other.explicitness)
    return ranks[0] < ranks[1] or (ranks[0] == ranks[1] and one.order > other.order)
