"""Conditions: read once, asked of every value."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.errors import InvalidValue
from vademecum.surface.keys import ABSENT
from vademecum.surface.predicates import Operator, holds, parse_filter


@pytest.mark.parametrize(
    ("text", "key", "operator", "operands"),
    [
        ("name=fts", "name", Operator.EQUAL, ["fts"]),
        ("name==fts", "name", Operator.EQUAL, ["fts"]),
        ("name!=fts", "name", Operator.UNEQUAL, ["fts"]),
        ("name~FT", "name", Operator.CONTAINS, ["FT"]),
        ("n>=9", "n", Operator.AT_LEAST, ["9"]),
        ("n<=9", "n", Operator.AT_MOST, ["9"]),
        ("n>9", "n", Operator.ABOVE, ["9"]),
        ("n<9", "n", Operator.BELOW, ["9"]),
        ("a=b=c", "a", Operator.EQUAL, ["b=c"]),
        ("a~b=c", "a", Operator.CONTAINS, ["b=c"]),
        ('"a=b"=c', '"a=b"', Operator.EQUAL, ["c"]),
        ("name = two words ", "name", Operator.EQUAL, ["two words"]),
        ("name=", "name", Operator.EQUAL, [""]),
        ("k in a, b", "k", Operator.IN, ["a", "b"]),
        ('k in (a,"b,c")', "k", Operator.IN, ["a", "b,c"]),
        ("k not  in a", "k", Operator.NOT_IN, ["a"]),
        ("k exists", "k", Operator.EXISTS, []),
        ("k not exists", "k", Operator.MISSING, []),
        ("inside=in b", "inside", Operator.EQUAL, ["in b"]),
    ],
)
def test_earliest_and_longest_operator_wins(
    text: str, key: str, operator: Operator, operands: list[str]
) -> None:
    read = parse_filter("--filter", text)

    assert (str(read.key), read.operator) == (key, operator)
    assert [operand.text for operand in read.operands] == operands


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name", "is no condition"),
        ("", "is no condition"),
        ("=x", "is no key"),
        ("k in", "values are wanted"),
        ("k in ()", "values are wanted"),
        ("k exists now", "nothing may stand behind"),
    ],
)
def test_what_is_no_condition_is_told(text: str, why: str) -> None:
    with pytest.raises(InvalidValue, match=why):
        parse_filter("--filter", text)


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("k=1", 1.0),
        ("k=1.0", 1),
        ("k=1", "1"),
        ("k=true", True),
        ("k=", None),
        ("k=null", None),
        ("k=null", "null"),
        ('k="1"', "1"),
        ("k=a", ["b", "a"]),
        ("k=2026-03-31", "2026-03-31T23:59:59+02:00"),
        ("k=2026-03-31T10:00Z", "2026-03-31T12:00:00+02:00"),
        ("k!=1", ABSENT),
        ("k!=1", 2),
        ("k!=a", ["b"]),
        ("k!=a", []),
        ("k~STRASSE", "Straße"),
        ("k~ru", True),
        ("k>9", 10),
        ("k>9", 1.7e308),
        ("k!=1.10", "1.1"),
        ("k>=1.10", "1.1"),
        ("k>9", "10"),
        ("k>=9", 9),
        ("k<9.5", 9),
        ("k<=9", [100, 9]),
        ("k>m", "n"),
        ("k>2026-03-30", "2026-03-31T00:00:00Z"),
        ("k<=2026-03-31", "2026-03-31T23:00:00Z"),
        ("k<2026-03-31T12:00:00Z", "2026-03-31T13:00:00+02:00"),
        ("k in 1,two", "two"),
        ("k in 1,two", 1),
        ("k not in 1,two", ABSENT),
        ("k not in 1,two", 3),
        ("k exists", None),
        ("k not exists", ABSENT),
    ],
)
def test_condition_holds(condition: str, value: Any) -> None:
    assert holds(parse_filter("--filter", condition))(value)


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("k=1", True),
        ("k=1", ABSENT),
        ("k=1.10", "1.1"),
        ("k=0123", "123"),
        ("k=1e5", "100000"),
        ("k=true", "True"),
        ('k="null"', None),
        ("k=a", "A"),
        ("k=a", ["aa"]),
        ("k!=a", ["b", "a"]),
        ("k~x", ABSENT),
        ("k>9", 9),
        ("k>9", "nine"),
        ("k>9", True),
        ("k>9", ABSENT),
        ("k>2026-03-31", "2026-03-31T23:00:00Z"),
        ("k<2026-03-31", "2026-03-31T00:00:00Z"),
        ("k>2026-03-31", "yesterday"),
        ("k>m", 5),
        ("k in 1,two", ABSENT),
        ("k not in 1,two", "two"),
        ("k exists", ABSENT),
        ("k not exists", None),
    ],
)
def test_condition_fails(condition: str, value: Any) -> None:
    assert not holds(parse_filter("--filter", condition))(value)


@pytest.mark.parametrize("hostile", ["9" * 5000, "1e999", "inf", "nan", "2026-99-99", "0x10", "1_000"])
def test_odd_numbers_are_text(hostile: str) -> None:
    assert holds(parse_filter("--filter", f"k={hostile}"))(hostile)
