"""Frozen, slotted values that cost next to nothing to define.

A cold `vade recall` defines about sixty of them. The standard library writes source text for every frozen,
slotted dataclass and compiles it, 0.9 ms each, and loads `inspect` for it, 12 ms more: together the time of
four bare interpreters. `value` compiles nothing: a few shared functions hand the fields to loops that run
in C, so that defining a class costs 0.03 ms and making an instance no more than before
(`benchmarks/values.py` prints both).

Every annotated name is a field; no fields are inherited. There is no `__post_init__`: what must be checked
is checked by the function that makes the value.
"""

from __future__ import annotations

from functools import partial
from itertools import repeat
from operator import attrgetter, itemgetter
from types import MemberDescriptorType

TYPE_CHECKING = False  # as in `typing`, which is not imported for the sake of annotations
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeVar, dataclass_transform, overload

    Made = TypeVar("Made")
else:

    def overload(function: Any) -> Any:
        """At run time the signatures for type checkers are nothing."""
        return function

    def dataclass_transform(**_: Any) -> Any:
        """Likewise."""
        return overload


_put = MemberDescriptorType.__set__
"""Writes a slot past `__setattr__`; returns None, so `any` runs a whole `map` of it."""

MISSING: Any = object()
"""In place of a default where a field has none, or one that a factory makes."""


class Unchangeable(AttributeError):
    """A value was to be changed; `replace` makes a changed copy."""


class _Field:
    """What `field` says of a field until its class is made."""

    def __init__(self, default: Any, make: Callable[[], Any] | None = None, *, compare: bool = True) -> None:
        self.default, self.make, self.compare = default, make, compare


def field(
    *, default: Any = MISSING, default_factory: Callable[[], Any] | None = None, compare: bool = True
) -> Any:
    """Say more of a field than its type: how its default is made, whether equality and hash heed it."""
    return _Field(default, default_factory, compare=compare)


@overload
def value(kind: type[Made], /) -> type[Made]: ...  # noqa: D103  # described below
@overload
def value(*, kw_only: bool = False, eq: bool = True) -> Callable[[type[Made]], type[Made]]: ...  # noqa: D103, F811
@overload
def value(*, packed: bool) -> Callable[[type[Made]], type[Made]]: ...  # noqa: D103, F811
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(  # noqa: F811
    kind: type[Any] | None = None, /, *, kw_only: bool = False, eq: bool = True, packed: bool = False
) -> Any:
    """Make the annotated names of a class the fields of frozen, slotted values.

    With `kw_only` they are given by name only. Without `eq` a value equals nothing but itself. One that is
    `packed` is kept in a tuple, which it then is, also when compared: for those of which a question makes
    hundreds. With twenty fields it is made in a sixth of the time, and a field is read in twice.
    """
    if packed:
        return _packed
    if kind is None:
        return partial(_made, kw_only=kw_only, eq=eq)
    return _made(kind, kw_only=kw_only, eq=eq)


def replace(original: Made, /, **changes: Any) -> Made:
    """A copy with some fields changed.

    Raises:
        TypeError: the value has no such field.
    """
    kept = {name: getattr(original, name) for name in fields_of(original) if name not in changes}
    return type(original)(**kept, **changes)


def fields_of(owner: object) -> Mapping[str, Any]:
    """Name -> default (or `MISSING`) of every field of a value or of its class, in order.

    Raises:
        TypeError: it is neither.
    """
    if not hasattr(owner, "__value_fields__"):
        raise TypeError(f"{owner!r} is no value")
    return owner.__value_fields__  # type: ignore[no-any-return]


def is_value(one: object) -> bool:
    """Whether it is an instance of a class made by `value`."""
    return hasattr(type(one), "__value_fields__")


def _made(kind: type[Any], *, kw_only: bool, eq: bool) -> type[Any]:
    if any(hasattr(base, "__value_fields__") for base in kind.__bases__):
        raise TypeError(f"{kind.__name__}: a value cannot inherit the fields of another")
    body = {name: one for name, one in kind.__dict__.items() if name not in ("__dict__", "__weakref__")}
    names = tuple(body.get("__annotations__", ()))
    told = {name: body.pop(name, MISSING) for name in names}
    parts = {name: one if isinstance(one, _Field) else _Field(one) for name, one in told.items()}
    slots: list[Any] = []
    body.setdefault("__repr__", _shown)
    body.update(
        __slots__=names,
        __qualname__=kind.__qualname__,
        __match_args__=() if kw_only else names,
        __value_fields__={name: part.default for name, part in parts.items()},
        __init__=_maker(kind.__name__, parts, slots, kw_only=kw_only),
        __setattr__=_refuse,
        __delattr__=_refuse,
        __reduce__=_reduced,
    )
    if eq:
        body["__eq__"], body["__hash__"] = _comparison([n for n, part in parts.items() if part.compare])
    made: type[Any] = type(kind.__name__, kind.__bases__, body)
    slots += [made.__dict__[name] for name in names]
    return made


