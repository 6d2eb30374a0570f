"""The grammar of expert queries, read into a tree.

    query  := or
    or     := and ("OR" and)*
    and    := not (("AND")? not)*            neighbours are ANDed
    not    := ("NOT" | "-") not | item
    item   := "(" or ")" | field ":" item | "phrase" | prefix* | word

Operators count in upper case only; a quoted one is a word. A query of only negations means everything but.
"""

from __future__ import annotations

from typing import NamedTuple

from vademecum.errors import LimitExceeded, QuerySyntaxError, quoted
from vademecum.model.value import value
from vademecum.text.nearest import nearest

MAX_DEPTH = 32
MAX_LEAVES = 256
MAX_CHARACTERS = 8_192
"""Characters of a query; a text without spaces has as many words as it has letters."""

FIELDS: dict[str, str] = {
    "title": "title", "body": "body", "tag": "tag", "tags": "tag", "alias": "alias", "aliases": "alias",
    "entity": "entity", "entities": "entity", "subject": "subject", "predicate": "predicate",
    "expansion": "expansion", "expansions": "expansion", "type": "type", "scope": "scope", "status": "status",
}  # fmt: skip
"""Spelling in a query -> name in the tree. `type`, `scope` and `status` are attributes, not text."""

_OPERATORS = frozenset({"AND", "OR", "NOT"})
_CLOSING = {'"': '"', "“": "”", "„": "“”", "«": "»"}


@value
class Words:
    """What stands between spaces: a word or an identifier, as typed."""

    text: str


@value
class Phrase:
    """Words in this order, side by side."""

    text: str


@value
class PrefixWord:
    """A word that begins so; the text is without the star."""

    text: str


@value
class FieldIs:
    """The node holds within one field; `field` is one of the values of `FIELDS`."""

    field: str
    node: Node


@value
class And:
    """Every part holds; at least two."""

    parts: tuple[Node, ...]


@value
class Or:
    """Some part holds; at least two."""

    parts: tuple[Node, ...]


@value
class Not:
    """The node does not hold."""

    node: Node


Node = Words | Phrase | PrefixWord | FieldIs | And | Or | Not


class _Lexeme(NamedTuple):
    """`kind` is ``(``, ``)``, ``-``, ``word``, ``phrase``, ``field``, ``end`` or an operator."""

    kind: str
    position: int
    text: str = ""


def parse(query: str) -> Node:
    """Read an expert query.

    Raises:
        QuerySyntaxError: it does not parse; the message says what is wrong, where, and what to write.
        LimitExceeded: it is longer than `MAX_CHARACTERS`, nested deeper than `MAX_DEPTH`, or has more than
            `MAX_LEAVES` words and phrases.
    """
    if len(query) > MAX_CHARACTERS:
        raise LimitExceeded(
            f"an expert query may have {MAX_CHARACTERS:,} characters, this one has {len(query):,}; "
            "shorten it, or search without the expert mode"
        )
    return _Parser(_scan(query)).query()


def _scan(query: str) -> list[_Lexeme]:
    lexemes: list[_Lexeme] = []
    position = 0
    while position < len(query):
        char = query[position]
        if char.isspace():
            position += 1
        elif char in "()":
            lexemes.append(_Lexeme(char, position))
            position += 1
        elif char in _CLOSING:
            phrase, end = _scan_phrase(query, position)
            lexemes.append(_Lexeme("phrase", position, phrase))
            position = end
        elif char == "-" and query[position + 1 : position + 2].strip(" \t\n-"):  # but not --flag
            lexemes.append(_Lexeme("-", position, char))
            position += 1
        else:
            # What touches a field's colon is its value, colons and all: scope:project:name.
            is_value = bool(lexemes) and lexemes[-1].kind == "field" and query[position - 1] == ":"
            lexeme, position = _scan_word(query, position, is_value=is_value)
            lexemes.append(lexeme)
    lexemes.append(_Lexeme("end", len(query)))
    return lexemes


def _scan_phrase(query: str, start: int) -> tuple[str, int]:
    closing = _CLOSING[query[start]]
    text: list[str] = []
    position = start + 1
    while position < len(query):
        char = query[position]
        if char == "\\" and query[position + 1 : position + 2] in ('"', "\\"):
            text.append(query[position + 1])
            position += 2
            continue
        if char in closing:
            phrase = "".join(text)
            if not _says_something(phrase):
                raise QuerySyntaxError("the quotes hold no word; write one or remove them", start)
            return phrase, position + 1
        text.append(char)
        position += 1
    raise QuerySyntaxError(f"the quote {query[start]} is never closed; add {closing[-1]} or remove it", start)


def _scan_word(query: str, start: int, *, is_value: bool) -> tuple[_Lexeme, int]:
    end = start
    while end < len(query) and not query[end].isspace() and query[end] not in '()"':
        end += 1
    word = query[start:end]
    if word in _OPERATORS:
        return _Lexeme(word, start, word), end
    name, colon, _ = word.partition(":")
    if colon and not is_value and name[:1].isalpha() and name.replace("_", "").replace("-", "").isalpha():
        return _Lexeme("field", start, _field(name, word, start)), start + len(name) + 1
    return _Lexeme("word", start, word), end


