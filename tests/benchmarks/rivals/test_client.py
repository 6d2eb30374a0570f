"""The client asks, waits no longer than it must, and tells what went wrong in the server's words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.benchmarks.rivals.toy import server

from rivals.client import Client, told
from rivals.processes import apart
from rivals.rival import CannotRun, Late, Refused, Schema


def test_tools_are_counted_and_weighed(tmp_path: Path) -> None:
    with server(tmp_path, one={}, two={}) as client:
        assert client.schema == Schema(tools=2, size=len('[{"name":"one"},{"name":"two"}]'))


@pytest.mark.parametrize("query", ["", "as text"])
def test_answer_is_read_from_either_half(tmp_path: Path, query: str) -> None:
    with server(tmp_path, find={"hits": [1]}) as client:
        assert told(client.call("find", {"query": query})) == {"hits": [1]}


def test_error_of_a_tool_refuses_one_question(tmp_path: Path) -> None:
    with server(tmp_path, find={"hits": []}) as client:
        with pytest.raises(Refused, match=r"^not a question$"):
            client.call("find", {"query": "refuse"})

        assert told(client.call("find", {"query": "next"})) == {"hits": []}


def test_answer_without_an_object_is_refused() -> None:
    with pytest.raises(Refused, match="no object: five notes"):
        told({"content": [{"type": "text", "text": "five notes"}]})


def test_crash_is_told_in_its_own_words(tmp_path: Path) -> None:
    with server(tmp_path, find={}) as client, pytest.raises(CannotRun) as failed:
        client.call("find", {"query": "crash"})

    assert (failed.value.stage, failed.value.reason) == ("ask", "exit 1: out of ideas")


def test_server_that_fails_before_greeting_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotRun) as failed, server(tmp_path, greeting="badly"):
        pass

    assert (failed.value.stage, failed.value.reason) == ("start", "exit 1: no model to be found")


def test_waiting_ends_in_time(tmp_path: Path) -> None:
    with server(tmp_path, find={"hits": []}) as client:
        with pytest.raises(Late, match=r"no answer to tools/call after 0.05 s"):
            client.call("find", {"query": "hang"}, longest_s=0.05)

        assert told(client.call("find", {"query": "next"})) == {"hits": []}


def test_chatter_in_the_protocol_is_told(tmp_path: Path) -> None:
    with server(tmp_path, find={}) as client, pytest.raises(CannotRun, match="standard output: loading the"):
        client.call("find", {"query": "chatter"})


def test_program_that_is_missing_cannot_start(tmp_path: Path) -> None:
    missing = Client.started((tmp_path / "nothing",), apart(tmp_path), tmp_path)

    with pytest.raises(CannotRun, match="start: nothing: No such file"), missing:
        pass
