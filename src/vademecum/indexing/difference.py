"""Which files must be read again, and which may be believed deleted."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.model.file import FileState, Listing


@value
class Difference:
    """What one look at the vault asks to be done.

    Attributes:
        unread: paths to read, sorted: new, changed, or too young to trust their stamp.
        gone: known paths believed deleted, sorted.
        withheld: known paths that are missing below a folder that could not be listed, sorted.
    """

    unread: tuple[str, ...]
    gone: tuple[str, ...]
    withheld: tuple[str, ...]


def compare(listing: Listing, known: Mapping[str, FileState]) -> Difference:
    """Compare a listing with what the index remembers.

    A file is trusted unread only when its stamp is equal and was not taken within the file system's
    timestamp granularity of a write (`FileState.racy`).
    """
    unread = [
        path
        for path, stamp in listing.files.items()
        if (state := known.get(path)) is None or state.racy or state.stamp != stamp
    ]
    gone: list[str] = []
    withheld: list[str] = []
    for path in sorted(known.keys() - listing.files.keys()):
        (withheld if _below_any(path, listing.unreachable) else gone).append(path)
    return Difference(tuple(sorted(unread)), tuple(gone), tuple(withheld))


def _below_any(path: str, folders: Mapping[str, str]) -> bool:
    return any(folder in ("", path) or path.startswith(f"{folder}/") for folder in folders)
