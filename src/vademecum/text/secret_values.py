"""Whether a value that stands where a secret would stand is one.

Nothing here knows a name; the tables are in `secret_shapes`. Every question costs time linear in the value,
of which `secret_reading` hands over no more than the first 128 characters.
"""

from __future__ import annotations

import re
from functools import cache

from vademecum.text.secret_shapes import ORDINARY, ORDINARY_ENDING, PLACEHOLDER, TECHNICAL

MASK = "****"


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, compiled when first used; found again faster than by `re`, which looks at flags first."""
    return re.compile(pattern)


_KEPT = 4
"""Characters of a secret that stay: enough to tell two tokens apart, too few to use one."""

_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_VARIABLE = r"\$[A-Za-z_]+(?![^\s.:;,/])|\$[\[{(]|%[A-Z_]+%|%\(|\{\{|\{[A-Za-z_.]*\}|<|\[|@\w+@|#\{|!(?:Ref|Sub|Get|vault|secret)|op://"
_CALL = r"[A-Za-z_&*][\w.:>?-]*[(\[](?:.*[)\]]|$)"
_DOTTED = r"[A-Za-z_]\w*(?:(?:\.|->|::|\?\.)[A-Za-z_]\w*)+"
_PATH = r"(?:~|\.{1,2}|[A-Za-z]:|[A-Za-z0-9_.-]+)?[/\\][\w.@+-]+(?:[/\\][\w.@+-]*)+|(?:~|\.{1,2})[/\\]\S*"
_FILE = (
    r"[\w.-]+\.(?:pem|key|crt|cer|pub|json|ya?ml|toml|txt|env|ini|cfg|conf|py|js|ts|go|rs|md|gpg|asc|sh|html?"
    r"|kdbx)"
)
_HOST = r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|de|fr|local|internal|example)(?:[:/].*)?"
_NUMBERED = (
    r"v?\d+(?:[.,:/x-]\d+)+(?:[a-z]{1,3}\d*)?|v\d+\w?|\d+(?:[a-z]{1,3}|st|nd|rd|th|bits?|bytes?|chars?|days?)"
    r"|[A-Z]{2,6}-?\d{1,5}|#\d+|\d+%|[≥≤<>~±]\d+\w*|\d+\+|[A-Z]\d{1,2}|\d{4}-\d\d-\d\dT.*"
)


_SIGNS = frozenset("!@#$%^&*+=?~|§€£")
"""Signs that people put into passwords and no word contains."""


def masked(secret: str) -> str:
    """Its first four characters, never more than half of it, and four asterisks: `hunter2` -> `hun****`."""
    return f"{secret[: _kept(secret)]}{MASK}"


def is_masked(secret: str) -> bool:
    """Whether nothing is left of it to mask; true of everything that `masked` made."""
    return len(secret.rstrip("*")) <= _kept(secret)


def _kept(secret: str) -> int:
    return min(_KEPT, len(secret) // 2)


def is_stand_in(secret: str) -> bool:
    """Whether it stands for a secret that is elsewhere: a placeholder, a variable, an expression, a file."""
    folded = secret.casefold()
    if len(set(folded)) < 3 and not secret.isdigit():
        return True
    if "://" in secret or secret.startswith("-----BEGIN") or "…" in secret or secret.endswith("..."):
        return True
    if compiled(_VARIABLE).match(secret) or compiled(PLACEHOLDER).search(folded):
        return True
    return any(compiled(pattern).fullmatch(secret) for pattern in (_CALL, _FILE, _HOST)) or _is_path(secret)


def is_technical(secret: str) -> bool:
    """Whether it is a version, a number with a unit, a date, an address or the name of a technique."""
    folded = secret.casefold()
    if folded in TECHNICAL or compiled(_NUMBERED).fullmatch(secret):
        return True
    parts = [part for part in compiled(r"[-_./+()]").split(folded) if part]
    return len(parts) > 1 and all(part in TECHNICAL or part in ORDINARY or part.isdigit() for part in parts)


def is_ordinary(secret: str) -> bool:
    """Whether it is a word that is said *about* secrets."""
    folded = secret.casefold().strip("-_'’")
    parts = [part for part in compiled(r"[-_'’.]").split(folded) if part]
    return all(part in ORDINARY for part in parts) or compiled(ORDINARY_ENDING).search(folded) is not None


def is_wordy(secret: str) -> bool:
    """Whether it is an identifier: words joined by signs or humps, with at most short numbers between."""
    if compiled(_DOTTED).fullmatch(secret) and sum(map(str.isdigit, secret)) < 3:
        return True
    parts = [part for part in compiled(r"[-_./:@ ]").split(secret) if part]
    word = compiled(r"[^\W\d_]+\d{0,2}|v?\d{1,4}")
    short = compiled(r"[a-z]{1,3}\d{1,2}")
    return all(short.fullmatch(part) or (word.fullmatch(part) and restlessness(part) < 0.3) for part in parts)


def is_mixed(secret: str) -> bool:
    """Whether it mixes letters with digits, or either with signs that no word contains."""
    kinds = set(_kinds(secret))
    signs = not _SIGNS.isdisjoint(secret.rstrip("!?"))
    return (not kinds.isdisjoint("ul")) + ("d" in kinds) + signs > 1


def is_machine_made(secret: str) -> bool:
    """Whether it looks like a key or token: eight characters or more, letters and digits, no identifier."""
    if len(secret) < 8 or is_wordy(secret) or is_technical(secret):
        return False
    kinds = set(_kinds(secret))
    mixed = "d" in kinds and len(kinds) > 1
    # Words in camel case have no stretches of one small letter.
    alone = len(compiled("(?<![a-z])[a-z](?![a-z])").findall(secret))
    return mixed or (len(secret) >= 16 and (restlessness(secret) >= 0.4 or alone > 1))


def is_code(secret: str) -> bool:
    """Whether it is, outside quotes, an expression: a call, a look-up, a class or an attribute."""
    if compiled(r"[A-Za-z_&][\w.:>-]*[(\[]").match(secret):
        return True
    named = compiled(f"{_DOTTED}|[A-Za-z_]\\w*").fullmatch(secret)
    return named is not None and _has_humps(secret) and {"u", "l"} <= set(_kinds(secret))


def is_random(secret: str, *, least: int = 16) -> bool:
    """Whether it holds upper case, lower case and digits in no order that words have; no hash, no UUID."""
    if len(secret) < least or compiled(_UUID).fullmatch(secret.lower()):
        return False
    if compiled(_DOTTED).fullmatch(secret) or _has_humps(secret):
        return False
    return (
        {"u", "l", "d"} <= set(_kinds(secret))
        and restlessness(secret) >= 0.3
        and len(set(secret)) >= least // 2
    )


def _has_humps(secret: str) -> bool:
    """Whether it is made of words in camel case: no small letter in it stands alone, no number is long."""
    return not compiled(r"(?<![a-z])[a-z](?![a-z])|\d{9}").search(secret)


def restlessness(secret: str) -> float:
    """Share of neighbours, signs apart, that differ in being upper case, lower case or digit.

    About 0.6 for random letters and digits, 0.4 without upper case, below 0.3 for words in camel case.
    """
    kinds = _kinds(secret)
    return sum(map(kinds.count, ("ul", "lu", "ud", "du", "ld", "dl"))) / max(1, len(kinds) - 1)


class _Kinds(dict[int, str]):
    """Character -> `u`, `l`, `d` or nothing, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        kind = "d" if char.isdigit() else "u" if char.isupper() else "l" if char.isalpha() else ""
        if code < 0x3000:  # beyond it scripts have no case, and the table would only grow
            self[code] = kind
        return kind


_KINDS = _Kinds()


def _kinds(secret: str) -> str:
    return secret.translate(_KINDS)


def _is_path(secret: str) -> bool:
    """Slashes occur in base64 too, but there no stretch between them looks like a word."""
    return compiled(_PATH).fullmatch(secret) is not None and restlessness(secret) < 0.3
