"""What a request asks for, told from its method and path before anything is answered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vademecum.model.tenancy import Right
from vademecum.model.value import value
from vademecum.surface.operations.table import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ERASING = frozenset({"forget", "redact", "conversations.forget", "conversations.redact"})
"""Operations of the table that cannot be undone."""

OPEN = frozenset({"/healthz", "/readyz", "/login"})
"""Paths that answer everybody: they tell nothing of any tenant."""

ASSETS = "/assets/"
"""What pages are drawn with; the same for everybody."""

AGENTS = "mcp"
"""Action of what answers agents, until the body of a request has told which tool is meant."""

UNSEEN = ("job.", "token.")
"""How actions begin that no look into a personal scope reaches: they act as its user does."""

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_ID = re.compile(r"[0-9A-HJKMNP-TV-Z]{4,26}|[0-9a-z]{12}|[0-9a-f]{24}", re.ASCII)
"""A record's id or its beginning, in capitals as no key is; one of ours; a conversation's."""

_SUBJECTS = ("id", "handle", "name")


@value(kw_only=True)
class Wanted:
    """What is asked for.

    Attributes:
        action: as the audit log calls it.
        route: path with its parameters in braces: few, so that metrics may be kept by it.
        right: that it needs.
        targets: ids that stand in the path.
        changes: it may change something though its path does not say so.
        erases: likewise, erase something.
    """

    action: str
    route: str
    right: Right
    targets: tuple[str, ...] = ()
    changes: bool = False
    erases: bool = False

    @property
    def writes(self) -> bool:
        """Whether it may change anything."""
        return self.changes or self.right in (Right.WRITE, Right.ERASE)

    @property
    def keeps(self) -> bool:
        """Whether more may be kept afterwards."""
        return self.right is Right.WRITE or (self.changes and not self.erases)

    @property
    def erasing(self) -> bool:
        """Whether it may erase anything."""
        return self.erases or self.right is Right.ERASE


@value(kw_only=True)
class Entry:
    """One thing that may be asked for."""

    method: str
    path: str
    action: str
    right: Right


def operations() -> tuple[Entry, ...]:
    """Every operation of the table."""
    return tuple(
        [
            Entry(method=one.method, path=one.path, action=one.name, right=_right(one.name, one.writes))
            for one in OPERATIONS
        ]
    )


def _right(name: str, writes: bool) -> Right:
    if name in ERASING:
        return Right.ERASE
    return Right.WRITE if writes else Right.READ


def page(method: str, path: str) -> Entry:
    """A page, or a form that one sends."""
    erasing = path.endswith("/erase")
    right = Right.READ if method in _READING else Right.ERASE if erasing else Right.WRITE
    return Entry(method=method, path=path, action=f"page {path}", right=right)


def told(id: str) -> bool:
    """Whether a name in a request is an id, which says nothing; a key is made of a title's words."""
    return _ID.fullmatch(id) is not None and any(map(str.isdigit, id))


class Asking:
    """Tells what requests ask for, by a table of what there is."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Know these; whatever else is asked for is not there."""
        self._plain: dict[tuple[str, str], Entry] = {}
        self._parts: list[tuple[str, re.Pattern[str], Entry]] = []
        for entry in entries:
            if "{" in entry.path:
                pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(entry.path))
                self._parts.append((entry.method, re.compile(pattern), entry))
            else:
                self._plain[entry.method, entry.path] = entry

    def wanted(self, method: str, path: str) -> Wanted:
        """What is asked for; of what is not there, only whether it would change something."""
        as_method = "GET" if method == "HEAD" else method
        names: Mapping[str, str] = {}
        entry = self._plain.get((as_method, path))
        if entry is None:
            entry, names = self._found(as_method, path)
        if entry is None:
            right = Right.READ if method in _READING else Right.WRITE
            return Wanted(action="unknown", route="unknown", right=right)
        targets = tuple([names[name] for name in _SUBJECTS if name in names and told(names[name])])
        return Wanted(action=entry.action, route=entry.path, right=entry.right, targets=targets)

    def _found(self, method: str, path: str) -> tuple[Entry | None, Mapping[str, str]]:
        for wanted, pattern, entry in self._parts:
            if wanted == method and (found := pattern.fullmatch(path)):
                return entry, found.groupdict()
        return None, {}
