"""The indexes that a joint one is made of, and what of each may be seen."""

from __future__ import annotations

import threading
from contextlib import ExitStack, contextmanager

from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from typing import TypeVar

    from vademecum.model.ask import Candidate, Filters
    from vademecum.model.entry import Row
    from vademecum.model.record import Scope
    from vademecum.ports import Index

    Versioned = TypeVar("Versioned", Candidate, Row)

_APART = 1 << 50
"""More changes than an index ever sees."""


@value(kw_only=True)
class Side:
    """One of the indexes.

    Attributes:
        scopes: what of it may be seen; None for all of it.
        holds: whether it is the one in which a scope stands, seen or not.
    """

    index: Index
    holds: Callable[[Scope], bool]
    scopes: frozenset[Scope] | None = None

    def shows(self, scope: Scope) -> bool:
        """Whether what stands there in a scope may be seen."""
        return self.holds(scope) and (self.scopes is None or scope in self.scopes)

    @property
    def bounded(self) -> bool:
        """Whether something that it holds may not be seen."""
        return self.scopes is not None


class _Here(threading.local):
    """What a thread has found out while it asks of one state; None while it does not."""

    filled: tuple[Side, ...] | None = None
    steady: bool = False


class Sides:
    """All of them, in their order. Those that hold nothing are not asked again while a thread is steady."""

    def __init__(self, sides: Iterable[Side]) -> None:
        self.all = tuple(sides)
        self._here = _Here()

    def __iter__(self) -> Iterator[Side]:
        """Those that may hold something."""
        here = self._here
        if not here.steady or len(self.all) == 1:
            return iter(self.all)
        if here.filled is None:
            here.filled = tuple(side for side in self.all if side.index.known_files())
        return iter(here.filled)

    def changed(self) -> None:
        """One that held nothing may hold something now."""
        self._here.filled = None

    @contextmanager
    def steady(self) -> Generator[None]:
        """Whatever this thread asks inside is answered from one state of each."""
        here = self._here
        if here.steady:
            yield
            return
        with ExitStack() as stack:
            for side in self.all:
                stack.enter_context(side.index.steady())
            here.steady = True
            try:
                yield
            finally:
                here.steady, here.filled = False, None

    def told(self, side: Side, found: Iterable[Versioned]) -> Iterable[Versioned]:
        """Records of a side with versions that no other side's have: those of the last one, which is the
        largest, stay as they are, and those of the others are below zero."""
        below = (len(self.all) - 1 - self.all.index(side)) * _APART
        return [replace(one, version=one.version - below) for one in found] if below else found

    def of(self, scope: Scope) -> Side | None:
        """The one in which a scope stands."""
        return next((side for side in self.all if side.holds(scope)), None)

    def shows(self, scope: Scope) -> bool:
        """Whether what stands in a scope may be seen."""
        return any(side.shows(scope) for side in self.all)

    def asked(
        self, scopes: Sequence[Scope], among: Iterable[Side] | None = None
    ) -> Iterator[tuple[Side, tuple[Scope, ...]]]:
        """Those that have to be asked about scopes, and about which; none means all that may be seen.

        Args:
            scopes: of the question; none means every scope.
            among: sides; those that may hold a record when not given.
        """
        for side in self if among is None else among:
            if scopes:
                if seen := tuple(scope for scope in scopes if side.shows(scope)):
                    yield side, seen
            elif side.scopes is None:
                yield side, ()
            elif side.scopes:
                yield side, tuple(sorted(side.scopes))

    def filtered(self, filters: Filters) -> Iterator[tuple[Side, Filters]]:
        """Those that have to be asked, each by its own conditions."""
        for side, scopes in self.asked(filters.scopes):
            yield side, filters if scopes == filters.scopes else replace(filters, scopes=scopes)
