"""JSON that is larger than memory or damaged in places: one line or one element of an array at a time.

An event parser stops for good at the first wrong byte. Here the borders of a record are found first, by its
brackets and quotes alone, and each record is then decoded by itself: what is wrong with one costs no other.
"""

from __future__ import annotations

import json
import re
from typing import cast

from vademecum.model.importing import Reached
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

    Object = dict[str, Any]
    """What JSON calls an object, as it came."""

MOST_RECORD_BYTES = 32 * 1024**2
"""One line or element; the longest that are known hold some megabytes of a tool's output."""

_CHUNK = 1024**2
_SMALL_BYTES = 1_000
_MOST_FIELDS = 200
_PASSED_ELEMENTS = 5
"""Elements at the beginning of an array that may be damaged without hiding what the array holds."""

_UNBRACKETED = re.compile(rb'(?:[^"{}\[\]]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+', re.DOTALL)
"""Everything up to the next bracket, whole strings included, or up to a string without an end."""
_STRING_END = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_decode = json.JSONDecoder(strict=False).decode
"""`json.loads` with this option would make a decoder for every line."""

_STROKE, _QUOTE = ord("\\"), ord('"')
_BLANK = b" \t\r\n,"
_OPENING, _CLOSING = b"{[", b"}]"
_BOM = b"\xef\xbb\xbf"


@value
class Piece:
    """One record as it stands in a file.

    Attributes:
        place: number of the line or element, from 1.
        start, end: its bytes in the file, its line break included.
        said: the object; None when there is none.
        fault: what is wrong with it, empty when nothing is.
    """

    place: int
    start: int
    end: int
    said: Object | None
    fault: str = ""

    @property
    def before(self) -> Reached:
        """Where reading begins to come to it."""
        return Reached(self.start, self.place - 1)

    @property
    def behind(self) -> Reached:
        """Where reading goes on after it; of a line that is still being written, at its beginning."""
        return Reached(self.end, self.place) if self.end > self.start else self.before


def decoded(data: bytes) -> tuple[Any, str]:
    """What a JSON text says, and what is wrong with it.

    Bytes that are no UTF-8 become U+FFFD, control characters in strings are let through.
    """
    try:
        text = data.decode("utf-8", "replace")
        return _decode(text), ""
    except RecursionError:
        return None, "is nested too deeply"
    except ValueError as error:
        told = getattr(error, "msg", "") or str(error)
        return None, f"is no JSON ({told.split(':')[0].lower()})"


def lines(stream: BinaryIO, begin: Reached) -> Iterator[Piece]:
    """The lines of a stream, blank ones left out; the last one only if it is whole.

    A last line without a line break is taken if it decodes; else it is still being written and is left for
    the next run: its `end` is its `start`.
    """
    if begin.offset:
        stream.seek(begin.offset)
    offset, place = begin.offset, begin.line
    while line := stream.readline(MOST_RECORD_BYTES):
        place += 1
        start, offset = offset, offset + len(line)
        if len(line) == MOST_RECORD_BYTES and not line.endswith(b"\n"):
            offset += _rest_of_line(stream)
            yield Piece(place, start, offset, None, f"is longer than {MOST_RECORD_BYTES // 1024**2} MB")
            continue
        bare = line.removeprefix(_BOM) if start == 0 else line
        if bare.isspace() or not bare:
            continue
        said, fault = decoded(bare)
        if fault and not line.endswith(b"\n"):
            yield Piece(place, start, start, None, "is not written to its end yet")
        elif fault or not isinstance(said, dict):
            yield Piece(place, start, offset, None, fault or "is no JSON object")
        else:
            yield Piece(place, start, offset, cast("Object", said))


def _rest_of_line(stream: BinaryIO) -> int:
    passed = 0
    while more := stream.readline(_CHUNK):
        passed += len(more)
        if more.endswith(b"\n"):
            break
    return passed


def elements(stream: BinaryIO, key: str | None = None) -> Iterator[Piece]:
    """The objects of an array that is the whole file, or the value of `key` in the object that is; a single
    object without such an array is its own only element.

    Args:
        key: name of the array.
    """
    scan = _Scan(stream)
    if key is not None:
        scan.seek_array(key)
    elif scan.skip_blank() == b"[":
        scan.take(1)
    place = 0
    while (first := scan.skip_blank()) and first not in b"]}":
        place += 1
        start = scan.position
        data = scan.value()
        if data is None:
            yield Piece(place, start, scan.position, None, scan.fault)
            continue
        said, fault = decoded(data)
        if not fault and not isinstance(said, dict):
            fault = "is no JSON object"
        yield Piece(place, start, scan.position, None if fault else cast("Object", said), fault)


