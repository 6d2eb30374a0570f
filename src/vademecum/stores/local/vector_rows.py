"""Rows of vectors, twice: in the catalogue, which is believed, and in a file, for searching.

A row of the file is its numbers, a byte each, and its place is its slot, by which the catalogue knows whose
it is. Slots are given out in the catalogue's transactions and never again, so whoever reads by an older state
of the catalogue finds the rows it names where it looks for them. What the catalogue has no more stays in the
file until that is written anew under another name, as is one that is shorter than the catalogue says.
"""

from __future__ import annotations

import os
from contextlib import suppress

from vademecum.model.value import value
from vademecum.model.vectors import Space

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from vademecum.model.vectors import Embedded
    from vademecum.stores.local.generation import Generation

PREFIX = "vectors-"
SIGNS = "signs-"
_AT_ONCE = 4_096
_MOST_HOLES = 1_024
"""Rows without a record that may stand in the file, or as many as there are with one."""

_BEHIND = "SELECT slot, row FROM vector WHERE slot > ? ORDER BY slot LIMIT ?"


@value
class Shape:
    """Where the rows of one state of a catalogue stand.

    Attributes:
        model: what they are of.
        dimension: numbers of a row.
        name: of the file, empty when there is none yet.
        slots: rows of the file that belong to this state.
    """

    model: str
    dimension: int
    name: str
    slots: int


def shape(connection: sqlite3.Connection) -> Shape | None:
    """The present one; None when there never were any vectors."""
    row = connection.execute("SELECT model, dimension, name, slots FROM space JOIN matrix").fetchone()
    return Shape(*row) if row else None


def space(connection: sqlite3.Connection) -> Space | None:
    """`Nearness.space`."""
    row = connection.execute("SELECT model, dimension, texts, fit FROM space").fetchone()
    if row is None:
        return None
    model, dimension, texts, fit = row
    return Space(model=model, dimension=dimension, texts=texts, fit=fit)


def signs_name(name: str) -> str:
    """The file of the signs of a file of rows (`stores.local.vector_signs`)."""
    return SIGNS + name.removeprefix(PREFIX)


def begin(connection: sqlite3.Connection, wanted: Space) -> None:
    """`VectorWriter.begin`; the file of other vectors is left for `sweep`."""
    present = shape(connection)
    if present is None or (present.model, present.dimension) != (wanted.model, wanted.dimension):
        connection.execute("DELETE FROM vector")
        connection.execute("DELETE FROM embedded")
        connection.execute("UPDATE matrix SET name = '', slots = 0")
    connection.execute("DELETE FROM space")
    columns = (wanted.model, wanted.dimension, wanted.texts, wanted.fit)
    connection.execute("INSERT INTO space VALUES (?, ?, ?, ?)", columns)


def put(generation: Generation, connection: sqlite3.Connection, vectors: Sequence[Embedded]) -> bool:
    """`VectorWriter.put`, of the space that there is, inside the caller's transaction.

    Returns:
        Whether the file was written anew; the old one is left for `sweep`.
    """
    present = shape(connection)
    assert present is not None
    slot = present.slots
    rows: list[tuple[int, int, bytes]] = []
    for one in vectors:
        # Another process may have been at the same text; what it put is the same.
        taken = connection.execute(
            "INSERT OR IGNORE INTO embedded SELECT version, ? FROM record WHERE version = ?",
            (one.digest, one.version),
        ).rowcount
        if taken > 0:
            for row in filter(None, one.rows):
                slot += 1
                rows.append((slot, one.version, row))
    connection.executemany("INSERT INTO vector VALUES (?, ?, ?)", rows)
    path = os.path.join(generation.folder, present.name)
    if present.name and _is_long(path, present) and not _is_full_of_holes(connection, slot):
        connection.execute("UPDATE matrix SET slots = ?", (slot,))
        with open(path, "r+b") as file:
            file.seek(present.slots * present.dimension)
            file.writelines(row for _, _, row in rows)
        return False
    rewrite(generation, connection)
    return True


