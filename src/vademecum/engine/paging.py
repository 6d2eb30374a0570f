"""Everything that a catalogue has of a kind, a page at a time."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.model.ask import Filters
    from vademecum.model.entry import Row
    from vademecum.ports import Index


def every_row(index: Index, filters: Filters, size: int) -> Iterator[Row]:
    """Every row that passes; of one state of the index where the caller holds it steady.

    Args:
        index: to be asked.
        filters: conditions.
        size: rows that are asked for at once.
    """
    offset, total = 0, 1
    while offset < total:
        rows, total = index.page(filters, limit=size, offset=offset)
        yield from rows
        offset += size
