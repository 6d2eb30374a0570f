"""Requests at a steady rate, whether or not earlier ones are answered."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field


@dataclass
class Line:
    """A connection that stays."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


@dataclass
class Door:
    """One address, and connections to it that wait for the next request."""

    host: str
    port: int
    idle: list[Line] = field(default_factory=list)

    async def ask(
        self, method: str, path: str, token: str, body: object = None, key: str = ""
    ) -> tuple[int, bytes]:
        """One request; status and body.

        Raises:
            OSError, asyncio.IncompleteReadError: the line was cut; whether it was done is not known.
        """
        sent = b"" if body is None else json.dumps(body).encode()
        return await self._send(method, path, token, sent, key)

    async def upload(self, path: str, token: str, sent: bytes) -> tuple[int, bytes]:
        """A file as the body of a request."""
        return await self._send("POST", path, token, sent, "", kind="application/octet-stream")

    async def _send(
        self, method: str, path: str, token: str, sent: bytes, key: str, *, kind: str = "application/json"
    ) -> tuple[int, bytes]:
        line = None
        while self.idle and (line is None or line.reader.at_eof()):  # the server ends what waits for long
            line = self.idle.pop()
        if line is None or line.reader.at_eof():
            line = Line(*await asyncio.open_connection(self.host, self.port))
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nAuthorization: Bearer {token}\r\n"
        if key:
            head += f"Idempotency-Key: {key}\r\n"
        head += f"Content-Type: {kind}\r\nContent-Length: {len(sent)}\r\n\r\n"
        try:
            line.writer.write(head.encode() + sent)
            told = (await line.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = int(told.partition("content-length: ")[2].partition("\r\n")[0] or 0)
            answer = await line.reader.readexactly(length)
        except BaseException:
            line.writer.close()
            raise
        if "connection: close" in told:
            line.writer.close()
        else:
            self.idle.append(line)
        return int(told.split(" ", 2)[1]), answer

    async def ready(self) -> bool:
        """Whether it wants requests, as whoever spreads them asks."""
        try:
            status, _ = await self.ask("GET", "/readyz", "")
        except (OSError, asyncio.IncompleteReadError):
            return False
        return status == 200


@dataclass
class Took:
    """What became of the requests of one rate.

    Attributes:
        ms: from the moment at which a request was due until its answer.
        failed: statuses and errors of what was not answered as it should be.
    """

    ms: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Milliseconds within which such a share was answered."""
        return sorted(self.ms)[min(len(self.ms) - 1, int(len(self.ms) * share))] if self.ms else float("inf")


async def steadily(
    rate: float, seconds: float, one: Callable[[random.Random], Awaitable[str]], seed: int = 3
) -> Took:
    """Begin so many a second; each says what went wrong, or nothing."""
    took, rng = Took(), random.Random(seed)
    running: set[asyncio.Task[None]] = set()
    begun = time.perf_counter()

    async def run(due: float) -> None:
        wrong = await one(rng)
        took.ms.append((time.perf_counter() - due) * 1000)
        if wrong:
            took.failed.append(wrong)

    for number in range(int(rate * seconds)):
        due = begun + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.create_task(run(due))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return took


def mixed(
    doors: Sequence[Door], tokens: Sequence[str], questions: Sequence[str], scope: str, writes: float = 0.1
) -> Callable[[random.Random], Awaitable[str]]:
    """Nine recalls and one memory, by tenants and doors at random."""

    async def one(rng: random.Random) -> str:
        door, token = rng.choice(doors), rng.choice(tokens)
        if rng.random() < writes:
            body = {"text": f"Measured {rng.randrange(10**12)} at the harbour.", "scope": scope}
            status, answer = await door.ask("POST", "/v1/memories", token, body)
        else:
            status, answer = await door.ask("POST", "/v1/recall", token, {"utterance": rng.choice(questions)})
        return "" if status in (200, 201) else f"{status} {answer[:80]!r}"

    return one
