"""Text made fit for a line, a budget or a hash."""

from __future__ import annotations

import re
import unicodedata

from vademecum.text.graphemes import border_before
from vademecum.text.scripts import is_unspaced

ELLIPSIS = "…"

# Patterns are compiled when first used (and kept by `re`): most callers need one or two of them, and
# compiling all would cost a hook 3 ms at every start.
_FORBIDDEN_RANGES = (
    (0x00, 0x1F), (0x7F, 0x9F), (0x061C, 0x061C), (0x180E, 0x180E), (0x200B, 0x200F), (0x2028, 0x202E),
    (0x2060, 0x2069), (0xD800, 0xDFFF), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB), (0xE0000, 0xE007F),
)  # fmt: skip
"""Controls, line and paragraph separators, bidirectional and zero-width controls, surrogates, annotations,
tags. The soft hyphen is not among them: a space in its place would tear words that are shown whole."""

_FORBIDDEN = "[" + "".join([f"{chr(a)}-{chr(b)}" for a, b in _FORBIDDEN_RANGES]) + "]"
_UNSTORABLE = "[\x00\ud800-\udfff]"


def one_line(text: str) -> str:
    """The text with every character that could break, hide or reorder a line replaced by one space.

    Never longer or shorter than the text, so offsets stay valid.
    """
    if text.isprintable():  # every forbidden character counts as unprintable, and asking needs no pattern
        return text
    return re.sub(_FORBIDDEN, " ", text)


def collapse(text: str) -> str:
    """The text with each run of white space as one space, trimmed."""
    return " ".join(text.split())


def shown_key(name: str) -> str:
    """A file's name as a key: one line, no space that nobody sees; what a list prints is what resolves."""
    return collapse(one_line(name))


def normalise_space(text: str) -> str:
    """What a body's hash is taken of: white space does not count, everything else does."""
    return collapse(storable(text))


def storable(text: str) -> str:
    """The text without NUL and lone surrogates, which neither a file nor a database can hold."""
    return re.sub(_UNSTORABLE, "", text)


def clip(text: str, limit: int) -> str:
    """At most `limit` characters, cut on a word border and closed by an ellipsis when anything is left out.

    A word longer than half the limit, and scripts without spaces, are cut between characters.
    """
    if len(text) <= limit:
        return text
    if limit < 2:
        return ELLIPSIS[: max(0, limit)]
    cut = border_before(text, limit - 1)
    head = text[:cut]
    if not text[cut].isspace() and not is_unspaced(text[cut]):
        space = max(head.rfind(space) for space in (" ", "\n", "\t"))
        if space >= limit // 2:
            head = head[:space]
    return f"{head.rstrip().rstrip(',;:–—-')}{ELLIPSIS}"


_FENCE = r"\s*(?:```|~~~)"
_RULE = r"\s*(?:[-*_=]\s*){3,}$"
_HEADING = r"\s{0,3}#{1,6}(?:\s+|$)"
_MARKS = r"(?:\s*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\[[ xX]\](?=\s)))*\s*"
_STOP = r"[.!?…؟۔।]+[\"'»”’)\]*_]*(?=\s|$)|[。！？｡]+[」』”’）]*"
_ABBREVIATIONS = frozenset(
    [
        "approx", "bzw", "ca", "cf", "co", "corp", "d.h", "dept", "dr", "e.g", "ed", "est", "etc",
        "evtl", "excl", "fig", "ggf", "i.e", "inc", "incl", "inkl", "jr", "ltd", "max", "min", "mr",
        "mrs", "ms", "no", "nr", "p.ej", "p.ex", "prof", "resp", "sr", "st", "str", "tel", "u.a", "usw",
        "vgl", "vol", "vs", "z.b", "напр", "т.д", "т.е",
    ]
)  # fmt: skip
_OFTEN_LAST = frozenset({"etc", "usw", "т.д", "no", "inc", "ltd", "co", "corp", "min", "max", "jr", "sr"})


def first_sentence(text: str) -> str:
    """The first sentence of a Markdown text, without heading marks, bullets and quote signs, on one line.

    Sentences end at a terminator before white space, at a CJK terminator, or with their paragraph, item or
    heading; abbreviations (`e.g.`), initials, decimals and versions end none. Empty for a text of only marks.
    """
    paragraph = _first_paragraph(text)
    for match in re.finditer(_STOP, paragraph):
        if not _is_abbreviation(paragraph, match.start(), match.end()):
            return paragraph[: match.end()]
    return paragraph


def _first_paragraph(text: str) -> str:
    """Lines of the first block that holds words; a fenced block only when nothing else does."""
    return _first_block(text, fenced=False) or _first_block(text, fenced=True)


def _first_block(text: str, *, fenced: bool) -> str:
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        fence = re.match(_FENCE, line) is not None
        inside = inside != fence
        if not line.strip() or fence or (inside and not fenced) or re.match(_RULE, line):
            if lines:
                break
            continue
        heading = re.match(_HEADING, line)
        plain = re.sub(_MARKS, "", line, count=1)
        if lines and (heading or plain != line.lstrip()):
            break
        content = line[heading.end() :].rstrip().rstrip("#") if heading else plain
        if content.strip():
            lines.append(content)
            if heading:
                break
    return collapse(" ".join(lines))


def _is_abbreviation(paragraph: str, start: int, end: int) -> bool:
    """Whether a full stop belongs to the word before it."""
    if paragraph[start:end] != ".":
        return False
    word = paragraph[max(0, start - 20) : start].rpartition(" ")[2].lstrip("([\"'«„“").casefold()
    following = paragraph[end : end + 2].strip()
    if word in _OFTEN_LAST:
        return following.islower() or following.isdigit()
    if len(word) == 1 and unicodedata.category(paragraph[start - 1]) == "Lu":
        return True
    return word in _ABBREVIATIONS
