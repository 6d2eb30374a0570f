"""Values of an index to columns as PostgreSQL keeps them; back they are read by `stores.codec`."""

from __future__ import annotations

import json

from vademecum.stores.codec import path_bytes, rest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.entry import Entry
    from vademecum.model.file import FileState

DETAIL = (
    "LATERAL (SELECT * FROM vade.detail AS one WHERE one.tenant = %(tenant)s "
    "AND one.version = record.version LIMIT 1) AS detail"
)
FILE = (
    "LATERAL (SELECT * FROM vade.file AS one WHERE one.tenant = %(tenant)s "
    "AND one.path = detail.path LIMIT 1) AS file"
)
"""Joins that are always done by key. A planner that takes a tenant for small, before statistics tell it
otherwise, may compare every row with every other: of 600 records that took half a minute."""

ROW_TABLES = f"vade.record, {DETAIL}, {FILE}"


def record_values(version: int, entry: Entry) -> tuple[object, ...]:
    """Columns of ``record``, in the order of its table."""
    return (
        version,
        entry.confidence,
        entry.created,
        entry.updated,
        entry.valid_from,
        entry.valid_until,
        entry.expires,
        entry.pinned,
        entry.explicit,
        entry.card.needs_review is not None,
        entry.id,
        entry.kind.value,
        entry.scope,
        entry.type,
        entry.status.value,
        entry.superseded_by,
        entry.review,
        entry.lengths,
        entry.postings.encoded,
    )


def detail_values(version: int, entry: Entry) -> tuple[object, ...]:
    """Columns of ``detail``, in the order of its table."""
    return version, entry.key, entry.body_hash, path_bytes(entry.path), rest_of(entry)


def state_values(state: FileState) -> tuple[object, ...]:
    """Columns of a file's state: size to racy."""
    stamp = state.stamp
    moments = (stamp.size, stamp.mtime_ns, stamp.ctime_ns)
    return *moments, str(stamp.inode), str(stamp.device), state.sha256, state.racy


def facets_of(rest: str) -> tuple[list[str], list[str], list[str]]:
    """Tags, names to ask for, and names of an entity, in column ``detail.rest``."""
    _, _, _, tags, about, names, *_ = json.loads(rest)
    return tags, about, names
