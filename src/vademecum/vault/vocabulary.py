"""The text of an ``aliases.yaml``: pairs that mean the same, with whatever comments a person keeps there."""

from __future__ import annotations

import re
from functools import lru_cache

from vademecum.errors import InvalidValue, Unreadable
from vademecum.markdown import emit
from vademecum.markdown.bounds import MAX_FILE_BYTES
from vademecum.markdown.frame import BOM, merge_marker_line
from vademecum.markdown.outcome import Fault, Refusal
from vademecum.markdown.tree import Items, Pairs, Source, Text, Tree, compose
from vademecum.model.file import AliasEntry, Quarantined, QuarantineReason
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.record import Scope

Pair = tuple[str, str]
"""Alias and target."""

_VOCABULARY = Source("vocabulary", "alias: target", max_nodes=100_000)
_NODES_AN_ENTRY = 5

# A word of any script and what follows it on the line, without the signs that end a scalar; or quotes around
# what needs no escape.
_SCALAR = r"""(?:\w(?:[^\n:#]*[^\s:#])?|"[^"\\\n]*")"""
_PLAIN = re.compile(rf"(?:\#[^\n]*)?\n|- alias: (?P<alias>{_SCALAR})\n  target: (?P<target>{_SCALAR})\n")
_HEAD = "# Words that mean the same, in both directions.\n"


def read_pairs(data: bytes) -> tuple[Pair, ...] | Fault:
    """Pairs in file order, each once: a list of ``{alias, target}``, or a mapping ``alias: target``."""
    try:
        return tuple(dict.fromkeys(place.pair for place in _located(decoded(data)).places))
    except Refusal as refusal:
        return refusal.fault


def vocabulary_entries(scope: Scope, path: str, data: bytes) -> tuple[AliasEntry, ...] | Quarantined:
    """Entries of one scope's vocabulary, or why it cannot be read."""
    found = read_pairs(data)
    if isinstance(found, Fault):
        return Quarantined(path, found.reason, found.message, found.line)
    return tuple([AliasEntry(scope, alias, target) for alias, target in found])


def pairs_of(scope: Scope, entries: Sequence[AliasEntry]) -> list[Pair]:
    """The pairs to write for one scope.

    Raises:
        InvalidValue: an entry belongs to another scope.
    """
    strays = [entry for entry in entries if entry.scope != scope]
    if strays:
        raise InvalidValue(
            "scope", f"the alias {strays[0].alias!r} belongs to {strays[0].scope}, not to {scope}"
        )
    return [(entry.alias, entry.target) for entry in entries]


def write_pairs(path: str, original: bytes | None, pairs: Sequence[Pair]) -> bytes:
    """The vocabulary at `path` with exactly these pairs.

    Lines of pairs that stay are kept with the comments between them, lines of others go, new pairs come
    last. Where the order itself changed, or several pairs share a line, the list is written anew below
    the comments that open the file.

    Raises:
        InvalidValue: an alias or a target is empty or no text.
        Unreadable: `original` does not parse.
    """
    for pair in pairs:
        if not all(side.strip() and "\0" not in side and _encodable(side) for side in pair):
            raise InvalidValue("alias", "both sides must be text that is not empty")
    wanted = tuple(dict.fromkeys(pairs))
    if original is not None:
        present = read_pairs(original)
        if isinstance(present, Fault):
            line = f":{present.line}" if present.line else ""
            raise Unreadable(f"{path}{line} cannot be edited: {present.message}; nothing was written")
        if present == wanted:
            return original
        edited = _edited(decoded(original), wanted)
        if read_pairs(edited) == wanted:
            return BOM.encode() + edited if original.startswith(BOM.encode()) else edited
    head = _HEAD if original is None else opening_comments(original)
    return (head + "".join(_lines(pair, as_list=True, newline="\n") for pair in wanted)).encode()


