from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from vademecum.errors import InvalidValue, UsageError
from vademecum.model.conversation import NewTurn, Role
from vademecum.model.record import MemoryType, Relation
from vademecum.remote.asking import Request, request_of
from vademecum.surface.operations.table import BY_NAME

AT = datetime(2026, 3, 1, tzinfo=UTC)


def asked(name: str, *arguments: Any, **named: Any) -> Request:
    return request_of(BY_NAME[name], arguments, named)


def body(request: Request) -> Any:
    return json.loads(request.body or b"null")


def test_a_question_stands_in_the_body() -> None:
    request = asked("recall", "oat milk?", types=("fact",), since=AT, limit=3, explain=True, until=None)
    assert (request.method, request.path, request.query) == ("POST", "/v1/recall", ())
    assert body(request) == {
        "utterance": "oat milk?",
        "types": ["fact"],
        "since": "2026-03-01T00:00:00+00:00",
        "limit": 3,
        "explain": True,
    }


def test_what_is_left_out_is_not_sent() -> None:
    assert asked("list").query == ()
    assert asked("stats").body is None


def test_a_list_in_the_query_is_repeated() -> None:
    request = asked("list", tags=("a", "b&c"), limit=5, as_of=AT)
    assert request.query == (
        ("as_of", "2026-03-01T00:00:00+00:00"),
        ("tags", "a"),
        ("tags", "b&c"),
        ("limit", "5"),
    )


@pytest.mark.parametrize(
    ("handle", "path"),
    [
        ("oat-milk", "/v1/memories/oat-milk"),
        ("../secret", "/v1/memories/..%2Fsecret"),
        ("a b?c#d", "/v1/memories/a%20b%3Fc%23d"),
        ("Ü", "/v1/memories/%C3%9C"),
    ],
)
def test_a_handle_is_one_part_of_the_path(handle: str, path: str) -> None:
    assert asked("get", handle).path == path


@pytest.mark.parametrize("handle", ["", ".", "..", "\ud800"])
def test_a_handle_that_no_path_holds_is_refused(handle: str) -> None:
    with pytest.raises(InvalidValue, match="handle"):
        asked("get", handle)


def test_members_that_are_spread_become_a_list() -> None:
    assert body(asked("forget", "a", "b", dry_run=True)) == {"handles": ["a", "b"], "dry_run": True}
    assert body(asked("conversations.redact", "c", 1, 2)) == {"turns": [1, 2]}


def test_what_has_its_place_by_order_has_it_here() -> None:
    assert body(asked("fields.declare", ["Person.born"], [])) == {"add": ["Person.born"], "remove": []}
    assert body(asked("conversations.end", "c", "done")) == {"reason": "done"}


def test_values_are_stated_field_by_field() -> None:
    relation = Relation(predicate="knows", object="Ann", since=AT)
    request = asked("remember", "x", relations=(relation,), type=MemoryType.FACT, source="agent")
    assert body(request)["relations"] == [
        {"predicate": "knows", "object": "Ann", "since": "2026-03-01T00:00:00+00:00"}
    ]
    assert body(request)["type"] == "fact"


def test_turns_are_stated_field_by_field() -> None:
    request = asked("conversations.append", turns=(NewTurn(origin_id="1", role=Role.USER, text="é"),))
    assert body(request)["turns"] == [{"origin_id": "1", "role": "user", "text": "é", "tools": []}]


def test_a_file_is_sent_as_text() -> None:
    assert body(asked("rewrite", "a", "é".encode(), b"b")) == {"before": "é", "after": "b"}
    with pytest.raises(InvalidValue, match="after: cannot be written as JSON"):
        asked("rewrite", "a", b"", b"\xff")


def test_functions_that_only_tell_are_left_out() -> None:
    assert asked("reindex", progress=print, embedded=print).body is None


@pytest.mark.parametrize(
    ("arguments", "named", "message"),
    [
        (("a", "b"), {}, "is given 'x'|takes"),
        ((), {}, "is missing 'handle'"),
        (("a",), {"handle": "b"}, "is given 'handle', more than once"),
        (("a",), {"color": "red"}, "is given 'color', which it does not take"),
    ],
)
def test_a_call_that_python_would_refuse_is_refused(
    arguments: tuple[Any, ...], named: dict[str, Any], message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        asked("history", *arguments, **named)


def test_a_function_cannot_be_sent() -> None:
    with pytest.raises(UsageError, match="extractor is a function, which cannot be sent"):
        asked("sessions.begin", extractor=print)


def test_a_session_is_named_in_the_path() -> None:
    request = request_of(BY_NAME["sessions.final"], ("hello",), {}, at="my session")
    assert request.path == "/v1/sessions/my%20session/final"
