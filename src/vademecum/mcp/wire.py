"""The two pipes of a client: lines in, lines out, and nothing else ever on either.

The library has a transport of its own, which drops what is no message without a word, so that a client waits
for ever, forgets requests that are still being answered when standard input ends, and waits for a thread that
nothing can wake when it is to stop. This one answers, waits, and stops.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from typing import TYPE_CHECKING, Any, BinaryIO

import anyio
import anyio.from_thread
import anyio.lowlevel
from mcp.shared.message import SessionMessage
from mcp.types import (
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    jsonrpc_message_adapter,
)

from vademecum.mcp.messages import INVALID_REQUEST, MOST_BYTES, Fault, read_line

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from anyio.lowlevel import EventLoopToken
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.types import JSONRPCMessage

LAST_ANSWERS_S = 30.0
"""How long answers may take that are under way when standard input ends."""


def claim() -> tuple[BinaryIO, int]:
    """Take standard input and output from everybody else: what a library prints goes to standard error.

    Returns:
        What to read from, and the descriptor to write to.
    """
    source, target = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return os.fdopen(source, "rb", closefd=False), target


class Outbox:
    """Writes answers, each at once and whole; what the library takes for its stream of answers.

    A client that does not read stops the server and nothing else: the reader is a thread of its own.

    Attributes:
        hung_up: called when nobody reads any more.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting: Counter[str | int] = Counter()
        self._settled = anyio.Event()
        self.hung_up: Callable[[], None] = lambda: None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        return None

    async def aclose(self) -> None:
        """Nothing is held back, so there is nothing to do."""

    async def send(self, item: SessionMessage, /) -> None:
        """Write one message.

        Raises:
            anyio.BrokenResourceError: the client is gone.
        """
        text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        view = memoryview(text.encode() + b"\n")
        try:
            while view:
                view = view[os.write(self._descriptor, view) :]
        except OSError as error:
            self.hung_up()
            raise anyio.BrokenResourceError from error
        self.settle(getattr(item.message, "id", None))
        await anyio.lowlevel.checkpoint()

    def expect(self, message: JSONRPCMessage) -> None:
        """A message came: its answer is under way, or is wanted no more."""
        match message:
            case JSONRPCRequest():
                self._waiting[message.id] += 1
            case JSONRPCNotification(method="notifications/cancelled"):
                self.settle((message.params or {}).get("requestId"))
            case _:
                return

    def settle(self, request: Any) -> None:
        """No answer to this request is to come any more."""
        if isinstance(request, (str, int)) and request in self._waiting:
            self._waiting[request] -= 1
            self._waiting += Counter()
        if not self._waiting:
            self._settled.set()
            self._settled = anyio.Event()

    async def last(self) -> None:
        """Wait for the answers that are under way, within bounds."""
        with anyio.move_on_after(LAST_ANSWERS_S):
            while self._waiting:
                await self._settled.wait()


class Inbox:
    """Reads lines in a thread that nobody waits for, and hands messages to the library one by one."""

    def __init__(self, source: BinaryIO, outbox: Outbox) -> None:
        self._source = source
        self._outbox = outbox
        self._send: MemoryObjectSendStream[SessionMessage | Exception]
        self.stream: MemoryObjectReceiveStream[SessionMessage | Exception]
        self._send, self.stream = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        outbox.hung_up = self._send.close

    def begin(self) -> None:
        """Read from now on."""
        token = anyio.lowlevel.current_token()
        threading.Thread(target=self._read, args=(token,), name="standard input", daemon=True).start()

    def _read(self, token: EventLoopToken) -> None:
        try:
            while line := self._line():
                anyio.from_thread.run(self._take, line, token=token)
            anyio.from_thread.run(self._end, token=token)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError, RuntimeError):
            return  # nobody listens any more

    def _line(self) -> bytes:
        """The next line; of one that is too long only so much that it is seen to be."""
        try:
            line = self._source.readline(MOST_BYTES + 1)
            rest = line
            while len(rest) > MOST_BYTES and not rest.endswith(b"\n"):
                rest = self._source.readline(MOST_BYTES + 1)
        except OSError:
            return b""
        return line

    async def _take(self, line: bytes) -> None:
        said = read_line(line)
        heard = _message(said) if isinstance(said, dict) else said
        if isinstance(heard, Fault):
            error = ErrorData(code=heard.code, message=heard.message)
            await self._outbox.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=heard.id, error=error)))
        elif heard is not None:
            self._outbox.expect(heard.message)
            await self._send.send(heard)

    async def _end(self) -> None:
        await self._outbox.last()
        await self._send.aclose()


def _message(said: dict[str, Any]) -> SessionMessage | Fault:
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_python(said, by_name=False))
    except ValueError:
        named = said.get("id")
        return Fault(
            id=named if isinstance(named, (str, int)) else None,
            code=INVALID_REQUEST,
            message="this is no request, notification or answer of JSON-RPC 2.0",
        )