def _is_full_of_holes(connection: sqlite3.Connection, slots: int) -> bool:
    held = _number(connection)
    return slots - held > max(_MOST_HOLES, held)


def _number(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM vector").fetchone()[0])


def _is_long(path: str, present: Shape) -> bool:
    """Whether a file has all the rows it should have."""
    try:
        return os.stat(path).st_size >= present.slots * present.dimension
    except OSError:
        return False


def rewrite(generation: Generation, connection: sqlite3.Connection) -> None:
    """Write the file anew under another name, without holes, inside the caller's transaction."""
    name = f"{PREFIX}{os.urandom(8).hex()}"
    slots = 0
    with open(os.path.join(generation.folder, name), "wb") as file:
        for slot, row in behind(connection):
            slots += 1
            if slot != slots:  # its new place is before all that are still to be read
                connection.execute("UPDATE vector SET slot = ? WHERE slot = ?", (slots, slot))
            file.write(row)
    connection.execute("UPDATE matrix SET name = ?, slots = ?", (name, slots))


def behind(connection: sqlite3.Connection, slot: int = 0) -> Iterator[tuple[int, bytes]]:
    """Every row behind a slot, in their order."""
    while rows := connection.execute(_BEHIND, (slot, _AT_ONCE)).fetchall():
        yield from rows
        slot = rows[-1][0]


def sweep(generation: Generation) -> None:
    """Remove files that are not the present one, as far as possible.

    The write lock is held meanwhile: a file that is written just now is not in the catalogue yet.
    """
    with generation.catalogue.writing() as connection:
        present = shape(connection)
        keep = (present.name, signs_name(present.name)) if present else ()
        for name in os.listdir(generation.folder):
            if name.startswith((PREFIX, SIGNS)) and name not in keep:
                with suppress(OSError):
                    os.unlink(os.path.join(generation.folder, name))


def scrub(generation: Generation) -> None:
    """Leave no row of the file that has no record."""
    with generation.catalogue.writing() as connection:
        present = shape(connection)
        if present is not None and present.name and not _is_exact(generation, connection, present):
            rewrite(generation, connection)
    sweep(generation)


def _is_exact(generation: Generation, connection: sqlite3.Connection, present: Shape) -> bool:
    """Whether the file holds what the catalogue holds and not a byte more."""
    try:
        size = os.stat(os.path.join(generation.folder, present.name)).st_size
    except OSError:
        return False
    return size == present.slots * present.dimension and _number(connection) == present.slots


def faults(generation: Generation, connection: sqlite3.Connection) -> Iterator[str]:
    """What catalogue and file do not agree on."""
    homeless = "version NOT IN (SELECT version FROM record)"
    strays = connection.execute(
        f"SELECT (SELECT count(*) FROM embedded WHERE {homeless}) + "
        "(SELECT count(*) FROM vector WHERE version NOT IN (SELECT version FROM embedded))"
    ).fetchone()[0]
    if strays:
        yield f"catalogue: {strays} vectors of texts that are not there"
    present = shape(connection)
    if present is None or not present.name:
        return
    path = os.path.join(generation.folder, present.name)
    if not _is_long(path, present):
        yield f"vectors: {present.name} is shorter than the catalogue says"
        return
    with open(path, "rb") as file:
        differing = 0
        for slot, row in behind(connection):
            file.seek((slot - 1) * present.dimension)
            differing += file.read(present.dimension) != row
    if differing:
        yield f"vectors: {differing} rows of {present.name} differ from the catalogue's"


def carry(connection: sqlite3.Connection, before: int, version: int, digest: str) -> None:
    """Give the vectors of a version to a later one, when they were made of the same text."""
    taken = connection.execute(
        "UPDATE embedded SET version = ? WHERE version = ? AND digest = ?", (version, before, digest)
    ).rowcount
    if taken > 0:
        connection.execute("UPDATE vector SET version = ? WHERE version = ?", (version, before))
