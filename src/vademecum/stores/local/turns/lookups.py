"""Questions that the catalogue of conversations answers by itself."""

from __future__ import annotations

from vademecum.model.conversation import ConversationId, Role
from vademecum.model.file import Stamp
from vademecum.model.transcript import Mark
from vademecum.model.turns import Held, SaidThen, Spoken, TurnCorpus
from vademecum.stores.codec import speakable
from vademecum.stores.local.codec import listed
from vademecum.stores.local.turns.layout import RECORDS, TERMS
from vademecum.stores.turn_codec import held_of, spoken_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from vademecum.model.turns import Choice, Fence

_MOST_CANDIDATES = 10
_LAST = "\U0010ffff"
_COLUMNS = (
    "id, workspace, archived, live, claimed, size, mtime_ns, ctime_ns, inode, device, rest FROM conversation"
)
_TURN = "seq, role, line, start, lang, length, bag, speaker, asks, tells, at"

_GAP = 2
"""Places apart that are still one stretch: a row that nobody wants costs less than a statement."""


def versions_at(connection: sqlite3.Connection, places: Sequence[tuple[str, int]]) -> list[int]:
    """The turns at these places. Those of a conversation are mostly neighbours, so a stretch of its turns is
    looked up at once: a search asks for what stands beside sixty others."""
    wanted: dict[str, set[int]] = {}
    for conversation, seq in places:
        if speakable(conversation) and 0 < seq < 2**63:
            wanted.setdefault(conversation, set()).add(seq)
    numbers = connection.execute(
        "SELECT id, number FROM conversation WHERE id IN (SELECT value FROM json_each(?))",
        (listed(list(wanted)),),
    ).fetchall()
    return [
        version
        for conversation, number in numbers
        for first, last in _stretches(wanted[conversation])
        for version, seq in connection.execute(
            "SELECT version, seq FROM record WHERE conversation = ? AND seq BETWEEN ? AND ?",
            (number, first, last),
        )
        if seq in wanted[conversation]
    ]


def _stretches(seqs: Iterable[int]) -> list[tuple[int, int]]:
    """First and last places of stretches that hold them all, with few others among them."""
    found: list[tuple[int, int]] = []
    for seq in sorted(seqs):
        if found and seq - found[-1][1] <= _GAP:
            found[-1] = (found[-1][0], seq)
        else:
            found.append((seq, seq))
    return found


def corpus(connection: sqlite3.Connection) -> TurnCorpus:
    """`TurnCandidates.corpus`."""
    rows = connection.execute("SELECT sort, n FROM total WHERE sort IN (?, ?)", (RECORDS, TERMS))
    found = dict(rows.fetchall())
    return TurnCorpus(found.get(RECORDS, 0), found.get(TERMS, 0))


def held(connection: sqlite3.Connection, ids: Sequence[ConversationId]) -> dict[ConversationId, Held]:
    """`ConversationCatalogue.held`."""
    spoken = [each for each in ids if speakable(each)]
    rows = connection.execute(
        f"SELECT {_COLUMNS} WHERE id IN (SELECT value FROM json_each(?))", (listed(spoken),)
    )
    by_id = {found.id: found for found in map(held_of, rows)}
    return {each: by_id[each] for each in ids if each in by_id}


def resolve(connection: sqlite3.Connection, handle: str) -> tuple[ConversationId, ...]:
    """`ConversationCatalogue.resolve`."""
    if not speakable(handle):
        return ()
    rows = connection.execute(
        "SELECT id FROM conversation WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
        (handle, handle + _LAST, _MOST_CANDIDATES),
    )
    return tuple(row[0] for row in rows)


