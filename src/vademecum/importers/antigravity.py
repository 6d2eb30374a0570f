"""Transcripts of Antigravity: one JSONL file a conversation, a step a line, in that conversation's folder.

What it keeps beside them, a file a conversation, is in a form that its maker does not publish and partly
encrypts: of these it is told that they are there, and nothing is guessed from them.

A step is a prompt of the person's, what the model says and the tools it calls, or what one of those answered;
the rest is the host's. Two files tell the same: the whole one, and one in which long texts are cut short.
"""

from __future__ import annotations

import re
from pathlib import Path

from vademecum.importers.json_stream import lines
from vademecum.importers.outbox import Outbox, Spoken, skipped, unread, wordless
from vademecum.importers.reading import id_in, name_in, objects_in, text_in, time_in
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.importing import Reached
from vademecum.text.utterance import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.importers.json_stream import Object, Piece
    from vademecum.importers.members import Member
    from vademecum.model.importing import Item

HOST = "antigravity"

SHORT, WHOLE = "transcript.jsonl", "transcript_full.jsonl"
"""The file in which texts are cut short, and the one in which they are not."""

_PRODUCTS = ("antigravity", "antigravity-cli", "antigravity-ide")
FOLDERS = tuple(f"{product}/{part}" for product in _PRODUCTS for part in ("brain", "conversations"))
"""Below the folder that all of them share: transcripts and what the agent drew up, and the sealed files."""

_CONVERSATION = re.compile(r"/([^/]{1,200})/\.system_generated/logs/[^/]+$")
_SEALED = re.compile(rf"/(?:{'|'.join(_PRODUCTS)})/conversations/[^/]+\.(?:pb|db)$")
_SAYS, _ASKS = "PLANNER_RESPONSE", "USER_INPUT"
_BY_PERSON = "USER_EXPLICIT"
_UNDER_WAY = ("RUNNING", "PENDING", "WAITING", "GENERATING", "QUEUED")
"""Ends of the states of a step that is told again once it is done."""


def speaks(said: Object) -> bool:
    """Whether a line is one of this format."""
    return isinstance(said.get("step_index"), int) and "source" in said and "type" in said


def is_conversation(member: Member) -> bool:
    """Whether a file of its folders tells a conversation; plans and pictures beside a transcript do not."""
    return bool(_CONVERSATION.search(member.key) and member.bare in (SHORT, WHOLE)) or bool(sealed(member))


def sealed(member: Member) -> str:
    """Why a file of its own cannot be read; empty for any other file."""
    path = Path(member.key)
    if not _SEALED.search(path.as_posix()):
        return ""
    logs = path.parents[1] / "brain" / path.stem / ".system_generated" / "logs"
    if any((logs / name).is_file() for name in (SHORT, WHOLE)):
        return f"is told by its transcript, {logs}"
    return "is in a form that Antigravity does not publish, and it has no transcript, which alone can be read"


def read(member: Member, begin: Reached) -> Iterator[Item]:
    """Every step of one transcript; of the short one nothing when the whole one stands beside it."""
    if member.bare == SHORT and Path(member.key).with_name(WHOLE).is_file():
        yield skipped(member.name, f"is told in full by {WHOLE} beside it")
        return
    steps = _Steps(_conversation(member))
    with member.open() as stream:
        for piece in lines(stream, begin):
            yield from steps.line(piece)
            if steps.outbox.due:
                yield from steps.outbox.batches()
    yield from steps.end()


def _conversation(member: Member) -> NewConversation:
    """The conversation is named by its folder alone, and no line tells where it was held."""
    found = _CONVERSATION.search(member.key)
    return NewConversation(host=HOST, origin_id=found[1] if found else member.bare)


class _Steps:
    """Reads the lines of one file in order."""

    def __init__(self, conversation: NewConversation) -> None:
        self.outbox = Outbox()
        self._conversation = conversation
        self._open: Spoken | None = None
        self._called: list[str] = []
        self._exchange = Reached()

    def line(self, piece: Piece) -> Iterator[Item]:
        """One line."""
        place, said = f"line {piece.place}", piece.said
        if said is None:
            yield unread(piece, place)
        elif str(said.get("status") or "").endswith(_UNDER_WAY):
            yield skipped(place, "is a step under way, which is told again when it is done")
        elif said.get("type") == _ASKS:
            yield from self._ask(said, piece, place)
        elif said.get("type") == _SAYS:
            yield from self._say(said, piece, place)
        elif not self._answer(said):
            yield wordless(place, said.get("type"))

    def _ask(self, said: Object, piece: Piece, place: str) -> Iterator[Item]:
        self._close()
        self._exchange = piece.before
        words = typed(text_in(said, "content"))
        if said.get("source") != _BY_PERSON:
            yield skipped(place, "was put in by the host")
        elif not words:
            yield skipped(place, "holds no words")
        else:
            turn = NewTurn(
                origin_id=self._origin(said), role=Role.USER, text=words, at=time_in(said, "created_at")
            )
            self.outbox.put(self._conversation, turn, place)

    def _say(self, said: Object, piece: Piece, place: str) -> Iterator[Item]:
        words, calls = text_in(said, "content").strip(), list(objects_in(said, "tool_calls"))
        if not words and not calls:
            yield skipped(place, "holds no words")
            return
        if words or self._open is None:
            self._close()
            self._open = Spoken(piece, self._origin(said), time_in(said, "created_at"))
            self._open.texts += filter(None, [words])
        for number, call in enumerate(calls):
            key = id_in(call, "id") or f"{self._origin(said)}/{number}"
            self._open.call(key, name_in(call, "name"), call.get("args"))
            self._called.append(key)

    def _answer(self, said: Object) -> bool:
        """A tool's answer, in the order of the calls, as none names its own; False for the host's words."""
        if said.get("source") != "MODEL" or self._open is None or not self._called:
            return False
        failed = str(said.get("status") or "").endswith(("ERROR", "CANCELED", "CANCELLED"))
        return self._open.answer(self._called.pop(0), text_in(said, "content"), error=failed)

    def _close(self) -> None:
        if self._open is not None:
            self.outbox.put(self._conversation, self._open.turn(), self._open.place)
        self._open = None
        self._called.clear()

    def _origin(self, said: Object) -> str:
        """A step's number is that of a step in every other conversation, which would be taken for a copy."""
        return f"{self._conversation.origin_id}/{id_in(said, 'step_index')}"

    def end(self) -> Iterator[Item]:
        """What was open when the file ended; the last exchange is read again when the file has grown."""
        self._close()
        yield from self.outbox.until(self._exchange)
