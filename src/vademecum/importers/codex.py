"""Codex rollouts: one JSONL file a session, lines of `{timestamp, type, payload}`.

Every utterance stands there twice, as a `response_item` for the model and as an `event_msg` for the screen;
one of the two is taken. Before October 2025 lines had no envelope and began with `{id, timestamp, …}`; those
are read as well.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import cast

from vademecum.importers.json_stream import lines
from vademecum.importers.outbox import Outbox, Spoken, skipped, unread, wordless
from vademecum.importers.reading import id_in, name_in, object_in, objects_in, text_in, time_in
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.importing import Reached
from vademecum.text.digest import sha256_hex
from vademecum.text.lines import collapse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from vademecum.importers.json_stream import Object, Piece
    from vademecum.importers.members import Member
    from vademecum.model.importing import Item

HOST = "codex"

# Tuples, for what stands in the place of a kind need not be a text.
_ENVELOPES = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")
_BARE = ("message", "reasoning", "function_call", "function_call_output")
_CALLS = ("function_call", "custom_tool_call", "local_shell_call", "web_search_call")
_OUTPUTS = ("function_call_output", "custom_tool_call_output")
_INJECTED = (
    "<environment_context>",
    "<user_instructions>",
    "<permissions instructions>",
    "<turn_aborted>",
    "<skill>",
    "# AGENTS.md instructions",
)
"""Begins what the host tells the model under the person's name."""

_MOST_UNPAIRED = 256
"""Utterances of one exchange whose other copy may still come."""


def speaks(said: Object) -> bool:
    """Whether a line is one of this format."""
    kind = said.get("type")
    if kind in _ENVELOPES:
        return "payload" in said
    return ("instructions" in said and "id" in said and "timestamp" in said) or said.get(
        "record_type"
    ) == "state"


def read(member: Member, begin: Reached) -> Iterator[Item]:
    """Every record of one rollout."""
    rollout = _Rollout(_head(member))
    with member.open() as stream:
        for piece in lines(stream, begin):
            yield from rollout.line(piece)
            if rollout.outbox.due:
                yield from rollout.outbox.batches()
    yield from rollout.end()


def _head(member: Member) -> NewConversation:
    """The conversation, as the first lines name it; after its file when they do not."""
    meta: Object = {}
    with member.open() as stream:
        for piece in lines(stream, Reached()):
            if piece.said is not None and (meta := _meta(piece.said)):
                break
            if piece.place > 20:
                break
    return NewConversation(
        host=HOST,
        origin_id=id_in(meta, "id") or member.bare,
        workspace=text_in(meta, "cwd") or None,
        started=time_in(meta, "timestamp"),
        parent=id_in(meta, "forked_from_id") or None,
    )


def _meta(said: Object) -> Object:
    if said.get("type") == "session_meta":
        payload = object_in(said, "payload")
        return {**payload, **object_in(payload, "meta")}
    return said if "instructions" in said and "id" in said else {}


