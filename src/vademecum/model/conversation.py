"""A conversation: what was said to an agent and by it, one turn after the other.

`Header`, `Turn` and `Event` mirror the lines of a conversation's file (docs/conversations.md is the normative
description). `NewConversation` and `NewTurn` are what a capture or an importer hands in.
"""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NewType

    ConversationId = NewType("ConversationId", str)
    """24 lower-case hex digits, made of host and origin id (`text.chaining.conversation_id`)."""
else:
    ConversationId = str  # what a NewType does, without loading `typing`

SHORT_ID = 12
"""Digits of an id that answers show; they resolve when they are unique."""


class Role(StrEnum):
    """Who spoke."""

    USER = "user"
    ASSISTANT = "assistant"


class EventKind(StrEnum):
    """What can happen to a conversation besides being continued; no turn changes by it, but by `REDACTED`."""

    RENAMED = "renamed"  # `text` is the new title
    ENDED = "ended"  # `text` is the reason; a further turn opens it again
    ARCHIVED = "archived"  # out of the lists, still searchable
    LIVE = "live"  # a hook of the host hands it in as it is said
    REDACTED = "redacted"  # the words of turn number `turn` were deleted


@value(kw_only=True)
class ToolUse:
    """One use of a tool within a turn.

    Attributes:
        input_digest, output_digest: the beginning of what went in and came out, white space collapsed.
            Whoever hands them in may give them whole; what is kept of each is what
            `text.utterance.digest_of` leaves.
        error: the tool reported a failure.
    """

    name: str
    input_digest: str = ""
    output_digest: str = ""
    error: bool = False


@value(kw_only=True)
class Header:
    """First line of a conversation's file.

    Attributes:
        title: as the host called it when it came; a later name is an event.
        workspace: scope of the project it was held in (``project:<name>__<12 hex>``), None when it belongs to
            none.
        folder: working folder as the host claimed it.
        host: short name of the agent or service, e.g. ``claude-code``.
        origin_id: its id there.
        started: RFC 3339, a claim for display; nothing is ordered by it.
        parent: the conversation it was branched off or delegated from.
        hash: of this line; the chain begins here.
    """

    id: ConversationId
    host: str
    origin_id: str
    title: str | None = None
    workspace: str | None = None
    folder: str | None = None
    started: str | None = None
    parent: ConversationId | None = None
    hash: str = ""


@value(kw_only=True)
class Turn:
    """One utterance, as the file keeps it.

    Attributes:
        seq: one-based place among the turns of its conversation; the only order there is.
        id: its id where it came from.
        text: None once redacted.
        at: RFC 3339 as the host claimed it.
        tokens: as the host counted them.
        salt: hex, kept beside the text so that nobody can confirm a guess by the hash of a redacted turn;
            None once redacted.
        content_hash: of salt, text and tools; all that a redacted turn keeps of them.
        prev_hash: hash of the line before.
        hash: of all of it but `text`, `tools` and `salt`, for which `content_hash` stands.
    """

    seq: int
    id: str
    role: Role
    text: str | None
    tools: tuple[ToolUse, ...] = ()
    at: str | None = None
    tokens: int | None = None
    salt: str | None
    content_hash: str
    prev_hash: str
    hash: str

    @property
    def redacted(self) -> bool:
        """Whether its words were deleted."""
        return self.salt is None


@value(kw_only=True)
class Event:
    """Something that happened to a conversation.

    Attributes:
        at: RFC 3339, by the clock of this home.
        text: what `event` says it is, None where it says nothing.
        turn: `Turn.seq` of the turn that it concerns.
    """

    event: EventKind
    at: str
    text: str | None = None
    turn: int | None = None
    prev_hash: str
    hash: str


@value(kw_only=True)
class NewTurn:
    """One utterance as it is handed in.

    Attributes:
        origin_id: unique within its conversation. A turn whose id is there already is a repeat and changes
            nothing.
        text: as it was said; what was itself recalled is cut out, and secrets are masked, before it is kept.
        at: RFC 3339, a claim.
    """

    origin_id: str
    role: Role
    text: str
    tools: tuple[ToolUse, ...] = ()
    at: str | None = None
    tokens: int | None = None


@value(kw_only=True)
class NewConversation:
    """A conversation, or its continuation, as it is handed in.

    Attributes:
        host, origin_id: together they name it for good; the same pair is the same conversation.
        workspace: scope of a project (``project:<key>``), or the path of the working folder, from which the
            scope is taken.
        started: RFC 3339, a claim.
        parent: origin id, at the same host, of the one it was branched off or delegated from.
        turns: in their order; read once and never held as a whole, so a generator serves.
    """

    host: str
    origin_id: str
    title: str | None = None
    workspace: str | None = None
    started: str | None = None
    parent: str | None = None
    turns: Iterable[NewTurn] = ()


@value(kw_only=True)
class Appended:
    """What appending led to.

    Attributes:
        created: the conversation is new.
        first, last: `Turn.seq` of the first and the last new turn; 0 when there was none.
        appended: number of new turns.
        repeated: origin ids of those that were there already, in the order given.
        masked: number of new turns in which a secret was masked.
        buried: it was forgotten here, so nothing was kept; only a hook that hands it in live begins it again.
    """

    id: ConversationId
    created: bool
    appended: int
    first: int
    last: int
    repeated: tuple[str, ...]
    masked: int = 0
    buried: bool = False
