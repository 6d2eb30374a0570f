"""What a home declares to be searched: read from its file, told of fields nobody spoke of, and kept in step
with the index."""

from __future__ import annotations

from contextlib import suppress

from vademecum.errors import Busy, StoreError, VadeError
from vademecum.model.fields import ENTITY, MOST_DECLARED, Declaration, Pair
from vademecum.model.file import FAULTY, Quarantined
from vademecum.model.record import Entity, Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.model.file import Document
    from vademecum.ports import FieldFile, Fields, Index

_SHOWN = 3


class Declaring:
    """The declaration of one open home."""

    def __init__(self, file: FieldFile) -> None:
        """Remember where it is kept."""
        self._file = file
        self._state: str | None = None
        self._present = Declaration()

    def declared(self, index: Index) -> Declaration:
        """As it was at the last look, which is now when there was none."""
        return self.look(index) if self._state is None else self._present

    def look(self, index: Index) -> Declaration:
        """As the file says it now; where that cannot be read, as the index was made by."""
        state = self._file.fields_state()
        if self._state is None or state != self._state.removeprefix(FAULTY):
            self._present, self._state = self._found(index.fields(), state)
        return self._present

    def _found(self, fields: Fields, state: str) -> tuple[Declaration, str]:
        known = fields.state()
        if known.removeprefix(FAULTY) == state:  # what was read once needs no YAML at a cold start
            return fields.declared(), known
        found = self._file.read_fields()
        return (fields.declared(), f"{FAULTY}{state}") if isinstance(found, Quarantined) else (found, state)

    def outdated(self, index: Index) -> tuple[str, ...] | None:
        """Paths of the records that an index holds by another declaration; None when it was made by this."""
        declared, fields = self.look(index), index.fields()
        if fields.state() == self._state:
            return None
        return fields.stating(declared.changed(fields.declared()))

    def keep(self, index: Index) -> None:
        """Tell an index that all it holds was made by this declaration."""
        index.fields().put(self.declared(index), self._state or "")

    def meet(self, index: Index, documents: Iterable[Document]) -> tuple[str, ...]:
        """Declare what pages state and nobody spoke of, as far as there is room.

        Returns:
            What is not searched, and why: a sentence, or none.
        """
        new = list(dict.fromkeys(pair for document in documents for pair in self._unspoken(document)))
        if not new:
            return ()
        room = max(0, MOST_DECLARED - self._present.declared)
        admitted, refused = new[:room], new[room:]
        try:
            self._admit(index, admitted)
        except VadeError as error:
            return (_unsearched(new, error.message),)
        advice = "`vade schema fields --add` has them searched"
        why = f"writing declares {MOST_DECLARED} fields at most; {advice}"
        return (_unsearched(refused, why),) if refused else ()

    def _unspoken(self, document: Document) -> Iterable[Pair]:
        page = document.record
        if not isinstance(page, Entity) or not page.properties:
            return ()
        from vademecum.indexing.words import stated_texts

        label = page.label or ENTITY
        pairs = [Pair(label, field) for field in stated_texts(page)]
        return [pair for pair in pairs if self._present.stands(Kind.ENTITY, label, pair.field) is None]

    def _admit(self, index: Index, pairs: Sequence[Pair]) -> None:
        if not pairs:
            return
        before = self._present
        self._present = self._file.write_fields(dict.fromkeys(pairs, True))
        self._state = self._file.fields_state()
        fields = index.fields()
        # The next look sees to it otherwise.
        with suppress(Busy, StoreError):
            if fields.declared() == before and not fields.stating(self._present.changed(before)):
                fields.put(self._present, self._state)


def _unsearched(pairs: Sequence[Pair], why: str) -> str:
    names = ", ".join(pair.shown for pair in pairs[:_SHOWN])
    more = f" and {len(pairs) - _SHOWN} more" if len(pairs) > _SHOWN else ""
    return f"not searched: {names}{more}; {why}"
