"""What is asked of an index: a tree of conditions on terms, and filters on attributes.

The tree is a *necessary* condition. Phrases and field restrictions are not in it; the retrieval room
checks those on the candidates, so that every back end needs to know words only.
"""

from __future__ import annotations

from vademecum.model.value import field, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.postings import Postings
    from vademecum.model.record import Kind, MemoryId, Scope, Status


@value
class Word:
    """At least one of `forms` is present: a term under the stemmers of several languages."""

    forms: tuple[str, ...]


@value
class Prefix:
    """Some term begins with one of `forms`."""

    forms: tuple[str, ...]


@value
class AllOf:
    """Every part holds."""

    parts: tuple[Condition, ...]


@value
class AtLeast:
    """At least `minimum` of the parts hold; 1 is a plain OR."""

    minimum: int
    parts: tuple[Condition, ...]


@value
class Without:
    """The part does not hold."""

    part: Condition


@value
class Everything:
    """Always holds."""


Condition = Word | Prefix | AllOf | AtLeast | Without | Everything


def holds(condition: Condition, postings: Postings) -> bool:
    """Whether a record with these postings satisfies the condition."""
    match condition:
        case Word(forms):
            return any(form in postings for form in forms)
        case Prefix(forms):
            return any(postings.has_prefix(form) for form in forms)
        case AllOf(parts):
            return all(holds(part, postings) for part in parts)
        case AtLeast(minimum, parts):
            return sum(holds(part, postings) for part in parts) >= minimum
        case Without(part):
            return not holds(part, postings)
        case Everything():
            return True


@value(kw_only=True)
class Filters:
    """Hard conditions on attributes, applied inside the engine's query, before any top-k.

    An empty tuple means "no condition". Members of one tuple are alternatives, different attributes
    are ANDed.

    Attributes:
        scopes: scopes that may answer.
        types: memory types, or entity labels in lower case.
        tags: every one must be present (ANDed), folded by `text.names.fold_name`.
        about: names of entities in folded form, any of them.
        statuses: statuses a record may have.
        updated_from, updated_until: half-open interval on the time of the last change,
            microseconds since the epoch.
        in_force_at: moment at which the record must hold (begun, not over, not expired unless pinned, not a
            mere proposal to replace another), microseconds since the epoch. Only `Catalogue.page` heeds it;
            what a question proposes is judged by the read rule, which must also count what it hides.
        settled: leaves out what is only proposed to replace another. Only `Catalogue.page` heeds it.
        begun_by: moment by which the record must have begun to hold: `valid_from`, else `created`; one that
            says neither always has. Microseconds since the epoch.
        held_at: moment at which the record must not have been over, whatever became of it since, and by which
            nobody had taken its place; no mere proposal either. Only `Catalogue.page` heeds it.
        of_time: half-open stretch of time, microseconds since the epoch, that the record must be of: it was
            made in it, began to hold in it, or held for a time that meets it. What holds since ever so long
            and has no end is of no time but its first. Only `Catalogue.page` heeds it.
        waiting: only what is in doubt, or in a state of review in which a person may have something to
            decide. Only `Catalogue.page` heeds it.
        pinned: only what is pinned. Only `Catalogue.page` heeds it.
    """

    scopes: tuple[Scope, ...] = ()
    types: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    statuses: tuple[Status, ...] = ()
    updated_from: int | None = None
    updated_until: int | None = None
    in_force_at: int | None = None
    settled: bool = False
    begun_by: int | None = None
    held_at: int | None = None
    of_time: tuple[int, int] | None = None
    waiting: bool = False
    pinned: bool = False


@value(kw_only=True)
class Ask:
    """One request for candidates.

    Attributes:
        where: condition on terms.
        rank_by: terms whose weighted BM25 orders the proposals.
        depth: how many to propose at least, when that many match.
    """

    where: Condition
    rank_by: tuple[str, ...]
    filters: Filters
    depth: int


@value
class Candidate:
    """A proposed record with all that ranking, floor and the read rule need, and no text.

    Attributes:
        version: number of the indexed version; grows with every write, unique in a store.
        lengths: encoded length in words per field, like `Postings.counts` (``t4b38``).
        type: memory type, or an entity's label in lower case.
        confidence: 0..1 or None when nobody stated one.
        explicit: the owner said so in person (a source of kind `user`).
        created, updated, valid_from, valid_until, expires: microseconds since the epoch, None when absent.
    """

    version: int
    id: MemoryId
    kind: Kind
    scope: Scope
    type: str
    status: Status
    superseded_by: MemoryId | None
    review: str | None
    pinned: bool
    explicit: bool
    confidence: float | None
    created: int | None
    updated: int | None
    valid_from: int | None
    valid_until: int | None
    expires: int | None
    lengths: str
    postings: Postings


@value
class Proposal:
    """What an index proposes for an `Ask`.

    Attributes:
        candidates: no order is promised; ranking is not the index's business.
        exhausted: everything that satisfies the ask is among the candidates.
        ceiling: an upper bound on the weighted BM25 (without boosts) of anything not proposed;
            0.0 when exhausted.
    """

    candidates: tuple[Candidate, ...]
    exhausted: bool
    ceiling: float


@value
class Corpus:
    """Totals over every indexed record, the basis of rarity and of length normalisation.

    Attributes:
        records: number of indexed records.
        lengths: field code -> total number of terms in that field.
        longest: no record holds more terms, all fields together. An upper bound that may outlive the record
            it was taken from; it decides how deep to look and never changes an answer.
    """

    records: int
    lengths: dict[str, int]
    longest: int = field(default=0, compare=False)
