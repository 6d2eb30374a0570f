"""Bodies that no client of ours sends: too large, no JSON, no text, or nested without end."""

from __future__ import annotations

import json

import pytest
from tests.web.served import Served

from vademecum.web.api import requests

JSON = {"Content-Type": "application/json"}


def sent(served: Served, raw: bytes, **headers: str) -> tuple[int, str, str]:
    answer = served.ask("POST", "/v1/memories", content=raw, headers={**JSON, **headers})
    return served.refused(answer)


@pytest.mark.parametrize(
    "raw", [b"{", b"[1", b'{"text": NaN}', b"\xff\xfe", b'{"text": "a" "b"}', b'{"confidence": 1e999}x']
)
def test_body_that_is_no_json_is_refused(served: Served, raw: bytes) -> None:
    assert sent(served, raw) == (400, "invalid_value", "body")


@pytest.mark.parametrize("raw", [b"[]", b"7", b'"text"', b"true"])
def test_body_that_is_no_object_is_refused(served: Served, raw: bytes) -> None:
    assert sent(served, raw) == (400, "invalid_value", "body")


def test_body_nested_without_end_is_refused(served: Served) -> None:
    assert sent(served, b"[" * 200_000)[:2] == (413, "limit_exceeded")


def test_endless_number_is_refused(served: Served) -> None:
    assert sent(served, b'{"confidence": ' + b"9" * 5_000 + b"}")[0] == 400


def test_huge_body_is_refused(served: Served) -> None:
    raw = b'{"text": "' + b"a" * requests.MOST_BYTES + b'"}'

    assert sent(served, raw)[:2] == (413, "limit_exceeded")
    assert served.vade.list().total == 0


def test_size_that_is_told_is_refused_before_it_comes(served: Served) -> None:
    assert sent(served, b"{}", **{"Content-Length": "99999999999"})[:2] == (413, "limit_exceeded")


def test_form_is_no_json(served: Served) -> None:
    answer = served.ask("POST", "/v1/memories", data={"text": "Hello."})

    assert served.refused(answer)[:2] == (415, "usage")


def test_compressed_body_is_refused(served: Served) -> None:
    assert sent(served, b"{}", **{"Content-Encoding": "gzip"})[:2] == (415, "usage")


@pytest.mark.parametrize(
    "raw", [b'{"text": "a", "text": "b"}', b'{"sources": [{"kind": "user", "kind": "file"}]}']
)
def test_name_given_twice_is_refused(served: Served, raw: bytes) -> None:
    assert sent(served, raw) == (400, "invalid_value", "body")
    assert served.vade.list().total == 0


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/memories", {"text": "Hello."}),
        ("/v1/reindex", {}),
        ("/v1/forget", {"handles": ["hello"]}),
        ("/v1/conversations/none/end", {}),
    ],
)
def test_condition_on_what_has_no_state_is_refused(
    served: Served, path: str, body: dict[str, object]
) -> None:
    answer = served.ask("POST", path, json=body, headers={"If-Match": '"a"'})

    assert served.refused(answer) == (400, "invalid_value", "If-Match")


def test_lone_surrogate_is_kept_as_a_sign(served: Served) -> None:
    answer = served.ask("POST", "/v1/memories", content=rb'{"text": "port \ud800 8080"}', headers=JSON)

    assert answer.status_code == 201
    assert "\ufffd" in answer.json()["memory"]["body"]


def test_surrogate_in_a_path_is_not_found(served: Served) -> None:
    assert served.refused(served.get("/v1/memories/%ED%A0%80"))[:2] == (404, "not_found")


def test_nul_changes_no_file_but_its_own(served: Served) -> None:
    answer = served.post("/v1/memories", {"text": "port\x008080", "title": "a\x00b"})

    assert answer.status_code in (201, 400)
    assert served.get("/v1/doctor").json()["healthy"] is True


@pytest.mark.parametrize("name", ["colour", "\ud800", "text\x00"])
def test_unknown_member_is_named(served: Served, name: str) -> None:
    assert sent(served, json.dumps({"text": "Hello.", name: 1}).encode())[:2] == (400, "unknown_name")


def test_parameter_in_the_wrong_place_says_where_it_stands(served: Served) -> None:
    answer = served.ask("POST", "/v1/recall", params={"utterance": "port"}, json={})

    assert "it stands in the body" in answer.json()["detail"]


def test_parameter_given_twice_is_refused(served: Served) -> None:
    assert served.refused(served.get("/v1/memories?limit=1&limit=2")) == (400, "invalid_value", "limit")


@pytest.mark.parametrize("text", ["2026-03-31", "2026-03-31T09:00:00", "yesterday", "2026-13-01T00:00:00Z"])
def test_time_without_its_offset_is_refused(served: Served, text: str) -> None:
    assert served.refused(served.get("/v1/memories", params={"as_of": text})) == (
        400,
        "invalid_value",
        "as_of",
    )


def test_null_says_nothing(served: Served) -> None:
    assert served.post("/v1/memories", {"text": "Hello.", "title": None}).status_code == 201


def test_missing_parameter_is_named(served: Served) -> None:
    assert served.refused(served.post("/v1/recall", {})) == (400, "invalid_value", "utterance")


@pytest.mark.parametrize(
    ("name", "text"), [("count_only", ""), ("select", ""), ("max_items", "-1"), ("filter_scope", "all")]
)
def test_knob_that_cannot_be_turned_is_refused(served: Served, name: str, text: str) -> None:
    answer = served.get("/v1/memories", params={name: text})

    assert served.refused(answer) == (400, "invalid_value", name)


def test_knobs_shape_an_answer(served: Served) -> None:
    for number in range(3):
        served.remember(f"Berth {number} is free.", tags=[f"b{number}"])
    query = {"select": "key", "filter": "tags=b1"}

    told = served.get("/v1/memories", params=query).json()

    assert told["results"] == [{"key": "berth-1-is-free"}]
    assert told["meta"]["surface"]["input_count"] == 3


def test_knob_for_a_field_that_is_not_there_is_refused(served: Served) -> None:
    served.remember("Berth 1 is free.")

    answer = served.get("/v1/memories", params={"filter": "colour=red"})

    assert served.refused(answer)[:2] == (400, "refused")


def test_page_is_not_taken_for_everything(served: Served) -> None:
    for number in range(3):
        served.remember(f"Berth {number} is free.")

    answer = served.get("/v1/memories", params={"limit": 1, "filter": "type=note"})

    assert served.refused(answer)[:2] == (400, "refused")
