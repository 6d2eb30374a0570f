"""Turns on their way out: gathered by conversation, handed on in batches that bound the memory they take."""

from __future__ import annotations

from vademecum.importers.reading import digest_of
from vademecum.model.conversation import NewTurn, Role, ToolUse
from vademecum.model.importing import Batch, Fate, Left
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.importers.json_stream import Piece
    from vademecum.model.conversation import NewConversation
    from vademecum.model.importing import Item, Reached

MOST_TURNS = 2_000
MOST_CHARACTERS = 4_000_000
"""What waits in all, over every conversation of a file; one batch is one durable write."""

_LONGEST_KIND = 40
"""Characters of a host's name for a kind of record; what is longer is none."""


class Outbox:
    """Gathers turns; whoever reads a file asks after each record whether a batch is due."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[NewConversation, str, list[NewTurn]]] = {}
        self._turns = self._characters = 0

    @property
    def due(self) -> bool:
        """Enough is waiting to be handed on."""
        return self._turns >= MOST_TURNS or self._characters >= MOST_CHARACTERS

    def put(self, conversation: NewConversation, turn: NewTurn, place: str) -> None:
        """Let a turn wait.

        Args:
            conversation: the first value of a conversation that is waiting stands.
            place: where the turn stands in its file.
        """
        waiting = self._waiting.setdefault(conversation.origin_id, (conversation, place, []))
        waiting[2].append(turn)
        self._turns += 1
        self._characters += len(turn.text)
        self._characters += sum(len(tool.input_digest) + len(tool.output_digest) for tool in turn.tools)

    def batches(self) -> Iterator[Batch]:
        """Everything that waits, in the order in which its conversations came."""
        waiting, self._waiting = self._waiting, {}
        self._turns = self._characters = 0
        for conversation, place, turns in waiting.values():
            yield Batch(conversation=replace(conversation, turns=tuple(turns)), place=place)

    def until(self, place: Reached) -> Iterator[Item]:
        """As `batches`, and where reading may begin another time."""
        yield from self.batches()
        yield place


class Spoken:
    """What an assistant says in pieces: its words, the tools it uses between them, and what they answer.

    Attributes:
        begin: where the first piece stands.
        message: the host's id for all of it.
        texts: its words, piece by piece.
    """

    def __init__(
        self, piece: Piece, origin_id: str, at: str | None, *, message: str = "", tokens: int | None = None
    ) -> None:
        self.begin = piece.before
        self.place = f"line {piece.place}"
        self.message = message
        self.texts: list[str] = []
        self._origin_id, self._at, self._tokens = origin_id, at, tokens
        self._tools: dict[str, ToolUse] = {}

    def call(self, number: str, name: str | None, given: object) -> None:
        """It uses a tool."""
        use = ToolUse(name=name or "tool", input_digest=digest_of(given))
        self._tools[number or f"#{len(self._tools)}"] = use

    def answer(self, number: str, output: object, *, error: bool = False) -> bool:
        """A tool answers; False when it is none of those that were called here."""
        use = self._tools.get(number)
        if use is not None:
            self._tools[number] = replace(use, output_digest=digest_of(output), error=error)
        return use is not None

    def turn(self) -> NewTurn:
        """All of it as one utterance."""
        return NewTurn(
            origin_id=self._origin_id,
            role=Role.ASSISTANT,
            text="\n\n".join(self.texts),
            tools=tuple(self._tools.values()),
            at=self._at,
            tokens=self._tokens,
        )


def skipped(place: str, reason: str) -> Left:
    """A record that is nobody's word."""
    return Left(fate=Fate.SKIPPED, place=place, reason=reason)


def rejected(place: str, reason: str) -> Left:
    """A record that cannot be read."""
    return Left(fate=Fate.REJECTED, place=place, reason=reason)


def wordless(place: str, kind: object, what: str = "is the host's own record") -> Left:
    """A record of a kind in which nobody says anything."""
    told = kind if isinstance(kind, str) and len(kind) <= _LONGEST_KIND else "of unknown type"
    return skipped(place, f"{what} ({told})")


def unread(piece: Piece, place: str) -> Left:
    """A record without an object: one that cannot be read, or is still being written."""
    return (skipped if piece.end == piece.start else rejected)(place, piece.fault)


def repeated(place: str) -> Left:
    """A record that stood in the same file before."""
    return Left(fate=Fate.DUPLICATE, place=place, reason="stands in the same file before")
