"""`MemoryFields`: `ports.Fields` by looking at every entry."""

from __future__ import annotations

from collections import Counter

from vademecum.model.fields import ALIASES, GENERAL, MEMORY, NAME, TEXT, Declaration, Pair
from vademecum.model.record import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.model.entry import Entry

_OF_EVERY_RECORD = (TEXT, NAME, ALIASES)


class MemoryFields:
    """The fields of an index without a disk; each call sees one state of it."""

    def __init__(self, entries: Callable[[], list[Entry]], changed: Callable[[], None]) -> None:
        """Remember where entries come from, and whom to tell of a change."""
        self._entries = entries
        self._changed = changed
        self._held: tuple[Declaration, str] = (Declaration(), "")

    def follow(self, other: MemoryFields) -> None:
        """Take over what another one holds."""
        self._held = other._held

    def declared(self) -> Declaration:
        return self._held[0]

    def state(self) -> str:
        return self._held[1]

    def put(self, declaration: Declaration, state: str) -> None:
        self._held = declaration, state
        self._changed()

    def stating(self, pairs: Sequence[Pair]) -> tuple[str, ...]:
        found = {entry.path for entry in self._entries() if any(_concerns(pair, entry) for pair in pairs)}
        return tuple(sorted(found))

    def uses(self) -> dict[Pair, int]:
        counts = Counter(
            Pair(MEMORY if entry.kind is Kind.MEMORY else entry.place.label, field)
            for entry in self._entries()
            for field in entry.stated
        )
        return {pair: counts[pair] for pair in sorted(counts, key=lambda pair: (pair.label, pair.field))}


def _concerns(pair: Pair, entry: Entry) -> bool:
    is_stated = pair.field in _OF_EVERY_RECORD or pair.field in entry.stated
    return is_stated and (GENERAL[entry.kind] == pair.label or entry.type == pair.label.casefold())