def outer_fields(stream: BinaryIO) -> Object:
    """The fields of the object that a file is, or of the first one in its array, read without the rest.

    Values of more than a few hundred bytes are told as None: the keys of a record are small, its content is
    not.
    """
    scan = _Scan(stream)
    first = scan.skip_blank()
    if first == b"[":
        scan.take(1)
        for _ in range(_PASSED_ELEMENTS):
            if (first := scan.skip_blank()) in (b"", b"{", b"]"):
                break
            scan.value()
    if first != b"{":
        return {}
    scan.take(1)
    fields: Object = {}
    while (first := scan.skip_blank()) and first != b"}" and len(fields) < _MOST_FIELDS:
        key, _ = decoded(scan.value() or b"")
        if scan.skip_blank() == b":":
            scan.take(1)
        if not scan.skip_blank():
            break
        value = scan.value()
        if isinstance(key, str):
            fields[key] = decoded(value)[0] if value is not None and len(value) <= _SMALL_BYTES else None
    return fields


class _Scan:
    """A window over a stream, moved forward value by value.

    Attributes:
        fault: why the last value could not be had.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._window = bytearray()
        self._at = 0
        self._dropped = 0
        self.fault = ""
        if self._more() and self._window.startswith(_BOM):
            self._at = len(_BOM)

    @property
    def position(self) -> int:
        """Where it stands in the stream."""
        return self._dropped + self._at

    def _more(self) -> bool:
        chunk = self._stream.read(_CHUNK)
        self._window += chunk
        return bool(chunk)

    def take(self, count: int) -> bytes:
        """Move on, and say what was passed."""
        passed = bytes(self._window[self._at : self._at + count])
        self._at += count
        if self._at >= _CHUNK:
            self._drop()
        return passed

    def _drop(self) -> None:
        del self._window[: self._at]
        self._dropped += self._at
        self._at = 0

    def skip_blank(self) -> bytes:
        """Move to the next byte that is neither blank nor a comma, and say which it is."""
        while True:
            while self._at < len(self._window):
                if self._window[self._at] not in _BLANK:
                    return bytes(self._window[self._at : self._at + 1])
                self._at += 1
            self._drop()
            if not self._more():
                return b""

    def value(self) -> bytes | None:
        """Move past one value and give its bytes; None when it is too long or has no end."""
        if self._window[self._at] not in b'{["':
            return self._bare()
        quoted = self._window[self._at] == _QUOTE
        place, depth, inside, kept = self._at + 1, 0 if quoted else 1, quoted, True
        while True:
            place, depth, inside = self._scanned(place, depth, inside=inside)
            if depth <= 0 and not inside:
                data = self.take(place - self._at)
                return data if kept else None
            if place - self._at > MOST_RECORD_BYTES:
                self.fault, kept = f"is longer than {MOST_RECORD_BYTES // 1024**2} MB", False
            if not kept:
                self._at = place
                self._drop()
                place = 0
            if not self._more():
                self.fault = self.fault if not kept else "is torn at its end"
                self._at = len(self._window)
                return None

    def _scanned(self, place: int, depth: int, *, inside: bool) -> tuple[int, int, bool]:
        """Read brackets and quotes up to the end of the value or of the window.

        Returns:
            Where it stopped, how deep in brackets, and whether inside of a string.
        """
        while place < len(self._window):
            if inside:
                ending = _STRING_END.match(self._window, place)
                if ending is None:
                    return self._unescaped(place), depth, True
                place, inside = ending.end(), False
            else:
                passed = _UNBRACKETED.match(self._window, place)
                assert passed is not None  # it matches nothing, too
                place = passed.end()
                if place == len(self._window):
                    break
                mark = self._window[place]
                place, inside = place + 1, mark == _QUOTE
                depth += (mark in _OPENING) - (mark in _CLOSING)
            if depth <= 0 and not inside:
                break
        return place, depth, inside

    def _unescaped(self, place: int) -> int:
        """The end of the window, before a backslash whose other half is still to come."""
        strokes = 0
        while strokes < len(self._window) - place and self._window[-1 - strokes] == _STROKE:
            strokes += 1
        return len(self._window) - strokes % 2

    def _bare(self) -> bytes:
        """A number, true, false or null, or rubbish: up to the next comma, bracket or quote."""
        end = self._at
        while True:
            while end < len(self._window) and self._window[end] not in b',]}[{"':
                end += 1
            if end < len(self._window) or end - self._at > _CHUNK or not self._more():
                return self.take(max(end - self._at, 1))

    def seek_array(self, key: str) -> None:
        """Move to the first element of the array that the outermost object holds under `key`."""
        if self.skip_blank() == b"{":
            self.take(1)
        wanted = json.dumps(key).encode()
        while (first := self.skip_blank()) and first != b"}":
            name = self.value()
            if self.skip_blank() == b":":
                self.take(1)
            if name == wanted and self.skip_blank() == b"[":
                self.take(1)
                return
            if self.skip_blank():
                self.value()
