"""`LocalDerivations`: `ports.deriving.Derivations` over the catalogue."""

from __future__ import annotations

# A cold recall asks for the state alone; the rest is imported where it happens.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.model.record import MemoryId
    from vademecum.model.rules import RuleBook, RuleTally, Traits
    from vademecum.ports.deriving import Compile
    from vademecum.stores.local.edges import Reading
    from vademecum.stores.local.head import Connection


class LocalDerivations:
    """The rules of an index in files, and what they derived."""

    def __init__(
        self,
        compiled: Compile | None,
        read: Reading,
        write: Callable[[Callable[[Connection], None]], None],
    ) -> None:
        """Remember how the catalogue is read and written.

        Args:
            compiled: makes rules of a book; None where nothing is derived.
            read: puts a question to it.
            write: changes it in one step.
        """
        self._compiled = compiled
        self._read = read
        self._write = write

    def book(self) -> RuleBook:
        from vademecum.stores.local.deriving import stored_book

        return self._read(stored_book)[0]

    def state(self) -> str:
        state: str = self._read(lambda sql: sql.execute("SELECT state FROM rule_book").fetchone())[0]
        return state

    def put(self, book: RuleBook, state: str) -> None:
        compiled = self._compiled
        if compiled is not None:
            from vademecum.stores.local import deriving

            self._write(lambda connection: deriving.replace_book(connection, compiled, book, state))

    def traits(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Traits]:
        from vademecum.stores.local import trait_rows

        return self._read(lambda connection: trait_rows.traits(connection, ids, rows=True))

    def tally(self) -> dict[str, RuleTally]:
        from vademecum.stores.local.deriving import tally

        return self._read(tally)
