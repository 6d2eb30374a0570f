"""Parts of elements: chosen fields, shorter lists, shorter texts. Nothing given is changed in place."""

from __future__ import annotations

from functools import cache

from vademecum.surface.comparing import as_moment
from vademecum.surface.keys import ABSENT, getter
from vademecum.surface.kinds import LIST, OBJECT
from vademecum.text.graphemes import border_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from vademecum.surface.keys import FieldKey

    Tree: TypeAlias = "dict[str, Tree | None]"

KEPT_WHOLE = frozenset(
    {
        "id",
        "key",
        "path",
        "file",
        "uuid",
        "url",
        "uri",
        "hash",
        "ref",
        "scope",
        "schema",
        "$schema",
        "command",
        "type",
        "kind",
        "status",
        "role",
        "outcome",
        "version",
    }
)
"""Names whose values are addresses or words of a closed set: half of one is a lie."""

ELLIPSIS = "…"

_HOLDERS = frozenset({dict, list})


def projection(keys: Iterable[FieldKey]) -> Callable[[Any], Any]:
    """A function from an element to a copy with these keys alone, in this order, at their places.

    What has no fields stays as it is; a key that an element lacks is left out.
    """
    tree: Tree = {}
    flat = True
    for key in keys:
        _plant(tree, key.segments)
        flat = flat and len(key.segments) == 1
    if flat:
        names = tuple(tree)
        return lambda one: (
            {n: one[n] for n in names if n in one} if type(one) is OBJECT else _pruned(one, tree)
        )
    return lambda one: _pruned(one, tree)


def projection_of_any(asked: Sequence[Sequence[FieldKey]]) -> Callable[[Any], Any]:
    """As `projection`, where a key may have several names, of which an element has one or another."""
    if all(len(names) == 1 for names in asked):
        return projection([names[0] for names in asked])
    read = [[(name, getter(name)) for name in names] for names in asked]

    @cache
    def made(places: tuple[int, ...]) -> Callable[[Any], Any]:
        return projection([read[n][place][0] for n, place in enumerate(places) if place >= 0])

    def project(element: Any) -> Any:
        places = [
            next((p for p, (_, get) in enumerate(names) if get(element) is not ABSENT), -1) for names in read
        ]
        return made(tuple(places))(element)

    return project


def _plant(tree: Tree, segments: tuple[str, ...]) -> None:
    first, *rest = segments
    if first in tree and tree[first] is None:
        return  # the whole of it is wanted already
    if not rest:
        tree[first] = None
        return
    branch = tree.setdefault(first, {})
    assert branch is not None
    _plant(branch, tuple(rest))


def _pruned(holder: Any, tree: Mapping[str, Tree | None]) -> Any:
    if type(holder) is LIST:
        places = [int(name) for name in tree if name.isascii() and name.isdigit() and len(name) < 10]
        chosen = [holder[place] for place in places if place < len(holder)]
        return chosen or [_pruned(one, tree) for one in holder if type(one) is OBJECT]
    if type(holder) is not OBJECT:
        return holder
    pruned: dict[str, Any] = {}
    for name, branch in tree.items():
        if name not in holder:
            continue
        inner = holder[name]
        if branch is None:
            pruned[name] = inner
        elif type(inner) in (OBJECT, LIST):
            below = _pruned(inner, branch)
            if below:
                pruned[name] = below
    return pruned


class Capper:
    """Cuts every list to a length and remembers where and how much.

    Attributes:
        capped: path of a list -> members before and after, summed over the elements it occurs in.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.capped: dict[str, list[int]] = {}

    def __call__(self, one: Any, path: str = "") -> Any:
        """A copy with short lists; the very thing when nothing in it was too long."""
        if type(one) is OBJECT:
            before = f"{path}." if path else ""
            return {
                name: self(inner, before + name) if type(inner) in _HOLDERS else inner
                for name, inner in one.items()
            }
        if type(one) is not LIST:
            return one
        if len(one) > self._most:
            said = self.capped.setdefault(path or "[]", [0, 0])
            said[0] += len(one)
            said[1] += self._most
        within = f"{path}[]"
        return [self(held, within) if type(held) in _HOLDERS else held for held in one[: self._most]]


class Shortener:
    """Cuts long texts on the border of a character as a person sees it.

    Attributes:
        count: texts cut.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.count = 0

    def __call__(self, one: Any, name: str = "") -> Any:
        """A copy with short texts; the ellipsis counts towards the bound."""
        if type(one) is str:
            if len(one) <= self._most or name in KEPT_WHOLE or name.endswith("_id") or as_moment(one):
                return one
            self.count += 1
            return one[: border_before(one, self._most - 1)] + ELLIPSIS
        if type(one) is OBJECT:
            most = self._most
            return {
                key: self(inner, key)
                if type(inner) in _HOLDERS or (type(inner) is str and len(inner) > most)
                else inner
                for key, inner in one.items()
            }
        if type(one) is LIST:
            return [self(member, name) for member in one]
        return one
