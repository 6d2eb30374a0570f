"""A model behind an address: it answers, or there is a reason, in time and without a word of the key."""

from __future__ import annotations

import gzip
import json
import logging
import shutil
import socket
import ssl
import struct
import subprocess
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.models.servers import PROMPT, Conversation, completion, response, sends, serving

from vademecum.model.extracted import FailingKind
from vademecum.model.prompt import Reply
from vademecum.models.address import Address
from vademecum.models.chat import MAX_LEFT, ChatModel

KEY = "sk-live-tulip-0123456789"
DEADLINE_S = 0.4
BROKEN = {FailingKind.UNREACHABLE, FailingKind.UNREADABLE}
PATIENCE_S = DEADLINE_S + 0.6
"""The deadline and what a busy machine may take to notice it."""


def asked(talk: Conversation, deadline_s: float = 5.0) -> Reply:
    with serving(talk) as server:
        return ChatModel(Address(server.url, "small", KEY), deadline_s).ask(PROMPT)


def fault(reply: Reply) -> FailingKind | None:
    assert KEY not in repr(reply)
    return reply.failing.kind if reply.failing else None


def hangs(_: socket.socket, over: threading.Event) -> None:
    over.wait()


def drips(answer: bytes) -> Conversation:
    def talk(line: socket.socket, over: threading.Event) -> None:
        for byte in answer:
            if over.wait(0.1):
                return
            line.sendall(bytes([byte]))

    return talk


def resets(line: socket.socket, _: threading.Event) -> None:
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def floods(line: socket.socket, over: threading.Event) -> None:
    line.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 104857600\r\n\r\n")
    while not over.is_set():
        line.sendall(b"x" * 65_536)


def test_a_json_answer_is_read() -> None:
    assert asked(sends(response(completion('{"topics": ["tea"]}')))) == Reply(answer={"topics": ["tea"]})


def test_the_request_is_a_chat_completion() -> None:
    with serving(sends(response(completion("{}")))) as server:
        ChatModel(Address(server.url + "/", "small", KEY), 5.0).ask(PROMPT)
    head, _, body = server.requests[0].partition(b"\r\n\r\n")
    sent = json.loads(body)

    assert head.startswith(b"POST /v1/chat/completions HTTP/1.1\r\n")
    assert f"authorization: bearer {KEY}".encode() in head.lower()
    assert sent["model"] == "small"
    assert [message["role"] for message in sent["messages"]] == ["system", "user"]
    assert sent["response_format"]["json_schema"]["schema"] == {"type": "object"}


def test_no_key_is_sent_when_there_is_none() -> None:
    with serving(sends(response(completion("{}")))) as server:
        ChatModel(Address(server.url, "small"), 5.0).ask(PROMPT)

    assert b"authorization" not in server.requests[0].lower()


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ("```\n[1]\n```  ", [1]),
        ('"\\ud800 and a word"', " and a word"),
        ('{"a": 1, "a": 2}', {"a": 2}),
    ],
)
def test_odd_json_is_read(content: str, answer: object) -> None:
    assert asked(sends(response(completion(content)))).answer == answer


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", FailingKind.UNREADABLE),
        (b"<html><body>Welcome to the proxy</body></html>", FailingKind.UNREADABLE),
        (b'{"choices": [{"message": {"content": "{', FailingKind.UNREADABLE),
        (completion('{"topics": ["te'), FailingKind.UNREADABLE),
        (completion("Sure! Here is your plan."), FailingKind.UNREADABLE),
        (completion(None), FailingKind.UNREADABLE),
        (completion(["a"]), FailingKind.UNREADABLE),
        (b'{"choices": []}', FailingKind.UNREADABLE),
        (b'{"choices": {"0": 1}}', FailingKind.UNREADABLE),
        (b"[]", FailingKind.UNREADABLE),
        (b"null", FailingKind.UNREADABLE),
        ("größe".encode("latin-1"), FailingKind.UNREADABLE),
        (completion("{}").decode().encode("utf-16"), FailingKind.UNREADABLE),
        (b"[" * 100_000, FailingKind.UNREADABLE),
        (completion("[" * 100_000), FailingKind.UNREADABLE),
        (completion("9" * 10_000), FailingKind.UNREADABLE),
        (b" " * 300_000, FailingKind.TOO_LONG),
    ],
    ids=range(17),
)
def test_what_is_no_answer_has_a_reason(body: bytes, expected: FailingKind) -> None:
    assert fault(asked(sends(response(body)))) is expected


