"""Tags and links in the text of a body; code is left out, whatever the script."""

from __future__ import annotations

import re
import unicodedata

_BEFORE_TAG = frozenset(" \t\r\n\u3000([{\"'「『（【《〈、。，．；：！？")
_FENCES = ("```", "~~~")
# What stands before is looked at behind the first digit: what begins with a class is searched for fast.
_ID = re.compile(r"[0-7](?<![0-9A-Za-z][0-7])[0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Za-z])")


def inline_tags(body: str) -> tuple[str, ...]:
    """Tags written as ``#tag`` in the text, without the sign, in order of first appearance.

    A tag begins at the start of a line, after white space or an opening mark, and holds letters, digits,
    ``_``, ``-``, ``/`` and emoji, but not digits alone. A heading is none.
    """
    if "#" not in body:
        return ()
    found: dict[str, None] = {}
    for line in prose(body):
        at = line.find("#")
        while at >= 0:
            end = _tag_end(line, at + 1)
            tag = line[at + 1 : end].rstrip("/")
            if _may_begin(line, at) and any(not c.isdigit() and c not in "/-_" for c in tag):
                found[tag] = None
            at = line.find("#", max(end, at + 1))
    return tuple(found)


def wikilinks(body: str) -> tuple[str, ...]:
    """Targets of ``[[Target]]``, ``[[Target|shown]]`` and ``[[Target#section]]``, in order, each once."""
    if "[[" not in body:
        return ()
    found: dict[str, None] = {}
    for line in prose(body):
        at = line.find("[[")
        while at >= 0:
            end = line.find("]]", at)
            if end < 0:
                break
            # An inner pair begins the link anew: `[[a [[b]]` links to b.
            at = line.rfind("[[", at, end)
            target = link_target(line[at + 2 : end])
            if target and (at == 0 or line[at - 1] != "\\"):
                found[target] = None
            at = line.find("[[", end)
    return tuple(found)


def link_target(link: str) -> str:
    """Which note a link means, by what stands between its brackets."""
    # `\|` is how a table holds the bar of a link.
    return link.partition("|")[0].rstrip("\\").partition("#")[0].strip()


def record_ids(text: str) -> tuple[str, ...]:
    """Ids of records (ULIDs in capitals) that a text names, wherever they stand, in order, each once."""
    return tuple(dict.fromkeys(_ID.findall(text)))


def _may_begin(line: str, at: int) -> bool:
    if at == 0:
        return True
    # `](#part)` is the target of a Markdown link.
    return line[at - 1] in _BEFORE_TAG and line[max(at - 2, 0) : at] != "]("


def _tag_end(line: str, start: int) -> int:
    end = start
    while end < len(line) and _in_tag(line[end]):
        end += 1
    return end


def _in_tag(character: str) -> bool:
    if character.isalnum() or character in "_-/\u200d":
        return True
    # Marks are vowels in Devanagari and accents everywhere; So holds the emoji, Sk their skin tones.
    return unicodedata.category(character) in {"Mn", "Mc", "Me", "So", "Sk"} and character != "`"


def prose(body: str) -> list[str]:
    """Lines of a text outside of fences, with inline code blanked."""
    return [line for _, line in numbered_prose(body)]


def numbered_prose(body: str) -> list[tuple[int, str]]:
    """Lines as `prose` gives them, each with its place among all lines of the text."""
    lines: list[tuple[int, str]] = []
    fence = ""
    for number, line in enumerate(body.split("\n")):
        text = line.lstrip(" ")
        marker = text[:3] if len(line) - len(text) < 4 and text.startswith(_FENCES) else ""
        if fence:
            run = len(text) - len(text.lstrip(fence[0]))
            if marker == fence[:3] and run >= len(fence) and not text[run:].strip():
                fence = ""
        elif marker and not (marker == "```" and "`" in text.lstrip("`")):
            fence = marker[0] * (len(text) - len(text.lstrip(marker[0])))
        else:
            lines.append((number, _without_code(line) if "`" in line else line))
    return lines


def _without_code(line: str) -> str:
    kept: list[str] = []
    at = 0
    while (tick := line.find("`", at)) >= 0:
        run_end = tick
        while run_end < len(line) and line[run_end] == "`":
            run_end += 1
        run = line[tick:run_end]
        close = _closing(line, run, run_end)
        kept.append(line[at:tick])
        # An unclosed run is ordinary text; a closed one leaves a mark that no tag may follow.
        kept.append(run if close < 0 else "``")
        at = run_end if close < 0 else close + len(run)
    kept.append(line[at:])
    return "".join(kept)


def _closing(line: str, run: str, start: int) -> int:
    at = line.find(run, start)
    while at >= 0:
        end = at + len(run)
        if line[end : end + 1] != "`" and line[at - 1] != "`":
            return at
        while end < len(line) and line[end] == "`":
            end += 1
        at = line.find(run, end)
    return -1
