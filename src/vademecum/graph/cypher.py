"""What a Cypher query may ask: it reads and nothing else. Whether it is well formed is for an engine to say.

The words of a query are told apart from what stands in quotes and comments; a word that could write, call or
reach outside is refused wherever it stands, but as the name of a property. Whoever has something called so
puts it in backquotes.
"""

from __future__ import annotations

import json
import re

from vademecum.errors import InvalidValue, LimitExceeded, QuerySyntaxError, Refused, quoted
from vademecum.model.cypher import EDGE_FIELDS, NODE_FIELDS, CypherRead
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_CHARACTERS = 20_000
MOST_FIELDS = 32
"""Properties besides those that everything has; each is a column of every node."""

_WRITING = frozenset(
    {"create", "merge", "set", "delete", "detach", "remove", "drop", "alter", "copy", "comment", "foreach"}
)
_OUTSIDE = frozenset(
    {
        *("load", "call", "install", "uninstall", "force", "attach", "use", "export", "import"),
        *("begin", "commit", "rollback", "checkpoint", "explain", "profile", "macro"),
    }
)
_BEGINNINGS = ("match", "optional", "unwind", "with", "return")
_OPENING, _CLOSING = "([{", ")]}"

_TOKEN = re.compile(
    r"""
    (?P<space>\s+ | //[^\n]* | /\*.*?\*/)
    | (?P<text>'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*")
    | (?P<quoted>`(?:[^`]|``)+`)
    | (?P<word>[^\W\d]\w*)
    | (?P<number>\d[\w.]*)
    | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@value
class _Token:
    sort: str
    text: str
    start: int


def cypher_read(query: str) -> CypherRead:
    """What a query looks at.

    Raises:
        Refused: it would write, or reach outside of the graph.
        QuerySyntaxError: it does not begin as one that reads, holds several statements, or a text in it has
            no end.
        LimitExceeded: it is longer than 20,000 characters, or asks for more than 32 properties.
    """
    if len(query) > MOST_CHARACTERS:
        raise LimitExceeded(f"a query may have {MOST_CHARACTERS:,} characters; this one has {len(query):,}")
    tokens = list(_tokens(query))
    if not tokens or tokens[0].text.casefold() not in _BEGINNINGS:
        _refuse_words(tokens)
        raise QuerySyntaxError(
            'a query begins with MATCH or RETURN, e.g. "MATCH (p:Person) RETURN p.name"', 0
        )
    _refuse_words(tokens)
    return _looked_at(tokens)


def cypher_parameter(field: str, given: str) -> tuple[str, object]:
    """Name and value of a parameter that is written ``name=value``: a number, true, false, null, else a text.

    Args:
        field: where it was given, for the message.
        given: what was written.

    Raises:
        InvalidValue: it has no name.
    """
    name, equals, text = given.partition("=")
    if not equals or not name.strip():
        raise InvalidValue(field, f"{quoted(given)} is not NAME=VALUE, e.g. who=Rhea")
    try:
        told = json.loads(text)
    except ValueError:
        return name.strip(), text
    return name.strip(), text if isinstance(told, (dict, list)) else told


def _tokens(query: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(query):
        sort = match.lastgroup or ""
        if sort == "space":
            continue
        text = match[0]
        if text in ("'", '"', "`"):
            raise QuerySyntaxError("a quote that is opened here is never closed", match.start())
        yield _Token(sort, text, match.start())


def _refuse_words(tokens: Sequence[_Token]) -> None:
    ended = [token for token in tokens if token.text == ";"]
    if ended and ended[0] is not tokens[-1]:
        raise QuerySyntaxError(
            "one statement at a time; leave out what follows the semicolon", ended[0].start
        )
    for place, token in enumerate(tokens):
        word = token.text.casefold()
        if token.sort != "word" or (place and tokens[place - 1].text in (".", "$")):
            continue
        if word in _WRITING:
            raise Refused(
                f"{token.text} would change the graph, and a query only reads: `vade link`, `vade edit` and "
                "`vade remember` change the files. A name that is spelled so goes in `backquotes`"
            )
        if word in _OUTSIDE:
            raise Refused(
                f"{token.text} reaches outside of the graph, and a query only reads it; a name that is "
                "spelled so goes in `backquotes`"
            )


def _looked_at(tokens: Sequence[_Token]) -> CypherRead:
    """Labels stand after a colon outside of maps, types after one in the brackets of a relation."""
    labels: dict[str, None] = {}
    types: dict[str, None] = {}
    opened: list[str] = []
    typed: list[bool] = []
    everything = False
    for place, token in enumerate(tokens):
        before = tokens[place - 1].text if place else ""
        following = tokens[place + 1].text if place + 1 < len(tokens) else ""
        if token.text in _OPENING and token.sort == "sign":
            # A bracket behind a dash is a relation; any other is a list.
            opened.append("-[" if token.text == "[" and before == "-" else token.text)
            typed.append(False)
        elif token.text in _CLOSING and token.sort == "sign" and opened:
            everything = everything or (opened.pop() == "-[" and not typed[-1])
            typed.pop()
        elif token.text == "-" and before == "-" and following != "[":
            everything = True  # `--`, and `-->`: joined by whatever there is
        elif token.sort in ("word", "quoted") and before in (":", "|", "!", "&"):
            if not opened or opened[-1] == "(":
                labels[_name(token)] = None
            elif opened[-1] == "-[":
                types[_name(token)] = None
                typed[-1] = True
    return CypherRead(tuple(labels), tuple(types), everything, _fields(tokens))


def _fields(tokens: Sequence[_Token]) -> tuple[str, ...]:
    """Properties that are named behind a dot, or as the key of a map in the brackets of a node."""
    known = {*NODE_FIELDS, *EDGE_FIELDS}
    found: dict[str, str] = {}
    for place, token in enumerate(tokens[1:-1], start=1):
        before, following = tokens[place - 1].text, tokens[place + 1].text
        if token.sort in ("word", "quoted") and before in ("{", ",") and following == ":":
            found.setdefault(_name(token).casefold(), _name(token))
    for place, token in enumerate(tokens[1:], start=1):
        if token.sort in ("word", "quoted") and tokens[place - 1].text == ".":
            found.setdefault(_name(token).casefold(), _name(token))
    # What begins so is the engine's own.
    free = tuple(name for folded, name in found.items() if folded not in known and folded[0] != "_")
    if len(free) > MOST_FIELDS:
        raise LimitExceeded(f"a query may ask for {MOST_FIELDS} properties; this one names {len(free)}")
    return free


def _name(token: _Token) -> str:
    return token.text[1:-1].replace("``", "`") if token.sort == "quoted" else token.text
