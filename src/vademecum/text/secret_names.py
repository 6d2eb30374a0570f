"""Secrets that are known by what stands before them: `password: …`, `the API key is …`, `SECRET=…`.

A name is found, then what links it to a value, then the value; the looser the link, the more the value must
look like a secret. Nothing is read beyond the line, nor beyond a fixed number of characters from a name, so
that the work is linear in the text whatever it holds.
"""

from __future__ import annotations

from itertools import islice

from vademecum.model.value import value
from vademecum.text.alternatives import any_of
from vademecum.text.secret_judgement import Link, Name, is_secret
from vademecum.text.secret_reading import (
    Found,
    ends_sentence,
    parted,
    read,
    read_phrase,
    whole_end,
    without_case,
)
from vademecum.text.secret_shapes import (
    HARMLESS_NAME,
    LINK_ADVERBS,
    LINK_SIGNS,
    LINK_WORDS,
    NAMES,
    NEUTRAL_AFTER,
    PUBLIC_BEFORE,
    SECRET_KEYS,
    TURNED,
)
from vademecum.text.secret_values import (
    compiled,
    is_masked,
    is_mixed,
    is_random,
    is_stand_in,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator


@value
class Span:
    """Where a secret stands, and what kind it is."""

    start: int
    end: int
    kind: str


_REACH = 120
"""Characters from a name to its value: a clause, such as `the password for the admin of staging is`."""

_MOST_LINKS = 3
"""Words such as `is` behind a name that are tried."""

_TIERS = {word: tier for tier, words in NAMES.items() for word in words}
_NAME = any_of(_TIERS)
_ASSIGN = (
    r"(?:\\?[\"'`\])*_]{1,3})?[ \t]{0,20}"
    r"(?::[ \t]{0,8}[A-Za-z_][\w.\[\]|<>? ]{0,40}=(?![=>])|[\"'][ \t]{1,8}value[ \t]{0,4}="
    r"|:=|=>|={1,3}|:|：|＝|->|→|[ \t]{1,40}\|)\*{0,2}[ \t]{0,40}(?:\*\*|&\w{1,24}[ \t]|!!str[ \t])?"
)
_WORDS, _SIGNS = "|".join(LINK_WORDS), "|".join(LINK_SIGNS)
_ADVERBS = f"(?:(?:{'|'.join(LINK_ADVERBS)})[ \\t]{{1,8}})?"
_LINKED = rf"(?<![^\s,])(?:{_WORDS})(?=[\s:]):?[ \t]{{1,8}}{_ADVERBS}|(?:{_SIGNS})(?!//)[ \t]{{0,8}}"
_TURNED = (
    rf"(?i:(?:^|[ \t\"'`])([^\s\"'`]{{6,64}})[\"'`]? (?:{TURNED[0]}) (?:{TURNED[1]}) (?:[\w-]{{1,24}} )?)$"
)
_ALONE = r"(?:^|\n)[ \t>*#-]{0,8}(?:[\w-]{1,24} ){0,2}[\w-]{1,60}$"
"""A line, title or alias of nothing but a name and what follows: `wifi password …`."""

_TURNED_END = (
    r"[ \t]{0,4}(?:$|[\n.,;!?)])|[ \t]{1,4}(?:for|of|to|on|in|at|everywhere|für|pour|para|per|von|de|do)\b"
)
_LOGIN = (
    r"(?i:login|user|user ?name|account)\W{1,3}[^\s,;]{1,40},?(?: and)?\s{1,8}[\w-]+$"
    r"|(?i:\b(?:with|using|mit|avec|con|com|met|med|с|паролем)\s(?:the |the new )?[\w-]+)$"
)
_RUN = r"(?!//)[A-Za-z0-9+/_-]{32,512}={0,2}"
_RUN_NAME = r"([A-Za-z0-9_.-]{1,48})\\?[\"'\])]?[ \t]{0,8}(?::=|=>|[:=])[ \t]{0,8}\\?[\"'`]?$"


def named_secrets(text: str) -> Iterator[Span]:
    """Every secret that a name gives away, in order; a masked one is none."""
    done = 0
    for match in compiled(_NAME).finditer(without_case(text)):
        if match.start() < done:
            continue
        name = _name(text, match)
        found = name and (_value_of(text, name) or _turned(text, name, match.start()))
        if name and found:
            done = whole_end(text, found)
            yield Span(found.start, done, {"short": "password", "weak": "secret"}.get(name.tier, name.tier))


def unnamed_secrets(text: str) -> Iterator[Span]:
    """Long random values assigned to a name that says neither that it is a secret nor that it is none."""
    for match in compiled(_RUN).finditer(text):
        start, end = match.span()
        before = compiled(_RUN_NAME).search(text[max(0, start - 80) : start])
        if before and text[end : end + 1] != "." and not _is_harmless(parted(before[1]).lower()):
            run = match[0]
            if is_random(run, least=32) and not is_stand_in(run) and not compiled(r"sha\d+-").match(run):
                yield Span(start, end, "high-entropy")


def _is_harmless(name: str) -> bool:
    parts = compiled(r"[^a-z0-9]+").split(name)
    return compiled(HARMLESS_NAME).fullmatch(parts[-1]) is not None or not PUBLIC_BEFORE.isdisjoint(parts)


def _name(text: str, match: re.Match[str]) -> Name | None:
    """The name around a match; None when it is a part of another word, or the name a harmless one."""
    start, end, word = match.start(), match.end(), match[0]
    tier = _TIERS[word]
    before = text[max(0, start - 24) : start]
    inside = before[-1:].isalpha() and before[-1].isascii() == word.isascii()
    hump = inside and text[start].isupper() and before[-1].islower()
    qualifier = compiled(r"[^a-z0-9]+").split(parted(before).lower().rstrip("_- ."))[-1]
    if qualifier in PUBLIC_BEFORE:
        return None
    if inside and not hump and not _may_be_inside(word, tier, qualifier):
        return None
    if word == "key" and qualifier in SECRET_KEYS:
        tier = "secret"
    tail = compiled(_tail(word)).match(text, end)
    suffix = tail[0] if tail else ""
    if word.isascii() and not _is_neutral(suffix):
        return None
    return Name(tier, word, end + len(suffix))


def _may_be_inside(word: str, tier: str, qualifier: str) -> bool:
    """Whether a name may begin within a word: `dbpassword`, `apikey`, and where prefixes are written so."""
    if word.isascii():
        return tier == "password" or qualifier in SECRET_KEYS
    return "\u0590" < word[0] < "\u0700" or word[0] >= "\u3000"


def _tail(word: str) -> str:
    """What may belong to a name behind the word that is listed: parts of an identifier, or a case ending."""
    if word.isascii():
        return "[A-Za-z0-9_-]{0,40}"
    return r"[^\W\d_]{0,3}" if word[0] < "\u0530" else ""


def _is_neutral(suffix: str) -> bool:
    """Whether an identifier that ends in it is still the secret itself."""
    return all(part in NEUTRAL_AFTER for part in compiled(r"[-_\d]+").split(parted(suffix).lower()) if part)


def _value_of(text: str, name: Name) -> Found | None:
    """The value that belongs to a name and is a secret."""
    assigned = compiled(_ASSIGN).match(text, name.end)
    if assigned:
        found = _awaited(text, name, assigned.end())
        return found if found and is_secret(text, found, name, Link.ASSIGNED) else None
    if text.startswith(">", name.end):
        found = read(text, name.end + 1)
        closed = found and text.startswith("</", found.start + len(found.secret))
        return found if found and closed and is_secret(text, found, name, Link.ASSIGNED) else None
    code = compiled(r"[\"'`][^ ]").match(text, name.end)
    stated = None if code or name.tier in ("short", "weak") else _stated(text, name)
    return stated or _beside(text, name)


def _awaited(text: str, name: Name, position: int) -> Found | None:
    return ("phrase" in name.word and read_phrase(text, position)) or read(text, position)


def _stated(text: str, name: Name) -> Found | None:
    """A value that a sentence gives: `the password of the router is …`."""
    end = compiled(r"\n|[.!?;](?=\s)").search(text, name.end, name.end + _REACH)
    clause = text[name.end : end.start() if end else name.end + _REACH]
    loose: Found | None = None
    for link in islice(compiled(_LINKED).finditer(without_case(clause)), _MOST_LINKS):
        found = _awaited(text, name, name.end + link.end())
        if found and is_masked(found.secret):
            return None
        if not found or not is_secret(text, found, name, _firmness(clause, link)):
            continue
        if link[0].split()[:1] != ["to"]:
            return found
        loose = loose or found
    return loose


def _turned(text: str, name: Name, start: int) -> Found | None:
    """A value that stands first: `… is the password`, `use … as the password`."""
    before = text[max(0, start - 130) : start]
    closed = name.tier == "password" and compiled(_TURNED_END).match(text, name.end)
    match = compiled(_TURNED).search(before) if closed else None
    if not match:
        return None
    found = Found(match[1], start - len(before) + match.start(1), quoted=False)
    return found if is_mixed(found.secret) and is_secret(text, found, name, Link.HINTED) else None


def _firmness(clause: str, link: re.Match[str]) -> Link:
    firm = link[0].split() in (["is"], ["was"]) and compiled(r"\s*$|\s+(?:for|of|to)\s").match(
        clause[: link.start()]
    )
    return Link.STATED if firm else Link.HINTED


def _beside(text: str, name: Name) -> Found | None:
    """A value right behind its name: `--password …`, `setPassword("…")`, `login anna password …`."""
    foreign = name.word[0] > "\x7f"
    space = compiled(_gap(name)).match(text, name.end)
    found = read(text, space.end()) if space else None
    if not found:
        return None
    before = text[max(0, name.end - len(name.word) - 80) : name.end]
    told = compiled(r"(?:^|\s)--?[\w-]+$").search(before) or compiled(_LOGIN).search(before)
    called = space and "(" in space[0] and len(found.secret) >= 6
    alone = name.tier == "password" and compiled(_ALONE).search(before) and ends_sentence(text, found)
    # Some languages put the verb last, others need none: पासवर्ड … है.
    link = Link.HINTED if told or called or alone or (foreign and found.secret.isascii()) else Link.BESIDE
    if name.tier in ("short", "weak") and link is Link.BESIDE:
        return None
    return found if is_secret(text, found, name, link) else None


def _gap(name: Name) -> str:
    """What may stand between a name and a value beside it."""
    if name.word[0] > "\x7f":
        return r"(?:[ \t][^\s\x00-\x7f]{1,24}){0,2}[ \t]{1,8}"
    if name.tier == "secret":
        return r"[\"'],[ \t]{0,8}(?=[\"'])|[\"']?[ \t]{1,8}|\([ \t]{0,4}(?=[\"'`])"
    return r"[\"']?[ \t]{1,8}\(?|\([ \t]{0,4}(?=[\"'`])"
