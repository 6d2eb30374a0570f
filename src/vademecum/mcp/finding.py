"""Tools that find: recall, search, list, brief, status."""

from __future__ import annotations

from vademecum.engine.moments import Span, within
from vademecum.mcp.answer import Answer, link_of, note_of, told, with_notes
from vademecum.model.answer import Outcome
from vademecum.retrieval.packing import safe_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.mcp.desk import Desk
    from vademecum.model.answer import Hit, Recall

NOTHING_PINNED = "nothing is pinned, decided or waiting yet; `recall` finds what is remembered"
_MOST_NAMED = 8


def recall(
    desk: Desk,
    query: str,
    *,
    types: tuple[str, ...] = (),
    tags: tuple[str, ...] = (),
    about: tuple[str, ...] = (),
    as_of: str | None = None,
    limit: int | None = None,
) -> Answer:
    """What is already known about something: the digest, and the hits behind it."""
    found = desk.vade.recall(
        query,
        scopes=desk.scopes,
        types=types,
        tags=tags,
        about=about,
        as_of=_then(desk, as_of),
        limit=limit,
    )
    desk.client.show(found)
    text = with_notes(desk.vade.digest(found) or _nothing(found), found.warnings)
    data = {
        "outcome": found.outcome.value,
        "text": text,
        "results": [note_of(hit) for hit in found.hits],
        "weak": found.weak,
        "warnings": list(found.warnings),
    }
    return Answer(data=data, said=text, links=tuple(link_of(hit) for hit in found.hits))


def _nothing(found: Recall) -> str:
    """Advice where there is nothing to tell."""
    match found.outcome:
        case Outcome.NO_INDEX:
            return "no field is searched; the owner can declare one: `vade schema fields --add Memory.text`"
        case Outcome.NOTHING_TO_SEARCH:
            return "nothing to look for in that; name a person, a thing or a topic"
        case Outcome.NO_MATCH:
            asked = ", ".join(found.terms[:_MOST_NAMED])
            few = f"; {found.weak} touch a part of it: ask with fewer words" if found.weak else ""
            return f"nothing is remembered about {asked}{few}"
        case Outcome.HITS:
            return f"{len(found.hits)} memories match, but none fits the digest; `open` shows one"


def _then(desk: Desk, text: str | None) -> datetime | None:
    """A moment to look back to; of a bare date it is the last one."""
    at = desk.moment("as_of", text, Span.AGO, ends=True)
    return within(text, at) if text is not None and at is not None else None


def search(desk: Desk, query: str, *, limit: int | None = None) -> Answer:
    """Everything that matches, as clients want it that cite what they found."""
    found = desk.vade.search(query, scopes=desk.scopes, limit=limit)
    results = [{**note_of(hit), "title": _titled(hit), "url": link_of(hit).uri} for hit in found.hits]
    return Answer(
        data={"results": results, "warnings": list(found.warnings)},
        links=tuple(link_of(hit) for hit in found.hits),
    )


def _titled(hit: Hit) -> str:
    """A title is never empty here: it is what a person sees of a result."""
    return safe_line(hit.title or hit.summary or hit.key)


def list_(
    desk: Desk,
    *,
    types: tuple[str, ...] = (),
    tags: tuple[str, ...] = (),
    kind: str = "memory",
    limit: int = 20,
    offset: int = 0,
) -> Answer:
    """What there is, newest change first."""
    page = desk.vade.list(
        scopes=desk.scopes, kinds=(kind,), types=types, tags=tags, limit=limit, offset=offset
    )
    results = [note_of(hit) for hit in page.items]
    return Answer(data={"results": results, "total": page.total, "warnings": list(page.warnings)})


def brief(desk: Desk) -> Answer:
    """What matters at the start of a session."""
    made = desk.vade.brief(scopes=desk.scopes)
    parts = {part.name: [note_of(hit) for hit in part.items] for part in made.parts}
    return told(with_notes(made.text or NOTHING_PINNED, made.warnings), parts=parts)


def status(desk: Desk) -> Answer:
    """How much there is, and what is wrong with the home."""
    counted = desk.vade.stats()
    checked = desk.vade.doctor()
    return Answer(
        data={
            "memories": counted.memories,
            "entities": counted.entities,
            "by_type": counted.by_type,
            "healthy": checked.healthy,
            "findings": [finding.to_dict() for finding in checked.findings],
            "warnings": list(counted.warnings),
        }
    )
