"""`LocalDerivations`: `ports.deriving.Derivations` over the catalogue."""

from __future__ import annotations

from vademecum.model.edges import FIRST_DERIVED
from vademecum.model.rules import MOST_PAIRS, RuleTally
from vademecum.stores.local import deriving, trait_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.model.record import MemoryId
    from vademecum.model.rules import RuleBook, Traits
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
        return self._read(deriving.stored_book)[0]

    def state(self) -> str:
        return self._read(deriving.stored_book)[1]

    def put(self, book: RuleBook, state: str) -> None:
        compiled = self._compiled
        if compiled is not None:
            self._write(lambda connection: deriving.replace_book(connection, compiled, book, state))

    def traits(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Traits]:
        return self._read(lambda connection: trait_rows.traits(connection, ids, rows=True))

    def tally(self) -> dict[str, RuleTally]:
        return self._read(_tally)


def _tally(connection: Connection) -> dict[str, RuleTally]:
    book, _ = deriving.stored_book(connection)
    edges = dict(
        connection.execute(
            "SELECT subject_name, count(*) FROM edge WHERE position >= ? GROUP BY subject_name",
            (FIRST_DERIVED,),
        ).fetchall()
    )
    crowded = dict(
        connection.execute(
            "SELECT rule, count(*) FROM crowd WHERE subjects * objects > ? GROUP BY rule", (MOST_PAIRS,)
        ).fetchall()
    )
    return {rule.name: RuleTally(edges.get(rule.name, 0), crowded.get(rule.name, 0)) for rule in book.rules}
