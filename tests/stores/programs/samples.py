"""Entries and asks for the tests of indexes; the programs beside this file import it too."""

from __future__ import annotations

import hashlib
from typing import Any

from vademecum.model.ask import Ask, AtLeast, Condition, Filters, Word
from vademecum.model.entry import Card, Entry
from vademecum.model.file import FileState, Stamp
from vademecum.model.postings import Field, Postings
from vademecum.model.record import PERSONAL, Key, Kind, MemoryId, Status

WEIGHTS = {
    Field.SUBJECT: 3.0,
    Field.ENTITY: 3.0,
    Field.TITLE: 2.5,
    Field.ALIAS: 2.5,
    Field.PREDICATE: 2.2,
    Field.TAG: 2.0,
    Field.BODY: 1.0,
    Field.EXPANSION: 0.75,
}


def id_of(number: int) -> MemoryId:
    return MemoryId(f"01J{number:023d}")


def state(seed: int = 1) -> FileState:
    return FileState(Stamp(100 + seed, seed * 10, seed * 11, seed * 12), f"{seed:064x}")


def entry(number: int, body: str = "", *, title: str = "", extra: str = "", **changes: Any) -> Entry:
    """A record whose terms are the words of body, title and extra (the expansions)."""
    fields = {Field.TITLE: title.split(), Field.BODY: body.split(), Field.EXPANSION: extra.split()}
    tags = changes.pop("folded_tags", ())
    values: dict[str, Any] = {
        "id": id_of(number),
        "kind": Kind.MEMORY,
        "scope": PERSONAL,
        "key": Key(f"note-{number}"),
        "path": f"personal/note-{number}.md",
        "type": "note",
        "status": Status.ACTIVE,
        "superseded_by": None,
        "supersedes": (),
        "review": None,
        "pinned": False,
        "explicit": False,
        "confidence": None,
        "created": None,
        "updated": number * 1_000_000,
        "valid_from": None,
        "valid_until": None,
        "expires": None,
        "folded_tags": tags,
        "about": (),
        "name_forms": (),
        "body_hash": hashlib.sha256(body.encode()).hexdigest(),
        "lengths": "".join(f"{field.value}{len(words)}" for field, words in fields.items() if words),
        "postings": Postings.build(fields),
        "languages": ("en",),
        "card": _card(title, body, tags),
        "state": state(number + 1),
    }
    return Entry(**{**values, **changes})


def _card(title: str, body: str, tags: tuple[str, ...]) -> Card:
    return Card(
        title=title,
        summary=body[:20],
        text=body,
        tags=tags,
        aliases=("other name",),
        entities=(),
        source="user",
        created=None,
        updated="2024-05-01T10:00:00+02:00",
        body_line=7,
        lang="en",
        expansions=("größer", "更大"),
    )


def ask(where: Condition | str, *, rank_by: str = "", depth: int = 200, **filters: Any) -> Ask:
    """An ask; a text stands for the OR of its words."""
    if isinstance(where, str):
        rank_by = rank_by or where
        where = AtLeast(1, tuple(Word((word,)) for word in where.split()))
    return Ask(where=where, rank_by=tuple(rank_by.split()), filters=Filters(**filters), depth=depth)
