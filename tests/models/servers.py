"""A server on this machine that answers as a test wants, or misbehaves in a way of its own."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

from vademecum.model.prompt import Prompt

PROMPT = Prompt(name="test", instruction="Do it.", material={"utterance": "hi"}, schema={"type": "object"})

Conversation = Callable[[socket.socket, threading.Event], None]


def completion(content: Any) -> bytes:
    """The body of a chat completion with this content."""
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode()


def response(body: bytes, status: str = "200 OK", *headers: str) -> bytes:
    """A whole HTTP response."""
    lines = [f"HTTP/1.1 {status}", f"content-length: {len(body)}", "connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


def sends(answer: bytes) -> Conversation:
    """Send bytes, whatever they are, and hang up."""

    def talk(line: socket.socket, _: threading.Event) -> None:
        line.sendall(answer)

    return talk


class Server:
    """What was asked, and where."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/v1"
        self.requests: list[bytes] = []


@contextmanager
def serving(
    talk: Conversation, *, listens: bool = True, secured: ssl.SSLContext | None = None
) -> Iterator[Server]:
    """Serve connections until the block ends; `talk` is told by the event when that is.

    Args:
        listens: hear the request before talking.
        secured: speak TLS with this certificate.
    """
    over = threading.Event()
    with closing(socket.create_server(("127.0.0.1", 0))) as door:
        server = Server(door.getsockname()[1])

        def serve() -> None:
            while True:
                try:
                    line, _ = door.accept()
                except OSError:
                    return
                threading.Thread(target=handle, args=(line,), daemon=True).start()

        def handle(line: socket.socket) -> None:
            with closing(line), suppress(OSError):
                spoken = secured.wrap_socket(line, server_side=True) if secured else line
                if listens:
                    server.requests.append(_request(spoken))
                talk(spoken, over)

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield server
        finally:
            over.set()


def _request(line: socket.socket) -> bytes:
    """A request up to the end of its body, or what came of one."""
    read = b""
    while b"\r\n\r\n" not in read:
        if not (more := line.recv(65_536)):
            return read
        read += more
    head, _, body = read.partition(b"\r\n\r\n")
    lengths = [
        row.partition(b":")[2] for row in head.lower().split(b"\r\n") if row.startswith(b"content-length")
    ]
    while len(body) < int(lengths[0]):
        body += line.recv(65_536)
    return head + b"\r\n\r\n" + body