def page(
    connection: sqlite3.Connection, choice: Choice, limit: int, offset: int
) -> tuple[tuple[Held, ...], int]:
    """`ConversationCatalogue.page`."""
    where, values = conditions(choice.fence)
    where = [
        *where,
        *([] if choice.archived else ["NOT archived"]),
        *(["NOT ended"] if choice.open else []),
        *(["live"] if choice.live else []),
        *(["host = ?"] if choice.host is not None else []),
    ]
    values = [*values, *([choice.host] if choice.host is not None else [])]
    # Without a condition the smallest index is counted, and no row is looked at.
    passing = f"WHERE {' AND '.join(where)}" if where else ""
    (total,) = connection.execute(f"SELECT count(*) FROM conversation {passing}", values).fetchone()
    if limit <= 0:
        return (), int(total)
    rows = connection.execute(
        f"SELECT {_COLUMNS} {passing} ORDER BY claimed IS NULL, claimed DESC, id LIMIT ? OFFSET ?",
        (*values, limit, offset),
    )
    return tuple(map(held_of, rows)), int(total)


def conditions(fence: Fence) -> tuple[list[str], list[object]]:
    """A fence as conditions on table ``conversation``, and what they are bound to."""
    where: list[str] = []
    values: list[object] = []
    if fence.workspaces:
        where.append("workspace IN (SELECT value FROM json_each(?))")
        values.append(listed([each for each in fence.workspaces if speakable(each)]))
    if fence.without:
        where.append("id NOT IN (SELECT value FROM json_each(?))")
        values.append(listed([each for each in fence.without if speakable(each)]))
    if fence.only:
        where.append("id IN (SELECT value FROM json_each(?))")
        values.append(listed([each for each in fence.only if speakable(each)]))
    return where, values


def said_in(connection: sqlite3.Connection, fence: Fence, within: tuple[int, int], limit: int) -> SaidThen:
    """`ConversationCatalogue.said_in`."""
    where, values = conditions(fence)
    passing = " AND ".join(["at >= ? AND at < ?", *where])
    among = f"FROM record JOIN conversation ON number = conversation WHERE {passing}"
    talks, turns = connection.execute(
        f"SELECT count(DISTINCT conversation), count(*) {among}", (*within, *values)
    ).fetchone()
    latest = connection.execute(
        f"SELECT id, number {among} GROUP BY number ORDER BY max(at) DESC, id LIMIT ?",
        (*within, *values, limit),
    ).fetchall()
    places = tuple((id, _first(connection, number, within, limit)) for id, number in latest)
    return SaidThen(places, talks, turns)


def _first(
    connection: sqlite3.Connection, number: int, within: tuple[int, int], limit: int
) -> tuple[int, ...]:
    """Places of the first turns of the person in a conversation, or of anybody."""
    sql = "SELECT seq FROM record WHERE conversation = ? AND at >= ? AND at < ?"
    given = (number, *within, limit)
    asked = connection.execute(f"{sql} AND role = '{Role.USER.value}' ORDER BY seq LIMIT ?", given).fetchall()
    return tuple(seq for (seq,) in asked or connection.execute(f"{sql} ORDER BY seq LIMIT ?", given))


def place(connection: sqlite3.Connection, conversation: ConversationId, seq: int) -> Mark | None:
    """`ConversationCatalogue.place`."""
    if not speakable(conversation) or not 0 < seq < 2**63:
        return None
    row = connection.execute(
        "SELECT line, start FROM record JOIN conversation ON number = conversation WHERE id = ? AND seq = ?",
        (conversation, seq),
    ).fetchone()
    return None if row is None else Mark(row[0] - 1, row[1], "")


def spoken_after(
    connection: sqlite3.Connection, after: tuple[str, int], limit: int
) -> list[tuple[ConversationId, Spoken]]:
    """Turns behind one, by conversation and place."""
    rows = connection.execute(
        f"SELECT id, {_TURN} FROM record JOIN conversation ON number = conversation "
        "WHERE (id, seq) > (?, ?) ORDER BY id, seq LIMIT ?",
        (*after, limit),
    )
    return [(ConversationId(columns[0]), spoken_of(columns[1:])) for columns in rows]


def stamps(connection: sqlite3.Connection) -> dict[ConversationId, Stamp]:
    """`ConversationManifest.stamps`."""
    rows = connection.execute(
        "SELECT id, size, mtime_ns, ctime_ns, inode, device FROM conversation ORDER BY id"
    )
    return {
        ConversationId(id): Stamp(size, mtime, ctime, int(inode), int(device))
        for id, size, mtime, ctime, inode, device in rows
    }
