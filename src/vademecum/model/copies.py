"""A copy of a home: what is in it, and what became of it where it was brought to."""

from __future__ import annotations

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
