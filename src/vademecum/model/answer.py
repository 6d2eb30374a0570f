"""Answers: hits with their evidence, and what a verb reports about what it did."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.plain import JsonMixin
from vademecum.model.value import field, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.doubted import Doubted
    from vademecum.model.plan import Plan
    from vademecum.model.record import Key, Kind, MemoryId, Record, Scope


class Outcome(StrEnum):
    """What a recall found; four different pieces of advice."""

    HITS = "hits"
    NO_MATCH = "no_match"
    NO_INDEX = "no_index"
    NOTHING_TO_SEARCH = "nothing_to_search"


class MatchedVia(StrEnum):
    """Which part of a record, or which channel, brought it into the answer."""

    BODY = "body"
    TITLE = "title"
    ALIAS = "alias"
    EXPANSION = "expansion"
    TAG = "tag"
    ENTITY = "entity"
    MEANING = "meaning"
    GRAPH = "graph"
    OTHER = "other"


class RememberOutcome(StrEnum):
    """What became of a text that was to be remembered."""

    CREATED = "created"
    EXISTING = "existing"
    REINFORCED = "reinforced"
    REFINED = "refined"
    SUPERSEDED = "superseded"
    PROPOSED = "proposed"
    ECHO = "echo"


@value
class Contribution(JsonMixin):
    """One addend of a score.

    Attributes:
        source: the term, or the name of what contributed.
        detail: how, in words (fields and counts, rarity).
        amount: what it adds; the amounts of an explanation sum to the score.
    """

    source: str
    detail: str
    amount: float


@value(kw_only=True)
class Explanation(JsonMixin):
    """Why a record stands where it stands, or why it does not stand at all.

    Attributes:
        contributions: addends; they sum to `score`.
        score: the score the order was made with.
        covered: terms of the topic found in the record's own text; `missing` names the others.
        round: 0 for the topic as given, 1.. for a rewriting by the vocabulary.
        rewritten: the rewritten topic of that round, None for round 0.
        tier: position of the record's tier, 0 first.
        floor: verdict of the floor in words.
        hidden: why it is not in the answer, None when it is.
        rank: one-based place in the answer, None when it is not in it.
    """

    contributions: tuple[Contribution, ...] = ()
    score: float = 0.0
    covered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    round: int = 0
    rewritten: str | None = None
    tier: int = 0
    floor: str
    hidden: str | None = None
    rank: int | None = None


@value(kw_only=True)
class Hit(JsonMixin):
    """One result with its evidence.

    Attributes:
        snippet: part of the text around the matches, white space collapsed, matches between « and ».
        offsets: matches as (start, end) character offsets in the record's text.
        mark: what a reader must not overlook: the review state of a project memory, ``deprecated``, why it
            does not hold where that was asked for, ``needs review``; else None.
        needs_review: why it is in doubt, None when it is not.
        covered, terms: how many of the topic's terms the matching text contains, of how many.
        because: id of the superseded memory whose text matched, when this one replaces it.
        lines: first and last one-based line of the file that hold the body.
        stale: the file changed since it was indexed.
    """

    id: MemoryId
    key: Key
    kind: Kind
    scope: Scope
    type: str
    title: str
    summary: str
    snippet: str
    offsets: tuple[tuple[int, int], ...]
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    entities: tuple[str, ...]
    status: str
    mark: str | None
    review: str | None
    predicate: str | None
    source: str | None
    created: str | None
    updated: str | None
    path: str
    lines: tuple[int, int]
    covered: int
    terms: int
    score: float
    matched_via: MatchedVia
    because: MemoryId | None = None
    needs_review: str | None = None
    stale: bool = False
    explanation: Explanation | None = None


@value(kw_only=True)
class SearchStats(JsonMixin):
    """What was done to find the answer.

    Attributes:
        query: the terms asked for, joined by spaces.
        candidates: records whose exact score was computed.
        hidden_superseded: matching records shown through what replaced them.
        hidden_excluded: matching records hidden by their status, expiry or the filters of a chain.
        below_floor: matching records that the floor refused.
        alias_expansions: rewritings made by the vocabulary.
        partial: candidates were left unproposed that might have ranked.
    """

    query: str = ""
    candidates: int = 0
    hidden_superseded: int = 0
    hidden_excluded: int = 0
    below_floor: int = 0
    alias_expansions: tuple[str, ...] = ()
    partial: bool = False


@value(kw_only=True)
class Search(JsonMixin):
    """Answer of `search`: everything that matches, best first."""

    query: str
    terms: tuple[str, ...]
    hits: tuple[Hit, ...]
    stats: SearchStats
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class Recall(JsonMixin):
    """Answer of `recall`: what is already known about an utterance.

    Attributes:
        terms: the topic's terms in order; empty when only function words were left.
        weak: matching records that the floor refused, counted up to 50.
        label: what was asked, for the digest's header (the scopes).
        warnings: one line each: quarantined files, stale answers, dangling chains, times that cannot be read.
        plan: what turned the answer; None when its own words decided, which is quicker.
    """

    outcome: Outcome
    terms: tuple[str, ...]
    hits: tuple[Hit, ...]
    weak: int
    label: str
    stats: SearchStats
    warnings: tuple[str, ...] = ()
    plan: Plan | None = None


@value
class Pack(JsonMixin):
    """Facts within a token budget.

    Attributes:
        facts: sanitised statements, best first.
        tokens: estimated tokens of all of them.
        left_out: facts that did not fit.
    """

    facts: tuple[str, ...]
    tokens: int
    left_out: int


@value(kw_only=True)
class Why(JsonMixin):
    """Answer of `why`: one record judged against one query, returned by it or not."""

    query: str
    terms: tuple[str, ...]
    id: MemoryId
    key: Key
    title: str
    summary: str
    returned: bool
    explanation: Explanation
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class Stored(JsonMixin):
    """A record with the place it stands in.

    Attributes:
        file: where its file is for a person and their editor; empty while there is none.
    """

    record: Record
    key: Key
    path: str
    lines: tuple[int, int]
    file: str = ""
    warnings: tuple[str, ...] = ()
    stale: bool = False


@value(kw_only=True)
class Remembered(JsonMixin):
    """Answer of `remember`.

    Attributes:
        similar: ids of near repeats that were kept beside it.
        doubted: memories that were put in doubt, because they depend on what it took the place of.
        provisional: names for which an entity page was begun.
        masked: kinds of secrets that were masked before anything was stored.
    """

    memory: Stored
    outcome: RememberOutcome
    similar: tuple[MemoryId, ...] = ()
    doubted: tuple[Doubted, ...] = ()
    provisional: tuple[str, ...] = ()
    masked: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    dry_run: bool = False


@value(kw_only=True)
class Listed(JsonMixin):
    """Answer of `list`: one page, newest change first, with the true total."""

    items: tuple[Hit, ...]
    total: int
    dangling: int = 0
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class Synced(JsonMixin):
    """What one look at the files changed in the index.

    Attributes:
        revision: the index's revision afterwards; it never repeats, even across rebuilds.
        adopted: files that got an id at first sight.
        unreachable: folders that could not be listed and files that could not be read, with the reason.
        conversations: conversations that were read.
        elapsed_s: seconds.
        warnings: one line each: that the index cannot be kept.
    """

    added: int = 0
    changed: int = 0
    deleted: int = 0
    adopted: int = 0
    quarantined: int = 0
    conversations: int = 0
    unreachable: dict[str, str] = field(default_factory=dict)
    revision: str = ""
    elapsed_s: float = 0.0
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class Finding(JsonMixin):
    """One thing a check-up found.

    Attributes:
        level: ``ok``, ``note``, ``warning`` or ``error``.
        code: stable identifier, e.g. ``quarantined_file``.
        subject: what it is about (a path, an id, a setting), empty when it is the whole home.
        message: what is the matter.
        fix: what to do, a command where there is one.
    """

    level: str
    code: str
    subject: str
    message: str
    fix: str = ""


@value(kw_only=True)
class CheckUp(JsonMixin):
    """Answer of `doctor`: findings, worst first."""

    findings: tuple[Finding, ...]

    @property
    def healthy(self) -> bool:
        """Whether nothing is worse than a note."""
        return all(f.level in ("ok", "note") for f in self.findings)


@value(kw_only=True)
class VaultStats(JsonMixin):
    """Counts over a home. All mappings are name -> number of records, largest first."""

    memories: int
    entities: int
    conversations: int
    turns: int
    quarantined: int
    by_scope: dict[str, int]
    by_type: dict[str, int]
    by_status: dict[str, int]
    by_month: dict[str, int]
    by_tag: dict[str, int]
    terms: int
    index_bytes: int
    file_bytes: int
    revision: str
    warnings: tuple[str, ...] = ()