def _packed(kind: type[Any]) -> type[Any]:
    body = {name: one for name, one in kind.__dict__.items() if name not in ("__dict__", "__weakref__")}
    names = tuple(body.get("__annotations__", ()))
    defaults = {name: body.pop(name, MISSING) for name in names}
    bases = tuple([base for base in kind.__bases__ if base is not object])
    body.setdefault("__repr__", _shown)
    body.update({name: property(itemgetter(place)) for place, name in enumerate(names)})
    body.update(
        __slots__=(),
        __qualname__=kind.__qualname__,
        __match_args__=names,
        __value_fields__=defaults,
        __new__=_packer(kind.__name__, defaults),
        __setattr__=_refuse,
        __delattr__=_refuse,
        __reduce__=_reduced,
    )
    return type(kind.__name__, (*bases, tuple), body)


def _packer(title: str, told: Mapping[str, Any]) -> Any:
    """The `__new__` of a class whose values are tuples."""
    names, count = tuple(told), len(told)
    defaults = {name: default for name, default in told.items() if default is not MISSING}
    whole: type[tuple[Any, ...]] = tuple
    made = whole.__new__

    def __new__(kind: type[Any], /, *args: Any, **given: Any) -> Any:  # noqa: N807  # becomes the method
        if not given and len(args) == count:
            return made(kind, args)
        _name(title, names, args, given)
        filled = {**defaults, **given}
        if filled.keys() == told.keys():
            return made(kind, map(filled.__getitem__, names))
        raise TypeError(_complaint(title, names, filled))

    return __new__


def _maker(title: str, parts: Mapping[str, _Field], slots: Sequence[Any], *, kw_only: bool) -> Any:
    """The `__init__` of a class; `slots` are filled in once the class is there."""
    names = tuple(parts)
    count = len(names)
    positional = 0 if kw_only else count
    defaults = {name: part.default for name, part in parts.items() if part.default is not MISSING}
    factories = {name: part.make for name, part in parts.items() if part.make is not None}

    def __init__(self: object, /, *args: Any, **given: Any) -> None:  # noqa: N807  # becomes the method
        if not given and len(args) == count == positional:
            any(map(_put, slots, repeat(self), args))
            return
        if args:
            _name(title, names[:positional], args, given)
        filled = given if len(given) == count else {**defaults, **given}
        for name, make in factories.items():
            if name not in filled:
                filled[name] = make()
        if len(filled) == count:
            try:
                any(map(_put, slots, repeat(self), map(filled.__getitem__, names)))
                return
            except KeyError:  # as many as there are fields, but one of them is no field
                pass
        raise TypeError(_complaint(title, names, filled))

    return __init__


def _name(title: str, names: Sequence[str], args: Sequence[Any], given: dict[str, Any]) -> None:
    """Put what was given by position among what was given by name."""
    if len(args) > len(names):
        raise TypeError(f"{title} takes {len(names)} arguments by position, {len(args)} were given")
    for name, one in zip(names, args, strict=False):
        if name in given:
            raise TypeError(f"{title}: argument {name!r} is given twice, by position and by name")
        given[name] = one


def _complaint(title: str, names: Sequence[str], filled: Mapping[str, Any]) -> str:
    unknown = ", ".join([repr(name) for name in filled if name not in names])
    if unknown:
        return f"{title} has no argument {unknown}; it takes {', '.join(names) or 'none'}"
    return f"{title}: argument {', '.join([repr(name) for name in names if name not in filled])} is missing"


def _comparison(counted: Sequence[str]) -> tuple[Any, Any]:
    """`__eq__` and `__hash__` by some of the fields, compared as the members of a tuple are."""
    read: Callable[[Any], Any] = attrgetter(*counted) if counted else lambda _one: ()
    key: Callable[[Any], Any] = (lambda one: (read(one),)) if len(counted) == 1 else read

    def __eq__(self: object, other: object) -> Any:  # noqa: N807  # becomes the method
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: object) -> int:  # noqa: N807  # becomes the method
        return hash(key(self))

    return __eq__, __hash__


def _shown(self: Any) -> str:
    parts = ", ".join([f"{name}={getattr(self, name)!r}" for name in fields_of(self)])
    return f"{type(self).__qualname__}({parts})"


def _refuse(self: Any, name: str, *_: object) -> None:
    raise Unchangeable(f"{type(self).__name__}.{name} is frozen; `replace` makes a changed copy")


def _reduced(self: object) -> tuple[Any, ...]:
    """For `copy` and `pickle`, which would set attributes one by one."""
    return partial(type(self), **{name: getattr(self, name) for name in fields_of(self)}), ()
