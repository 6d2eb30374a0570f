"""New memories, and changes to one: first shown as they would be, then written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.errors import Conflict, InvalidValue, NotFound, VadeError
from vademecum.lifecycle.comparing import compare
from vademecum.model.record import Entity, Memory, type_names
from vademecum.model.value import replace, value
from vademecum.surface.outcomes import http_status
from vademecum.web.pages.memories import version_of
from vademecum.web.pages.visit import Elsewhere, Page, entity_at, memory_at

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from vademecum.model.answer import Stored
    from vademecum.model.record import Record
    from vademecum.model.reviewed import Comparison
    from vademecum.web.pages.visit import Answer, Visit

_MOMENTS = ("valid_from", "valid_until", "expires")
_CONFLICT = (
    "Somebody changed this since you opened it, so nothing was written. Below is your text beside what "
    "stands there now: look at the difference, and save again if yours shall stand."
)
_GONE = (
    "What you wrote this for is gone: somebody erased it since you opened it. Your text is below; keep it "
    "as a new memory, or leave it."
)


@value(kw_only=True)
class Draft:
    """A record as a form has it: texts, as they are typed.

    Attributes:
        tags, aliases: of one line, with commas between.
    """

    title: str = ""
    type: str = ""
    text: str = ""
    tags: str = ""
    aliases: str = ""
    valid_from: str = ""
    valid_until: str = ""
    expires: str = ""
    importance: str = "normal"
    pinned: bool = False


def _listed(said: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in map(str.strip, said.split(",")) if one))


def _draft_of(record: Record) -> Draft:
    if isinstance(record, Entity):
        return Draft(
            title=record.name,
            type=record.label,
            text=record.body,
            tags=", ".join(record.tags),
            aliases=", ".join(record.aliases),
        )
    return Draft(
        title=record.title or "",
        type=record.type.value,
        text=record.body,
        tags=", ".join(record.tags),
        aliases=", ".join(record.aliases),
        importance=record.importance.value,
        pinned=record.pinned,
        **{name: _stamped(getattr(record, name)) for name in _MOMENTS},
    )


def _stamped(at: datetime | None) -> str:
    return at.isoformat() if at else ""


def _draft_said(visit: Visit) -> Draft:
    return Draft(
        title=visit.said("title").strip(),
        type=visit.said("type").strip(),
        text=visit.said("text"),
        tags=visit.said("tags"),
        aliases=visit.said("aliases"),
        importance=visit.said("importance") or "normal",
        pinned=visit.ticked("pinned"),
        **{name: visit.said(name).strip() for name in _MOMENTS},
    )


def _changes(record: Record, draft: Draft) -> dict[str, Any]:
    """Arguments of `Vade.edit`: only what the form says otherwise than the record."""
    old = _draft_of(record)
    given: dict[str, Any] = {
        name: getattr(draft, name)
        for name in ("title", "type", "text")
        if getattr(draft, name).strip() != getattr(old, name).strip()
    }
    for name in ("tags", "aliases"):
        before, after = _listed(getattr(old, name)), _listed(getattr(draft, name))
        given[f"add_{name}"] = tuple(one for one in after if one not in before)
        given[f"remove_{name}"] = tuple(one for one in before if one not in after)
    fields: dict[str, str] = {}
    if isinstance(record, Memory):
        for name in (*_MOMENTS, "importance"):
            if getattr(draft, name) != getattr(old, name):
                fields[name] = getattr(draft, name)
        if draft.pinned != old.pinned:
            fields["pinned"] = "true" if draft.pinned else "false"
    return {name: one for name, one in {**given, "set_fields": fields}.items() if one not in ((), {})}


def difference(old: Record, new: Record) -> Comparison:
    """What a record would say otherwise; of a page, as if it were a memory whose title is its name."""
    return compare(_as_memory(old), _as_memory(new))


def _as_memory(record: Record) -> Memory:
    if isinstance(record, Memory):
        return record
    return Memory(
        id=record.id,
        scope=record.scope,
        title=record.name,
        body=record.body,
        tags=record.tags,
        aliases=record.aliases,
    )


def edit(visit: Visit) -> Answer:
    """The form of a record as it stands."""
    stored = visit.vade.get(visit.path["id"])
    return _form(stored, _draft_of(stored.record), version_of(stored))


def save(visit: Visit) -> Answer:
    """What a form says: shown first where that is asked for, else written."""
    draft = _draft_said(visit)
    try:
        stored = visit.vade.get(visit.path["id"])
    except NotFound as error:
        return unplaced(visit, draft, error)
    version = version_of(stored)
    changes = _changes(stored.record, draft)
    is_stale = visit.said("version") != version
    try:
        if not changes and not is_stale:
            return Elsewhere(_page_of(stored, "same"))
        if visit.ticked("preview") or is_stale:
            return _previewed(visit, stored, draft, changes, is_stale=is_stale)
        saved = visit.vade.edit(stored.record.id, **changes, expected_updated=stored.record.updated)
    except Conflict:
        return _previewed(visit, visit.vade.get(stored.record.id), draft, changes, is_stale=True)
    except VadeError as error:
        return replace(_form(stored, draft, version, refused=error.message), status=http_status(error))
    return Elsewhere(_page_of(stored, "restated" if _is_restated(stored.record, saved.record) else "saved"))


def _is_restated(before: Record, after: Record) -> bool:
    """Whether an edit changed more than the form has: the claim that its text said, or a doubt about it."""
    names = ("subject", "predicate", "value", "qualifier", "needs_review")
    return any(getattr(before, name, None) != getattr(after, name, None) for name in names)


def _previewed(
    visit: Visit, stored: Stored, draft: Draft, changes: dict[str, Any], *, is_stale: bool
) -> Answer:
    """The form again, with what it would change; of a conflict with the version that stands by now."""
    if not changes:
        return _form(stored, draft, version_of(stored), refused=_CONFLICT if is_stale else "")
    answer, foreseen = visit.vade.try_out("edit", stored.record.id, **changes)
    page = _form(
        stored,
        draft,
        version_of(stored),
        refused=_CONFLICT if is_stale else "",
        change=difference(stored.record, answer.record),
        foreseen=foreseen,
    )
    return replace(page, status=409 if is_stale else 200)


def _form(stored: Stored, draft: Draft, version: str, **more: object) -> Page:
    told = {
        "stored": stored,
        "record": stored.record,
        "draft": draft,
        "version": version,
        "types": type_names,
        "refused": "",
        "change": None,
        "foreseen": None,
        "home": _page_of(stored),
        **more,
    }
    section = "entities" if isinstance(stored.record, Entity) else "memories"
    return Page(template="edit.html", title=f"Edit {stored.key}", section=section, told=told)


def _page_of(stored: Stored, done: str = "") -> str:
    at = entity_at if isinstance(stored.record, Entity) else memory_at
    return at(stored.record.id, done=done)


def new(visit: Visit) -> Answer:
    """An empty form."""
    return _new_form(visit, Draft(type="note"))


def keep(visit: Visit) -> Answer:
    """Remember what a form says."""
    draft = _draft_said(visit)
    try:
        if not draft.text.strip():
            raise InvalidValue("text", "is empty; write what shall be remembered")
        kept = visit.vade.remember(
            draft.text,
            title=draft.title or None,
            type=draft.type or "note",
            tags=_listed(draft.tags),
            aliases=_listed(draft.aliases),
            about=_listed(visit.said("about")),
            scope=visit.line("scope"),
        )
    except VadeError as error:
        page = _new_form(visit, draft, refused=error.message, about=visit.said("about"))
        return replace(page, status=http_status(error))
    if not kept.warnings and not kept.similar:
        return Elsewhere(memory_at(kept.memory.record.id, done=kept.outcome.value))
    return Page(template="kept.html", title="Kept", section="memories", told={"kept": kept})


def unplaced(visit: Visit, draft: Draft, error: NotFound) -> Page:
    """What was typed for a record that is gone by now, as the form of a new one: no typed text is lost.

    Raises:
        NotFound: nothing was typed.
    """
    if not draft.text.strip():
        raise error
    draft = replace(draft, type=draft.type or "note")
    return replace(_new_form(visit, draft, refused=_GONE), status=http_status(error))


def _new_form(visit: Visit, draft: Draft, **more: object) -> Page:
    scopes = tuple(dict.fromkeys((visit.vade.scope, "personal", *visit.stats().by_scope)))
    told = {"draft": draft, "types": type_names, "scopes": scopes, "refused": "", "about": "", **more}
    return Page(template="new.html", title="A new memory", section="memories", told=told)
