"""Secrets that are known by what stands before them: `password: …`, `the API key is …`, `SECRET=…`.

A name is found, then what links it to a value, then the value; the looser the link, the more the value must
look like a secret. Nothing is read beyond the line, nor more than a fixed number of characters from a name, so
that the work is linear in the text whatever it holds.
"""

from __future__ import annotations

import re
from enum import IntEnum
from itertools import islice

from vademecum.model.value import value
from vademecum.text.secret_shapes import (
    HARMLESS_NAME,
    LINK_SIGNS,
    LINK_WORDS,
    NEUTRAL_AFTER,
    NAMES,
    PUBLIC_BEFORE,
    SECRET_KEYS,
)
from vademecum.text.secret_values import (
    is_machine_made,
    is_masked,
    is_mixed,
    is_ordinary,
    is_random,
    is_stand_in,
    is_technical,
    is_wordy,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@value
class Span:
    """Where a secret stands, and what kind it is."""

    start: int
    end: int
    kind: str


class _Link(IntEnum):
    """How firmly a value is tied to its name: beside it, by a word or sign further on, by `is`, by `=` or `:`."""

    BESIDE = 0
    HINTED = 1
    STATED = 2
    ASSIGNED = 3


@value
class _Name:
    """A name's tier, the word it is known by, and where it ends."""

    tier: str
    word: str
    end: int


@value
class _Found:
    """A candidate: the value, where it starts, whether in quotes, last in its clause, closing its sentence."""

    secret: str
    start: int
    quoted: bool
    last: bool
    closing: bool = True


_REACH = 120
"""Characters from a name to its value: a clause, such as `the password for the admin of staging is`."""

_LOOK = 128
"""Characters of a value that are judged; a longer one is masked to its end."""

_MOST_LINKS = 3
"""Words such as `is` behind a name that are tried."""

_TIERS = {
    word: tier for tier, words in NAMES.items() for word in "".join(words.split("\n")).replace("    ", "").split("|")
}
_NAMES = "|".join(sorted(_TIERS, key=len, reverse=True))
_BARE_FIRST = r"[^\s\"'`<>|{}(\[,;:=⺀-鿿가-힯！-｠「」『』«»“”„]"
_BARE_REST = r"[^\s\"'`<>⺀-鿿가-힯！-｠「」『』«»“”„]"
_BARE = f"{_BARE_FIRST}{_BARE_REST}{{0,{_LOOK}}}"
_CLOSERS = {'"': '"', "'": "'", "`": "`", "“": "”", "„": "“”", "«": "»", "「": "」", "『": "』", "‘": "’"}
_ASSIGN = (
    r"(?:\\?[\"'`\])*_]{1,3})?[ \t]{0,20}"
    r"(?::[ \t]{0,8}[A-Za-z_][\w.\[\]|<>? ]{0,40}=(?![=>])|[\"'][ \t]{1,8}value[ \t]{0,4}="
    r"|:=|=>|={1,3}|:|：|＝|->|→|[ \t]{1,40}\|)\*{0,2}[ \t]{0,40}(?:\*\*)?"
)
_WORD_LINK = f"(?<![^\\s,])(?:{'|'.join(LINK_WORDS)})(?=[\\s:]):?[ \\t]{{1,8}}"
_SIGN_LINK = f"(?:{'|'.join(LINK_SIGNS)})(?!//)[ \\t]{{0,8}}"
_LINK_SIGN = f"{_WORD_LINK}|{_SIGN_LINK}"
_FIRM_LINKS = frozenset({"is", "was"})
"""What follows them may be a plain word: in English, the words that are none are listed."""
_LOOSE_LINKS = frozenset({"to", "on"})
"""`The password to db1 is …`: what follows them is taken when nothing firmer comes."""

_RUN = r"(?!//)[A-Za-z0-9+/_-]{32,512}={0,2}"
_RUN_NAME = r"([A-Za-z0-9_.-]{1,48})\\?[\"'\])]?[ \t]{0,8}(?::=|=>|[:=])[ \t]{0,8}\\?[\"'`]?$"


def named_secrets(text: str) -> Iterator[Span]:
    """Every secret that a name gives away, in order; a masked one is none."""
    lowered = _lowered(text)
    done = 0
    for match in re.finditer(_NAMES, lowered):
        if match.start() < done:
            continue
        name = _name(text, lowered, match)
        found = name and _value_of(text, name)
        if name and found:
            end = _whole(text, found)
            done = end
            yield Span(found.start, end, {"short": "password", "weak": "secret"}.get(name.tier, name.tier))


def unnamed_secrets(text: str) -> Iterator[Span]:
    """Long random values assigned to a name that tells nothing, neither that it is a secret nor that it is none."""
    for match in re.finditer(_RUN, text):
        start = match.start()
        before = re.search(_RUN_NAME, text[max(0, start - 80) : start])
        if not before or re.search(f"(?:^|[_.-]){HARMLESS_NAME}$", before[1].lower()):
            continue
        if not PUBLIC_BEFORE.isdisjoint(re.split(r"[^a-z0-9]+", _parted(before[1]).lower())):
            continue
        if re.search(r"(?:Id|Hash|Url|Key[Ii]d|Digest|Path)$", before[1]) or re.match(r"sha\d+-", match[0]):
            continue
        file = text[match.end() : match.end() + 1] == "."
        if is_random(match[0], least=32) and not is_stand_in(match[0]) and not file:
            yield Span(start, match.end(), "high-entropy")


def _lowered(text: str) -> str:
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join([low if len(low := char.lower()) == 1 else char for char in text])


def _name(text: str, lowered: str, match: re.Match[str]) -> _Name | None:
    """The name around a match; None when the match is a part of another word, or the name a harmless one."""
    start, end, word = match.start(), match.end(), match[0]
    tier = _TIERS[word]
    before = text[max(0, start - 24) : start]
    inside = before[-1:].isalpha() and before[-1].isascii() == word[0].isascii()
    hump = inside and text[start].isupper() and before[-1].islower()
    if inside and not hump and word[0] > "\x7f" and not "\u0590" < word[0] < "\u0700" and word[0] < "\u3000":
        return None
    qualifier = re.split(r"[^a-z0-9]+", _parted(before).lower().rstrip("_- ."))[-1] if before else ""
    if inside and not hump and tier != "password" and qualifier not in SECRET_KEYS:
        return None
    if qualifier in PUBLIC_BEFORE:
        return None
    if word == "key" and qualifier in SECRET_KEYS:
        tier = "secret"
    found = re.compile(_tail(word)).match(text, end)
    suffix = found[0] if found else ""
    if word.isascii() and not _is_neutral(suffix):
        return None
    return _Name(tier, word, end + len(suffix))


def _tail(word: str) -> str:
    """What may belong to a name behind the word that is listed: parts of an identifier, or a case ending."""
    if word.isascii():
        return "[A-Za-z0-9_-]{0,40}"
    return r"[^\W\d_]{0,3}" if word[0] < "\u0530" else ""


def _is_neutral(suffix: str) -> bool:
    """Whether an identifier that ends in it is still the secret itself."""
    return all(part in NEUTRAL_AFTER for part in re.split(r"[-_\d]+", _parted(suffix).lower()) if part)


def _parted(identifier: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", identifier)


def _value_of(text: str, name: _Name) -> _Found | None:
    """The value that belongs to a name and is a secret."""
    stop = text.find("\n", name.end, name.end + _REACH)
    stop = stop if stop >= 0 else name.end + _REACH
    assigned = re.compile(_ASSIGN).match(text, name.end, stop)
    if assigned:
        found = _phrase(text, name, assigned.end()) or _read(text, assigned.end())
        return found if found and _is_secret(found, name, _Link.ASSIGNED) else None
    if text.startswith(">", name.end):
        found = _read(text, name.end + 1)
        closed = found and text.startswith("</", found.start + len(found.secret))
        return found if found and closed and _is_secret(found, name, _Link.ASSIGNED) else None
    code = re.compile(r"[\"'`][^ ]").match(text, name.end)
    stated = None if code or name.tier in ("short", "weak") else _stated(text, name, stop)
    return stated or _beside(text, name)


def _stated(text: str, name: _Name, stop: int) -> _Found | None:
    """A value that a sentence gives: `the password of the router is …`."""
    end = re.compile(r"[.!?;](?=\s)").search(text, name.end, stop)
    stop = end.start() if end else stop
    loose: _Found | None = None
    for link in islice(re.finditer(_LINK_SIGN, _lowered(text[name.end : stop])), _MOST_LINKS):
        found = _phrase(text, name, name.end + link.end()) or _read(text, name.end + link.end())
        if not found:
            continue
        if is_masked(found.secret):
            return None
        word = link[0].strip()
        firm = word in _FIRM_LINKS and re.match(r"\s*$|\s+(?:for|of|to)\s", text[name.end : name.end + link.start()])
        if _is_secret(found, name, _Link.STATED if firm else _Link.HINTED):
            if word not in _LOOSE_LINKS:
                return found
            loose = loose or found
    return loose


def _beside(text: str, name: _Name) -> _Found | None:
    """A value that follows its name with nothing between: `--password …`, `login anna password …`."""
    pattern = r"[\"']?[ \t]{1,8}" if name.tier != "secret" else r"[\"'],[ \t]{0,8}(?=[\"'])|[\"']?[ \t]{1,8}"
    space = re.compile(pattern).match(text, name.end)
    found = _read(text, space.end()) if space else None
    if not found:
        return None
    before = text[max(0, name.end - len(name.word) - 80) : name.end]
    flag = re.search(r"(?:^|\s)--?[\w-]+$", before)
    login = re.search(r"(?i:login|user|username|user name|account)\W{1,3}[^\s,;]{1,40},?(?: and)?\s+[\w -]+$", before)
    # Some languages put the verb last, others need none: पासवर्ड … है.
    foreign = name.word[0] > "\x7f" and found.secret.isascii()
    link = _Link.HINTED if flag or login or foreign else _Link.BESIDE
    if name.tier in ("short", "weak") and link is _Link.BESIDE:
        return None
    return found if _is_secret(found, name, link) else None


def _phrase(text: str, name: _Name, position: int) -> _Found | None:
    """Four words or more up to the end of the line, where a passphrase is awaited."""
    if "phrase" not in name.word:
        return None
    words = re.compile(r"[^\W\d_]{2,24}(?: [^\W\d_]{2,24}){3,23}(?=[ \t]*(?:\n|$))").match(text, position)
    return _Found(words[0], position, quoted=False, last=True) if words else None


def _read(text: str, position: int) -> _Found | None:
    """The value at a position, in its quotes or up to the next space; None when there is none."""
    opening = re.compile(r"(?:[bBrRuUfF@](?=[\"']))?\\?([\"'`“„«「『‘])(?:(?<=«)[ \u00a0\u202f])?").match(text, position)
    if opening:
        closers = re.escape(_CLOSERS[opening[1]])
        inside = re.compile(f"((?:[^{closers}\\\\\\n]|\\\\(?![{closers}])[^\\n]){{1,{_LOOK}}})\\\\?[{closers}]")
        quoted = inside.match(text, opening.end())
        if quoted:
            return _Found(quoted[1].rstrip(), quoted.start(1), quoted=True, last=True)
        position = opening.end()
    bare = re.compile(_BARE).match(text, position)
    if not bare:
        return None
    secret = re.split(r"[;&,](?=[\w .-]{1,40}[=:])|\\n|\\[\"']", bare[0], maxsplit=1)[0].rstrip(".,;:)]}")
    if text[position - 2 : position] == "**" and secret.endswith("**") and not is_masked(secret):
        secret = secret[:-2]
    end = position + len(secret)
    last = re.compile(r"[)\]}.,;!?\"']{0,3}[ \t]*(?:[\n|#]|$)|[,;.](?=\s)").match(text, end) is not None
    closing = re.compile(r"[)\"'*]{0,3}(?:[.!](?=\s|$)|\s*$|[ \t]*\n[ \t]*[\n#*-])").match(text, end) is not None
    return _Found(secret, position, quoted=False, last=last, closing=closing) if secret else None


def _whole(text: str, found: _Found) -> int:
    """Where a value ends whose first characters were judged."""
    end = found.start + len(found.secret)
    if len(found.secret) < _LOOK:
        return end
    rest = re.compile(f"{_BARE_REST}*").match(text, end)
    return rest.end() if rest else end


def _is_secret(found: _Found, name: _Name, link: _Link) -> bool:
    secret = found.secret
    if len(secret) < 4 or is_masked(secret) or is_stand_in(secret):
        return False
    if not found.quoted and re.match(r"[A-Za-z_&][\w.:>-]*[(\[]", secret):
        return False  # a call or a look-up
    if name.tier == "pin":
        return link > _Link.BESIDE and secret.isdigit() and len(secret) <= 8 and found.last
    if name.tier == "weak":
        return " " not in secret and is_random(secret)
    if name.tier == "secret":
        made = is_machine_made(secret) and " " not in secret
        return made and (link > _Link.BESIDE or len(secret) >= 16)
    return _is_password(found, name, link)


def _is_password(found: _Found, name: _Name, link: _Link) -> bool:
    secret = found.secret
    if " " in secret:
        words = secret.split()
        return "phrase" in name.word and len(words) > 3 and not any(map(is_ordinary, words))
    if is_technical(secret) or (secret.isalpha() and is_ordinary(secret)):
        return False
    rule = re.match(r"([A-Za-z]+)[|:(]", secret)
    if rule and is_ordinary(rule[1]):
        return False
    if link is _Link.BESIDE:
        return len(secret) >= 8 and is_machine_made(secret) and is_mixed(secret) and not secret.isalnum()
    if secret.isdigit():
        return found.last
    if is_mixed(secret):
        return not (is_wordy(secret) and re.search(r"[-_.]", secret) and not found.quoted)
    plain = name.tier == "password" and not is_ordinary(secret) and not re.search(r"pass|pwd|secret|[._]", secret)
    if link is _Link.ASSIGNED:
        return plain and (found.quoted or found.last)
    return plain and (found.quoted or (found.closing and link is _Link.STATED and name.word.startswith("pass")))
