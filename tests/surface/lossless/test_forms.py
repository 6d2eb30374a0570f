from __future__ import annotations

from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.surface.lossless.making import Making, values_of

from vademecum.errors import InvalidValue
from vademecum.model.answer import Contribution, Finding, MatchedVia, Stored
from vademecum.model.graph import Node, NodeKind
from vademecum.model.record import Key, Memory, MemoryId, Scope
from vademecum.surface.lossless.forms import MOST_DEPTH, decoded, encoded
from vademecum.surface.lossless.registry import VALUES
from vademecum.surface.lossless.writing import read, written

COMPARED = {
    "kind": "equal",
    "subject_field": "a",
    "subject_values": ["1"],
    "object_field": "b",
    "object_values": ["1"],
    "result": "equal",
    "holds": True,
    "score": 1.0,
}
MEMORY = Memory(id=MemoryId("01"), scope=Scope("personal"), body="x")


@pytest.mark.parametrize("kind", VALUES.values(), ids=VALUES)
def test_every_value_comes_back_as_it_was(kind: type[Any]) -> None:
    values = values_of(kind)
    back = [read(written(one)) for one in values]
    assert back == values
    assert repr(back) == repr(values)


@pytest.mark.parametrize("seed", range(200))
def test_open_types_come_back_with_theirs(seed: int) -> None:
    thing = Making(seed).open_list()
    assert repr(read(written(thing))) == repr(thing)


@pytest.mark.parametrize(
    ("thing", "form"),
    [
        (Contribution("a", "b", 1.0), {"$": "Contribution", "source": "a", "detail": "b", "amount": 1.0}),
        (
            Finding(level="note", code="c", subject="", message="m"),
            {"$": "Finding", "level": "note", "code": "c", "subject": "", "message": "m"},
        ),
        ((1, 2.0, None), {"$tuple": [1, 2.0, None]}),
        ({"$x": 1}, {"$dict": [["$x", 1]]}),
        (float("-inf"), {"$float": "-inf"}),
        (datetime(2026, 1, 2, tzinfo=UTC), {"$datetime": "2026-01-02T00:00:00+00:00"}),
        (b"\x00\xff", {"$bytes": "AP8="}),
        (MatchedVia.BODY, "body"),
        (MappingProxyType({"a": 1}), {"a": 1}),
        (
            Node("n", NodeKind.NAME, "", "N", None),
            {"$": "Node", "id": "n", "kind": "name", "label": "", "name": "N", "scope": None},
        ),
    ],
)
def test_the_form_is_this(thing: object, form: object) -> None:
    assert encoded(thing) == form


def test_members_of_a_union_say_their_name() -> None:
    stored = Stored(record=MEMORY, key=Key("x"), path="x.md", lines=(1, 2))
    assert encoded(stored)["record"]["$"] == "Memory"


@pytest.mark.parametrize(
    "data",
    [
        {"$": "Nobody"},
        {"$": "object"},
        {"$": "os.system"},
        {"$": None},
        {"$": ["Finding"]},
        {"$": "Finding"},
        {"$": "Finding", "level": 1, "code": "c", "subject": "", "message": "m"},
        {"$": "Finding", "level": "x", "code": "c", "subject": "", "message": "m", "more": 1},
        {"$": "Contribution", "source": "a", "detail": "b", "amount": True},
        {"$": "Contribution", "source": "a", "detail": "b", "amount": "1"},
        {"$": "Contribution", "source": "a", "detail": "b", "amount": {"$float": "1"}},
        {"$": "Stored", "record": {"$": "Finding"}, "key": "", "path": "", "lines": [1, 2]},
        {"$": "Stored", "record": None, "key": "", "path": "", "lines": [1, 2]},
        {"$": "Synced", "unreachable": [["a", "b"]]},
        {"$": "SearchStats", "alias_expansions": "abc"},
        {"$": "SearchStats", "candidates": 1.5},
        {"$tuple": "abc"},
        {"$tuple": [], "more": 1},
        {"$eval": "1"},
        {"$dict": [["a"]]},
        {"$dict": [[["a"], 1]]},
        {"$datetime": "yesterday"},
        {"$datetime": 5},
        {"$date": "2026-13-01"},
        {"$bytes": "é"},
        {"$float": {}},
    ],
    ids=str,
)
def test_what_is_no_value_is_refused(data: object) -> None:
    with pytest.raises(InvalidValue):
        decoded(data)


def test_what_may_not_cross_is_a_fault() -> None:
    with pytest.raises(TypeError, match="a object may not cross"):
        encoded([object()])


def test_depth_is_bounded() -> None:
    nested: Any = []
    for _ in range(MOST_DEPTH + 1):
        nested = [nested]
    with pytest.raises(InvalidValue, match="deeper than 64 levels"):
        decoded(nested)


def test_depth_of_values_is_bounded() -> None:
    nested: Any = COMPARED
    for _ in range(MOST_DEPTH):
        nested = {**COMPARED, "parts": [nested]}
    with pytest.raises(InvalidValue, match="deeper than 64 levels"):
        decoded({"$": "Compared", **nested})


@given(st.recursive(st.none() | st.text(max_size=6), lambda i: st.lists(i) | st.dictionaries(st.text(), i)))
@settings(max_examples=80, deadline=None)
def test_any_json_is_read_or_refused(data: object) -> None:
    try:
        decoded(data)
    except InvalidValue:
        return


def test_a_default_is_left_out() -> None:
    assert encoded(decoded({"$": "Compared", **COMPARED})) == {"$": "Compared", **COMPARED}
