"""When a look at the files may leave its trace behind: the index then knows every file as the look saw it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.file import FileState, Listing, Stamp
    from vademecum.ports import Index


def settle(index: Index, listing: Listing, read: Sequence[str], revision: str) -> None:
    """Keep the trace of a look, so that the next one need not compare what it finds.

    Args:
        index: what was written in it is what the files said when they were read.
        listing: the look.
        read: files that the look asked to read or to forget; every other one the index knew as it is.
        revision: of the index, if nobody else wrote in it meanwhile.
    """
    promised = listing.trace and not listing.unreachable
    if promised and all(_agree(listing.files.get(path), index.state(path)) for path in read):
        index.put_trace(listing.trace, revision)


def later(revision: str, changes: int) -> str:
    """The revision that so many changes lead to when nobody else makes any."""
    store, _, number = revision.rpartition(".")
    return f"{store}.{int(number) + changes}"


def _agree(seen: Stamp | None, known: FileState | None) -> bool:
    """Whether a file is known as it was seen, and old enough for its stamp to be believed."""
    if seen is None or known is None:
        return seen is None and known is None
    return known.stamp == seen and not known.racy
