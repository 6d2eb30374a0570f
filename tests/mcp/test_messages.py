"""Lines of the wire: what is no message is told as such, what nearly is one is mended."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vademecum.mcp.messages import INVALID_REQUEST, MOST_BYTES, PARSE_ERROR, Fault, read_line


def call(arguments: Any) -> bytes:
    return json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x", "arguments": arguments}}
    ).encode()


def fault(line: bytes) -> Fault:
    found = read_line(line)
    assert isinstance(found, Fault)
    return found


@pytest.mark.parametrize("line", [b"", b"\n", b"  \r\n"])
def test_blank_line_is_nothing(line: bytes) -> None:
    assert read_line(line) is None


@pytest.mark.parametrize(
    "line", [b"{", b"hello", b'{"id": 1', b"\xff\xfe", b"[" * 100_000, b'{"id":' + b"9" * 5_000 + b"}"]
)
def test_line_that_is_no_json_is_told(line: bytes) -> None:
    assert (fault(line).id, fault(line).code) == (None, PARSE_ERROR)


@pytest.mark.parametrize(
    "line", [b"[]", b"null", b"5", b'"x"', b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]']
)
def test_json_that_is_no_message_is_told(line: bytes) -> None:
    assert (fault(line).id, fault(line).code) == (None, INVALID_REQUEST)


@pytest.mark.parametrize("named", ["null", "1.5", "true", "[]", "{}"])
def test_illegal_id_is_told(named: str) -> None:
    assert fault(b'{"jsonrpc":"2.0","method":"ping","id":%s}' % named.encode()).code == INVALID_REQUEST


def test_deep_message_is_told_to_its_request() -> None:
    deep = b'{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":' + b"[" * 100 + b"]" * 100 + b"}}"

    assert (fault(deep).id, fault(deep).code) == (7, INVALID_REQUEST)


def test_long_line_names_the_bound() -> None:
    assert fault(b" " * (MOST_BYTES + 1)).message == "a message may have 16,777,216 bytes"


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ('{"query": "tea"}', {"query": "tea"}),
        ("", {}),
        (None, {}),
        ({"query": "tea"}, {"query": "tea"}),
        ("tea", {"arguments": "tea"}),
        ("[1]", {"arguments": [1]}),
        (5, {"arguments": 5}),
    ],
    ids=str,
)
def test_arguments_in_a_string_are_read(arguments: Any, meant: Any) -> None:
    said = read_line(call(arguments))

    assert isinstance(said, dict)
    assert said["params"]["arguments"] == meant


def test_lone_surrogates_and_nul_are_dropped() -> None:
    said = read_line(b'{"id":1,"method":"x","params":{"a\\ud800":["b\\u0000c\\udfff", "\\ud83d\\ude00"]}}')

    assert isinstance(said, dict)
    assert said["params"] == {"a": ["bc", "😀"]}


def test_broken_utf8_is_replaced() -> None:
    said = read_line(b'{"id":1,"method":"x","params":{"a":"b\xff"}}')

    assert isinstance(said, dict)
    assert said["params"] == {"a": "b\ufffd"}
