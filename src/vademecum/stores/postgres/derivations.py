"""`PostgresDerivations`: `ports.deriving.Derivations` over the rows of one tenant."""

from __future__ import annotations

from functools import partial

from vademecum.model.rules import Rederived
from vademecum.stores.deriving import PORTION
from vademecum.stores.postgres import deriving, trait_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.model.record import MemoryId
    from vademecum.model.rules import RuleBook, RuleTally, Traits
    from vademecum.ports.deriving import Compile
    from vademecum.stores.postgres.transaction import Reading, Writing


class PostgresDerivations:
    """The rules of an index in a database, and what they derived."""

    def __init__(
        self, compiled: Compile | None, read: Reading, write: Writing, *, portion: int = PORTION
    ) -> None:
        """Remember how it is read and written.

        Args:
            compiled: makes rules of a book; None where nothing is derived.
            read: puts a question to it.
            write: changes it in one step.
            portion: records that new rules reach in one step.
        """
        self._portion = portion
        self._compiled = compiled
        self._read = read
        self._write = write

    def book(self) -> RuleBook:
        return self._read(deriving.stored_book)[0]

    def state(self) -> str:
        return self._read(deriving.stored_book)[1]

    def put(self, book: RuleBook, state: str) -> None:
        if self._compiled is not None:
            self._write(
                partial(
                    deriving.replace_book,
                    compiled=self._compiled,
                    book=book,
                    state=state,
                    portion=self._portion,
                )
            )

    def due(self) -> int:
        return self._read(deriving.due)

    def advance(self) -> int:
        # The server lets whoever waits for the head of the index in between two portions by itself.
        if self._compiled is not None and self.due():
            self._write(partial(deriving.advance, compiled=self._compiled, portion=self._portion))
        return self.due()

    def foreseen(self, records: Mapping[MemoryId, Traits | None]) -> Rederived:
        if self._compiled is None:
            return Rederived()
        return self._write(partial(deriving.foreseen, compiled=self._compiled, records=records))

    def traits(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Traits]:
        return self._read(partial(trait_rows.traits, ids=ids, rows=True))

    def tally(self) -> dict[str, RuleTally]:
        return self._read(deriving.tally)
