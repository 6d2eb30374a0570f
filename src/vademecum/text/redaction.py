"""Text without the secrets in it, and without what its author called private.

Known tokens are found by their shape, other secrets by the name they are given; URLs, hashes and long
identifiers are left alone. Whatever it is given, this raises nothing, and costs time linear in the text.
"""

from __future__ import annotations

from itertools import zip_longest

from vademecum.model.value import value
from vademecum.text.secret_names import Span, named_secrets, unnamed_secrets
from vademecum.text.secret_shapes import TOKEN_SHAPES
from vademecum.text.secret_values import (
    compiled,
    is_machine_made,
    is_masked,
    is_mixed,
    is_stand_in,
    is_technical,
    masked,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@value
class Masked:
    """A text after masking.

    Attributes:
        text: in place of each secret its first four characters, at most half of it, and `****`.
        kinds: what was masked, distinct, in order of first occurrence; empty when nothing was.
    """

    text: str
    kinds: tuple[str, ...]


_PASSES = 4
"""Most rounds of masking. The second finds what a mask uncovered, which is nothing but in texts made for it;
the bound keeps the cost of those linear."""

_PAIR = (
    r"(?:[Cc]redentials?|[Ll]ogin|[Zz]ugangsdaten|[Ll]ogindaten|[Ii]dentifiants|[Cc]redenciales|[Cc]redenziali"
    r"|[Дд]оступ)[ \t]{0,4}:[ \t]{0,4}[^\s/]{1,64}[ \t]{1,4}/[ \t]{1,4}([^\s\"'`]{6,128})"
)
_LOGINS = (
    (r" / ", _PAIR),
    (r"[aA]uth", r"[aA]uth ?=? ?\( ?[\"'][^\"'\n]{1,64}[\"'], ?[\"']([^\"'\s]{6,128})[\"']"),
    (r"htpasswd", r"htpasswd -\w{0,3}b\w{0,3} \S{1,200} \S{1,64} ([^\s\"']{6,128})"),
)

_FEW = 5
"""Distinct characters of what documentation writes in place of a token: `ghp_xxxxxxxx`, `1234512345`."""

_FRAME = r"-----(BEGIN|END) (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n|\\r)*"
_LINES = r"(?:[A-Za-z0-9+/=]{16,}+(?:\s|\\n|\\r|$)*+)+"
_USERINFO = r"[^\s:/?#@\"'<>`]{0,128}:([^\s/\"'<>`]{1,256})@(?=[\w\[$])"
_BEARER = r"bearer[ \t]{1,8}([A-Za-z0-9._~+/-]{12,}=*)"
_BASIC = r"basic[ \t]{1,8}([A-Za-z0-9+/]{8,}={0,2})"
_USER_FLAG = r"(?<!\S)(?:-u|--user|--userpwd|-p)[ =][\"']?(?:[\w.@+-]{1,64}:)?([^\s\"':]{6,})"


def mask(text: str, *, name: str = "") -> Masked:
    """Cut every secret in a text; masking twice is masking once.

    What is found: tokens of known issuers, PEM private keys, JWTs, passwords in URLs, authorisation headers,
    and values that an assignment or a sentence calls a password, secret, token, key or PIN.

    Args:
        text: any text.
        name: what the text is the value of, if of anything, such as the subject and predicate of a claim: a
            password gives itself away by its name alone.
    """
    opening = f"{name}: " if name else ""
    masked_text, kinds = _masked(opening + text)
    if not masked_text.startswith(opening):
        masked_text, kinds = _masked(text)
        opening = ""
    return Masked(masked_text[len(opening) :], kinds)


def _masked(text: str) -> tuple[str, tuple[str, ...]]:
    kinds: list[str] = []
    for _ in range(_PASSES):
        spans = _joined(text)
        if not spans:
            break
        kinds.extend([span.kind for span in spans])
        text = _cut(text, spans)
    return text, tuple(dict.fromkeys(kinds))


def without_private(text: str) -> tuple[str, int]:
    """A text without its `<private>…</private>` spans, and how many were dropped.

    Spans nest; one that is not closed reaches to the end. Case and attributes do not matter.
    """
    kept: list[str] = []
    depth = dropped = position = 0
    for tag in compiled(r"(?i)<(/?)\s{0,8}private(?:\s[^<>]{0,200})?>").finditer(text):
        if not tag[1]:
            if not depth:
                kept.append(text[position : tag.start()])
                dropped += 1
            depth += 1
        elif depth:
            depth -= 1
            position = tag.end()
    if not depth:
        kept.append(text[position:])
    return "".join(kept), dropped


def _joined(text: str) -> list[Span]:
    """Unmasked secrets in order of their place, overlapping ones as one."""
    joined: list[Span] = []
    for span in sorted(_found(text), key=lambda span: (span.start, -span.end)):
        if joined and span.start < joined[-1].end:
            last = joined[-1]
            joined[-1] = Span(last.start, max(last.end, span.end), last.kind)
        else:
            joined.append(span)
    return [span for span in joined if not is_masked(text[span.start : span.end])]


def _found(text: str) -> Iterator[Span]:
    # In this order: of several kinds at one place the first one found gives its name.
    yield from _private_keys(text)
    yield from _tokens(text)
    yield from _url_passwords(text)
    yield from _headers(text)
    yield from _logins(text)
    yield from named_secrets(text)
    yield from unnamed_secrets(text)


def _cut(text: str, spans: Iterable[Span]) -> str:
    pieces: list[str] = []
    position = 0
    for span in spans:
        pieces += (text[position : span.start], masked(text[span.start : span.end]))
        position = span.end
    return "".join([*pieces, text[position:]])


def _told_by(needle: str) -> str:
    """The character of a needle that is rarest in what people write: a sign, a digit or a capital."""
    return min(needle, key=lambda char: (char.islower(), char.isupper(), char.isdigit(), char in "-."))


_BY_SIGN = {
    sign: tuple(n for n, shape in enumerate(TOKEN_SHAPES) if _told_by(shape.needle) == sign)
    for sign in {_told_by(shape.needle) for shape in TOKEN_SHAPES}
}
"""Places of the shapes in their list by the character that tells them: a text holds few of these, and asking
it for one costs what asking it for a needle does."""


def _tokens(text: str) -> Iterator[Span]:
    signs = _BY_SIGN.keys() & set(text)
    for place in sorted([place for sign in signs for place in _BY_SIGN[sign]]):
        shape = TOKEN_SHAPES[place]
        if shape.needle in text:
            for match in compiled(shape.pattern).finditer(text):
                secret = match[match.lastindex or 0]
                if len(set(secret[len(shape.needle) :])) > _FEW:
                    yield Span(*match.span(match.lastindex or 0), shape.kind)


def _private_keys(text: str) -> Iterator[Span]:
    """Bodies of PEM blocks; without an end, as far as the lines of the key go."""
    if "PRIVATE KEY" not in text:
        return
    frames = list(compiled(_FRAME).finditer(text))
    for frame, following in zip_longest(frames, frames[1:]):
        if frame[1] == "END":
            continue
        start = frame.end()
        if following and following[1] == "END":
            end = len(text[start : following.start()].rstrip().removesuffix("\\n").rstrip()) + start
        else:
            lines = compiled(_LINES).match(text, start)
            end = len(lines[0].rstrip()) + start if lines else start
        if len(set(text[start:end])) > _FEW:
            yield Span(start, end, "private-key")


def _url_passwords(text: str) -> Iterator[Span]:
    userinfo = compiled(_USERINFO)
    for scheme in compiled("://").finditer(text):
        match = userinfo.match(text, scheme.end())
        if match and not is_masked(match[1]) and not _is_no_password(match[1]):
            yield Span(*match.span(1), "url-password")


def _is_no_password(secret: str) -> bool:
    return is_stand_in(secret) or secret.casefold() in (
        "password",
        "passwd",
        "pass",
        "pwd",
        "secret",
        "token",
    )


def _logins(text: str) -> Iterator[Span]:
    """Passwords beside a user's name: `Credentials: anna / …`, `auth=("anna", "…")`."""
    for needle, pattern in _LOGINS:
        if compiled(needle).search(text):
            for match in compiled(pattern).finditer(text):
                secret = match[1]
                if is_mixed(secret) and not (
                    is_stand_in(secret) or is_technical(secret) or is_masked(secret)
                ):
                    yield Span(*match.span(1), "password")


def _headers(text: str) -> Iterator[Span]:
    lowered = text if text.isascii() else compiled(r"[^\x00-\x7f]").sub("\x00", text)
    lowered = lowered.lower()
    for needle, pattern in (("bearer", _BEARER), ("basic", _BASIC), ("-u", _USER_FLAG), ("-p", _USER_FLAG)):
        if needle in lowered:
            for match in compiled(pattern).finditer(lowered):
                secret = text[match.start(1) : match.end(1)]
                if is_machine_made(secret) and not is_stand_in(secret):
                    yield Span(*match.span(1), "authorization")
