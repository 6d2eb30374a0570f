"""Which format a file is in, told by its first records and never by its name."""

from __future__ import annotations

from itertools import islice

from vademecum.errors import UsageError, quoted
from vademecum.importers import (
    antigravity,
    chatgpt,
    claude_ai,
    claude_code,
    codex,
    gemini,
    notes,
    own,
    stores,
)
from vademecum.importers.json_stream import elements, lines, outer_fields
from vademecum.model.importing import Format, Reached
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from vademecum.importers.json_stream import Object
    from vademecum.importers.members import Member
    from vademecum.model.importing import Item

    Reader = Callable[[Member, Reached], Iterator[Item]]

_LINES_READ = 40
"""Lines of which one must be of a known format; some begin with what no format is known by."""

_LONGEST_FIRST_LINE = 1024**2
"""Bytes of a first line that does not decode, beyond which the file is no JSONL."""

_BLANKS = 4096
_FRONT_BYTES = 16 * 1024


@value
class Detected:
    """A format, and what reads it.

    Attributes:
        grows: the file is appended to while its host runs.
    """

    format: Format
    read: Reader
    grows: bool = False


_BY_LINE: tuple[tuple[Callable[[Object], bool], Detected], ...] = (
    (claude_code.speaks, Detected(Format.CLAUDE_CODE, claude_code.read, grows=True)),
    (codex.speaks, Detected(Format.CODEX, codex.read, grows=True)),
    (antigravity.speaks, Detected(Format.ANTIGRAVITY, antigravity.read, grows=True)),
    (gemini.speaks, Detected(Format.GEMINI, gemini.read_lines, grows=True)),
    (stores.is_graph, Detected(Format.MCP_MEMORY, stores.read_graph_lines)),
    (own.speaks, Detected(Format.VADEMECUM, own.read, grows=True)),
)
_BY_KEYS: tuple[tuple[Callable[[frozenset[str]], bool], Detected], ...] = (
    (lambda keys: "mapping" in keys, Detected(Format.CHATGPT, chatgpt.read)),
    (claude_ai.is_export, Detected(Format.CLAUDE_AI, claude_ai.read)),
    (gemini.is_session, Detected(Format.GEMINI, gemini.read)),
    (lambda keys: {"entities", "relations"} <= keys, Detected(Format.MCP_MEMORY, stores.read_graph)),
    (stores.is_mem0, Detected(Format.MEM0, stores.read_mem0)),
)
_RESULTS = Detected(Format.MEM0, stores.read_mem0_results)
_NOTE = Detected(Format.MARKDOWN, notes.read)
_BASIC_MEMORY = Detected(Format.BASIC_MEMORY, notes.read)
_NOTES = (".md", ".markdown", ".mdx")


def detect(member: Member) -> Detected | None:
    """What a file is; None when no format is known by its content.

    A name decides only that a text is Markdown, which has no mark of its own.

    Raises:
        UsageError: it looks like several formats at once.
        VaultError, LimitExceeded: it cannot be opened.
    """
    if member.suffix in _NOTES:
        return _note(member)
    with member.open() as stream:
        first = _first_byte(stream)
    if first == b"{" and (found := _by_lines(member)) is not None:
        return found
    return _by_keys(member) if first in (b"{", b"[") else None


def _note(member: Member) -> Detected:
    with member.open() as stream:
        beginning = stream.read(_FRONT_BYTES)
    return _BASIC_MEMORY if notes.is_basic_memory(beginning) else _NOTE


def _first_byte(stream: BinaryIO) -> bytes:
    beginning = stream.read(_BLANKS).removeprefix(b"\xef\xbb\xbf").lstrip()
    return beginning[:1]


def _by_lines(member: Member) -> Detected | None:
    with member.open() as stream:
        for piece in islice(lines(stream, Reached()), _LINES_READ):
            if piece.said is not None:
                kinds = [kind for speaks, kind in _BY_LINE if speaks(piece.said)]
                if kinds:
                    return _only(member, kinds)
            elif piece.place == 1 and piece.end > _LONGEST_FIRST_LINE:
                return None
    return None


def _by_keys(member: Member) -> Detected | None:
    with member.open() as stream:
        keys = frozenset(outer_fields(stream))
    kinds = [kind for fits, kind in _BY_KEYS if fits(keys)]
    if not kinds and "results" in keys:
        with member.open() as stream:
            piece = next(elements(stream, "results"), None)
        if piece is not None and piece.said is not None and stores.is_mem0(frozenset(piece.said)):
            return _RESULTS
    return _only(member, kinds) if kinds else None


def _only(member: Member, kinds: list[Detected]) -> Detected:
    if len(kinds) > 1:
        names = " and ".join(kind.format for kind in kinds)
        raise UsageError(f"{quoted(member.name)} looks like {names} at once; say which by --as")
    return kinds[0]


NAMED: dict[str, Detected] = {
    kind.format.value: kind for _, kind in (*reversed(_BY_KEYS), *reversed(_BY_LINE))
} | {"markdown": _NOTE, "basic-memory": _BASIC_MEMORY}
"""What reads a file whose format a person names."""
