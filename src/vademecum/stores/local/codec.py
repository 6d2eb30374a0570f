"""Values to columns as SQLite keeps them; back they are read by `stores.codec`."""

from __future__ import annotations

import json

from vademecum.stores.codec import path_bytes, rest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.entry import Entry
    from vademecum.model.file import FileState, Stamp

_LARGEST = 2**63

ROW_TABLES = "record JOIN detail ON detail.version = record.version JOIN file ON file.path = detail.path"


def listed(values: Sequence[object]) -> str:
    """A JSON array for ``json_each``: any number of values in one bound parameter."""
    return json.dumps(list(values))


def record_values(version: int, entry: Entry) -> tuple[object, ...]:
    """Columns of table ``record``."""
    return (
        version,
        entry.id,
        entry.kind.value,
        entry.scope,
        entry.type,
        entry.status.value,
        entry.superseded_by,
        entry.review,
        int(entry.pinned),
        int(entry.explicit),
        entry.confidence,
        entry.updated,
        entry.valid_from,
        entry.valid_until,
        entry.expires,
        entry.lengths,
        entry.postings.encoded,
        entry.created,
    )


def detail_values(version: int, entry: Entry) -> tuple[object, ...]:
    """Columns of table ``detail``."""
    return version, entry.key, path_bytes(entry.path), entry.body_hash, rest_of(entry)


def state_values(state: FileState) -> tuple[object, ...]:
    """Columns of a file's state."""
    return *stamp_values(state.stamp), state.sha256, int(state.racy)


def stamp_values(stamp: Stamp) -> tuple[object, ...]:
    """Columns of a file's stamp: size, mtime_ns, ctime_ns, inode, device."""
    # Some file systems number inodes, and some systems devices, beyond SQLite's 63 bits.
    inode, device = (n if n < _LARGEST else str(n) for n in (stamp.inode, stamp.device))
    return stamp.size, stamp.mtime_ns, stamp.ctime_ns, inode, device
