"""The product as its users get it: real files in a home of its own, and the verbs that anybody calls."""

from __future__ import annotations

import os
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from vademecum.bench.methods.bm25 import best_sessions
from vademecum.bench.methods.method import DEPTH
from vademecum.engine.conversations.capturing import Capturing
from vademecum.engine.conversations.listening import Listener
from vademecum.engine.conversations.searching import Searching
from vademecum.engine.recalling import Recaller, Request
from vademecum.lexicon import load as load_lexicon
from vademecum.lifecycle.standing import Viewpoint
from vademecum.markdown.writing import render
from vademecum.model.ask import Filters
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.recollection import Current
from vademecum.model.record import PERSONAL, Memory, MemoryId, Source, SourceKind
from vademecum.model.turns import Fence
from vademecum.places import cache_folder
from vademecum.retrieval.floor import likely
from vademecum.settings import load as load_settings
from vademecum.text.analyzer import Analyzer
from vademecum.text.chaining import conversation_id
from vademecum.wiring import SystemClock, open_vade
from vademecum.wiring_conversations import file_conversations
from vademecum.wiring_meaning import embedding, with_meaning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from vademecum.bench.task import Passage, Store
    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.engine.vade import Vade
    from vademecum.model.answer import Hit

WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)
"""When every memory was written: no recency, no order."""

HOST = "bench"
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Recall:
    """`vade recall` over memories, or `vade conversations search` over turns and sessions."""

    name = "vademecum"

    @contextmanager
    def filled(self, store: Store, units: tuple[str, ...]) -> Generator[FilledMemories | FilledTalks]:
        if "memory" in units:
            with self.memories(store) as filled:
                yield filled
            return
        with _home() as home:
            parts = _talks(home, store.passages)
            try:
                yield FilledTalks(parts, store.passages)
            finally:
                parts.turns.close()

    @staticmethod
    @contextmanager
    def memories(store: Store) -> Generator[FilledMemories]:
        """A store whose passages are memories."""
        with _home() as home, memories(home, store.passages) as filled:
            yield filled


class Search:
    """`vade search`: passages as memories, without a floor; sessions by their best three."""

    name = "vademecum-search"

    @contextmanager
    def filled(self, store: Store, units: tuple[str, ...]) -> Generator[FilledMemories]:
        del units
        with _home() as home, memories(home, store.passages) as filled:
            sessions = {passage.id: passage.session for passage in store.passages}
            yield FilledMemories(filled.vade, filled.ids, sessions, floored=False)


class FilledMemories:
    """A home of memories.

    Attributes:
        ids: key of a memory -> id of the passage it holds.
    """

    def __init__(
        self,
        vade: Vade,
        ids: dict[str, str],
        sessions: Mapping[str, str] | None = None,
        *,
        floored: bool = True,
    ) -> None:
        self.vade = vade
        self.ids = ids
        self._sessions = sessions or {}
        self._floored = floored

    def ask(self, question: str, unit: str, limit: int) -> list[str]:
        if unit == "session":
            hits = self.hits(question, DEPTH, floored=self._floored)
            return best_sessions([(self._sessions[self.ids[hit.key]], hit.score) for hit in hits])[:limit]
        return [self.ids[hit.key] for hit in self.hits(question, limit, floored=self._floored)]

    def hits(self, question: str, limit: int, *, floored: bool) -> Sequence[Hit]:
        """What `recall` or `search` answers."""
        if floored:
            return self.vade.recall(question, limit=limit).hits
        return self.vade.search(question, limit=limit).hits

    def likelihoods(self, question: str) -> dict[str, float]:
        """How likely each of the best passages is to answer, those included that `recall` does not tell: what
        an answer does not show. Id of the passage -> probability."""
        parts = self.vade._parts  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - no verb tells what was refused
        view = Viewpoint(parts.now_us())
        request = Request(
            text=question, filters=Filters(), vocabulary=(), view=view, limit=DEPTH, floored=True
        )
        found = Recaller(parts).find(request)
        judged = [(one.id, one.ranked.evidence) for one in found.visible] if found else []
        rows = parts.index.rows([memory for memory, _ in judged])
        return {self.ids[rows[memory].key]: likely(evidence) for memory, evidence in judged if evidence}


