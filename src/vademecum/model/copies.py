"""A copy of a home: what is in it, and what became of it where it was brought to."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

MANIFEST = "vademecum.json"
"""The list that a copy carries of its files; it is none of them itself."""


@value(kw_only=True)
class HomeCopy(JsonMixin):
    """A copy that was taken.

    Attributes:
        path: folder or archive that holds it.
        memories, conversations: number of files of each kind.
        files, bytes: of all that it holds.
    """

    path: str
    memories: int
    conversations: int
    files: int
    bytes: int
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class Restored(JsonMixin):
    """A home that was made of a copy.

    Attributes:
        home: its folder.
        aside: where what was there before stands now, None when nothing was.
        files, bytes: what was restored.
    """

    home: str
    aside: str | None
    files: int
    bytes: int


class LossKind(StrEnum):
    """What is the matter with a file of a copy."""

    MISSING = "missing"  # the copy's list names it, and it is not there
    DAMAGED = "damaged"  # its bytes are not those that were copied
    UNREADABLE = "unreadable"  # its bytes are, and they were no record, vocabulary, journal or settings then
    CHAIN = "chain"  # a conversation of which lines are missing, changed or out of order


@value(kw_only=True)
class Loss(JsonMixin):
    """What a copy cannot give back.

    Attributes:
        path: of the file, relative to the home.
        kind: what is the matter.
        message: what is lost and why, one line.
    """

    path: str
    kind: LossKind
    message: str


@value(kw_only=True)
class VerifiedCopy(JsonMixin):
    """What came of checking a copy; without losses it restores to what was copied.

    Attributes:
        path: folder or archive.
        memories, conversations: number of files of each kind that its list names.
        files, bytes: of all that its list names.
        losses: by path; empty when the copy is whole.
        home: the home that it was compared with; None when the one here is not the one that it was taken of.
        changed, added, deleted: paths at which that home is different since. No fault of the copy.
    """

    path: str
    memories: int
    conversations: int
    files: int
    bytes: int
    losses: tuple[Loss, ...] = ()
    home: str | None = None
    changed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()


@value(kw_only=True)
class BroughtRules:
    """What became of the rules of a copy, by their names.

    Attributes:
        added: those that did not stand here.
        same: those that did, and say the same.
        differing: those whose name stands here with something else.
        fault: why nothing was added; empty when something could be.
    """

    added: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
    fault: str = ""


@value
class CopiedFile:
    """One file of a copy.

    Attributes:
        path: relative to the home, with ``/``.
    """

    path: str
    data: bytes
