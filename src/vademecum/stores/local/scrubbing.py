"""Leaves no byte of what is not stored any more.

SQLite frees the pages of a deleted row and the engine marks a deleted document; both keep the bytes until
they happen to need the space. Here both are written anew where they hold such bytes, and the old files go.
"""

from __future__ import annotations

import json
import time
from contextlib import closing

from vademecum.errors import Busy
from vademecum.model.value import replace
from vademecum.stores.local import vector_rows
from vademecum.stores.local.faults import EngineDamaged
from vademecum.stores.local.flushing import flush, forget_lexical, new_folder, token
from vademecum.stores.local.head import read_head
from vademecum.stores.local.lexical import BAG, FACET, Lexical, facet
from vademecum.stores.local.rewriting import is_clean, rewritten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.stores.local.bags import Bags
    from vademecum.stores.local.generation import Generation
    from vademecum.stores.local.head import Connection, Head
    from vademecum.stores.local.lexical import LexicalWriter

DEADLINE_S = 20.0
"""As long as a writer waits for another; a flush takes a fraction of a second."""

_PAUSE_S = 0.01
_ATTRIBUTES = ("tag", "about", "type")


def scrub(generation: Generation, bags: Bags) -> None:
    """Write the catalogue and the lexical index anew.

    Raises:
        Busy: another process wrote, or read from an old state, past the deadline. What was written until
            then stands; scrubbing again goes on.
    """
    flush(generation, bags, 0)
    give_up = time.monotonic() + DEADLINE_S
    while not _rewritten(generation, bags):
        if time.monotonic() > give_up:
            raise Busy("another process is writing the index; try again in a moment")
        time.sleep(_PAUSE_S)
    generation.sweep(generation.head())
    vector_rows.scrub(generation)
    if not generation.catalogue.compact():
        raise Busy("another process is reading an old state of the index; try again in a moment")


def _rewritten(generation: Generation, bags: Bags) -> bool:
    """Put a lexical index of what is stored now in the place of the present one; False to try again."""
    head = generation.head()
    if not head.known_to_engine and not head.stamp:
        return True  # it was never handed anything
    try:
        writer = generation.lexical.writer(head)
        if writer is None:
            return False
        # Whoever has the lock of the old index is the only one who flushes, and the only one who scrubs.
        with closing(writer):
            present, dead = _present(generation)
            return present.folder == head.folder and _cleaned(generation, bags, writer, present, dead)
    except EngineDamaged:
        forget_lexical(generation.catalogue, head)
        return False


def _present(generation: Generation) -> tuple[Head, list[int]]:
    """The head, and the versions that the engine has yet to drop."""
    with generation.catalogue.reading() as connection:
        dead = connection.execute("SELECT version FROM dead").fetchall()
        return read_head(connection), [version for (version,) in dead]


def _cleaned(
    generation: Generation, bags: Bags, writer: LexicalWriter, head: Head, dead: Sequence[int]
) -> bool:
    """Leave a clean index as it is, and put a clean one in the place of another.

    Where what went was handed over lately it is clean: a segment of deleted documents alone is dropped at
    once.
    """
    generation.lexical.close()  # an open view keeps the files of its segments
    writer.tidy()
    settled = bool(head.stamp) and not head.next_stamp
    if settled and not dead and is_clean(generation.lexical, head, writer):
        return True
    fresh = rewritten(generation, head, dead) if settled else None
    if fresh is not None:
        return _take(generation, head, fresh, dead)
    return _swap(generation, _filled(generation, bags, head))


def _take(generation: Generation, head: Head, fresh: Head, dead: Sequence[int]) -> bool:
    """Make a rewritten index the present one, unless somebody gave up the old one meanwhile."""
    with generation.catalogue.writing() as connection:
        taken = connection.execute(
            "UPDATE head SET folder = ?, stamp = ? WHERE folder = ? AND stamp = ? AND next_stamp = ''",
            (fresh.folder, fresh.stamp, head.folder, head.stamp),
        ).rowcount
        if taken:
            connection.execute(
                "DELETE FROM dead WHERE version IN (SELECT value FROM json_each(?))", (json.dumps(dead),)
            )
    return bool(taken)


def _filled(generation: Generation, bags: Bags, head: Head) -> tuple[Head, list[int]]:
    """A new lexical index of every record, as the head will tell of it, and the versions it holds."""
    fresh = replace(head, folder=new_folder(), lexical=0, next_lexical=head.last_version, stamp="")
    lexical = Lexical(generation.folder)
    writer = lexical.writer(fresh)
    if writer is None:
        raise EngineDamaged(f"{fresh.folder} cannot be written")
    stamp = token()
    versions: list[int] = []
    with closing(writer):
        for stored in generation.stored(fresh, bags):
            writer.add(stored)
            versions.append(stored.version)
        writer.commit(stamp)
    lexical.close()
    return replace(fresh, lexical=head.last_version, stamp=stamp), versions


def _swap(generation: Generation, filled: tuple[Head, list[int]]) -> bool:
    head, versions = filled
    with generation.catalogue.writing() as connection:
        connection.execute(
            "UPDATE head SET folder = ?, lexical = ?, stamp = ?, next_lexical = 0, next_stamp = ''",
            (head.folder, head.lexical, head.stamp),
        )
        # Other processes go on deleting while the new index is filled.
        connection.execute("DELETE FROM dead")
        connection.execute(
            "INSERT INTO dead SELECT value, '' FROM json_each(?) "
            "WHERE value NOT IN (SELECT version FROM record)",
            (json.dumps(versions),),
        )
    return True


def lingering(generation: Generation, connection: Connection, terms: Sequence[str]) -> set[str]:
    """Those of the terms that the catalogue or the engine still holds, in deleted records too.

    Raises:
        EngineDamaged: the engine cannot be asked.
    """
    found = {
        term
        for (term,) in connection.execute(
            "SELECT term FROM term WHERE term IN (SELECT value FROM json_each(?))", (json.dumps(terms),)
        )
    }
    view = generation.lexical.view(read_head(connection))
    if view is not None:
        found |= {term for term, number in view.frequencies(BAG, terms).items() if number}
        for attribute in _ATTRIBUTES:
            named = {facet(attribute, term): term for term in terms}
            found |= {named[one] for one, number in view.frequencies(FACET, named).items() if number}
    return found