class FilledTalks:
    """A home of conversations, asked as `vade.conversations.search` asks, which answers ten at most."""

    def __init__(self, parts: ConversationParts, passages: Sequence[Passage]) -> None:
        self._searching = Searching(parts)
        self._ids: dict[tuple[str, int], str] = {}
        self._sessions: dict[str, str] = {}
        places: dict[str, int] = {}
        for passage in passages:
            places[passage.session] = place = places.get(passage.session, 0) + 1
            conversation = conversation_id(HOST, passage.session)
            self._ids[conversation, place] = passage.id
            self._sessions[conversation] = passage.session

    def ask(self, question: str, unit: str, limit: int) -> list[str]:
        nothing = Current(id=None, by="none")
        found = self._searching.search(question, Fence(), nothing, limit=limit, unit=unit, context=0)
        if unit == "session":
            return [self._sessions[hit.conversation_id] for hit in found.hits]
        return [self._ids[hit.conversation_id, hit.seq] for hit in found.hits]


@contextmanager
def _home() -> Generator[Path]:
    """A folder for a home; its index goes with it."""
    before = os.environ.get("XDG_CACHE_HOME")
    with TemporaryDirectory(prefix="vademecum-bench-") as folder:
        os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")  # noqa: PTH118 - a variable
        try:
            yield Path(folder) / "home"
        finally:
            if before is None:
                del os.environ["XDG_CACHE_HOME"]
            else:
                os.environ["XDG_CACHE_HOME"] = before


@contextmanager
def memories(home: Path, passages: Sequence[Passage]) -> Generator[FilledMemories]:
    """An open home with a memory for each passage."""
    with open_vade(home=home, scope="personal", cwd=home.parent, sync_interval_s=1e9) as vade:
        folder = home / "memories" / PERSONAL
        folder.mkdir(parents=True, exist_ok=True)
        ids: dict[str, str] = {}
        for place, passage in enumerate(passages):
            key = f"memory-{place:07}"
            ids[key] = passage.id
            (folder / f"{key}.md").write_bytes(render(memory_of(place, passage)))
        vade.reindex()
        yield FilledMemories(vade, ids)


def memory_of(place: int, passage: Passage) -> Memory:
    """A passage as a memory that its owner told."""
    return Memory(
        id=_id(place),
        scope=PERSONAL,
        body=passage.text,
        sources=(Source(kind=SourceKind.USER, at=WRITTEN),),
        created=WRITTEN,
        updated=WRITTEN,
    )


def _id(place: int) -> MemoryId:
    """A ULID that is the same in every run, so that ties are too."""
    digits = ""
    for _ in range(10):
        place, digit = divmod(place, 32)
        digits = _CROCKFORD[digit] + digits
    return MemoryId(f"01KDVADE00000000{digits}")


def _talks(home: Path, passages: Sequence[Passage]) -> ConversationParts:
    """A home with a conversation for each session; what came of files is indexed."""
    home.mkdir(parents=True)
    analyzer = Analyzer(load_lexicon(), default_language="en")
    folder, clock = str(home), SystemClock()
    parts = with_meaning(
        file_conversations(folder, cache_folder(folder), analyzer, clock, None, lambda _folder: None),
        embedding(load_settings(folder, os.environ), clock),
    )
    by_session: dict[str, list[Passage]] = {}
    for passage in passages:
        by_session.setdefault(passage.session, []).append(passage)
    capturing = Capturing(parts)
    for session, said in by_session.items():
        conversation = NewConversation(
            host=HOST, origin_id=session, started=said[0].at, turns=map(_turn, said)
        )
        capturing.append(conversation, live=False)
    Listener(parts, 1e9).run()
    parts.turns.flush()
    assert parts.meaning is not None
    parts.meaning.embed(None)
    return parts


def _turn(passage: Passage) -> NewTurn:
    role = Role.ASSISTANT if passage.by_assistant else Role.USER
    return NewTurn(origin_id=passage.id, role=role, text=passage.text, at=passage.at)
