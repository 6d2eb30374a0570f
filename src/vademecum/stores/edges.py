"""`ports.Edges` over rows, whichever database holds them: what is asked is asked of its own statements."""

from __future__ import annotations

from functools import partial
from typing import Generic, Protocol, TypeVar

from vademecum.model.entry import Place
from vademecum.model.record import MemoryId
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from vademecum.model.edges import Said, Statement, Vertex
    from vademecum.model.entry import Entry

Source = TypeVar("Source")
Source_co = TypeVar("Source_co", covariant=True)
Source_contra = TypeVar("Source_contra", contravariant=True)
Found = TypeVar("Found")


class Reading(Protocol[Source_co]):
    """Puts a question to the rows, on one state of them."""

    def __call__(self, question: Callable[[Source_co], Found], /) -> Found: ...


class Lookups(Protocol[Source_contra]):
    """The statements of one database; a module of functions is one."""

    def touching(
        self, source: Source_contra, /, ends: Sequence[str], predicates: Sequence[str], most: int
    ) -> tuple[Statement, ...]:
        """`Edges.touching`."""
        ...

    def bearing(self, source: Source_contra, /, forms: Sequence[str], *, keys: bool) -> tuple[Vertex, ...]:
        """`Edges.bearing`."""
        ...

    def nodes(self, source: Source_contra, /, ids: Sequence[MemoryId]) -> dict[MemoryId, Vertex]:
        """`Edges.nodes`."""
        ...

    def merged(self, source: Source_contra, /, ids: Sequence[MemoryId]) -> tuple[Vertex, ...]:
        """`Edges.merged`."""
        ...

    def statements_after(self, source: Source_contra, /, record: str, position: int) -> list[Statement]:
        """The next statements by record and position; empty at the end."""
        ...

    def vertices_after(self, source: Source_contra, /, record: str) -> list[Vertex]:
        """The next nodes by id; empty at the end."""
        ...


class StoredEdges(Generic[Source]):
    """The edges of an index."""

    def __init__(self, read: Reading[Source], lookups: Lookups[Source]) -> None:
        """Remember how rows are read, and by which statements."""
        self._read = read
        self._lookups = lookups

    def touching(
        self, ends: Sequence[str], *, predicates: Sequence[str] = (), most: int
    ) -> tuple[Statement, ...]:
        return self._read(partial(self._lookups.touching, ends=ends, predicates=predicates, most=most))

    def bearing(self, forms: Sequence[str], *, keys: bool = True) -> tuple[Vertex, ...]:
        return self._read(partial(self._lookups.bearing, forms=forms, keys=keys))

    def nodes(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Vertex]:
        return self._read(partial(self._lookups.nodes, ids=ids))

    def merged(self, ids: Sequence[MemoryId]) -> tuple[Vertex, ...]:
        return self._read(partial(self._lookups.merged, ids=ids))

    def statements(self) -> Iterator[Statement]:
        record, position = MemoryId(""), 0
        while found := self._read(partial(self._lookups.statements_after, record=record, position=position)):
            yield from found
            record, position = found[-1].id, found[-1].position

    def vertices(self) -> Iterator[Vertex]:
        record = MemoryId("")
        while found := self._read(partial(self._lookups.vertices_after, record=record)):
            yield from found
            record = found[-1].id


def placed(
    entries: Sequence[Entry],
    held: Mapping[MemoryId, Vertex],
    said: Mapping[str, Sequence[Said]],
    fields: Mapping[str, tuple[Any, ...]],
) -> list[Entry]:
    """Entries with their part of the graph.

    Args:
        entries: without it.
        held: their nodes.
        said: what each states itself, in order.
        fields: what rules read of them.
    """
    return [
        replace(entry, place=_place(held[entry.id], said[entry.id], fields.get(entry.id, ())))
        for entry in entries
    ]


def _place(vertex: Vertex, said: Sequence[Said], fields: tuple[Any, ...]) -> Place:
    return Place(
        vertex.label,
        vertex.name,
        vertex.forms,
        vertex.key_form,
        vertex.merged_into,
        vertex.distinct_from,
        tuple(said),
        fields,
    )