class _Rollout:
    """Reads the lines of one file in order."""

    def __init__(self, conversation: NewConversation) -> None:
        self.outbox = Outbox()
        self._conversation = conversation
        self._open: Spoken | None = None
        self._exchange = Reached()
        self._tasks = False
        self._unpaired: Counter[tuple[str, Role, str]] = Counter()

    def line(self, piece: Piece) -> Iterator[Item]:
        """One line."""
        place = f"line {piece.place}"
        if piece.said is None:
            yield unread(piece, place)
            return
        said = piece.said
        kind, payload = said.get("type"), object_in(said, "payload")
        if kind in _BARE:
            kind, payload = "response_item", said
        match kind:
            case "response_item":
                yield from self._item(payload, said, piece, place)
            case "event_msg":
                yield from self._event(payload, said, piece, place)
            case "turn_context":
                if not self._tasks:  # in older files nothing else tells where an exchange begins
                    self._exchange = piece.before
                yield wordless(place, kind)
            case "compacted":
                yield skipped(place, "is a summary made by the host (compacted)")
            case _:
                yield wordless(place, kind)

    def _begin_exchange(self, piece: Piece) -> None:
        self._close()
        self._tasks = True
        self._exchange = piece.before
        self._unpaired.clear()

    def _item(self, payload: Object, said: Object, piece: Piece, place: str) -> Iterator[Item]:
        kind = payload.get("type")
        if kind == "message":
            role, words = payload.get("role"), _words(payload)
            if role not in ("user", "assistant"):
                yield skipped(place, "is an instruction of the host")
            else:
                yield from self._uttered("item", Role(role), words, said, piece)
        elif kind in _CALLS:
            self._call(payload, said, piece)
        elif kind in _OUTPUTS:
            yield from self._output(payload, place)
        else:
            yield wordless(place, kind, "is no utterance")

    def _event(self, payload: Object, said: Object, piece: Piece, place: str) -> Iterator[Item]:
        kind = payload.get("type")
        if kind in ("user_message", "agent_message"):
            role = Role.USER if kind == "user_message" else Role.ASSISTANT
            yield from self._uttered("event", role, text_in(payload, "message"), said, piece)
            return
        if kind == "task_started":
            self._begin_exchange(piece)
        yield wordless(place, kind)

    def _uttered(
        self, kind: Literal["item", "event"], role: Role, words: str, said: Object, piece: Piece
    ) -> Iterator[Item]:
        place, words = f"line {piece.place}", words.strip()
        if not words:
            yield skipped(place, "holds no words")
            return
        if role is Role.USER and words.startswith(_INJECTED):
            yield skipped(place, "was put in by the host")
            return
        flat = collapse(words)
        other = ("event" if kind == "item" else "item", role, flat)
        if self._unpaired[other] > 0:
            self._unpaired[other] -= 1
            yield skipped(place, "is the second copy of an utterance")
            return
        if len(self._unpaired) >= _MOST_UNPAIRED:
            self._unpaired.clear()
        self._unpaired[kind, role, flat] += 1
        self._close()
        at = time_in(said, "timestamp")
        origin = _origin(piece, at, f"{role}\0{words}")
        if role is Role.ASSISTANT:
            self._open = Spoken(piece, origin, at)
            self._open.texts.append(words)
        else:
            turn = NewTurn(origin_id=origin, role=role, text=words, at=at)
            self.outbox.put(self._conversation, turn, place)

    def _call(self, payload: Object, said: Object, piece: Piece) -> None:
        if self._open is None:
            at = time_in(said, "timestamp")
            self._open = Spoken(piece, _origin(piece, at, id_in(payload, "call_id", "id")), at)
        given = payload.get("arguments", payload.get("input", payload.get("action")))
        name = name_in(payload, "name") or str(payload["type"]).removesuffix("_call")
        self._open.call(id_in(payload, "call_id", "id"), name, given)

    def _output(self, payload: Object, place: str) -> Iterator[Item]:
        output, failed = _output(payload.get("output"))
        if self._open is None or not self._open.answer(id_in(payload, "call_id"), output, error=failed):
            yield skipped(place, "is the output of a tool whose call is not in this exchange")

    def _close(self) -> None:
        if self._open is not None:
            self.outbox.put(self._conversation, self._open.turn(), self._open.place)
            self._open = None

    def end(self) -> Iterator[Item]:
        """What was open when the file ended; the last exchange is read again when the file has grown."""
        self._close()
        yield from self.outbox.until(self._exchange)


def _origin(piece: Piece, at: str | None, said: str) -> str:
    """An id for what has none: where and when it was said, and what. A line's number alone is that of a line
    in every other file, and whatever stands in it would be taken for a copy."""
    told = f"{at or ''}\0{said}".encode("utf-8", "surrogatepass")
    return f"line-{piece.place}-{sha256_hex(told)[:16]}"


def _words(payload: Object) -> str:
    parts = [text_in(part, "text") for part in objects_in(payload, "content")]
    kept = [part for part in parts if part and not part.lstrip().startswith(_INJECTED)]
    return "\n\n".join(kept or [part for part in parts if part])


def _output(said: object) -> tuple[object, bool]:
    """What a tool answered, and whether it failed; the host wraps it as `{output, metadata{exit_code}}`."""
    if isinstance(said, str) and said.startswith("{"):
        try:
            unwrapped: object = json.loads(said)
        except (ValueError, RecursionError):
            return said, False
        if isinstance(unwrapped, dict) and "output" in unwrapped:
            said = cast("Object", unwrapped)
    if isinstance(said, dict):
        told = cast("Object", said)
        failed = bool(object_in(told, "metadata").get("exit_code")) or told.get("success") is False
        return told.get("output", told.get("content", told)), failed
    return said, False
