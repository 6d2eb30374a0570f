"""A value behaves as the standard library's frozen, slotted dataclass does."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass
from dataclasses import field as standard_field
from dataclasses import replace as standard_replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.model.value import MISSING, Unchangeable, field, fields_of, is_value, replace, value


class Mixin:
    """A base as values may have it: methods, no fields, no slots."""

    __slots__ = ()

    def first(self) -> Any:
        return getattr(self, next(iter(fields_of(self))))


@value
class Point(Mixin):
    x: object
    y: object = 0
    seen: int = field(default=0, compare=False)


@value(kw_only=True)
class Named:
    name: str
    tags: tuple[str, ...] = ()
    notes: dict[str, int] = field(default_factory=dict)


@value
class Lone:
    only: object


@value
class Empty:
    pass


@value(eq=False)
class Tool:
    name: str


@dataclass(frozen=True, slots=True)
class StandardPoint:
    x: object
    y: object = 0
    seen: int = standard_field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardNamed:
    name: str
    tags: tuple[str, ...] = ()
    notes: dict[str, int] = standard_field(default_factory=dict)


PLAIN = st.one_of(st.none(), st.integers(-2, 2), st.text(max_size=2), st.just(float("nan")))
POSITIONAL = st.lists(PLAIN, max_size=4)
BY_NAME = st.dictionaries(st.sampled_from(["x", "y", "seen", "z"]), PLAIN)


def outcome(kind: Any, args: list[object], given: dict[str, object]) -> object:
    """The fields of what was made, or that it was refused."""
    try:
        made = kind(*args, **given)
    except TypeError:
        return TypeError
    return repr([made.x, made.y, made.seen])


@given(POSITIONAL, BY_NAME)
def test_takes_the_arguments_a_dataclass_takes(args: list[object], given: dict[str, object]) -> None:
    assert outcome(Point, args, given) == outcome(StandardPoint, args, given)


@given(PLAIN, PLAIN, PLAIN, PLAIN, st.integers(), st.integers())
def test_equals_as_a_dataclass_does(a: Any, b: Any, c: Any, d: Any, m: int, n: int) -> None:
    ours = Point(a, b, m) == Point(c, d, n)

    assert ours == (StandardPoint(a, b, m) == StandardPoint(c, d, n))


@given(PLAIN, PLAIN, st.integers(), st.integers())
def test_equal_values_hash_alike(a: object, b: object, m: int, n: int) -> None:
    assert hash(Point(a, b, m)) == hash(Point(a, b, n)) == hash(StandardPoint(a, b, m))


@given(PLAIN, PLAIN)
def test_reads_like_a_dataclass(x: object, y: object) -> None:
    assert repr(Point(x, y)) == repr(StandardPoint(x, y)).removeprefix("Standard")


@given(st.text(max_size=3), st.dictionaries(st.sampled_from(["name", "tags"]), st.text(max_size=2)))
def test_replaces_as_a_dataclass_does(name: str, changes: dict[str, Any]) -> None:
    ours = replace(Named(name=name), **changes)
    theirs = standard_replace(StandardNamed(name=name), **changes)

    assert (ours.name, ours.tags, ours.notes) == (theirs.name, theirs.tags, theirs.notes)


@given(PLAIN)
def test_a_copy_equals_the_original(x: object) -> None:
    made = Point(x, "y")

    assert [copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))][:2] == [made, made]


def test_a_pickled_value_comes_back() -> None:
    assert pickle.loads(pickle.dumps(Named(name="a", tags=("b",)))) == Named(name="a", tags=("b",))


def test_nothing_can_be_assigned() -> None:
    with pytest.raises(Unchangeable, match=r"Point\.x is frozen"):
        Point(1).x = 2  # type: ignore[misc]


def test_nothing_can_be_deleted() -> None:
    with pytest.raises(AttributeError, match=r"Point\.x is frozen"):
        del Point(1).x


def test_no_other_attribute_can_be_added() -> None:
    with pytest.raises(AttributeError):
        Point(1).z = 2  # type: ignore[attr-defined]


def test_an_instance_carries_no_dictionary() -> None:
    assert not hasattr(Point(1), "__dict__")


def test_defaults_are_made_anew() -> None:
    assert Named(name="a").notes is not Named(name="a").notes


@pytest.mark.parametrize(
    ("args", "given", "message"),
    [
        ((), {}, "Point: argument 'x' is missing"),
        ((1, 2, 3, 4), {}, "Point takes 3 arguments by position, 4 were given"),
        ((1,), {"x": 2}, "Point: argument 'x' is given twice, by position and by name"),
        ((1,), {"z": 2}, "Point has no argument 'z'; it takes x, y, seen"),
        ((), {"x": 1, "y": 2, "z": 3}, "Point has no argument 'z'; it takes x, y, seen"),
    ],
)
def test_a_wrong_argument_is_named(args: tuple[Any, ...], given: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as refused:
        Point(*args, **given)

    assert str(refused.value) == message


def test_names_are_required_when_keyword_only() -> None:
    with pytest.raises(TypeError, match="Named takes 0 arguments by position, 3 were given"):
        Named("a", (), {})  # type: ignore[call-arg]


def test_replace_refuses_an_unknown_field() -> None:
    with pytest.raises(TypeError, match="Named has no argument 'title'"):
        replace(Named(name="a"), title="b")


def test_matches_by_position() -> None:
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_keyword_only_values_match_by_name_alone() -> None:
    assert (Point.__match_args__, Named.__match_args__) == (("x", "y", "seen"), ())


def test_values_of_different_classes_differ() -> None:
    standard: object = StandardPoint(1)

    assert Point(1) != standard


def test_the_identical_odd_number_is_equal() -> None:
    nan = float("nan")

    assert Lone(nan) == Lone(nan)


def test_values_without_fields_are_all_equal() -> None:
    assert (Empty(), hash(Empty()), repr(Empty())) == (Empty(), hash(()), "Empty()")


def test_identity_decides_where_equality_is_waived() -> None:
    tool = Tool("saw")

    assert (tool == tool, tool == Tool("saw"), len({tool, Tool("saw")})) == (True, False, 2)  # noqa: PLR0124


def test_methods_of_a_base_are_there() -> None:
    assert Point(5).first() == 5


def test_fields_stand_in_order_with_their_defaults() -> None:
    assert list(fields_of(Named).items()) == [("name", MISSING), ("tags", ()), ("notes", MISSING)]


def test_only_values_are_values() -> None:
    assert (is_value(Point(1)), is_value(Point), is_value(StandardPoint(1)), is_value(1)) == (
        True,
        False,
        False,
        False,
    )


def test_what_is_no_value_has_no_fields() -> None:
    with pytest.raises(TypeError, match="1 is no value"):
        fields_of(1)


def test_fields_are_not_inherited() -> None:
    with pytest.raises(TypeError, match="Longer: a value cannot inherit the fields of another"):

        @value
        class Longer(Point):
            z: int = 0


@value(packed=True)
class Packed(Mixin):
    x: object
    y: object = 0


def test_packed_value_is_made_as_any_other() -> None:
    made = (Packed(1, 2), Packed(1, y=2), Packed(x=1, y=2))

    assert {(one.x, one.y) for one in made} == {(1, 2)}
    assert (Packed(1).y, Packed(3).first(), repr(Packed(1))) == (0, 3, "Packed(x=1, y=0)")
    assert is_value(Packed(1))
    assert fields_of(Packed) == {"x": MISSING, "y": 0}


def test_packed_value_is_compared_copied_and_replaced() -> None:
    made = Packed("a", ("b",))

    assert made == Packed("a", ("b",)) != Packed("a")
    assert hash(made) == hash(Packed("a", ("b",)))
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made
    assert replace(made, y=1) == Packed("a", 1)


def test_packed_value_is_frozen() -> None:
    with pytest.raises(Unchangeable):
        Packed(1).x = 2  # type: ignore[misc]
    with pytest.raises(Unchangeable):
        Packed(1).z = 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("given", [{}, {"x": 1, "z": 2}, {"y": 1}])
def test_packed_value_refuses_wrong_fields(given: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="Packed"):
        Packed(**given)
    with pytest.raises(TypeError, match="Packed takes 2 arguments"):
        Packed(1, 2, 3)  # type: ignore[call-arg]
