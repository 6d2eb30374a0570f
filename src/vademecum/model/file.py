"""Files of a vault as values: where a record stands, what was seen there, what could not be read."""

from __future__ import annotations

from collections import namedtuple
from enum import StrEnum

from vademecum.model.value import field, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from vademecum.model.record import Key, Record, Scope

    class Stamp(NamedTuple):
        """What the file system says of a file without reading it; equal stamps mean unchanged content.

        The change time is part of it because an editor or a sync tool may restore the modification time,
        but nobody can set the change time.

        A named tuple, because a look at a vault makes and compares two for every file; with values it takes a
        fifth longer.

        Attributes:
            size: bytes.
            mtime_ns: modification time, nanoseconds since the epoch.
            ctime_ns: change time of the inode, nanoseconds since the epoch.
            inode: inode number, 0 where the platform has none.
            device: number of the file system it stands on, 0 when that is not known. Another one means that
                a drive came or went.
        """

        size: int
        mtime_ns: int
        ctime_ns: int
        inode: int
        device: int = 0
else:
    Stamp = namedtuple(  # noqa: PYI024  # without loading `typing`
        "Stamp", "size mtime_ns ctime_ns inode device", defaults=(0,)
    )


@value
class FileState:
    """A stamp together with the content it was seen with; what the manifest remembers of a path.

    Attributes:
        sha256: hex digest of the file's bytes.
        racy: the file was written so shortly before it was read that a later write may carry the same
            stamp; such a file is read again at the next sync.
    """

    stamp: Stamp
    sha256: str
    racy: bool = False


@value
class Listing:
    """One look at the vault's folders.

    Attributes:
        files: path relative to the vault (POSIX separators) -> stamp, sorted by path.
        unreachable: folders (relative, ``""`` is the vault itself) that could not be listed, with the
            reason; nothing below them may be believed deleted.
        devices: folder that was listed -> number of the file system it stands on.
        trace: short for all of it: looks of equal traces make equal listings. Empty where nothing short can
            promise that.
        partial: the look told of what changed since an earlier one alone, and nothing went.
    """

    files: dict[str, Stamp]
    unreachable: dict[str, str]
    devices: dict[str, int] = field(default_factory=dict)
    trace: str = ""
    partial: bool = False

    def holds(self, path: str) -> bool:
        """Whether a file that was known before is still there."""
        return self.partial or path in self.files


class QuarantineReason(StrEnum):
    """Why a file is not served."""

    UNPARSABLE = "unparsable"
    INVALID = "invalid"
    MERGE_MARKERS = "merge_markers"
    NOT_TEXT = "not_text"
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable"
    DUPLICATE_ID = "duplicate_id"


@value
class Quarantined:
    """A file that is named instead of served.

    Attributes:
        path: relative to the vault.
        line: one-based line of the fault, None when it has none.
        message: what is wrong and what to do, one line.
    """

    path: str
    reason: QuarantineReason
    message: str
    line: int | None = None


@value
class Document:
    """A record read from its file.

    Attributes:
        path: relative to the vault, POSIX separators.
        key: the file's name without ``.md``.
        state: stamp and digest of exactly the bytes that were parsed.
        warnings: what was tolerated, one line each (an unknown offset, a repeated alias, …).
        body_line: one-based line on which the body begins.
    """

    record: Record
    path: str
    key: Key
    scope: Scope
    state: FileState
    warnings: tuple[str, ...] = ()
    body_line: int = 1


@value
class AliasEntry:
    """One entry of a scope's vocabulary: `alias` and `target` mean the same, in both directions."""

    scope: Scope
    alias: str
    target: str


FAULTY = "faulty:"
"""Begins the state of a person's file (vocabulary, fields, rules) that cannot be read, so that every answer
can say so while what it said last holds."""

TEAM = ".vademecum"
"""Folder of a repository that its team shares; in paths it stands below the folder of the project's scope."""


def in_team(path: str) -> bool:
    """Whether a path of the vault leads into a team's folder, where a look writes nothing."""
    return path.partition("/")[2].partition("/")[0] == TEAM


FOREIGN = ".files"
"""Begins, behind the folder of a scope, the path of a passage in a file that is not ours. What follows is
where that file stands, ``#``, and the first words of the passage."""


@value
class OthersFile:
    """A file of somebody else's that is read where it stands and never written.

    Attributes:
        place: where it stands on the disk.
        passages: how many of its passages are served; those that another file says already are not counted.
        complaint: why it is not read; empty when it is.
    """

    place: str
    scope: Scope
    passages: int = 0
    complaint: str = ""


def is_foreign(path: str) -> bool:
    """Whether a path of the vault leads to a passage of a file that is not ours."""
    return path.partition("/")[2].startswith(f"{FOREIGN}/")


def shown_path(path: str) -> str:
    """A path as people are shown it: that of a foreign passage is the place of its file on the disk."""
    return f"/{path.split('/', 2)[2].rpartition('#')[0]}" if is_foreign(path) else path
