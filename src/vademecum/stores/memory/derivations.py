"""`MemoryDerivations`: `ports.deriving.Derivations` by deriving everything anew whenever somebody asks."""

from __future__ import annotations

from vademecum.model.rules import Rederived, RuleBook, RuleTally, Traits, traits_of
from vademecum.stores.derived import Everything, rederived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Protocol

    from vademecum.model.edges import Said
    from vademecum.model.entry import Entry
    from vademecum.model.record import MemoryId
    from vademecum.ports.deriving import Compile, Deriving

    class Contents(Protocol):
        """What an index holds of rules; `changes` counts whatever is done to it."""

        changes: int
        book: RuleBook
        rules_state: str


class MemoryDerivations:
    """The rules of an index without a disk, and what they derive."""

    def __init__(
        self,
        compiled: Compile | None,
        contents: Callable[[], Contents],
        held: Callable[[], list[tuple[Entry, tuple[bytes, ...]]]],
    ) -> None:
        """Remember where things come from.

        Args:
            compiled: makes rules of a book; None where nothing is derived.
            contents: of the index, now.
            held: its entries with their vectors, in any order.
        """
        self._compiled = compiled
        self._contents = contents
        self._held = held
        self._last: tuple[Contents, int, Everything] | None = None

    def book(self) -> RuleBook:
        return self._contents().book

    def state(self) -> str:
        return self._contents().rules_state

    def put(self, book: RuleBook, state: str) -> None:
        contents = self._contents()
        contents.book, contents.rules_state = book, state
        contents.changes += 1

    def traits(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Traits]:
        held = {one.id: one for one in self._traits()}
        return {each: held[each] for each in ids if each in held}

    def due(self) -> int:
        return 0

    def advance(self) -> int:
        return 0

    def foreseen(self, records: Mapping[MemoryId, Traits | None]) -> Rederived:
        before, rules = self._everything(), self._rules()
        if before is None or rules is None:
            return Rederived()
        held = {one.id: one for one in self._traits()}
        present = ({**held, **records}).values()
        return rederived(before, Everything(rules, (one for one in present if one is not None)))

    def tally(self) -> dict[str, RuleTally]:
        found = self._everything()
        told = found.tally if found else {}
        return {rule.name: told.get(rule.name, RuleTally()) for rule in self.book().rules}

    def edges(self) -> dict[MemoryId, dict[int, Said]]:
        """Subject -> position -> edge."""
        found = self._everything()
        return found.edges if found else {}

    def _traits(self) -> Iterator[Traits]:
        for entry, rows in self._held():
            yield traits_of(entry.id, entry.kind, entry.scope, entry.place, rows)

    def _rules(self) -> Deriving | None:
        book = self._contents().book
        return self._compiled(book) if self._compiled is not None and book.rules else None

    def _everything(self) -> Everything | None:
        contents, rules = self._contents(), self._rules()
        if rules is None:
            return None
        last = self._last
        if last and not rules.means and last[0] is contents and last[1] == contents.changes:
            return last[2]
        found = Everything(rules, self._traits())
        self._last = contents, contents.changes, found
        return found
