"""What a model is given: recall of the past as text that it can use, whatever happens."""

from __future__ import annotations

from threading import RLock

from vademecum.engine.conversations.current import current_one
from vademecum.engine.conversations.listening import Listener
from vademecum.engine.conversations.parts import EVERYWHERE, HERE, SHORTEST
from vademecum.errors import InvalidValue, VadeError
from vademecum.model.conversation import SHORT_ID, Role, Turn
from vademecum.model.recollection import Exchange, OpenedTurn, Resumed
from vademecum.model.turns import NOWHERE
from vademecum.text import telling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vademecum.engine.conversations.notes import Notes
    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.engine.conversations.timing import AskedTime
    from vademecum.model.recollection import ConversationSearch, Noted
    from vademecum.model.turns import Held

DEFAULT_HITS, MOST_HITS = 5, 10
DEFAULT_TURNS, MOST_TURNS = 10, 50
MOST_CONTEXT = 3
UNITS = ("turn", "session")


class ToolVerbs:
    """Search, resume, open and note; each as a typed answer, and as the text that is made of it."""

    def __init__(
        self,
        parts: ConversationParts,
        notes: Notes,
        sync_interval_s: float,
        time_of: Callable[[str], AskedTime] | None = None,
    ) -> None:
        """Put the parts together; `vade.conversations` is the way to them.

        Args:
            parts: of the home.
            notes: those of the agent.
            sync_interval_s: seconds for which a look at the files serves.
            time_of: tells of which time a question speaks; of none when not given.
        """
        self._time_of = time_of
        self._parts = parts
        self._notes = notes
        self._lock = RLock()
        self._listener = Listener(parts, sync_interval_s)

    def search(
        self,
        query: str,
        *,
        limit: int = DEFAULT_HITS,
        conversation: str | None = None,
        workspace: str = HERE,
        unit: str = "turn",
        context: int = 0,
        explain: bool = False,
    ) -> ConversationSearch:
        """Find what was said in past conversations, best first; of a question that names nothing but a time,
        what was said then.

        Args:
            query: any text.
            limit: 1-10 hits.
            conversation: the one that is going on, which is not searched: an id, a beginning of one, or
                ``<host>:<id at the host>``; without it the environment and the hooks are asked.
            workspace: ``here``, ``all``, a project's scope or a folder; what belongs to none answers in each.
            unit: ``session`` for one hit of each conversation, by its three best turns.
            context: 0-3 turns on either side of each hit.
            explain: tell what each score is made of; what is listed by its time alone has none.

        Raises:
            InvalidValue: a limit, unit or context that cannot be.
            StoreError, VaultError: the index or a file cannot be read.
        """
        from vademecum.engine.conversations.searching import Searching
        from vademecum.retrieval.question import as_read, warned

        if not 1 <= limit <= MOST_HITS:
            raise InvalidValue("limit", f"{limit} is not between 1 and {MOST_HITS}")
        if unit not in UNITS:
            raise InvalidValue("unit", f"{unit!r} is neither turn nor session", suggestions=UNITS)
        if not 0 <= context <= MOST_CONTEXT:
            raise InvalidValue("context", f"{context} is not between 0 and {MOST_CONTEXT}")
        with self._lock:
            warnings = self._listener.before_answer()
            current = current_one(self._parts, conversation)
            fence = self._parts.fence(workspace, current.id)
            with self._parts.turns.steady():
                asked = as_read(query)
                found = Searching(self._parts).search(
                    asked,
                    fence,
                    current,
                    limit=limit,
                    unit=unit,
                    context=context,
                    time=self._time_of(asked) if self._time_of else None,
                    explain=explain,
                )
            return warned(_warned(found, warnings), query)

    def recall_conversations(
        self,
        query: object = None,
        limit: object = None,
        *,
        conversation: str | None = None,
        workspace: str = HERE,
        unit: str = "turn",
        context: int = 0,
    ) -> str:
        """`search` as a text for a model; it never raises.

        Args:
            query: plain keywords.
            limit: absent or unreadable means 5; what is out of range is brought to 1 or 10.
            conversation, workspace, unit, context: see `search`.
        """
        if not isinstance(query, str) or not query.strip():
            return telling.NO_QUERY
        try:
            found = self.search(
                query,
                limit=_whole(limit, DEFAULT_HITS, 1, MOST_HITS),
                conversation=conversation,
                workspace=workspace,
                unit=unit,
                context=context,
            )
        except VadeError as error:
            return telling.failed(error.message)
        except OSError as error:
            return telling.failed(error.strerror or str(error))
        return told(found)

    def resume(
        self, *, limit: int = DEFAULT_TURNS, conversation: str | None = None, workspace: str = EVERYWHERE
    ) -> Resumed:
        """The last exchanges of the conversation that is going on, oldest first.

        Args:
            limit: how many; 0 for none.
            conversation: which one is going on; see `search`.
            workspace: to which a conversation that is named must belong; see `search`. Another one is
                answered like one that is not there.

        Raises:
            StoreError, VaultError: the index or the file cannot be read.
        """
        with self._lock:
            self._listener.before_answer()
            current = current_one(self._parts, conversation)
            held = self._parts.turns.held([current.id]).get(current.id) if current.id else None
            named = current.by == "argument"
            if held is None or (named and not self._may_read(held, workspace)):
                return Resumed(current=current, title=None, exchanges=())
            turns = (line.content for line in self._parts.keeper.lines(held.id))
            told = _exchanges(turn for turn in turns if isinstance(turn, Turn))
            last = told[-limit:] if limit > 0 else []
            return Resumed(current=current, title=held.title, exchanges=tuple(last))

    def resume_context(self, limit: object = None, *, conversation: str | None = None) -> str:
        """`resume` as a text for a model; it never raises. Empty for a limit of 0."""
        wanted = _whole(limit, DEFAULT_TURNS, 0, MOST_TURNS)
        if wanted == 0:
            return ""
        try:
            found = self.resume(limit=wanted, conversation=conversation, workspace=HERE)
        except VadeError as error:
            return telling.failed(error.message)
        except OSError as error:
            return telling.failed(error.strerror or str(error))
        return telling.exchanges(found.exchanges) or telling.NOTHING_SAID

    def open(self, address: str, *, workspace: str = HERE) -> OpenedTurn:
        """A whole turn, or a whole memory. What belongs to another workspace is answered like what is not
        there.

        Args:
            address: ``turn:<conversation>#<seq>`` or ``memory:<id>``.
            workspace: see `search`.
        """
        kind, _, rest = address.strip().partition(":")
        found: OpenedTurn | None = None
        if kind == "turn":
            conversation, _, seq = rest.rpartition("#")
            found = self._opened(address, conversation.strip().lower(), seq.strip(), workspace)
        elif kind == "memory" and rest.strip():
            found = self._notes.opened(address, rest.strip())
        return found or OpenedTurn(address=address, kind="missing")

    def _opened(self, address: str, handle: str, seq: str, workspace: str) -> OpenedTurn | None:
        from vademecum.engine.conversations.searching import Searching

        if not (seq.isascii() and seq.isdigit() and len(seq) < 10 and len(handle) >= SHORTEST):
            return None
        with self._lock:
            self._listener.before_answer()
            found = self._parts.turns.resolve(handle)
            held = self._parts.turns.held(found).get(found[0]) if len(found) == 1 else None
            if held is None or not self._may_read(held, workspace):
                return None
            line = Searching(self._parts).line(held.id, int(seq))
            if line is None or not isinstance(line.content, Turn):
                return None
            turn = line.content
            return OpenedTurn(
                address=address,
                kind="turn",
                title=held.title,
                role=turn.role,
                at=turn.at,
                text="[redacted]" if turn.redacted else _whole_turn(turn),
            )

    def _may_read(self, held: Held, workspace: str) -> bool:
        fence = self._parts.fence(workspace)
        return not fence.workspaces or (held.workspace or NOWHERE) in fence.workspaces

    def open_turn(self, address: object = None, *, workspace: str = HERE) -> str:
        """`open` as a text for a model; it never raises."""
        if not isinstance(address, str) or not address.strip():
            return telling.failed("`address` is missing; `recall_conversations` gives addresses of turns")
        try:
            return telling.opened(self.open(address, workspace=workspace))
        except VadeError as error:
            return telling.failed(error.message)
        except OSError as error:
            return telling.failed(error.strerror or str(error))

    def note(self, action: str, text: str = "", old_substring: str = "") -> Noted:
        """Add, replace or remove one of the notes that ride in every prompt.

        Args:
            action: ``add``, ``replace`` or ``remove``.
            text: the new note.
            old_substring: a part of the note that is replaced or removed; it must be in exactly one.

        Raises:
            VaultError: the disk refuses.
        """
        return self._notes.note(action, text, old_substring)

    def save_note(self, action: object = None, text: object = None, old_substring: object = None) -> str:
        """`note` as a text for a model; it never raises."""
        given = [one if isinstance(one, str) else "" for one in (action, text, old_substring)]
        try:
            return self.note(*given).told
        except VadeError as error:
            return telling.failed(error.message)

    def notes(self, session: str | None = None) -> str:
        """The notes as a prompt shows them: in one session always as they were when it first asked."""
        return self._notes.shown(session)


