"""`LocalEdges`: `ports.Edges` over the catalogue."""

from __future__ import annotations

from functools import partial

from vademecum.model.record import MemoryId
from vademecum.stores.local import edge_lookups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from vademecum.model.edges import Statement, Vertex
    from vademecum.stores.local.head import Connection


class LocalEdges:
    """The edges of an index in files."""

    def __init__(self, read: Callable[[Callable[[Connection], Any]], Any]) -> None:
        """Remember how the catalogue is read: what is handed in is called with a connection."""
        self._read = read

    def touching(
        self, ends: Sequence[str], *, predicates: Sequence[str] = (), most: int
    ) -> tuple[Statement, ...]:
        found: tuple[Statement, ...] = self._read(
            partial(edge_lookups.touching, ends=ends, predicates=predicates, most=most)
        )
        return found

    def bearing(self, forms: Sequence[str]) -> tuple[Vertex, ...]:
        found: tuple[Vertex, ...] = self._read(partial(edge_lookups.bearing, forms=forms))
        return found

    def nodes(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Vertex]:
        found: dict[MemoryId, Vertex] = self._read(partial(edge_lookups.nodes, ids=ids))
        return found

    def merged(self, ids: Sequence[MemoryId]) -> tuple[Vertex, ...]:
        found: tuple[Vertex, ...] = self._read(partial(edge_lookups.merged, ids=ids))
        return found

    def statements(self) -> Iterator[Statement]:
        record, position = MemoryId(""), 0
        while True:
            found: list[Statement] = self._read(
                partial(edge_lookups.statements_after, record=record, position=position)
            )
            yield from found
            if not found:
                return
            record, position = found[-1].id, found[-1].position

    def vertices(self) -> Iterator[Vertex]:
        record = MemoryId("")
        while True:
            found: list[Vertex] = self._read(partial(edge_lookups.vertices_after, record=record))
            yield from found
            if not found:
                return
            record = found[-1].id