def _encodable(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def decoded(data: bytes) -> str:
    """The text of a file that people keep.

    Raises:
        Refusal: it is too large, no UTF-8, or holds merge markers.
    """
    if len(data) > MAX_FILE_BYTES:
        raise Refusal(QuarantineReason.TOO_LARGE, f"larger than {MAX_FILE_BYTES >> 20} MiB; shorten it")
    try:
        text = data.decode("utf-8").removeprefix(BOM)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refusal(QuarantineReason.NOT_TEXT, "is not UTF-8; save it as UTF-8", line) from None
    if (line_of_marker := merge_marker_line(text)) is not None:
        message = "has unresolved merge markers; resolve the conflict and save it"
        raise Refusal(QuarantineReason.MERGE_MARKERS, message, line_of_marker)
    return text


@value
class _Place:
    """A pair and the borders of what states it."""

    pair: Pair
    start: int
    end: int


@value
class _Vocabulary:
    """What a text states, in file order, and whether as ``alias: target``."""

    places: tuple[_Place, ...]
    mapping: bool


@lru_cache(maxsize=4)  # one change reads the same text four times over: to look, to edit, to verify, to index
def _located(text: str) -> _Vocabulary:
    return _plainly(text) or _composed(text)


def _plainly(text: str) -> _Vocabulary | None:
    """What a vocabulary of the form that we write ourselves states, thirty times faster than the library.

    None as soon as anything in it means more than its letters; a test holds both to the same answer.
    """
    if not text.replace("\n", "").isprintable():
        return None
    places: list[_Place] = []
    at = 0
    while match := _PLAIN.match(text, at):
        at = match.end()
        if match["alias"] is not None:
            pair = (_unquoted(match["alias"]), _unquoted(match["target"]))
            if not all(side.strip() for side in pair):
                return None
            places.append(_Place(pair, match.start() + len("- "), match.end("target")))
    few = len(places) * _NODES_AN_ENTRY < _VOCABULARY.max_nodes
    return _Vocabulary(tuple(places), mapping=False) if at == len(text) and few else None


def _unquoted(scalar: str) -> str:
    return scalar[1:-1] if scalar[0] == '"' else scalar


def _composed(text: str) -> _Vocabulary:
    root = compose(text, _VOCABULARY)
    match root:
        case None:
            return _Vocabulary((), mapping=False)
        case Pairs(entries):
            places = [_Place(_mapped(text, key, target), key.start, target.end) for key, target in entries]
            return _Vocabulary(tuple(places), mapping=True)
        case Items(items):
            places = [_Place(_listed(text, item), item.start, item.end) for item in items]
            return _Vocabulary(tuple(places), mapping=False)
        case _:
            raise _refusal(text, root, "holds no list of `alias` and `target`")


def _mapped(text: str, key: Text, value: Tree) -> Pair:
    if not isinstance(value, Text) or not value.value.strip() or not key.value.strip():
        raise _refusal(text, value, f"{key.value!r} needs one target, a text")
    return key.value, value.value


def _listed(text: str, item: Tree) -> Pair:
    sides: dict[str, Tree] = (
        {key.value: value for key, value in item.entries} if isinstance(item, Pairs) else {}
    )
    alias, target = sides.get("alias"), sides.get("target")
    if isinstance(alias, Text) and isinstance(target, Text) and alias.value.strip() and target.value.strip():
        return alias.value, target.value
    raise _refusal(text, item, "an entry needs `alias` and `target`, both text")


def _refusal(text: str, tree: Tree, message: str) -> Refusal:
    return Refusal(QuarantineReason.INVALID, message, text.count("\n", 0, tree.start) + 1)


def _edited(text: str, wanted: tuple[Pair, ...]) -> bytes:
    newline = "\r\n" if "\r\n" in text else "\n"
    located = _located(text)
    known = {place.pair for place in located.places}
    kept = frozenset(wanted)
    for place in reversed(located.places):
        if place.pair not in kept:
            line_end = text.find("\n", place.end)
            begin = text.rfind("\n", 0, place.start) + 1
            text = text[:begin] + ("" if line_end < 0 else text[line_end + 1 :])
    as_list = not (located.mapping and known & kept)
    if text and not text.endswith("\n"):
        text += newline
    new = [pair for pair in wanted if pair not in known]
    return (text + "".join(_lines(pair, as_list=as_list, newline=newline) for pair in new)).encode()


def _lines(pair: Pair, *, as_list: bool, newline: str) -> str:
    alias, target = pair
    if as_list:
        return f"- alias: {emit.scalar(alias)}{newline}  target: {emit.scalar(target)}{newline}"
    return f"{emit.name(alias)}: {emit.scalar(target)}{newline}"


def opening_comments(original: bytes) -> str:
    """The comments and empty lines with which a file begins."""
    kept: list[str] = []
    for line in original.decode("utf-8", "replace").removeprefix(BOM).splitlines(keepends=True):
        if line.strip() and not line.startswith("#"):
            break
        kept.append(line)
    head = "".join(kept)
    return head if not head or head.endswith("\n") else f"{head}\n"
