"""`vade shape`: documents and streams from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]

DOCUMENT = b'{"ok": true, "checks": [{"name": "fts"},\n  {"name": "vec"}]}\n'
STREAM = b'{"n": 1}\n\n{"n": 2}\r\n{"n": 3}'


def lines(out: str) -> list[Any]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize(
    "given", [DOCUMENT, STREAM, b"[1, 2]", b'  {"a":1.0}\n\n', b"\xef\xbb\xbf[]", b'{"a":1}\n{"a":']
)
def test_without_a_knob_bytes_pass(vade: Vade, given: bytes) -> None:
    run = vade("shape", "-", stdin=given)

    assert (run.status, run.out.encode()) == (0, given)


def test_document_is_shaped(vade: Vade) -> None:
    assert json.loads(vade("shape", "--filter", "name=vec", stdin=DOCUMENT).out)["checks"] == [
        {"name": "vec"}
    ]


def test_document_may_be_a_file(vade: Vade, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(DOCUMENT)

    assert json.loads(vade("shape", str(file), "--count-only").out)["count"] == 2


def test_stream_is_known_by_looking(vade: Vade) -> None:
    *rows, trailer = lines(vade("shape", "--filter", "n>1", stdin=STREAM).out)

    assert rows == [{"n": 2}, {"n": 3}]
    assert trailer["meta"]["surface"]["input_count"] == 3


def test_one_record_may_be_called_a_stream(vade: Vade) -> None:
    *rows, trailer = lines(vade("shape", "--ndjson", "--select", "n", stdin=b'{"n": 1, "m": 2}').out)

    assert rows == [{"n": 1}]
    assert trailer["meta"]["surface"]["stream"] is True


def test_bad_line_is_named_and_the_rest_served(vade: Vade) -> None:
    run = vade("shape", "--select", "n", stdin=b'{"n": 1}\n{"n": NaN}\n{"n":\n\xff\n{"n": 2}\n')
    *rows, trailer = lines(run.out)

    assert (run.status, rows) == (13, [{"n": 1}, {"n": 2}])
    assert trailer["meta"]["surface"]["unreadable_lines"] == [2, 3, 4]
    assert trailer["meta"]["surface"]["unreadable_count"] == 3


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (b"", "not JSON"),
        (b"   \n ", "not JSON"),
        (b"{", "not JSON"),
        (b'{"a": NaN}', "NaN is no JSON number"),
        (b'{"a":1\n"b"}', "a stream of records takes --ndjson"),
        (b'"\xff"', "not UTF-8 at byte 2"),
        (b'[{"a": -1e400}]', "-1e400 is larger than any number"),
    ],
)
def test_what_is_no_json_is_told(vade: Vade, given: bytes, why: str) -> None:
    run = vade("shape", "--count-only", stdin=given)

    assert run.status == 2
    assert why in json.loads(run.out)["error"]["message"]


def test_depth_is_told(vade: Vade) -> None:
    run = vade("shape", "--max-items", "1", stdin=b"[" * 100_000 + b"]" * 100_000)

    assert (run.status, json.loads(run.out)["error"]["code"]) == (6, "limit_exceeded")


def test_endless_number_is_told(vade: Vade) -> None:
    run = vade("shape", "--max-items", "1", stdin=b"[" + b"9" * 5000 + b"]")

    assert (run.status, json.loads(run.out)["error"]["code"]) == (6, "limit_exceeded")


def test_depth_inside_a_stream_is_told(vade: Vade) -> None:
    run = vade("shape", "--max-items", "9", stdin=b"{}\n" + b"[" * 700 + b"]" * 700 + b"\n{}\n")

    assert (run.status, lines(run.out)[0]) == (6, {})
    assert "line 2 is nested too deeply" in lines(run.out)[-1]["error"]["message"]


def test_lone_carriage_return_ends_no_record(vade: Vade) -> None:
    run = vade("shape", "--select", "a", stdin=b'{"a":\r1}\n{"a":\r2}\r\n')

    assert (run.status, lines(run.out)[:2]) == (0, [{"a": 1}, {"a": 2}])


def test_missing_file_is_told(vade: Vade, tmp_path: Path) -> None:
    run = vade("shape", str(tmp_path / "none.json"))

    assert run.status == 10
    assert "cannot read" in run.err


def test_answer_of_ours_is_known_again(vade: Vade) -> None:
    receipt = vade("remember", "Tea needs water.", "--json").out

    shaped = json.loads(vade("shape", "--select", "memory.key", stdin=receipt.encode()).out)

    assert shaped["memory"] == {"key": "tea-needs-water"}


def test_refused_request_prints_the_refusal_alone(vade: Vade) -> None:
    run = vade("shape", "--filter", "nmae=fts", stdin=DOCUMENT)

    assert run.status == 2
    assert json.loads(run.out)["error"]["suggestions"] == ["name"]
