"""What every index keeps of a record, read back from its columns: the same in each database."""

from __future__ import annotations

import json

from vademecum.model.ask import Candidate
from vademecum.model.entry import Card, Entry, Row
from vademecum.model.file import FileState, Stamp
from vademecum.model.postings import Postings
from vademecum.model.record import Kind, Status
from vademecum.model.value import fields_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_KINDS = {kind.value: kind for kind in Kind}
_STATUSES = {status.value: status for status in Status}
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

CARD_FIELDS: tuple[str, ...] = tuple(fields_of(Card))
_CARD_LISTS = tuple([name for name in CARD_FIELDS if "tuple" in Card.__annotations__[name]])

CANDIDATE_COLUMNS = (
    "record.version, record.id, record.kind, record.scope, record.type, record.status, record.superseded_by, "
    "record.review, record.pinned, record.explicit, record.confidence, record.created, record.updated, "
    "record.valid_from, record.valid_until, record.expires, record.lengths, record.postings"
)
STATE_COLUMNS = "file.size, file.mtime_ns, file.ctime_ns, file.inode, file.device, file.sha256, file.racy"
ROW_COLUMNS = f"{CANDIDATE_COLUMNS}, detail.key, detail.path, detail.body_hash, detail.rest, {STATE_COLUMNS}"


def path_bytes(path: str) -> bytes:
    """A path as it is stored; names that are no valid UTF-8 survive."""
    return path.encode("utf-8", "surrogatepass")


def path_text(path: bytes) -> str:
    """The inverse of `path_bytes`."""
    return path.decode("utf-8", "surrogatepass")


def speakable(text: str) -> bool:
    """Whether a stored text can equal this one: none holds NUL or half a surrogate pair."""
    return "\0" not in text and (text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text))


def rest_of(entry: Entry) -> str:
    """Column ``detail.rest``: what no statement asks for by itself."""
    card = [getattr(entry.card, name) for name in CARD_FIELDS]
    return _encode(
        (
            card,
            entry.supersedes,
            entry.warnings,
            entry.folded_tags,
            entry.about,
            entry.name_forms,
            entry.languages,
            entry.stated,
        )
    )


def state_of(columns: Sequence[Any]) -> FileState:
    """Read `STATE_COLUMNS`."""
    size, mtime_ns, ctime_ns, inode, device, sha256, racy = columns
    return FileState(Stamp(size, mtime_ns, ctime_ns, int(inode), int(device)), sha256, racy == 1)


def candidate_of(columns: Sequence[Any]) -> Candidate:
    """Read `CANDIDATE_COLUMNS`. Positional on purpose: keywords cost a third more, two hundred times."""
    (version, id, kind, scope, type, status, superseded_by, review, pinned, explicit,
     confidence, created, updated, valid_from, valid_until, expires, lengths, postings) = columns  # fmt: skip
    return Candidate(
        version, id, _KINDS[kind], scope, type, _STATUSES[status], superseded_by, review, pinned == 1,
        explicit == 1, confidence, created, updated, valid_from, valid_until, expires, lengths,
        Postings(postings),
    )  # fmt: skip


def row_of(columns: Sequence[Any]) -> Row:
    """Read `ROW_COLUMNS`."""
    found = candidate_of(columns[:18])
    key, path, body_hash, rest = columns[18:22]
    card, supersedes, warnings, *_ = json.loads(rest)
    return Row(
        version=found.version,
        id=found.id,
        kind=found.kind,
        scope=found.scope,
        key=key,
        path=path_text(path),
        type=found.type,
        status=found.status,
        superseded_by=found.superseded_by,
        supersedes=tuple(supersedes),
        review=found.review,
        pinned=found.pinned,
        confidence=found.confidence,
        created=found.created,
        updated=found.updated,
        valid_from=found.valid_from,
        valid_until=found.valid_until,
        expires=found.expires,
        body_hash=body_hash,
        card=_card(card),
        state=state_of(columns[22:]),
        warnings=tuple(warnings),
    )


def entry_of(columns: Sequence[Any]) -> Entry:
    """Read `ROW_COLUMNS` as the entry that was put."""
    found = candidate_of(columns[:18])
    key, path, body_hash, rest = columns[18:22]
    card, supersedes, warnings, tags, about, names, languages, stated = json.loads(rest)
    return Entry(
        id=found.id,
        kind=found.kind,
        scope=found.scope,
        key=key,
        path=path_text(path),
        type=found.type,
        status=found.status,
        superseded_by=found.superseded_by,
        supersedes=tuple(supersedes),
        review=found.review,
        pinned=found.pinned,
        explicit=found.explicit,
        confidence=found.confidence,
        created=found.created,
        updated=found.updated,
        valid_from=found.valid_from,
        valid_until=found.valid_until,
        expires=found.expires,
        folded_tags=tuple(tags),
        about=tuple(about),
        name_forms=tuple(names),
        body_hash=body_hash,
        lengths=found.lengths,
        postings=found.postings,
        languages=tuple(languages),
        card=_card(card),
        state=state_of(columns[22:]),
        warnings=tuple(warnings),
        stated=tuple(stated),
    )


def languages_of(rest: str) -> tuple[str, ...]:
    """Languages in column ``detail.rest``."""
    return tuple(json.loads(rest)[6])


def names_of(rest: str) -> tuple[str, ...]:
    """Folded names in column ``detail.rest``."""
    return tuple(json.loads(rest)[5])


def stated_of(rest: str) -> tuple[str, ...]:
    """Fields in column ``detail.rest``."""
    return tuple(json.loads(rest)[7])


def _card(values: Sequence[Any]) -> Card:
    named: dict[str, Any] = dict(zip(CARD_FIELDS, values, strict=True))
    for name in _CARD_LISTS:
        named[name] = tuple(named[name])
    return Card(**named)
