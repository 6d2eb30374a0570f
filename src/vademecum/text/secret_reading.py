"""Reads the value that stands at a place: in its quotes, or up to where prose, code or a file ends it."""

from __future__ import annotations

import re

from vademecum.model.value import value
from vademecum.text.secret_values import compiled, is_masked

_LOOK = 128
"""Characters of a value that are judged; a longer one is masked to its end."""

_WIDE = "⺀-鿿가-힯！-｠「」『』«»“”„"
_FIRST = rf"[^\s\"'`<>|{{}}(\[,;:={_WIDE}]"
_REST = rf"[^\s\"'`<>{_WIDE}]"
_BARE = f"{_FIRST}{_REST}{{0,{_LOOK - 1}}}"
_NEXT = r"[;&,](?=[\w .-]{1,40}[=:])|\\n|\\[\"']"
"""Where a next assignment or an escaped line end begins."""

_OPENING = r"(?:[bBrRuUfF@](?=[\"']))?\\?([\"'`“„«「『‘])(?:(?<=«)[ \u00a0\u202f])?"
_CLOSERS = {'"': '"', "'": "'", "`": "`", "“": "”", "„": "“”", "«": "»", "「": "」", "『": "』", "‘": "’"}
_QUOTED = {
    opener: f"((?:[^{ends}\\\\\n]|\\\\(?![{ends}])[^\n]){{1,{_LOOK}}})\\\\?[{ends}]"
    for opener, ends in _CLOSERS.items()
}
_CLAUSE_END = r"[)\]}.,;!?\"']{0,3}[ \t]{0,8}(?:[\n|#]|$)|[,;.](?=\s)|[;&]|</"
_SENTENCE_END = r"[)\"'*]{0,3}(?:[.!](?=\s|$)|\s{0,8}$|[ \t]{0,8}\n[ \t]{0,8}[\n#*-])"


@value
class Found:
    """A value: where it starts, and whether it stands in quotes."""

    secret: str
    start: int
    quoted: bool


def read(text: str, position: int) -> Found | None:
    """The value at a position; None when there is none."""
    opening = compiled(_OPENING).match(text, position)
    if opening:
        quoted = compiled(_QUOTED[opening[1]]).match(text, opening.end())
        if quoted:
            return Found(quoted[1].rstrip(), quoted.start(1), quoted=True)
        position = opening.end()
    bare = compiled(_BARE).match(text, position)
    if not bare:
        return None
    secret = compiled(_NEXT).split(bare[0], maxsplit=1)[0].rstrip(".,;:)]}")
    if text[position - 2 : position] == "**" and secret.endswith("**") and not is_masked(secret):
        secret = secret[:-2]
    return Found(secret, position, quoted=False) if secret else None


def read_phrase(text: str, position: int) -> Found | None:
    """Four words or more up to the end of the line, which only a passphrase is."""
    words = compiled(r"[^\W\d_]{2,24}(?: [^\W\d_]{2,24}){3,23}(?=[ \t]{0,8}(?:\n|$))").match(text, position)
    return Found(words[0], position, quoted=False) if words else None


def whole_end(text: str, found: Found) -> int:
    """Where a value ends of which only the first characters were read."""
    end = found.start + len(found.secret)
    rest = compiled(f"{_REST}*").match(text, end) if len(found.secret) >= _LOOK - 1 else None
    return rest.end() if rest else end


def ends_clause(text: str, found: Found) -> bool:
    """Whether a value is the last thing in its clause, field or line."""
    end = found.start + len(found.secret)
    return found.quoted or compiled(_CLAUSE_END).match(text, end) is not None


def ends_sentence(text: str, found: Found) -> bool:
    """Whether a value is the last thing in its sentence; a line of wrapped prose ends none."""
    end = found.start + len(found.secret)
    return found.quoted or compiled(_SENTENCE_END).match(text, end) is not None


def without_case(text: str) -> str:
    """The text in lower case, every character at its place."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join([low if len(low := char.lower()) == 1 else char for char in text])


def parted(identifier: str) -> str:
    """An identifier with a `_` at each hump."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", identifier)
