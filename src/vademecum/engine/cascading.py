"""Finding what a change puts in doubt, and writing the doubt into it.

The index only nominates; what a file says decides.
"""

from __future__ import annotations

from vademecum.errors import VadeError
from vademecum.lifecycle.cascading import Cause, doubt, doubted, names_of
from vademecum.lifecycle.predicates import dependents, depends
from vademecum.model.ask import Filters
from vademecum.model.file import Document
from vademecum.model.record import Kind, Memory, Status
from vademecum.model.revision import Doubted
from vademecum.model.value import replace, value
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.engine.parts import Parts
    from vademecum.model.entry import Row
    from vademecum.model.record import NeedsReview

MOST = 100
"""Memories that one change marks; whoever has more to look at would look at none. The rest is counted."""

_LOOKED_AT = 1_000
"""Memories that name it, and as many about its subject, that are looked at, the newest first."""

_HOLDS = (Status.ACTIVE, Status.DEPRECATED)


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
    """Spreads doubt."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def ripple(self, document: Document, after: Status) -> Ripple:
        """What will be in doubt once this memory is superseded or retracted; nothing is written."""
        memory = document.record
        if not isinstance(memory, Memory):
            return Ripple()
        wording = self._parts.wording
        following: frozenset[str] = frozenset()
        if memory.predicate:
            following = dependents(memory.predicate, wording.predicates)
        cause = Cause(memory, document.key, after, self._names(memory, document.key), following)
        rows, missed = self._nominated(cause)
        found: list[tuple[Document, NeedsReview]] = []
        for row in rows:
            present = self._parts.vault.read(row.path)
            if isinstance(present, Document) and isinstance(present.record, Memory):
                why = doubt(present.record, cause)
                found += [(present, why)] if why is not None else []
        missed += max(0, len(found) - MOST)
        more = f"{missed} more memories may be in doubt and were not marked; `vade search {document.key}`"
        return Ripple(tuple(found[:MOST]), (more,) if missed else ())

    def _names(self, memory: Memory, key: str) -> frozenset[str]:
        """What means the memory and no person, place or thing."""
        forms = names_of(memory, key)
        return forms.difference(self._parts.index.named(tuple(forms), ()))

    def _nominated(self, cause: Cause) -> tuple[Iterable[Row], int]:
        """Rows that may be in doubt, each once, and how many were not looked at."""
        memory = cause.memory
        forms = tuple(sorted(cause.names | {fold_name(memory.id)}))
        rows, missed = self._page(Filters(about=forms))
        if memory.subject and cause.following:
            subject = Filters(scopes=(memory.scope,), about=(fold_name(memory.subject),))
            others, more = self._page(subject)
            rows += tuple(row for row in others if depends(row.card.predicate or "", cause.following))
            missed += more
        return {row.id: row for row in rows}.values(), missed

    def _page(self, filters: Filters) -> tuple[tuple[Row, ...], int]:
        holding = replace(filters, kinds=(Kind.MEMORY,), statuses=_HOLDS)
        rows, total = self._parts.index.page(holding, limit=_LOOKED_AT)
        return rows, total - len(rows)

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
