"""The text of ``fields.yaml``: whether fields are searched, a line each, and comments of whoever keeps it."""

from __future__ import annotations

from vademecum.errors import InvalidValue, Unreadable
from vademecum.markdown import emit
from vademecum.markdown.frame import BOM
from vademecum.markdown.outcome import Refusal
from vademecum.markdown.tree import Pairs, Source, Text, compose
from vademecum.model.fields import Declaration, Pair, pair_named
from vademecum.model.file import Quarantined, QuarantineReason
from vademecum.vault.paths import FIELDS
from vademecum.vault.vocabulary import decoded, opening_comments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.markdown.tree import Tree

_SOURCE = Source("declaration", "Person.birthplace: yes", max_nodes=20_000)
_HEAD = "# Whether recall and search look into a field. `vade schema fields` shows all there are.\n"
_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
_WRITTEN = {True: "yes", False: "no"}

_Line = tuple[Pair, bool, int, int]
"""A pair, whether it is searched, and the borders of what says it."""


def read_declaration(data: bytes) -> Declaration | Quarantined:
    """What a file says, in its order, or why it cannot be read."""
    try:
        return Declaration(tuple((pair, is_searched) for pair, is_searched, *_ in _lines(decoded(data))))
    except Refusal as refusal:
        fault = refusal.fault
        return Quarantined(FIELDS, fault.reason, fault.message, fault.line)


def written_declaration(original: bytes | None, said: Mapping[Pair, bool | None]) -> bytes:
    """The file with these pairs said otherwise; comments and all other lines stay as they are.

    Raises:
        InvalidValue: a pair that could not be read again.
        Unreadable: `original` does not parse.
    """
    for pair in said:
        if pair_named(pair.shown) != pair or any("\ud800" <= sign <= "\udfff" for sign in pair.shown):
            raise InvalidValue("field", f"{pair.shown!r} is no label and field, e.g. Person.birthplace")
    before = read_declaration(original or b"")
    if isinstance(before, Quarantined):
        where = f"{FIELDS}:{before.line}" if before.line else FIELDS
        raise Unreadable(f"{where} cannot be edited: {before.message}; nothing was written")
    changed = dict(before.said) | dict(said)
    wanted = tuple((pair, searched) for pair, searched in changed.items() if searched is not None)
    if original is None:
        return (_HEAD + _told(wanted, "\n")).encode()
    edited = _edited(decoded(original), dict(wanted)).encode()
    if read_declaration(edited) != Declaration(wanted):
        return (opening_comments(original) + _told(wanted, "\n")).encode()
    return BOM.encode() + edited if original.startswith(BOM.encode()) else edited


def _edited(text: str, wanted: dict[Pair, bool]) -> str:
    """The text line by line; wrong where several pairs share a line, which its reader finds out."""
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = _lines(text)
    for pair, is_searched, start, end in reversed(lines):
        if wanted.get(pair) != is_searched:
            begin, line_end = text.rfind("\n", 0, start) + 1, text.find("\n", end)
            kept = _told([(pair, wanted[pair])], newline) if pair in wanted else ""
            text = text[:begin] + kept + ("" if line_end < 0 else text[line_end + 1 :])
    if text and not text.endswith("\n"):
        text += newline
    known = {pair for pair, *_ in lines}
    return text + _told([(pair, wanted[pair]) for pair in wanted if pair not in known], newline)


def _told(said: Sequence[tuple[Pair, bool]], newline: str) -> str:
    return "".join(f"{emit.scalar(pair.shown)}: {_WRITTEN[searched]}{newline}" for pair, searched in said)


def _lines(text: str) -> list[_Line]:
    root = compose(text, _SOURCE)
    if root is None:
        return []
    if not isinstance(root, Pairs):
        raise _refusal(text, root, "is no list of fields, a line each, e.g. `Person.birthplace: yes`")
    return [_line(text, key, value) for key, value in root.entries]


def _line(text: str, key: Text, value: Tree) -> _Line:
    pair = pair_named(key.value)
    if pair is None:
        raise _refusal(text, key, f"{key.value!r} is no label and field, e.g. Person.birthplace")
    searched = _WORDS.get(value.value.lower()) if isinstance(value, Text) else None
    if searched is None:
        raise _refusal(text, value, f"{key.value} needs yes or no")
    return pair, searched, key.start, value.end


def _refusal(text: str, tree: Tree, message: str) -> Refusal:
    return Refusal(QuarantineReason.INVALID, message, text.count("\n", 0, tree.start) + 1)
