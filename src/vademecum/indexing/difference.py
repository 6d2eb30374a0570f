"""Which files must be read again, and which may be believed deleted."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vademecum.model.file import FileState, Listing


@value
class Difference:
    """What one look at the vault asks to be done.

    Attributes:
        unread: paths to read, sorted: new, changed, or too young to trust their stamp.
        gone: known paths believed deleted, sorted.
        withheld: known paths that are missing below a folder that could not be listed, or that stood on a
            drive that is not there, sorted.
        unmounted: folders that such a drive held or was mounted on, sorted.
    """

    unread: tuple[str, ...]
    gone: tuple[str, ...]
    withheld: tuple[str, ...]
    unmounted: tuple[str, ...] = ()


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
    missing = sorted(path for path in known.keys() - listing.files.keys() if not listing.holds(path))
    unmounted = _unmounted(listing, known, missing) if missing else {}
    gone: list[str] = []
    withheld: list[str] = []
    for path in missing:
        kept = path in unmounted or _below_any(path, listing.unreachable)
        (withheld if kept else gone).append(path)
    folders = tuple(sorted(set(unmounted.values())))
    return Difference(tuple(sorted(unread)), tuple(gone), tuple(withheld), folders)


def _below_any(path: str, folders: Mapping[str, str]) -> bool:
    return any(folder in ("", path) or path.startswith(f"{folder}/") for folder in folders)


def _unmounted(listing: Listing, known: Mapping[str, FileState], missing: Iterable[str]) -> dict[str, str]:
    """Missing paths that stood on a drive that is not there -> the nearest folder that is.

    Nobody deletes files by changing the drive beneath them: where a folder now stands on another device
    than all the files that were known in its scope, and not one of those is left, the drive went. One that
    is left was restored onto another disk, and what is missing beside it was deleted.
    """
    left = {(_top(path), known[path].stamp.device) for path in known.keys() & listing.files.keys()}
    found: dict[str, str] = {}
    for path in missing:
        folder = _nearest(path, listing.devices)
        device = known[path].stamp.device
        present = listing.devices.get(folder, device)
        if device not in (0, present) and (_top(path), device) not in left:
            found[path] = folder
    return found


def _top(path: str) -> str:
    """The scope folder, empty for what stands at the root."""
    return path.partition("/")[0] if "/" in path else ""


def _nearest(path: str, folders: Mapping[str, int]) -> str:
    """The innermost folder on the way to a path that was listed, the root at last."""
    folder = path.rpartition("/")[0]
    while folder and folder not in folders:
        folder = folder.rpartition("/")[0]
    return folder
