"""What `wiring` leaves to be put together for questions by meaning. Nothing is loaded before one is asked."""

from __future__ import annotations

import os
from functools import cache, lru_cache

from vademecum.engine.meaning import Embedding, Meaning
from vademecum.model.value import replace
from vademecum.model.vectors import Lacking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.ports import Clock, Deadlines, Embedder
    from vademecum.settings import Settings

_NOBODY = Lacking("", wanted=False)
_NAMES = ("embedder", "meaning.folder", "meaning.url", "meaning.name", "meaning.key_variable")


def embedding(settings: Settings, clock: Clock) -> Embedding:
    """The embedder that the settings name."""

    @cache
    def lacking() -> Lacking | None:
        if settings.embedder == "none":
            return _NOBODY
        from vademecum.embedders import choosing

        return choosing.lacking(settings.value, os.environ)

    tables = ("auto", "static", "model2vec")
    return Embedding(
        lacking=lacking,
        open_embedder=lambda: _opened(tuple((name, settings.value(name)) for name in _NAMES)),
        open_deadlines=cache(threaded),
        deadline_s=None if settings.embedder in tables else settings.meaning_deadline_ms / 1_000,
        clock=clock,
    )


@lru_cache(maxsize=2)
def _opened(named: tuple[tuple[str, str | int | bool], ...]) -> Embedder | Lacking:
    """One table for all homes of a process: it takes 16 MB."""
    from vademecum.embedders import choosing

    return choosing.embedder(dict(named).__getitem__, os.environ)


def no_embedding(clock: Clock) -> Embedding:
    """Where only words are searched."""
    return Embedding(
        lacking=lambda: _NOBODY,
        open_embedder=lambda: _NOBODY,
        open_deadlines=threaded,
        deadline_s=None,
        clock=clock,
    )


def with_meaning(parts: ConversationParts, given: Embedding) -> ConversationParts:
    """The same, with what its turns are like."""
    from vademecum.engine.conversations.turn_texts import TurnTexts

    texts = TurnTexts(parts.turns, parts.keeper)
    return replace(parts, meaning=Meaning(parts.turns.vectors, texts, given))


def threaded() -> Deadlines:
    """What bounds a wait by the machine's time."""
    from vademecum.engine.deadlines import ThreadedDeadlines

    return ThreadedDeadlines()
