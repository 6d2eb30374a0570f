"""Refuses what would otherwise be answered by an emptiness that looks like a fact.

A condition on a field that no element has finds nothing, always, and says so as if it had looked. Before any
predicate runs every key is therefore asked where it lives; what lives nowhere, or only on the envelope, is
refused with what was probably meant.
"""

from __future__ import annotations

from vademecum.errors import Refused, quoted
from vademecum.model.value import field, value
from vademecum.surface.kinds import OBJECT
from vademecum.surface.synonyms import spellings
from vademecum.surface.vocabulary import Advice, FieldScope, Place, advise, find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from vademecum.surface.arrays import ResultArray
    from vademecum.surface.keys import FieldKey
    from vademecum.surface.knobs import Shape


PREDICATES = ("filter", "sort", "dedupe_by", "count_only")
"""Knobs that judge elements and so need a list of all of them."""


@value(kw_only=True)
class Resolution:
    """The keys of a shape and what they are called in the data.

    Attributes:
        spelled: key as asked -> key as the data has it, for those that an element has.
        also: key as asked -> its other names that elements have, for those that lack the first.
        unresolved: key as asked that no element has -> what was probably meant.
        known: those of them that elements of such an answer may have, so that the lack is a fact.
    """

    spelled: dict[FieldKey, FieldKey] = field(default_factory=dict)
    also: dict[FieldKey, tuple[FieldKey, ...]] = field(default_factory=dict)
    unresolved: dict[FieldKey, Advice] = field(default_factory=dict)
    known: set[FieldKey] = field(default_factory=set)

    def unheard_of(self, key: FieldKey) -> bool:
        """Whether nothing is to be learned from its lack."""
        return key in self.unresolved and key not in self.known

    def names(self, key: FieldKey) -> tuple[FieldKey, ...]:
        """The keys to look up, one after another."""
        return (self.spelled.get(key, key), *self.also.get(key, ()))


def resolve(shape: Shape, scope: FieldScope, array: ResultArray) -> Resolution:
    """Look every key up, and refuse what cannot be honoured.

    An empty list refuses nothing: it has no vocabulary.

    Raises:
        Refused: a key of a condition, of the order or of `dedupe_by` is in no element, or not one of the
            selected ones is.
    """
    resolution = Resolution()
    if not scope.elements:
        return resolution
    for key in _predicate_keys(shape):
        _place(key, scope, resolution)
        if resolution.unheard_of(key) and not shape.allow_unknown_keys:
            raise refusal(key, scope, array, resolution.unresolved[key])
    for key in shape.select:
        _place(key, scope, resolution)
    if shape.select and not shape.allow_unknown_keys and all(resolution.unheard_of(k) for k in shape.select):
        first = shape.select[0]
        raise refusal(first, scope, array, resolution.unresolved[first])
    return resolution


def resolve_single(keys: Iterable[FieldKey], scope: FieldScope, *, allow: bool) -> Resolution:
    """As `resolve`, for an answer that is one thing: the fields are those of the answer itself.

    Raises:
        Refused: not one of the keys is there.
    """
    resolution = Resolution()
    asked = tuple(keys)
    for key in asked:
        found = find(scope, key)
        if found.place is Place.ABSENT:
            _miss(key, scope, resolution, scope.envelope)
        else:
            resolution.spelled[key] = found.key
    if asked and not allow and all(resolution.unheard_of(key) for key in asked):
        raise refusal(asked[0], scope, None, resolution.unresolved[asked[0]])
    return resolution


def refusal(key: FieldKey, scope: FieldScope, array: ResultArray | None, advice: Advice) -> Refused:
    """The refusal of a key."""
    name = array.name if array is not None else None
    where = f"any element of {name!r}" if name else "this answer"
    message = f"no field {quoted(str(key))} in {where}"
    if array is not None and find(scope, key).place is Place.ENVELOPE:
        message = (
            f"{quoted(str(key))} stands on the answer itself; the knobs reach into {name!r}, where it is not"
        )
    if advice.suggestions:
        message += f"; did you mean {' or '.join(advice.suggestions)}?"
    if advice.partial:
        message += " (vocabulary_partial: advice comes from the first elements alone)"
    details = {"field": str(key), "array": name, "vocabulary_partial": advice.partial}
    return Refused(message, suggestions=advice.suggestions, details=details)


def refuse_page(shape: Shape, array: ResultArray, total: object) -> None:
    """Refuse a condition or a count over a page that does not hold everything.

    Raises:
        Refused: the shape has one and does not say that it means the page.
    """
    asked = [name for name in PREDICATES if name in shape.turned]
    if not asked or shape.filter_scope == "page":
        return
    flags = " and ".join(["--" + name.replace("_", "-") for name in asked])
    of_all = f" of {total}" if type(total) is int else ""
    raise Refused(
        f"{flags} would judge {len(array.elements)}{of_all} elements as if they were all; ask for all of "
        "them (--limit, --offset), or say --filter-scope page",
        details={
            "array": array.name,
            "shown": len(array.elements),
            "total": total if type(total) is int else None,
        },
    )


def refuse_without_array(shape: Shape) -> None:
    """Refuse what needs a list where the answer has none.

    Raises:
        Refused: the shape has a condition, an order, or counts.
    """
    asked = [name for name in PREDICATES if name in shape.turned]
    if asked:
        flags = " and ".join(["--" + name.replace("_", "-") for name in asked])
        raise Refused(f"this answer is one thing and has no list for {flags}; --select picks fields of it")


def _predicate_keys(shape: Shape) -> list[FieldKey]:
    keys = [predicate.key for predicate in shape.filter]
    keys += [sort.key for sort in shape.sort]
    return keys if shape.dedupe_by is None else [*keys, shape.dedupe_by]


def _place(key: FieldKey, scope: FieldScope, resolution: Resolution) -> None:
    if key in resolution.spelled or key in resolution.unresolved:
        return
    found = find(scope, key)
    if found.place is Place.ELEMENT:
        resolution.spelled[key] = found.key
        if found.also:
            resolution.also[key] = found.also
    else:
        first = scope.elements[0]
        _miss(key, scope, resolution, first if type(first) is OBJECT else ())


def _miss(key: FieldKey, scope: FieldScope, resolution: Resolution, there: Container[str]) -> None:
    from vademecum.surface.schemas import declares

    if any(declares(scope.command, name, there) for name in spellings(key, scope.command)):
        resolution.known.add(key)
        resolution.unresolved[key] = Advice((), partial=False)
    else:
        resolution.unresolved[key] = advise(scope, key)
