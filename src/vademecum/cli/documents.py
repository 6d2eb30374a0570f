"""JSON from elsewhere: one document, or a stream of records a line each, told apart by looking."""

from __future__ import annotations

import json
from io import BytesIO
from math import isfinite
from typing import TYPE_CHECKING

from vademecum.errors import InvalidValue, LimitExceeded
from vademecum.model.value import value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

MAX_DOCUMENT_BYTES = 512 * 1024 * 1024
"""Largest document: it is held whole, some ten times its size in memory."""

MAX_LINE_BYTES = 64 * 1024 * 1024
"""Longest record of a stream."""

_FIRST_NAMED = 20


@value(eq=False)
class Foreign:
    """JSON that came in.

    Attributes:
        raw: the bytes of a document, or those of a stream that were read to know it.
        document: the value of a document; None for a stream.
        rest: what follows `raw` of a stream; None for a document.
    """

    raw: bytes
    document: Any
    rest: BinaryIO | None

    def lines(self) -> Iterator[bytes]:
        """The records of a stream, as they came.

        Raises:
            LimitExceeded: one is longer than `MAX_LINE_BYTES`.
        """
        assert self.rest is not None
        yield from BytesIO(self.raw)  # a lone carriage return ends no record
        while line := self.rest.readline(MAX_LINE_BYTES + 1):
            _bounded(line, MAX_LINE_BYTES, "a line")
            yield line


class Reader:
    """Reads the records of a stream, one after another.

    Attributes:
        failed: how many lines are no JSON.
        number: of the line read last, the first being 1.
    """

    def __init__(self, foreign: Foreign) -> None:
        self._foreign = foreign
        self._unreadable: list[int] = []
        self.failed = 0
        self.number = 0

    def records(self) -> Iterator[Any]:
        """The values of the lines that hold one."""
        for line in self._foreign.lines():
            self.number += 1
            if not line.strip():
                continue
            try:
                yield _parsed(line)
            except (ValueError, RecursionError):
                self.failed += 1
                if len(self._unreadable) < _FIRST_NAMED:
                    self._unreadable.append(self.number)

    def account(self) -> dict[str, Any]:
        """How many lines are no JSON, and the numbers of the first twenty; empty when all are."""
        if not self.failed:
            return {}
        return {"unreadable_count": self.failed, "unreadable_lines": self._unreadable}


def read(source: BinaryIO, *, stream: bool) -> Foreign:
    """Look at what comes in.

    Args:
        source: where it comes from.
        stream: take it for a stream whatever it looks like.

    Raises:
        InvalidValue: it is neither JSON nor a stream of it.
        LimitExceeded: it is too large.
    """
    first = source.readline(MAX_LINE_BYTES + 1)
    if stream:
        _bounded(first, MAX_LINE_BYTES, "a line")
        return Foreign(first, None, source)
    head = first
    while head and not head.strip() and (line := source.readline(MAX_LINE_BYTES + 1)):
        head += line
        _bounded(head, MAX_LINE_BYTES, "what stands before the first record")
    try:
        document = _parsed(head)
    except (ValueError, RecursionError):
        return _document(head, source)
    following = source.readline(MAX_LINE_BYTES + 1)
    while following and not following.strip():
        head += following
        following = source.readline(MAX_LINE_BYTES + 1)
    return Foreign(head + following, None, source) if following else Foreign(head, document, None)


def _document(head: bytes, source: BinaryIO) -> Foreign:
    raw = head + source.read(MAX_DOCUMENT_BYTES + 1 - len(head))
    _bounded(raw, MAX_DOCUMENT_BYTES, "the document")
    try:
        return Foreign(raw, _parsed(raw), None)
    except UnicodeDecodeError as error:
        raise InvalidValue("FILE", f"not UTF-8 at byte {error.start + 1}") from error
    except json.JSONDecodeError as error:
        where = str(error).partition(" (char")[0]
        hint = "; a stream of records takes --ndjson" if b"\n" in raw.strip() else ""
        raise InvalidValue("FILE", f"not JSON: {where}{hint}") from error
    except _Unreadable as error:
        raise InvalidValue("FILE", f"not JSON: {error}") from error
    except ValueError as error:
        raise LimitExceeded("a whole number in the document has more than 4,300 digits") from error
    except RecursionError:
        raise LimitExceeded("the document is nested too deeply to be read") from None


class _Unreadable(ValueError):
    """What stands for a number is none that can be written again."""


def _parsed(raw: bytes) -> Any:
    """The value of JSON text.

    Raises:
        ValueError: it is none; NaN and infinities are none either, nor is a number beyond all of them.
        RecursionError: it is nested too deeply.
    """
    return _DECODER.decode(raw.decode("utf-8-sig"))


def _refuse(word: str) -> Any:
    raise _Unreadable(f"{word} is no JSON number")


def _finite(word: str) -> float:
    number = float(word)
    if not isfinite(number):
        raise _Unreadable(f"{word[:20]} is larger than any number that can be kept")
    return number


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


def _bounded(raw: bytes, most: int, what: str) -> None:
    if len(raw) > most:
        raise LimitExceeded(f"{what} is longer than {most // 2**20} MiB")
