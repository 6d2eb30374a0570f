"""A client of the Model Context Protocol over pipes, as plain as an agent's host is: ask, wait, read."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Self

from rivals.processes import ASKING_S, STARTING_S, end, reason
from rivals.rival import CannotRun, Late, Refused, Schema

PROTOCOL = "2025-06-18"
"""The generation that all servers measured speak."""

LEAVING_S = 10.0
UNKNOWN_METHOD = -32601


class Client:
    """The other end of a server's pipes.

    Attributes:
        schema: what its list of tools costs.
    """

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self._process = process
        self._log = log
        self._numbers = count(1)
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        self._request(
            "initialize",
            {
                "protocolVersion": PROTOCOL,
                "capabilities": {},
                "clientInfo": {"name": "rivals", "version": "1"},
            },
            STARTING_S,
        )
        self._send({"method": "notifications/initialized"})
        listed = self._request("tools/list", {}, STARTING_S)["tools"]
        weight = len(json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode())
        self.schema = Schema(tools=len(listed), size=weight)

    @classmethod
    @contextmanager
    def started(cls, command: Sequence[str | Path], env: Mapping[str, str], folder: Path) -> Generator[Self]:
        """A server, greeted, until the block ends.

        Args:
            folder: where it works, and where what it complains of is kept.

        Raises:
            CannotRun: it does not start, or does not greet.
        """
        log = folder / "complaints.log"
        with log.open("wb") as complaints:
            try:
                process = subprocess.Popen(
                    [str(part) for part in command],
                    env=env,
                    cwd=folder,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=complaints,
                    start_new_session=True,
                )
            except OSError as error:
                raise CannotRun("start", f"{Path(command[0]).name}: {error.strerror or error}") from error
        with process:
            try:
                yield cls(process, log)
            finally:
                _leave(process)

    def call(self, tool: str, arguments: Mapping[str, Any], longest_s: float = ASKING_S) -> dict[str, Any]:
        """The result of one tool.

        Raises:
            Refused: the tool answers with an error.
            Late: it takes longer than it may. The answer that comes in the end is passed over.
            CannotRun: the server is gone.
        """
        result = self._request("tools/call", {"name": tool, "arguments": dict(arguments)}, longest_s)
        if result.get("isError"):
            raise Refused(reason(text_of(result)))
        return result

    def _request(self, method: str, params: Mapping[str, Any], longest_s: float) -> dict[str, Any]:
        number = next(self._numbers)
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self._next(method, longest_s)
            if "method" in message:
                self._decline(message)
            elif message.get("id") == number:
                if "error" in message:
                    raise _declined(method, message["error"])
                result: dict[str, Any] = message["result"]
                return result

    def _decline(self, message: Mapping[str, Any]) -> None:
        """What a server asks of its client is not to be had here; what it only tells needs no answer."""
        if "id" in message:
            self._send({"id": message["id"], "error": {"code": UNKNOWN_METHOD, "message": "not offered"}})

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._gone() from error

    def _next(self, method: str, longest_s: float) -> dict[str, Any]:
        stage = "ask" if method == "tools/call" else "start"
        try:
            line = self._lines.get(timeout=longest_s)
        except queue.Empty as error:
            told = f"no answer to {method} after {longest_s:g} s"
            raise (Late(told) if stage == "ask" else CannotRun(stage, told)) from error
        if not line:
            raise self._gone()
        try:
            message: dict[str, Any] = json.loads(line)
        except ValueError as error:
            told = reason(line.decode(errors="replace"))
            raise CannotRun(stage, f"no protocol on standard output: {told}") from error
        return message

    def _gone(self) -> CannotRun:
        try:
            code = str(self._process.wait(LEAVING_S))
        except subprocess.TimeoutExpired:
            code = "none"
        complained = reason(self._log.read_text(encoding="utf-8", errors="replace"))
        return CannotRun("ask" if hasattr(self, "schema") else "start", f"exit {code}: {complained}")

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                if line.strip():
                    self._lines.put(line)
        except ValueError:
            pass  # closed under it: nobody waits for an answer any more
        self._lines.put(b"")


def _declined(method: str, error: Mapping[str, Any]) -> Refused | CannotRun:
    said = reason(str(error.get("message", error)))
    return Refused(said) if method == "tools/call" else CannotRun("start", f"{method}: {said}")


def _leave(process: subprocess.Popen[bytes]) -> None:
    """Close its standard input, as a host does; whoever stays is ended."""
    assert process.stdin is not None
    try:
        process.stdin.close()
        process.wait(LEAVING_S)
    except (OSError, subprocess.TimeoutExpired):
        pass
    end(process)


def text_of(result: Mapping[str, Any]) -> str:
    """The text of a tool's result."""
    return "\n".join(part["text"] for part in result.get("content", ()) if part.get("type") == "text")


def told(result: Mapping[str, Any]) -> dict[str, Any]:
    """The object of a tool's result, from its structured half or from its text.

    Raises:
        Refused: neither is an object.
    """
    structured = result.get("structuredContent")
    if isinstance(structured, dict):
        return structured
    try:
        parsed = json.loads(text_of(result))
    except ValueError:
        parsed = None
    if not isinstance(parsed, dict):
        raise Refused(f"no object: {reason(text_of(result))}")
    return parsed
