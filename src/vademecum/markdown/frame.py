"""Where the front matter and the body of a file stand, before anything is interpreted.

One line break after the closing marker and one at the end of the file belong to the frame, not to the
body, so that every body, also an empty one or one with white space at its ends, can be written and read back.
"""

from __future__ import annotations

from vademecum.markdown.bounds import MAX_FILE_BYTES, MAX_FRONT_BYTES
from vademecum.markdown.outcome import Refusal
from vademecum.model.file import QuarantineReason
from vademecum.model.value import value

BOM = "\ufeff"
_MARK = "---"
_BLANK = " \t\r"


@value
class Frame:
    """A decoded file and the borders in it; all offsets count characters of `text`.

    Attributes:
        text: the whole file without its byte order mark.
        newline: line break of the first line, which the frame is written with.
        front: borders of the YAML between the marker lines, None without front matter.
        after_front: where the line after the closing marker begins.
        body: borders of the body.
        body_line: one-based line on which the body begins.
    """

    text: str
    bom: bool
    newline: str
    front: tuple[int, int] | None
    after_front: int
    body: tuple[int, int]
    body_line: int

    @property
    def front_text(self) -> str:
        """The YAML, empty without front matter."""
        return self.text[self.front[0] : self.front[1]] if self.front else ""

    @property
    def body_text(self) -> str:
        """The body as it stands in the file."""
        return self.text[self.body[0] : self.body[1]]


def split(data: bytes) -> Frame:
    """Decode a file and find its parts.

    Raises:
        Refusal: too large, not text, with merge markers, or with front matter that never ends.
    """
    text, bom = _decode(data)
    _refuse_merge_markers(text)
    first_end = text.find("\n")
    newline = "\r\n" if first_end > 0 and text[first_end - 1] == "\r" else "\n"
    front = _find_front(text, first_end)
    if front is None:
        return Frame(text, bom, newline, None, 0, (0, _body_end(text, 0, newline)), 1)
    closing_end = text.find("\n", front[1])
    after = len(text) if closing_end < 0 else closing_end + 1
    start = after + len(newline) if text.startswith(newline, after) else after
    line = text.count("\n", 0, start) + 1
    return Frame(text, bom, newline, front, after, (start, _body_end(text, start, newline)), line)


def _decode(data: bytes) -> tuple[str, bool]:
    if len(data) > MAX_FILE_BYTES:
        message = f"larger than {MAX_FILE_BYTES >> 20} MiB; split it or move it out of the vault"
        raise Refusal(QuarantineReason.TOO_LARGE, message)
    zero = data.find(b"\0")
    if zero >= 0:
        message = "contains a NUL byte, so it is not text; save it as UTF-8 or move it out of the vault"
        raise Refusal(QuarantineReason.NOT_TEXT, message, data.count(b"\n", 0, zero) + 1)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refusal(QuarantineReason.NOT_TEXT, "is not UTF-8; save it as UTF-8", line) from None
    return (text[1:], True) if text.startswith(BOM) else (text, False)


def merge_marker_line(text: str) -> int | None:
    """One-based line of the first unresolved merge marker, None when there is none.

    Seven ``<`` alone are enough. Seven ``>`` may be a deep quotation and seven ``=`` underline a heading;
    they count only together.
    """
    if "<<<<<<<" not in text and ">>>>>>>" not in text:
        return None
    divided = 0
    for number, line in enumerate(text.split("\n"), 1):
        if _is_marker(line, "<"):
            return number
        if line.rstrip("\r") == "=======":
            divided = divided or number
        elif divided and _is_marker(line, ">"):
            return divided
    return None


def _is_marker(line: str, sign: str) -> bool:
    return line.startswith(sign * 7) and (len(line) == 7 or line[7] in " \r")


def _refuse_merge_markers(text: str) -> None:
    line = merge_marker_line(text)
    if line is not None:
        message = "has unresolved merge markers; resolve the conflict and save it"
        raise Refusal(QuarantineReason.MERGE_MARKERS, message, line)


def _find_front(text: str, first_end: int) -> tuple[int, int] | None:
    first = text if first_end < 0 else text[:first_end]
    if not first.startswith(_MARK) or first[len(_MARK) :].strip(_BLANK):
        return None
    start = first_end + 1
    at = first_end
    while first_end >= 0:
        at = text.find("\n" + _MARK, at)
        if at < 0:
            break
        line_end = text.find("\n", at + 1)
        line = text[at + 1 :] if line_end < 0 else text[at + 1 : line_end]
        if not line[len(_MARK) :].strip(_BLANK):
            _refuse_long_front(text, start, at + 1)
            return start, at + 1
        at += 1
    message = "front matter begins but no line --- ends it; add the line, or begin the text with another line"
    raise Refusal(QuarantineReason.UNPARSABLE, message, 1)


def _refuse_long_front(text: str, start: int, end: int) -> None:
    if end - start <= MAX_FRONT_BYTES // 4:
        return
    if len(text[start:end].encode()) > MAX_FRONT_BYTES:
        message = f"front matter is longer than {MAX_FRONT_BYTES >> 10} KiB; move text into the body"
        raise Refusal(QuarantineReason.TOO_LARGE, message, 1)


def _body_end(text: str, start: int, newline: str) -> int:
    end = len(text)
    return end - len(newline) if text.endswith(newline) and end - len(newline) >= start else end