def told(found: ConversationSearch) -> str:
    """A search as a text for a model."""
    if found.outcome == "nothing_to_search":
        return telling.NO_TERMS
    if found.then is not None and found.time is not None:
        if not found.hits:
            return telling.nothing_then(found.time)
        order = telling.of_time(found.time, found.then.turns, found.then.conversations)
        return telling.matches(found.hits, SHORT_ID, order)
    if not found.hits:
        return telling.NO_MATCHES
    order = telling.other_times(found.time) if found.time and not found.timely else "best first"
    return telling.matches(found.hits, SHORT_ID, order)


def _warned(found: ConversationSearch, warnings: tuple[str, ...]) -> ConversationSearch:
    from vademecum.model.value import replace

    return replace(found, warnings=(*warnings, *found.warnings)) if warnings else found


def _whole(given: object, default: int, least: int, most: int) -> int:
    """A number that a model gave, within its bounds."""
    if isinstance(given, str):
        text = given.strip()
        given = int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else None
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    if isinstance(given, bool) or not isinstance(given, int):
        return default
    return max(least, min(most, given))


def _exchanges(turns: Iterable[Turn]) -> list[Exchange]:
    """Turns as exchanges: what the person said, and all that was answered until they spoke again."""
    begun: list[tuple[int, list[str], list[str]]] = []
    for turn in turns:
        asks = turn.role is Role.USER
        if not begun or (asks and begun[-1][2]):  # who asks again before an answer goes on asking
            begun.append((turn.seq, [], []))
        _, you, me = begun[-1]
        (you if asks else me).append((turn.text or "").strip())
    return [Exchange(seq=seq, you=_side(you), me=_side(me)) for seq, you, me in begun]


def _side(said: list[str]) -> str | None:
    text = "\n".join(one for one in said if one)
    return telling.flat(text) if text else None


def _whole_turn(turn: Turn) -> str:
    from vademecum.text.lines import storable

    tools = [
        f"[{tool.name}{' failed' if tool.error else ''}] {tool.input_digest} → {tool.output_digest}"
        for tool in turn.tools
    ]
    return storable("\n".join([turn.text or "", *tools]).strip("\n"))
