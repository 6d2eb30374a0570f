"""Vectors in dictionaries: the reference of what every store of vectors answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from vademecum.model.value import replace
from vademecum.model.vectors import Coverage, product

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from vademecum.model.vectors import Embedded, Space

Key = TypeVar("Key")
Among = TypeVar("Among")


class MemoryVectors(Generic[Key, Among]):
    """`ports.Vectors` beside a store that numbers the versions of what it holds.

    Args:
        numbered: everything stored, with its version.
        passing: what may answer.
    """

    def __init__(
        self, numbered: Callable[[], dict[Key, int]], passing: Callable[[Among], Iterable[Key]]
    ) -> None:
        self._numbered = numbered
        self._passing = passing
        self._space: Space | None = None
        self._vectors: dict[int, Embedded] = {}

    def space(self) -> Space | None:
        return self._space

    def coverage(self) -> Coverage:
        versions = self._numbered().values()
        return Coverage(sum(version in self._vectors for version in versions), len(versions))

    def nearest(self, model: str, row: bytes, among: Among, limit: int) -> tuple[tuple[Key, int], ...]:
        found = self.likenesses(model, row, list(self._passing(among)))
        ordered = sorted(found.items(), key=_best_first)
        return tuple(ordered[: max(0, limit)])

    def likenesses(self, model: str, row: bytes, keys: Sequence[Key]) -> dict[Key, int]:
        if self._space is None or self._space.model != model or not row:
            return {}
        numbered = self._numbered()
        held = {key: self._vectors.get(numbered[key]) for key in keys if key in numbered}
        return {
            key: max(product(row, each) for each in one.rows) for key, one in held.items() if one and one.rows
        }

    def begin(self, space: Space) -> None:
        known = self._space
        if known is None or (known.model, known.dimension) != (space.model, space.dimension):
            self._vectors = {}
        self._space = space

    def lacking(self, limit: int, after: int = 0) -> tuple[tuple[Key, int], ...]:
        numbered = self._numbered().items()
        lacking = [(key, at) for key, at in numbered if at > after and at not in self._vectors]
        return tuple(sorted(lacking, key=_by_version)[: max(0, limit)])

    def put(self, model: str, vectors: Sequence[Embedded]) -> None:
        if self._space is None or self._space.model != model:
            return
        stored = set(self._numbered().values())
        self._vectors |= {one.version: _known(one) for one in vectors if one.version in stored}

    def carry(self, before: int, version: int, digest: str) -> None:
        """The vectors of a version are those of a later one too, when they were made of the same text."""
        held = self._vectors.get(before)
        if held is not None and held.digest == digest:
            self._vectors[version] = replace(held, version=version)

    def rows(self, version: int) -> tuple[bytes, ...]:
        """What is kept of a version."""
        held = self._vectors.get(version)
        return held.rows if held else ()

    def drop(self, version: int) -> None:
        """A version is gone."""
        self._vectors.pop(version, None)

    def follow(self, other: MemoryVectors[Key, Among], *, only_space: bool = False) -> None:
        """Hold what another holds, or begin anew in its space."""
        self._space = other._space
        self._vectors = {} if only_space else other._vectors


def _known(one: Embedded) -> Embedded:
    return replace(one, rows=tuple(filter(None, one.rows)))


def _best_first(one: tuple[Key, int]) -> tuple[int, Key]:
    key, likeness = one
    return -likeness, key


def _by_version(one: tuple[Key, int]) -> int:
    return one[1]
