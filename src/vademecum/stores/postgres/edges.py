"""`PostgresEdges`: `ports.Edges` over the rows of one tenant."""

from __future__ import annotations

from functools import partial

from vademecum.model.record import MemoryId
from vademecum.stores.postgres import edge_lookups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Protocol, TypeVar

    from vademecum.model.edges import Statement, Vertex
    from vademecum.stores.postgres.transaction import Transaction

    Found = TypeVar("Found")

    class Reading(Protocol):
        """Puts a question to the rows of the tenant, on one state of them."""

        def __call__(self, question: Callable[[Transaction], Found], /) -> Found: ...

    class Writing(Protocol):
        """Changes the index in one step, with its head locked; it may be called several times."""

        def __call__(self, change: Callable[[Transaction], Found], /) -> Found: ...


class PostgresEdges:
    """The edges of an index in a database."""

    def __init__(self, read: Reading) -> None:
        """Remember how it is read."""
        self._read = read

    def touching(
        self, ends: Sequence[str], *, predicates: Sequence[str] = (), most: int
    ) -> tuple[Statement, ...]:
        return self._read(partial(edge_lookups.touching, ends=ends, predicates=predicates, most=most))

    def bearing(self, forms: Sequence[str], *, keys: bool = True) -> tuple[Vertex, ...]:
        return self._read(partial(edge_lookups.bearing, forms=forms, keys=keys))

    def nodes(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Vertex]:
        return self._read(partial(edge_lookups.nodes, ids=ids))

    def merged(self, ids: Sequence[MemoryId]) -> tuple[Vertex, ...]:
        return self._read(partial(edge_lookups.merged, ids=ids))

    def statements(self) -> Iterator[Statement]:
        record, position = MemoryId(""), 0
        while found := self._read(partial(edge_lookups.statements_after, record=record, position=position)):
            yield from found
            record, position = found[-1].id, found[-1].position

    def vertices(self) -> Iterator[Vertex]:
        record = MemoryId("")
        while found := self._read(partial(edge_lookups.vertices_after, record=record)):
            yield from found
            record = found[-1].id
