"""A Markdown file of somebody else's in passages: each stands by itself, and is known by its first words."""

from __future__ import annotations

import re

from vademecum.markdown.frame import merge_marker_line, split
from vademecum.markdown.outcome import Refusal
from vademecum.markdown.reading import front_values
from vademecum.model.record import MemoryType
from vademecum.model.value import replace, value
from vademecum.text.names import slugify
from vademecum.text.redaction import mask, without_private
from vademecum.text.utterance import without_recalls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vademecum.markdown.tree import Raw

LONGEST = 700
"""Characters from which on a passage is cut between its lines: a digest has room for two of them."""

MOST = 2_000
"""Passages of one file."""

_FIRST_WORDS = 8
_HEADING = re.compile(r"(#{1,6})[ \t]+(\S.*)$")
_FENCE = re.compile(r"[ \t]*(```|~~~)")
_ITEM = re.compile(r"(?:[-*+]|\d{1,4}[.)])[ \t]")
_POINTER = re.compile(r"[ \t]*(?:[-*+][ \t]+\[[^\]]*\]\([^()\s:]+\.md\)|(?:[-*+][ \t]+)?@\S+[ \t]*$)")
"""A line of an index of memories, or an import: it names a file, which is read itself."""

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
"""What a reader of the page does not see, and may have been put there for a model alone."""

_WORDS = re.compile(r"\w+")
_RULE = re.compile(r"[\s*_=+-]*$")
_TYPES = {
    "feedback": MemoryType.PREFERENCE,
    "user": MemoryType.IDENTITY,
    **{one.value: one for one in MemoryType},
}
"""What hosts call the type of a memory -> ours."""


@value
class Passage:
    """One passage.

    Attributes:
        slug: its first words, with a number where several begin alike.
        title: the headings above it, or the name that the file gives itself.
        body: its lines, without secrets.
        first, last: one-based lines of the file.
        masked: what was masked in it.
    """

    slug: str
    title: str
    body: str
    first: int
    last: int
    type: MemoryType
    masked: tuple[str, ...] = ()


def passages_in(data: bytes) -> tuple[Passage, ...] | str:
    """The passages of a file, or why it has none to serve; never raises, whatever the bytes."""
    if b"\0" in data:
        return "it is not text"
    data = data.decode("utf-8", "replace").encode()
    try:
        frame = split(data)
        front = front_values(frame)
        body, line = frame.body_text, frame.body_line
    except Refusal as refusal:
        if merge_marker_line(data.decode()) is not None:
            return refusal.fault.message
        front, body, line = {}, data.decode(), 1
    name, kind = _stated(front)
    found: dict[str, Passage] = {}
    shown = _COMMENT.sub(lambda hidden: "\n" * hidden[0].count("\n"), body)
    for titles, lines, first in _blocks(shown.split("\n"), line):
        passage = _passage(titles or ([name] if name else []), lines, first)
        if passage is None:
            continue
        slug = _free(passage.slug, found)
        found[slug] = replace(passage, slug=slug, type=kind)
        if len(found) == MOST:
            break
    return tuple(found.values())


def _free(slug: str, taken: Mapping[str, Passage]) -> str:
    """A slug that no passage has, with the first number that is free where another one begins alike."""
    number, free = 1, slug
    while free in taken:
        number += 1
        free = f"{slug}-{number}"
    return free


def _stated(front: Mapping[str, Raw]) -> tuple[str, MemoryType]:
    """What a file calls itself, and the type of memory that it says it is."""
    metadata = front.get("metadata")
    kind = front.get("type") or (metadata.get("type") if isinstance(metadata, dict) else None)
    names = (front.get(key) for key in ("title", "name", "description"))
    name = next((one for one in names if isinstance(one, str) and one.strip()), "")
    return name, _TYPES.get(kind.casefold(), MemoryType.NOTE) if isinstance(kind, str) else MemoryType.NOTE


def _passage(titles: Iterable[str], lines: list[str], first: int) -> Passage | None:
    text = without_private(without_recalls("\n".join(lines).replace("\r", "")))[0]
    words = _WORDS.findall(text)
    if len(words) < 2 or _RULE.match(text):
        return None
    masked = mask(text)
    opening = next(each for each in masked.text.splitlines() if _WORDS.search(each))
    slug = slugify(" ".join(opening.split()[:_FIRST_WORDS])) or "passage"
    title = " › ".join(titles)
    return Passage(slug, title, masked.text, first, first + len(lines) - 1, MemoryType.NOTE, masked.kinds)


def _blocks(lines: list[str], first: int) -> Iterator[tuple[list[str], list[str], int]]:
    """Titles, lines and first line of every passage."""
    headings: list[tuple[int, str]] = []
    for start, block in _paragraphs(lines):
        heading = _HEADING.match(block[0])
        if heading:
            level = len(heading[1])
            headings = [*(each for each in headings if each[0] < level), (level, _title(heading[2]))]
            continue
        titles = [text for _, text in headings[-2:]]
        for offset, part in _cut(block):
            yield titles, "\n".join(part).rstrip().split("\n"), first + start + offset


def _title(heading: str) -> str:
    """The text of a heading; signs that close it stand behind a space, or they are part of it."""
    title = heading.rstrip()
    before = title.rstrip("#")
    return before.rstrip() if before.endswith((" ", "\t")) else title


def _paragraphs(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """What stands between empty lines; a heading by itself, code whole, what is announced with what it is."""
    block: list[str] = []
    fence = last = ""  # the last line of the block that is not empty
    for number, line in enumerate([*lines, ""]):
        if fence:
            block.append(line)
            last = line.strip() or last
            fence = "" if line.strip().startswith(fence) else fence
            continue
        heading = _HEADING.match(line)
        blank = not line.strip() or _POINTER.match(line) is not None
        if blank and last.endswith((":", "：")):
            block.append("")  # what it announces is to come
            continue
        if block and (blank or heading):
            yield number - len(block), block
            block, last = [], ""
        if heading:
            yield number, [line]
        elif not blank:
            block.append(line)
            last = line.strip()
            fence = found[1] if (found := _FENCE.match(line)) else ""
    if block:
        yield len(lines) + 1 - len(block), block


def _cut(block: list[str]) -> Iterator[tuple[int, list[str]]]:
    """A long block in parts that begin with an item of a list, or else at any line; code stays whole."""
    if sum(map(len, block)) <= LONGEST or any(map(_FENCE.match, block)):
        yield 0, block
        return
    listed = any(map(_ITEM.match, block))
    begun, length = 0, 0
    for number, line in enumerate(block):
        if number > begun and length + len(line) > LONGEST and (not listed or _ITEM.match(line)):
            yield begun, block[begun:number]
            begun, length = number, 0
        length += len(line)
    yield begun, block[begun:]
