"""What an index keeps of conversations, and what it is asked for; all of it can be rebuilt from the files."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.model.conversation import ConversationId, Role
    from vademecum.model.file import Stamp
    from vademecum.model.transcript import Mark

NOWHERE = ""
"""In a fence, the workspace of a conversation that belongs to none."""


def bag_of(stems: Iterable[str]) -> str:
    """The terms of a turn in one string, a space on either side of each: counting one is searching it."""
    joined = "  ".join(stems)
    return f" {joined} " if joined else ""


@value(kw_only=True)
class Spoken:
    """One turn as an index keeps it.

    Attributes:
        line: one-based line of the file.
        start: bytes of the file before that line.
        lang: language that it was analysed in.
        length: number of terms, repeats included.
        bag: the terms, as `bag_of` makes it.
        speaker: the name that the text itself gives before the words, folded; empty when it gives none.
        asks: it ends with a question.
        tells: a number, a day or a length of time is told.
        at: microseconds since the epoch of when it was said, as the host claimed, or else claimed last of its
            conversation; None when it claimed nothing yet.
    """

    seq: int
    role: Role
    line: int
    start: int
    lang: str
    length: int
    bag: str
    speaker: str = ""
    asks: bool = False
    tells: bool = False
    at: int | None = None


@value(kw_only=True)
class Held:
    """One conversation as an index keeps it.

    Attributes:
        title: the latest name.
        ended: why, None while it is open; empty when nobody said why.
        live: a hook hands it in as it is said.
        turns: number of turns, redacted ones included.
        last: RFC 3339, when the last turn was said, as the host claimed.
        claimed: microseconds since the epoch of `last`, else of `started`; orders lists and nothing else.
        stamp: of the file as it was last read.
        mark: how far it was read.
        fault: what is wrong with the file, None when nothing was met.
    """

    id: ConversationId
    title: str | None
    workspace: str | None
    folder: str | None
    host: str
    origin_id: str
    started: str | None
    parent: ConversationId | None
    ended: str | None = None
    archived: bool = False
    live: bool = False
    turns: int = 0
    last: str | None = None
    claimed: int | None = None
    stamp: Stamp
    mark: Mark
    fault: str | None = None


@value(kw_only=True)
class Heard:
    """One conversation's share of a step of an index.

    Attributes:
        anew: what was known of it goes first.
        turns: what comes to it.
    """

    conversation: Held
    anew: bool
    turns: tuple[Spoken, ...]


@value(kw_only=True)
class TurnChanges:
    """One atomic step of an index of turns."""

    heard: tuple[Heard, ...] = ()
    gone: tuple[ConversationId, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether applying it would change nothing."""
        return not (self.heard or self.gone)


@value(kw_only=True)
class Fence:
    """Which conversations may answer.

    Attributes:
        workspaces: any of them, `NOWHERE` for none; empty means all.
        without: these may not: the one that is going on now.
        only: of those, these alone; empty means all.
    """

    workspaces: tuple[str, ...] = ()
    without: tuple[ConversationId, ...] = ()
    only: tuple[ConversationId, ...] = ()


@value(kw_only=True)
class TurnAsk:
    """One request for turns.

    Attributes:
        words: stems of which at least one must stand in a turn; they order the proposals.
        role: whose turns, None for both.
        depth: how many to propose at least, when that many match.
        within: half-open stretch of time in which they were said, microseconds since the epoch; None for any.
    """

    words: tuple[str, ...]
    fence: Fence
    role: Role | None = None
    depth: int
    within: tuple[int, int] | None = None


@value
class TurnCandidate:
    """A proposed turn with all that ranking needs, and no text; see `Spoken`."""

    conversation: ConversationId
    seq: int
    role: Role
    length: int
    bag: str
    speaker: str = ""
    asks: bool = False
    tells: bool = False
    at: int | None = None


@value
class TurnProposal:
    """What an index proposes.

    Attributes:
        candidates: in no order.
        exhausted: everything that satisfies the ask is among them.
        ceiling: an upper bound on the score of anything not proposed, before who spoke is weighed; 0.0 when
            exhausted.
    """

    candidates: tuple[TurnCandidate, ...]
    exhausted: bool
    ceiling: float


@value
class TurnCorpus:
    """Totals over every indexed turn: how many, and of how many terms."""

    turns: int
    terms: int


@value
class SaidThen:
    """What was said in a stretch of time.

    Attributes:
        places: of some conversations, those first in which something was said last, each with the places of
            the first turns of the person; of its first turns where the person said nothing.
        conversations: number of all of them.
        turns: number of all turns.
    """

    places: tuple[tuple[ConversationId, tuple[int, ...]], ...]
    conversations: int
    turns: int


@value(kw_only=True)
class Choice:
    """Which conversations a list shows.

    Attributes:
        archived: those out of the way too.
        open: only those that have not ended.
        live: only those that a hook hands in.
        host: of this host alone.
    """

    fence: Fence
    archived: bool = False
    open: bool = False
    live: bool = False
    host: str | None = None
