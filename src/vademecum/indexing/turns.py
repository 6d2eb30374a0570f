"""From the lines of a conversation's file to what an index keeps of them."""

from __future__ import annotations

from datetime import UTC, datetime

from vademecum.model.conversation import Event, EventKind, Header, Turn
from vademecum.model.entry import microseconds
from vademecum.model.file import Stamp
from vademecum.model.transcript import Fault, FaultKind, Mark
from vademecum.model.turns import Held, Spoken, bag_of
from vademecum.model.value import replace
from vademecum.text.lines import storable
from vademecum.text.speaking import asks, said_in, speaker_of, tells_amount

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from vademecum.model.transcript import Line
    from vademecum.text.analyzer import Analyzer

UNREAD = Stamp(0, 0, 0, 0)
"""Of a file that was not read to its end: no file looks so, and it is read again."""

MOST_INDEXED = 1_000_000
"""Characters of a turn that are searched; whoever pastes more is found by the beginning."""

DETECTED = 200
"""Characters by which a turn's language is told: some thirty words, of which ten are function words. Telling
it by whole turns took a seventh of an import."""


def searched_text(turn: Turn) -> str:
    """What is searched of a turn: what was said, what its tools were given, and what those that failed gave.

    What a tool that succeeded gave is mostly a file or a list, which stands elsewhere and drowns the talk.
    """
    text = turn.text or ""
    if turn.tools:
        told = [f"{tool.name} {tool.input_digest}" for tool in turn.tools]
        told += [tool.output_digest for tool in turn.tools if tool.error]
        text = "\n".join((text, *told))
    text = text[:MOST_INDEXED]
    return text if text.isascii() and "\0" not in text else storable(text)


def language_of(text: str, analyzer: Analyzer) -> str:
    """The language that a turn is analysed in."""
    return analyzer.detect(text[:DETECTED])


def spoken_of(turn: Turn, before: Mark, analyzer: Analyzer, at: int | None = None) -> Spoken:
    """A turn as an index keeps it.

    Args:
        turn: as the file says it.
        before: the end of the line before its own.
        analyzer: the one analyzer.
        at: see `Spoken`.
    """
    text = searched_text(turn)
    language = language_of(text, analyzer)
    stems = analyzer.stems(text, language)
    said = said_in(turn.text or "")
    return Spoken(
        seq=turn.seq,
        role=turn.role,
        line=before.line + 1,
        start=before.end,
        lang=language,
        length=len(stems),
        bag=bag_of(stems),
        speaker=speaker_of(text),
        asks=asks(said),
        tells=tells_amount(said),
        at=at,
    )


class Following:
    """A conversation while its file is read, line by line.

    Args:
        held: as it was last indexed, to go on from there.

    Attributes:
        claimed: microseconds since the epoch of what the host claimed last; see `Held`.
    """

    def __init__(self, held: Held | None = None) -> None:
        self._held = held
        self._changes: dict[str, Any] = {}
        self.mark = held.mark if held else Mark(0, 0, "")
        self.seq = held.turns if held else 0
        self.claimed = held.claimed if held else None
        self._fault = held.fault if held else None

    @property
    def begun(self) -> bool:
        """Whether its header is known."""
        return self._held is not None

    def take(self, line: Line) -> Turn | None:
        """Read one line on; the turn when it is one that was not there before."""
        content = line.content
        if isinstance(content, Fault):
            if content.kind is not FaultKind.TORN:
                self._note(line, content.message)
            return None
        if self._held is None:
            if isinstance(content, Header):
                self._held = _begun(content, line.mark)
                self.claimed = self._held.claimed
            else:
                self._note(line, f"line {line.mark.line} comes before any header")
        elif isinstance(content, Header):
            self._note(line, f"line {line.mark.line} is a second header")
        self.mark = line.mark
        if isinstance(content, Event):
            self._changes |= _changes(content)
        return self._said(content) if isinstance(content, Turn) else None

    def _note(self, line: Line, fault: str) -> None:
        self._fault = self._fault or fault
        self.mark = line.mark

    def _said(self, turn: Turn) -> Turn | None:
        if turn.seq <= self.seq:
            self._fault = self._fault or f"turn {turn.seq} comes a second time"
            return None
        self.seq = turn.seq
        self._changes["ended"] = None
        if turn.at:
            self._changes["last"] = turn.at
            at = claimed_us(turn.at)
            self.claimed = self.claimed if at is None else at
        return turn

    def held(self, stamp: Stamp) -> Held | None:
        """The conversation as far as it was read; None without a header."""
        if self._held is None:
            return None
        return replace(
            self._held,
            **self._changes,
            turns=self.seq,
            claimed=self.claimed,
            stamp=stamp,
            mark=self.mark,
            fault=self._fault,
        )


def _begun(header: Header, mark: Mark) -> Held:
    return Held(
        id=header.id,
        title=header.title,
        workspace=header.workspace,
        folder=header.folder,
        host=header.host,
        origin_id=header.origin_id,
        started=header.started,
        parent=header.parent,
        claimed=claimed_us(header.started),
        stamp=UNREAD,
        mark=mark,
    )


def _changes(event: Event) -> dict[str, Any]:
    match event.event:
        case EventKind.RENAMED:
            return {"title": event.text}
        case EventKind.ENDED:
            return {"ended": event.text or ""}
        case EventKind.ARCHIVED:
            return {"archived": True}
        case EventKind.LIVE:
            return {"live": True}
        case EventKind.REDACTED:
            return {}


def claimed_us(claim: str | None) -> int | None:
    """Microseconds since the epoch of what a host claimed; None when it claims nothing that can be read. A
    time without an offset is taken for UTC."""
    if not claim:
        return None
    try:
        moment = datetime.fromisoformat(claim)
        return microseconds(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return None
