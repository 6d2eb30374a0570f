"""`LocalDerivations`: `ports.deriving.Derivations` over the catalogue."""

from __future__ import annotations

# A cold recall asks for the state alone; the rest is imported where it happens.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vademecum.model.record import MemoryId
    from vademecum.model.rules import Rederived, RuleBook, RuleTally, Traits
    from vademecum.ports.deriving import Compile
    from vademecum.stores.edges import Reading
    from vademecum.stores.local.head import Connection


_PAUSE_S = 0.05
"""Between two portions, in which another writer may begin."""


class LocalDerivations:
    """The rules of an index in files, and what they derived."""

    def __init__(
        self,
        compiled: Compile | None,
        read: Reading[Connection],
        write: Callable[[Callable[[Connection], None]], None],
        *,
        portion: int | None = None,
    ) -> None:
        """Remember how the catalogue is read and written.

        Args:
            compiled: makes rules of a book; None where nothing is derived.
            read: puts a question to it.
            write: changes it in one step.
            portion: records that new rules reach in one step; as many as everywhere when not given.
        """
        self._compiled = compiled
        self._read = read
        self._write = write
        self._portion = portion

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

            portion = self._reached_at_once()
            self._write(lambda sql: deriving.replace_book(sql, compiled, book, state, portion=portion))

    def due(self) -> int:
        # A look at the files asks, so what derives is not loaded to learn that nothing is to be done.
        if not self._read(lambda sql: sql.execute("SELECT due FROM rule_book").fetchone())[0]:
            return 0
        from vademecum.stores.local import deriving

        return self._read(deriving.due)

    def advance(self) -> int:
        compiled = self._compiled
        if compiled is not None and self.due():
            import time

            from vademecum.stores.local import deriving

            # SQLite lets nobody stand in line: who waits asks again, at least every tenth of a second.
            time.sleep(_PAUSE_S)
            portion = self._reached_at_once()
            self._write(lambda sql: deriving.advance(sql, compiled, portion=portion))
        return self.due()

    def _reached_at_once(self) -> int:
        from vademecum.stores.deriving import PORTION

        return self._portion or PORTION

    def foreseen(self, records: Mapping[MemoryId, Traits | None]) -> Rederived:
        from vademecum.stores.local import deriving

        found: list[Rederived] = []
        self._write(lambda sql: found.append(deriving.foreseen(sql, self._compiled, records)))
        return found[-1]

    def traits(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Traits]:
        from vademecum.stores.local import trait_rows

        return self._read(lambda connection: trait_rows.traits(connection, ids, rows=True))

    def tally(self) -> dict[str, RuleTally]:
        from vademecum.stores.local.deriving import tally

        return self._read(tally)
