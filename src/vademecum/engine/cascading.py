"""Spreading doubt: finding what a change puts in doubt, writing it, and taking back what rested on a doubt.

The index only nominates; what a file says decides.
"""

from __future__ import annotations

from vademecum.engine.dependence import Dependence
from vademecum.errors import VadeError
from vademecum.lifecycle.cascading import doubt, doubted
from vademecum.lifecycle.reviewing import settled
from vademecum.model.doubted import Doubted
from vademecum.model.file import Document
from vademecum.model.record import Entity, Memory, Status
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.engine.parts import Parts
    from vademecum.lifecycle.cascading import Cause
    from vademecum.model.record import MemoryId, NeedsReview, Relation

MOST = 100
"""Memories that one change marks; whoever has more to look at would look at none. The rest is counted."""


@value
class Ripple:
    """What a change will put in doubt.

    Attributes:
        found: documents with the doubt that each is to carry.
        warnings: what was left out.
    """

    found: tuple[tuple[Document, NeedsReview], ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def doubted(self) -> tuple[Doubted, ...]:
        """The same as a caller is told of it."""
        return tuple(
            Doubted(id=document.record.id, key=document.key, reason=why.reason)
            for document, why in self.found
        )


class Cascading:
    """Spreads doubt, and takes it back."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._dependence = Dependence(parts)

    def ripple(self, document: Document, after: Status) -> Ripple:
        """What will be in doubt once this memory is superseded or retracted; nothing is written."""
        memory = document.record
        if not isinstance(memory, Memory):
            return Ripple()
        what = f"{document.key}, which was {after.value}"
        return self._spreading(self._dependence.cause(memory, document.key, what), document.key)

    def parting(self, page: Document, relation: Relation, ended: str) -> Ripple:
        """What will be in doubt once a page's relation ends or is taken out; nothing is written.

        Args:
            page: of the entity that has it.
            relation: as the page says it.
            ended: what becomes of it, in words.
        """
        entity = page.record
        if not isinstance(entity, Entity):
            return Ripple()
        claim = Memory(
            id=entity.id,
            scope=entity.scope,
            subject=entity.name,
            predicate=relation.predicate,
            value=relation.object,
        )
        what = f"{entity.name} {relation.predicate} {relation.object}, which {ended}"
        cause = replace(self._dependence.cause(claim, "", what), ids=frozenset(), names=frozenset())
        return self._spreading(cause, page.key)

    def _spreading(self, cause: Cause, key: str) -> Ripple:
        """What a cause puts in doubt, and what rests on that, nearest first."""
        found: dict[MemoryId, tuple[Document, NeedsReview]] = {}
        waiting, missed = [cause], 0
        while waiting:
            nearer, more = self._next(waiting.pop(0))
            missed += more
            for document, memory, why in nearer:
                if memory.id in found or memory.id == cause.memory.id:
                    continue
                found[memory.id] = (document, why)
                if len(found) <= MOST:
                    waiting.append(self._doubtful(document, memory))
        missed += max(0, len(found) - MOST)
        told = f"{missed} more memories may be in doubt and were not marked; `vade search {key}`"
        return Ripple(tuple(found.values())[:MOST], (told,) if missed else ())

    def _doubtful(self, document: Document, memory: Memory) -> Cause:
        what = f"{document.key}, which is in doubt"
        return self._dependence.cause(memory, document.key, what, certain=False)

    def _next(self, cause: Cause) -> tuple[list[tuple[Document, Memory, NeedsReview]], int]:
        """What depends on a cause without anything between, and how many were not looked at."""
        cause, rows, missed = self._dependence.nominated(cause)
        found: list[tuple[Document, Memory, NeedsReview]] = []
        for row in rows:
            present = self._parts.vault.read(row.path)
            if isinstance(present, Document) and isinstance(present.record, Memory):
                why = doubt(present.record, cause)
                found += [(present, present.record, why)] if why is not None else []
        return found, missed

    def spread(self, ripple: Ripple) -> tuple[list[Document], tuple[str, ...]]:
        """Write the doubts; a file that cannot be written is told of and stays as it is."""
        written: list[Document] = []
        warnings: list[str] = list(ripple.warnings)
        for document, why in ripple.found:
            memory = document.record
            assert isinstance(memory, Memory)
            try:
                changed = doubted(memory, why)
                written.append(self._parts.vault.replace(document.path, changed, document.state))
            except VadeError as error:
                warnings.append(
                    f"{document.key} is in doubt ({why.reason}) but was not marked: {error.message}"
                )
        return written, tuple(warnings)

    def relieved(self, document: Document, by: str) -> tuple[tuple[Document, Memory], ...]:
        """Memories that were in doubt only because this one was, each as it will be once it holds again.

        Args:
            document: of a memory whose doubt somebody settles.
            by: who.
        """
        return tuple(self._relief(document, by, {document.record.id}))

    def _relief(self, document: Document, by: str, seen: set[MemoryId]) -> Iterator[tuple[Document, Memory]]:
        memory = document.record
        assert isinstance(memory, Memory)
        cause, rows, _ = self._dependence.nominated(self._doubtful(document, memory))
        for row in rows:
            present = self._parts.vault.read(row.path)
            if row.id in seen or not isinstance(present, Document):
                continue
            other = present.record
            # Judged anew, not by what its reason says: a doubt that has another reason too stays.
            if isinstance(other, Memory) and other.needs_review is not None:
                why = doubt(replace(other, needs_review=None), cause)
                if why == other.needs_review:
                    seen.add(row.id)
                    note = f"{document.key} still holds"
                    yield present, settled(other, approved=True, by=by, at=self._parts.now(), note=note)
                    yield from self._relief(present, by, seen)
