"""Servers of one answer each, on loopback, for what real ones do only when they break."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Act = Callable[[socket.socket], None]


class Lines:
    """What a server on loopback was asked, and where it is."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.heard: list[bytes] = []

    @property
    def keys(self) -> list[str]:
        """The idempotency keys of the requests, in order."""
        heads = [raw.decode("latin-1").lower().split("\r\n") for raw in self.heard]
        return [
            line.partition(": ")[2] for head in heads for line in head if line.startswith("idempotency-key")
        ]


@contextmanager
def serving(*acts: Act) -> Iterator[Lines]:
    """A server that does one act for each connection, in order, and then takes none."""
    listening = socket.create_server(("127.0.0.1", 0))
    lines = Lines(f"http://127.0.0.1:{listening.getsockname()[1]}")

    def run() -> None:
        for act in acts:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                lines.heard.append(_request(connection))
                act(connection)
        listening.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield lines
    finally:
        with suppress(OSError):  # it was closed when all acts were done
            listening.shutdown(socket.SHUT_RDWR)  # closing alone does not wake who waits for a connection
        listening.close()
        thread.join(5)


def _request(connection: socket.socket) -> bytes:
    raw = b""
    while b"\r\n\r\n" not in raw:
        part = connection.recv(65_536)
        if not part:
            return raw
        raw += part
    head, _, body = raw.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")]
    size = int(lengths[0].partition(b":")[2]) if lengths else 0
    while len(body) < size:
        body += connection.recv(65_536)
    return head + b"\r\n\r\n" + body


def answer(
    body: bytes, status: int = 200, media: str = "application/vnd.vademecum.values+json", *more: str
) -> Act:
    """Answer with a body and hang up."""
    head = "\r\n".join(
        [
            f"HTTP/1.1 {status} X",
            f"content-type: {media}",
            f"content-length: {len(body)}",
            "connection: close",
            *more,
        ]
    )

    def act(connection: socket.socket) -> None:
        connection.sendall(head.encode() + b"\r\n\r\n" + body)

    return act


def raw(text: bytes) -> Act:
    """Send bytes as they are and hang up."""
    return lambda connection: connection.sendall(text)


def hang_up(connection: socket.socket) -> None:
    """Say nothing."""
    connection.shutdown(socket.SHUT_RDWR)


def say_nothing(connection: socket.socket) -> None:
    """Keep the line open until the other end gives up."""
    connection.settimeout(5)
    connection.recv(1)
