"""What an index knows of the files of a look, and when a look may leave its trace: when it knows them all."""

from __future__ import annotations

from vademecum.model.file import QuarantineReason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.model.file import FileState, Listing, Stamp
    from vademecum.ports import Index


_FEW = 100
"""Files of which each is asked for by itself; of more, all that are known are."""


def known_of(index: Index, listing: Listing) -> dict[str, FileState]:
    """What the index remembers of the files that a look tells about."""
    if not listing.partial:
        return index.states()
    told = {*listing.files, *disputed(index, listing)}
    if len(told) > _FEW:
        states = index.states()
        return {path: states[path] for path in told if path in states}
    with index.steady():
        return {path: state for path in told if (state := index.state(path)) is not None}


def disputed(index: Index, listing: Listing) -> Iterator[str]:
    """Files set aside for sharing an id; the dispute may be over once any file changed."""
    for fault in index.quarantined():
        if fault.reason is QuarantineReason.DUPLICATE_ID and listing.holds(fault.path):
            yield fault.path


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