def _field(name: str, word: str, position: int) -> str:
    field = FIELDS.get(name.lower())
    if field is not None:
        return field
    likely = nearest(name, FIELDS, floor=0.75)
    advice = f"did you mean {' or '.join([f'{each}:' for each in likely])}? Write" if likely else "write"
    shown = word if len(word) <= 40 else f"{word[:39]}…"
    raise QuerySyntaxError(
        f'unknown field {quoted(name)}; {advice} "{shown}" in quotes to search for the text itself',
        position,
        suggestions=tuple(likely),
    )


def _says_something(text: str) -> bool:
    return any(char.isalnum() for char in text)


class _Parser:
    """Recursive descent over the lexemes of one query."""

    def __init__(self, lexemes: list[_Lexeme]) -> None:
        self._lexemes = lexemes
        self._at = 0
        self._depth = 0
        self._leaves = 0

    @property
    def _next(self) -> _Lexeme:
        return self._lexemes[self._at]

    def _take(self) -> _Lexeme:
        lexeme = self._lexemes[self._at]
        self._at += 1
        return lexeme

    def query(self) -> Node:
        """The whole query."""
        if self._next.kind == "end":
            raise QuerySyntaxError("the query is empty; write at least one word", 0)
        node = self._either()
        if self._next.kind == ")":
            raise QuerySyntaxError("this ) closes nothing; remove it or add a ( before", self._next.position)
        return node

    def _either(self) -> Node:
        parts = [self._all()]
        while self._next.kind == "OR":
            self._take()
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _all(self) -> Node:
        parts = [self._negated()]
        while self._next.kind not in ("OR", ")", "end"):
            if self._next.kind == "AND":
                self._take()
            parts.append(self._negated())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _negated(self) -> Node:
        if self._next.kind not in ("NOT", "-"):
            return self._item()
        sign = self._take()
        self._enter(sign.position)
        node = Not(self._negated())
        self._depth -= 1
        return node

    def _item(self) -> Node:
        lexeme = self._take()
        match lexeme.kind:
            case "(":
                return self._group(lexeme)
            case "field":
                return self._restricted(lexeme)
            case "phrase":
                return self._leaf(Phrase(lexeme.text), lexeme)
            case "word":
                return self._leaf(_word(lexeme), lexeme)
            case _:
                self._at -= 1
                raise self._dangling(lexeme)

    def _group(self, opening: _Lexeme) -> Node:
        if self._next.kind == ")":
            raise QuerySyntaxError("the group () is empty; write a word in it or remove it", opening.position)
        self._enter(opening.position)
        node = self._either()
        if self._next.kind != ")":
            raise QuerySyntaxError("this ( is never closed; add ) or remove it", opening.position)
        self._take()
        self._depth -= 1
        return node

    def _restricted(self, name: _Lexeme) -> Node:
        if self._next.kind not in ("(", "phrase", "word"):
            raise QuerySyntaxError(
                f"{name.text}: names nothing; write a word, a phrase or a group right after it", name.position
            )
        self._enter(name.position)
        before = self._at
        node = self._item()
        inner = next((each for each in self._lexemes[before : self._at] if each.kind == "field"), None)
        if inner is not None:
            raise QuerySyntaxError(
                f"{inner.text}: stands inside {name.text}:; one field cannot hold another", inner.position
            )
        self._depth -= 1
        return FieldIs(name.text, node)

    def _leaf(self, node: Node, lexeme: _Lexeme) -> Node:
        self._leaves += 1
        if self._leaves > MAX_LEAVES:
            raise LimitExceeded(
                f"an expert query may hold {MAX_LEAVES} words and phrases; "
                f"the one at character {lexeme.position + 1} is too many"
            )
        return node

    def _enter(self, position: int) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise LimitExceeded(
                f"an expert query may be nested {MAX_DEPTH} deep; character {position + 1} goes deeper"
            )

    def _dangling(self, lexeme: _Lexeme) -> QuerySyntaxError:
        if lexeme.kind in _OPERATORS:
            message = (
                f"{lexeme.kind} needs a word on both sides; write it in quotes to search for the word itself"
            )
            return QuerySyntaxError(message, lexeme.position)
        before = self._lexemes[self._at - 1]  # before the first stands the end
        if before.kind in _OPERATORS or before.kind == "-":
            message = f"nothing follows {before.text}; add a word, or write it in quotes to search for it"
            return QuerySyntaxError(message, before.position)
        return QuerySyntaxError("this ) closes nothing; remove it or add a ( before", lexeme.position)


def _word(lexeme: _Lexeme) -> Words | PrefixWord:
    text = lexeme.text.rstrip("*")
    if not _says_something(text):
        raise QuerySyntaxError(
            f"{quoted(lexeme.text)} holds no letter or digit to search for; remove it", lexeme.position
        )
    if "*" in text:
        position = lexeme.position + text.index("*")
        raise QuerySyntaxError("a * may only end a word; write the beginning and then *", position)
    return Words(text) if text == lexeme.text else PrefixWord(text)
