"""Takes deleted documents out of a lexical index by rewriting the segments that hold them, and no others.

The engine has no call for that. It merges segments by its default policy alone: those of about one size, by
their living documents, become one as soon as there are eight, and none counts as smaller than ten thousand.
So a segment larger than the one to be rewritten, in which all documents but one are deleted again, counts
as a small one, and comes before it in the order by size: the policy then takes both, and all smaller ones,
for one size. Some more segments of one document make them eight. The engine's own merge does the work, a
hundred times as fast as handing it every document again; whether it did is looked at afterwards.
"""

from __future__ import annotations

import os
from contextlib import closing, suppress

from vademecum.model.value import replace
from vademecum.stores.local.faults import EngineDamaged
from vademecum.stores.local.flushing import new_folder, token
from vademecum.stores.local.lexical import Lexical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.stores.local.generation import Generation
    from vademecum.stores.local.head import Head
    from vademecum.stores.local.lexical import LexicalWriter

_META = "meta.json"
_MERGED_AT_ONCE = 8
"""Segments of one size that the engine merges (`LogMergePolicy`, its `min_num_segments`)."""

FEWEST = 2_000
"""Documents from which on a rewriting is the faster way; fewer are handed over again in half a second."""


def rewritten(generation: Generation, head: Head, dead: Sequence[int]) -> Head | None:
    """A copy of the lexical index without its deleted documents, as the head will tell of it.

    It is made beside the one that serves, so that a reader meets nothing of it and a crash leaves nothing but
    a folder that is swept away.

    Args:
        generation: whose lexical index the caller has locked.
        head: of its catalogue; no flush is announced in it.
        dead: versions that shall go besides those that are deleted already.

    Returns:
        None when another way has to be found: the index is small, or the engine did otherwise.
    """
    fresh = replace(head, folder=new_folder(), stamp=token())
    target = os.path.join(generation.folder, fresh.folder)
    with suppress(EngineDamaged, OSError):
        if _copied(os.path.join(generation.folder, head.folder), target) and _purged(
            generation.folder, head, fresh, dead
        ):
            return fresh
    generation.discard(target)
    return None


def _purged(parent: str, head: Head, fresh: Head, dead: Sequence[int]) -> bool:
    """Let the engine merge in the copy, and put the new stamp on it."""
    lexical = Lexical(parent)
    with closing(lexical):
        copy = replace(fresh, stamp=head.stamp)
        with closing(_writer(lexical, copy)) as writer:
            if not _merging(writer, dead):
                return False
        with closing(_writer(lexical, copy)) as writer:
            writer.commit(fresh.stamp)
        with closing(_writer(lexical, fresh)) as writer:
            writer.tidy()
            return is_clean(lexical, fresh, writer)


def _writer(lexical: Lexical, head: Head) -> LexicalWriter:
    writer = lexical.writer(head)
    if writer is None:
        raise EngineDamaged(f"{head.folder} cannot be written")
    return writer


def _merging(writer: LexicalWriter, dead: Sequence[int]) -> bool:
    """Begin the merge of every segment that holds a deleted document; False in a small index."""
    if dead:
        writer.remove(dead)
        writer.pad(0)
    segments = writer.segments()
    if sum(segment.documents for segment in segments) < FEWEST:
        return False
    largest = max((segment.documents for segment in segments if segment.deleted), default=0)
    writer.pad(largest)
    for _ in range(_MERGED_AT_ONCE):
        if sum(segment.documents <= largest + 1 for segment in writer.segments()) >= _MERGED_AT_ONCE:
            break
        writer.pad(0)
    return True


def is_clean(lexical: Lexical, head: Head, writer: LexicalWriter) -> bool:
    """Whether the engine's files hold nothing but living documents."""
    view = lexical.view(head)
    return view is not None and view.total == view.live() and writer.is_bare()


def _copied(source: str, target: str) -> bool:
    """Give every file of an index a second name in a new folder; False when a merge came between.

    The engine never changes a file but the one that names them all, and deletes none before that changed.
    """
    before = _read(source)
    os.mkdir(target)
    for name in os.listdir(source):
        if name == _META or name.endswith(".lock") or name.startswith(".tmp"):
            continue
        if name.startswith("."):
            _duplicate(os.path.join(source, name), os.path.join(target, name))  # a list, which is rewritten
        else:
            _link(os.path.join(source, name), os.path.join(target, name))
    with open(os.path.join(target, _META), "wb") as file:
        file.write(before)
    return _read(source) == before


def _read(folder: str) -> bytes:
    with open(os.path.join(folder, _META), "rb") as file:
        return file.read()


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except FileNotFoundError:
        raise
    except OSError:  # no such names here
        _duplicate(source, target)


def _duplicate(source: str, target: str) -> None:
    import shutil

    shutil.copyfile(source, target)
