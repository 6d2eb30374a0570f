"""One row of an index: what was derived from one file, ready to be stored, searched and shown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from vademecum.model.ask import Candidate
from vademecum.model.value import field, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.edges import Said
    from vademecum.model.file import FileState, Quarantined
    from vademecum.model.postings import Postings
    from vademecum.model.record import Key, Kind, MemoryId, Scope, Status

REPLACEMENT = "replacement"
"""In an index, the review state of a memory that is proposed and names others that it replaces; its file says
``proposed``. Nobody is shown it, unless it has taken a place already and is proposed to a team since."""

WAITING = (REPLACEMENT, "proposed", "approved", "draft")
"""Review states, as an index has them, in which a person may have something to decide."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def microseconds(at: datetime | None) -> int | None:
    """A moment as indexes keep it: microseconds since the epoch, None for None."""
    return None if at is None else (at - _EPOCH) // _MICROSECOND


@value(kw_only=True)
class Card:
    """What a person is shown of a record without opening its file.

    Attributes:
        title: title of a memory, name of an entity; may be empty.
        summary: one line, at most 160 characters (docs/recall.md says how it is chosen).
        text: the body as it stands in the file.
        source: kind of the first source, None when the file names none.
        created, updated: RFC 3339 with offset, None when absent.
        body_line: one-based line of the file on which `text` begins.
        lang: language the text was analysed in.
        expansions: surface forms added from the curated expansions, in order.
        needs_review: why it is in doubt, None when it is not.
        told: what is searched of its free fields, a line each, e.g. ``birthplace: Porto``.
    """

    title: str
    summary: str
    text: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    entities: tuple[str, ...]
    source: str | None
    created: str | None
    updated: str | None
    body_line: int
    lang: str | None
    expansions: tuple[str, ...] = ()
    provisional: bool = False
    subject: str | None = None
    predicate: str | None = None
    needs_review: str | None = None
    told: tuple[str, ...] = ()


@value
class Place:
    """A record's part of the graph; attributes as in `edges.Vertex`.

    Attributes:
        said: the edges that it states, in order.
        fields: its fields with their texts, for rules (`indexing.traits`).
    """

    label: str = ""
    name: str = ""
    forms: tuple[str, ...] = ()
    key_form: str = ""
    merged_into: MemoryId | None = None
    distinct_from: tuple[MemoryId, ...] = ()
    said: tuple[Said, ...] = ()
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()


@value(kw_only=True)
class Entry:
    """Everything the index keeps of one record. All of it can be rebuilt from the file.

    Attributes:
        path: relative to the vault; unique.
        review: review state, or `REPLACEMENT`.
        folded_tags, about: filter keys, folded by `text.names.fold_name`; `about` holds the folded
            names an entity filter may ask for (entities, subject, ids of records that it names; for an
            entity its name and aliases).
        name_forms: folded names by which an *entity* is found (its name and aliases); empty for memories.
        body_hash: SHA-256 hex of the body with white space normalised, for exact repeats.
        lengths: encoded number of terms per field.
        languages: languages whose stemmers were used.
        place: its part of the graph.
        stated: front-matter keys that are not ours and say something in words.
    """

    id: MemoryId
    kind: Kind
    scope: Scope
    key: Key
    path: str
    type: str
    status: Status
    superseded_by: MemoryId | None
    supersedes: tuple[MemoryId, ...]
    review: str | None
    pinned: bool
    explicit: bool
    confidence: float | None
    created: int | None
    updated: int | None
    valid_from: int | None
    valid_until: int | None
    expires: int | None
    folded_tags: tuple[str, ...]
    about: tuple[str, ...]
    name_forms: tuple[str, ...]
    body_hash: str
    lengths: str
    postings: Postings
    languages: tuple[str, ...]
    card: Card
    state: FileState
    warnings: tuple[str, ...] = ()
    place: Place = field(default_factory=Place)
    stated: tuple[str, ...] = ()


@value(kw_only=True)
class Changes:
    """One atomic step of an index.

    Attributes:
        put: entries to insert or replace (by id; an entry at a path that another id held takes it).
        gone: paths that are believed deleted.
        touched: path -> new state of files whose content is unchanged but whose stamp moved.
        quarantine: files that could not be read; they replace what the path held before.
    """

    put: tuple[Entry, ...] = ()
    gone: tuple[str, ...] = ()
    touched: tuple[tuple[str, FileState], ...] = ()
    quarantine: tuple[tuple[Quarantined, FileState | None], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether applying it would change nothing."""
        return not (self.put or self.gone or self.touched or self.quarantine)


@value(kw_only=True)
class Row:
    """A stored entry as the catalogue hands it back, without its postings."""

    version: int
    id: MemoryId
    kind: Kind
    scope: Scope
    key: Key
    path: str
    type: str
    status: Status
    superseded_by: MemoryId | None
    supersedes: tuple[MemoryId, ...]
    review: str | None
    pinned: bool
    confidence: float | None
    created: int | None
    updated: int | None
    valid_from: int | None
    valid_until: int | None
    expires: int | None
    body_hash: str
    card: Card
    state: FileState
    warnings: tuple[str, ...]


def candidate_of(entry: Entry, version: int) -> Candidate:
    """The candidate an index would propose for an entry."""
    return Candidate(
        version=version,
        id=entry.id,
        kind=entry.kind,
        scope=entry.scope,
        type=entry.type,
        status=entry.status,
        superseded_by=entry.superseded_by,
        review=entry.review,
        pinned=entry.pinned,
        explicit=entry.explicit,
        confidence=entry.confidence,
        created=entry.created,
        updated=entry.updated,
        valid_from=entry.valid_from,
        valid_until=entry.valid_until,
        expires=entry.expires,
        lengths=entry.lengths,
        postings=entry.postings,
    )