@pytest.mark.parametrize(
    "status", ["401 No", "403 No", "404 No", "429 Slow", "500 Oh", "503 Busy", "204 Nothing"]
)
def test_an_error_of_the_server_has_a_reason(status: str) -> None:
    assert fault(asked(sends(response(f"key {KEY} is bad".encode(), status)))) is FailingKind.REFUSED


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 There", "308 There"])
def test_no_redirect_is_followed(status: str) -> None:
    with serving(sends(response(completion("{}")))) as elsewhere:
        reply = asked(sends(response(b"", status, f"location: {elsewhere.url}/chat/completions")))

    assert fault(reply) is FailingKind.REFUSED
    assert elsewhere.requests == []


@pytest.mark.parametrize(
    ("talk", "expected"),
    [
        (resets, BROKEN),
        (sends(b""), {FailingKind.UNREADABLE}),
        (sends(b"HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nhalf"), {FailingKind.UNREADABLE}),
        (sends(b"SSH-2.0-OpenSSH_9.9\r\n"), {FailingKind.UNREADABLE}),
        (
            sends(b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 30_000),
            {FailingKind.UNREADABLE, FailingKind.UNREACHABLE},
        ),
        (floods, {FailingKind.TOO_LONG}),
        (
            sends(response(gzip.compress(completion("{}")), "200 OK", "content-encoding: gzip")),
            {FailingKind.UNREADABLE},
        ),
    ],
    ids=["reset", "silence", "half", "no http", "headers", "flood", "packed"],
)
def test_a_broken_line_has_a_reason(talk: Conversation, expected: set[FailingKind]) -> None:
    assert fault(asked(talk)) in expected


@pytest.mark.parametrize(
    "talk",
    [
        hangs,
        drips(response(completion("{}"))),
        drips(b"x" * 1_000),
    ],
    ids=["hangs", "drips", "drips headers"],
)
def test_the_deadline_holds_for_everything(talk: Conversation) -> None:
    begun = time.monotonic()

    assert fault(asked(talk, DEADLINE_S)) is FailingKind.DEADLINE
    assert time.monotonic() - begun < PATIENCE_S


def test_a_dripping_body_is_late() -> None:
    head, body = response(b"x" * 100)[:-100], b"x" * 100

    def talk(line: socket.socket, over: threading.Event) -> None:
        line.sendall(head)
        drips(body)(line, over)

    assert fault(asked(talk, DEADLINE_S)) is FailingKind.DEADLINE


def test_refused_connections_have_a_reason() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as door:
        port = door.getsockname()[1]

    assert (
        fault(ChatModel(Address(f"http://127.0.0.1:{port}", "small"), 5.0).ask(PROMPT))
        is FailingKind.UNREACHABLE
    )


def test_no_tls_where_it_should_be_has_a_reason() -> None:
    with serving(sends(b"HTTP/1.1 400 Bad\r\n\r\n"), listens=False) as server:
        secure = server.url.replace("http://", "https://")
        reply = ChatModel(Address(secure, "small", KEY), 5.0).ask(PROMPT)

    assert fault(reply) is FailingKind.UNREACHABLE


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate, and is not there")
def test_a_certificate_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    made = tmp_path / "both.pem"
    made_up = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-days", "2"]
    subprocess.run(
        ["openssl", *made_up, "-keyout", made, "-out", tmp_path / "c.pem"], check=True, capture_output=True
    )
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secured.load_cert_chain(tmp_path / "c.pem", made)

    with serving(sends(response(completion("{}"))), secured=secured) as server:
        secure = server.url.replace("http://", "https://")
        reply = ChatModel(Address(secure, "small", KEY), 5.0).ask(PROMPT)

    assert (fault(reply), server.requests) == (FailingKind.UNREACHABLE, [])


def test_an_unknown_host_has_a_reason() -> None:
    reply = ChatModel(Address("http://nowhere.invalid/v1", "small"), 5.0).ask(PROMPT)

    assert fault(reply) in {FailingKind.UNREACHABLE, FailingKind.DEADLINE}


def test_an_impossible_address_has_a_reason() -> None:
    assert (
        fault(ChatModel(Address("http://exa\x00mple/", "small"), 5.0).ask(PROMPT))
        is FailingKind.NOT_CONFIGURED
    )


def test_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sends(response(completion('"of the proxy"')))) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        reply = asked(sends(response(completion('"of the server"'))))

    assert (reply.answer, proxy.requests) == ("of the server", [])


def test_too_many_questions_are_not_piled_up() -> None:
    with serving(hangs) as server:
        model = ChatModel(Address(server.url, "small", KEY), 0.05)
        faults = [fault(model.ask(PROMPT)) for _ in range(MAX_LEFT + 2)]

    assert faults[0] is FailingKind.DEADLINE
    assert set(faults) <= {FailingKind.DEADLINE, FailingKind.BUSY}


def test_the_key_reaches_no_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        asked(sends(response(completion("{}"))))
        asked(sends(response(b"", "401 No")))

    assert KEY not in caplog.text


def test_an_address_does_not_show_its_key() -> None:
    assert KEY not in repr(Address("https://example.test/v1", "small", KEY))
