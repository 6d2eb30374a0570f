"""A ranked record and its stored row become the hit that a caller sees."""

from __future__ import annotations

from vademecum.model.answer import Explanation, Hit, MatchedVia
from vademecum.model.entry import REPLACEMENT
from vademecum.model.file import shown_path
from vademecum.model.postings import Field
from vademecum.model.value import replace, value
from vademecum.retrieval.snippet import Snippet, snippet
from vademecum.text.lines import collapse, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from vademecum.model.answer import Stored
    from vademecum.model.entry import Card, Row
    from vademecum.model.record import MemoryId
    from vademecum.retrieval.merging import Ranked
    from vademecum.text.analyzer import Analyzer

_VIA = (
    (Field.BODY, MatchedVia.BODY),
    (Field.TITLE, MatchedVia.TITLE),
    (Field.ALIAS, MatchedVia.ALIAS),
    (Field.TAG, MatchedVia.TAG),
    (Field.ENTITY, MatchedVia.ENTITY),
    (Field.SUBJECT, MatchedVia.ENTITY),
    (Field.EXPANSION, MatchedVia.EXPANSION),
    (Field.PREDICATE, MatchedVia.OTHER),
)


@value(kw_only=True)
class Shown:
    """A record about to be shown.

    Attributes:
        row: the record that is shown; the newest of its chain.
        ranked: evidence of the text that matched, which may be an older record's.
        fields: fields of the matching record in which terms stand.
        mark: state shown beside it.
        because: id of the superseded record whose text matched, None when it is the shown one.
        stale: its file changed since it was indexed.
        way: how the graph led to it from whom the question names; empty where it did not.
    """

    row: Row
    ranked: Ranked
    fields: frozenset[Field]
    mark: str | None
    because: MemoryId | None
    stale: bool = False
    way: str = ""


def matched_via(shown: Shown, visible: bool) -> MatchedVia:
    """Which part brought the record: the first of body, title, alias, tag, entity, expansion that matched.

    What holds no word of the question was brought by its meaning. A superseded record's successor in which
    nothing matches came by the chain: `other`.
    """
    if shown.way:
        return MatchedVia.GRAPH
    if shown.because is not None and not visible:
        return MatchedVia.OTHER
    evidence = shown.ranked.evidence
    meant = evidence is not None and evidence.likeness is not None
    beside = MatchedVia.MEANING if meant else MatchedVia.OTHER
    return next((via for field, via in _VIA if field in shown.fields), beside)


def hit_of(
    shown: Shown, analyzer: Analyzer, stems: Collection[str], explanation: Explanation | None = None
) -> Hit:
    """Build the hit; every text in it is one sanitised line."""
    card, ranked = shown.row.card, shown.ranked
    excerpt = _excerpt(card, analyzer, stems)
    via = matched_via(shown, bool(excerpt.offsets) or _elsewhere(card, analyzer, stems))
    return replace(
        listed_hit(shown.row, shown.mark, stale=shown.stale),
        snippet=(excerpt.text + _suffix(shown, via, analyzer, stems)).lstrip(),
        offsets=excerpt.offsets,
        covered=ranked.covered,
        terms=ranked.terms,
        score=ranked.score,
        matched_via=via,
        because=shown.because,
        explanation=explanation,
    )


def listed_hit(row: Row, mark: str | None, *, stale: bool = False) -> Hit:
    """A record that nobody searched for: no terms, no score, its summary as the excerpt."""
    card = row.card
    return Hit(
        id=row.id,
        key=row.key,
        kind=row.kind,
        scope=row.scope,
        type=row.type,
        title=_line(card.title),
        summary=card.summary,
        snippet=card.summary,
        offsets=(),
        tags=tuple(_line(tag) for tag in card.tags),
        aliases=tuple(_line(alias) for alias in card.aliases),
        entities=tuple(_line(entity) for entity in card.entities),
        status=row.status.value,
        mark=mark,
        review="proposed" if row.review == REPLACEMENT else row.review,
        predicate=card.predicate,
        source=card.source,
        created=card.created,
        updated=card.updated,
        path=shown_path(row.path),
        lines=lines_of(card),
        covered=0,
        terms=0,
        score=0.0,
        matched_via=MatchedVia.OTHER,
        needs_review=card.needs_review,
        stale=stale,
    )


def lines_of(card: Card) -> tuple[int, int]:
    """First and last one-based line of the file that hold the body."""
    return card.body_line, card.body_line + card.text.rstrip("\n").count("\n")


def placed(hit: Hit | Stored) -> str:
    """Where what is shown stands in its file, e.g. ``personal/tea.md#L10-L14``."""
    return f"{hit.path}#L{hit.lines[0]}-L{hit.lines[1]}"


def is_foreign_hit(hit: Hit) -> bool:
    """Whether a hit is a passage of a file that is not ours; its path is where that file stands on the disk.
    Who said so tells nothing of it: anybody may keep a memory whose source is a file."""
    return hit.path.startswith("/")


def _line(text: str) -> str:
    return collapse(one_line(text))


def _excerpt(card: Card, analyzer: Analyzer, stems: Collection[str]) -> Snippet:
    """Of the text; of what else is stated where the text shows no match. Offsets are those of the text."""
    excerpt = snippet(card.text, analyzer, card.lang, stems)
    if excerpt.offsets or not card.told:
        return excerpt
    told = snippet("; ".join(card.told), analyzer, card.lang, stems)
    return Snippet(told.text, ()) if told.offsets or not excerpt.text else excerpt


def _elsewhere(card: Card, analyzer: Analyzer, stems: Collection[str]) -> bool:
    """Whether any stem stands outside the body."""
    texts = (card.title, *card.tags, *card.aliases, *card.entities, *card.expansions, *card.told)
    return any(stem in stems for text in texts for stem in analyzer.stems(text, card.lang))


def _suffix(shown: Shown, via: MatchedVia, analyzer: Analyzer, stems: Collection[str]) -> str:
    """What the excerpt cannot show: the way through the graph, the authored aliases, or the synonyms that
    matched."""
    card, fields = shown.row.card, shown.fields
    if via is MatchedVia.GRAPH:
        return f" (graph: {_line(shown.way)})"
    if via is MatchedVia.EXPANSION:
        matched = [
            form for form in card.expansions if any(stem in stems for stem in analyzer.stems(form, card.lang))
        ]
        return f" (synonym: {_line(', '.join(matched or card.expansions[:3]))})"
    if card.aliases and (Field.ALIAS in fields or via is not MatchedVia.BODY):
        return f" (aka: {_line(', '.join(card.aliases))})"
    return ""
