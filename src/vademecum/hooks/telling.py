"""What a session is told: at its start what matters, at a prompt what is known; nothing twice."""

from __future__ import annotations

from vademecum.engine.answering import SEARCH_MAX
from vademecum.hooks.hosts import LOADS
from vademecum.hooks.notes import BRIEFED
from vademecum.model.value import replace, value
from vademecum.retrieval.hits import is_foreign_hit
from vademecum.retrieval.packing import called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from vademecum.engine.vade import Vade
    from vademecum.model.answer import Hit, Recall

MOST_PROMPT = 20_000
"""Characters of a prompt that are looked at; what it is about stands at its beginning."""

_SHOWN_AT_ONCE = 6
_FURTHER = 24


@value
class Told:
    """What to inject, and the ids of the memories that are in it."""

    text: str = ""
    ids: tuple[str, ...] = ()


def at_start(vade: Vade, shown: AbstractSet[str]) -> Told:
    """The brief; nothing when the session has it already."""
    if BRIEFED in shown:
        return Told()
    brief = vade.brief()
    if not brief.text:
        return Told()
    items = (hit for part in brief.parts for hit in part.items)
    return Told(brief.text, (BRIEFED, *_printed(brief.text, items)))


def at_prompt(vade: Vade, prompt: str, shown: AbstractSet[str], host: str) -> Told:
    """The digest of what is known, was not shown in this session, and is not loaded by the host itself."""
    asked = prompt[:MOST_PROMPT]
    if _is_command(asked):
        return Told()
    limit = _SHOWN_AT_ONCE + min(len(shown), _FURTHER)
    recall = _not_loaded(vade, asked, limit, host)
    if any(hit.stale for hit in recall.hits):  # nobody looked, and a file that is to be told of changed
        vade.sync()
        recall = _not_loaded(vade, asked, limit, host)
    fresh = tuple(hit for hit in recall.hits if hit.id not in shown)
    text = vade.digest(replace(recall, hits=fresh), unasked=True)
    return Told(text, _printed(text, fresh)) if text else Told()


def _not_loaded(vade: Vade, asked: str, limit: int, host: str) -> Recall:
    """What is known and is not loaded by the host itself: what is leaves room for others."""
    wanted = limit
    while True:
        recall = vade.recall(asked, limit=wanted)
        hits = tuple(hit for hit in recall.hits if not is_loaded(hit, host))
        enough = min(SEARCH_MAX, limit + len(recall.hits) - len(hits))
        if len(recall.hits) < wanted or enough <= wanted:
            return replace(recall, hits=hits)
        wanted = enough


def is_loaded(hit: Hit, host: str) -> bool:
    """Whether a host has given its model the file already in which a hit stands."""
    return is_foreign_hit(hit) and any(part in hit.path for part in LOADS.get(host, ()))


def _is_command(prompt: str) -> bool:
    """A command to the host, like ``/compact``, or nothing."""
    words = prompt.split(maxsplit=1)
    return not words or (words[0].startswith("/") and "/" not in words[0][1:])


def _printed(text: str, hits: Iterable[Hit]) -> tuple[str, ...]:
    """Ids of those that have a line of their own."""
    named = {line.split(" ", 1)[0] for line in (raw.strip() for raw in text.split("\n")) if line}
    return tuple(hit.id for hit in hits if called(hit).split(" ", 1)[0] in named)
