"""Hands pending records to the lexical engine, so that a crash at any point leaves nothing unknown.

A flush holds the engine's lock and goes in three steps: the catalogue announces which versions a commit
will hold and under which stamp; the engine commits them together with that stamp; the catalogue takes the
announcement over. The engine's stamp thus always is either the catalogue's present or its announced one,
and readers know in both cases which records to propose from the catalogue itself.
"""

from __future__ import annotations

import os
from contextlib import closing

from vademecum.stores.local.faults import EngineDamaged
from vademecum.stores.local.head import Head, read_head
from vademecum.stores.local.heap import give_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

    from vademecum.stores.local.bags import Bags
    from vademecum.stores.local.catalogue import Catalogue
    from vademecum.stores.local.generation import Generation
    from vademecum.stores.local.head import Connection
    from vademecum.stores.local.lexical import LexicalWriter

_TRIES = 3
_MANY = 1_000
"""Records whose flush leaves much freed memory behind."""

_SPARE_BYTES = 64 << 20


def token() -> str:
    """Sixteen hex digits that nobody had before."""
    return os.urandom(8).hex()


def flush(generation: Generation, bags: Bags, threshold: int) -> bool:
    """Hand over when more than `threshold` changes wait; False when somebody else is at it.

    A damaged engine is replaced by an empty one and filled again from the catalogue.
    """
    for attempt in range(_TRIES):
        head = generation.head()
        if generation.waiting(threshold + 1) <= threshold:
            return True
        many = generation.waiting(_MANY) >= _MANY
        try:
            writer = generation.lexical.writer(head)
            if writer is None:
                return False
            with closing(writer):
                done = _flush_under_lock(generation, writer, bags)
                if done:
                    generation.sweep(head)
            if done:
                if many:
                    give_back()
                return True
        except EngineDamaged:
            forget_lexical(generation.catalogue, head)
            if attempt and _has_room(generation):
                # It failed after its announcement, twice: the engine can be read but not written.
                forget_lexical(generation.catalogue, generation.head())
    return False


def _has_room(generation: Generation) -> bool:
    """Whether the disk can take the lexical index once more; a full disk is no damage."""
    import shutil

    try:
        return shutil.disk_usage(generation.folder).free > generation.size_bytes() + _SPARE_BYTES
    except OSError:
        return False


def forget_lexical(catalogue: Catalogue, head: Head) -> None:
    """Start an empty lexical index in a new folder, provided that the catalogue still says what it said.

    An engine that commits announces so before: with an unchanged head, a stamp that is not the head's is
    really foreign and not just newer.
    """
    with catalogue.writing() as connection:
        connection.execute(
            "UPDATE head SET folder = ?, lexical = 0, stamp = '', next_lexical = 0, next_stamp = '' "
            "WHERE folder = ? AND stamp = ? AND next_stamp = ?",
            (new_folder(), head.folder, head.stamp, head.next_stamp),
        )
        if connection.execute("SELECT changes()").fetchone()[0]:
            connection.execute("DELETE FROM dead")


def new_folder() -> str:
    """A name for a lexical index."""
    return f"lexical-{token()}"


def _flush_under_lock(generation: Generation, writer: LexicalWriter, bags: Bags) -> bool:
    """The three steps; False when another folder took the place of the one that is locked."""
    catalogue = generation.catalogue
    with catalogue.reading() as connection:
        head = read_head(connection)
    crashed = bool(head.next_stamp) and writer.holds(head.next_stamp)
    if not crashed and head.stamp and not writer.holds(head.stamp):
        raise EngineDamaged("the engine holds neither stamp")
    with catalogue.writing() as connection:
        present = read_head(connection)
        if present.folder != head.folder:
            return False
        if crashed:
            _take_over(connection, present)
        left_over = bool(present.next_stamp)
        head = _announce(connection)
        dead = [row[0] for row in connection.execute("SELECT version FROM dead")]
    if left_over:
        writer.tidy()
    if not head.stamp:
        writer.clear()
    if dead:
        writer.remove(dead)
    for stored in generation.stored(head, bags):
        writer.add(stored)
    writer.commit(head.next_stamp)
    with catalogue.writing() as connection:
        present = read_head(connection)
        if present.next_stamp == head.next_stamp:
            _take_over(connection, present)
    return True


def _announce(connection: Connection) -> Head:
    stamp = token()
    connection.execute("UPDATE head SET next_lexical = last_version, next_stamp = ?", (stamp,))
    connection.execute("UPDATE dead SET stamp = ?", (stamp,))
    return read_head(connection)


def _take_over(connection: sqlite3.Connection, head: Head) -> None:
    connection.execute("DELETE FROM dead WHERE stamp = ?", (head.next_stamp,))
    connection.execute(
        "UPDATE head SET lexical = next_lexical, stamp = next_stamp, next_lexical = 0, next_stamp = ''"
    )
