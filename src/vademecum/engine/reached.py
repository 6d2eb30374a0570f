"""Records that join the pool of a question because of what joins them to whom it names.

What the way to a record says of the question counts as if the record said it, so the same floor judges: of
*where does Rhea's sister work?* the way *Rhea sister Mara* says two terms, and what is kept of Mara may say
the third.
"""

from __future__ import annotations

from vademecum.engine.graphs.sights import sight_of
from vademecum.engine.plans import LONGEST, WORDS
from vademecum.graph.net import NAME_SIGN, Net
from vademecum.graph.reaching import Trail, reach
from vademecum.lifecycle.predicates import kin
from vademecum.model.ask import Ask, AtLeast
from vademecum.model.value import field, replace, value
from vademecum.retrieval.background import Background
from vademecum.retrieval.lexical import Judged
from vademecum.retrieval.memory_ranking import Evidences, weighing_of
from vademecum.text.capitals import names_of
from vademecum.text.links import link_form
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.graph.reaching import Reach
    from vademecum.lifecycle.standing import Viewpoint
    from vademecum.model.ask import Candidate, Filters
    from vademecum.model.entry import Row
    from vademecum.model.record import MemoryId
    from vademecum.retrieval.lexical import Scored
    from vademecum.retrieval.question import Question

    Share = Callable[[int], float]
    """Of terms, bit n for term n."""

WEIGHT = 0.5
"""What a term that only the way says adds, as a share of the most that it could add in a text. It orders only
what covers equally much, and there what says a thing itself comes first; in the development half of
`benchmarks/joined.py` nothing between 0 and 1 is better or worse."""

NEARLY_ALL = 0.85
"""Share of the weight of a question that an edge has to say that answers it alone. In `benchmarks/joined.py`
edges that lead half the way say up to 0.77, and those that answer all of it."""

MOST_EDGES = 100
"""Edges of one node and side that are read. A hub with more is asked by words instead (`DEPTH`)."""

DEPTH = 20
"""Memories about what is joined that are asked for, the best by the words of the question."""


@value
class Way:
    """How a record was reached, and what that is worth.

    Attributes:
        bits: terms of the question that the way says, bit n for term n.
        told: the way in words.
        amount: what it adds to the score, before boosts.
    """

    bits: int
    told: str
    amount: float


@value
class Reached:
    """What the graph adds to a pool.

    Attributes:
        judged: records, with the terms that their way says among those that they cover.
        ways: of each.
    """

    judged: tuple[Judged, ...] = ()
    ways: dict[MemoryId, Way] = field(default_factory=dict)

    def joined(self, scored: Scored) -> Scored:
        """The pool with these records in it, each once."""
        rest = [one for one in scored.judged if one.candidate.id not in self.ways]
        return replace(scored, judged=(*rest, *self.judged))


def reached(
    parts: Parts,
    scored: Scored,
    share: Share,
    filters: Filters,
    view: Viewpoint,
    named: Collection[str],
) -> Reached:
    """What the graph adds to the pool of a topic.

    Args:
        parts: the open home.
        scored: the pool; its question is not a strict one.
        share: of the weight of the question that some of its terms have.
        filters: the caller's conditions.
        view: the moment asked about.
        named: folded names of entities that the topic says.
    """
    question = scored.question
    net = Net(parts.index.edges(), sight_of(parts, filters.scopes, view), most=MOST_EDGES, bare=True)
    seeds = _seeds(parts, question, net, named)
    if not seeds:
        return Reached()
    asking = _Asking(parts, question)
    found = reach(net, seeds, asking.asks, asking.holds)
    trails: dict[MemoryId, tuple[Candidate, Trail]] = {}
    if found.near:
        trails |= _about(parts, scored, filters, net, found)
    if found.stating:
        trails |= _stating(parts, filters, found, trails)
    return _judged(scored, share, trails)


def led_to(
    parts: Parts, scored: Scored, filters: Filters, view: Viewpoint, named: Collection[str]
) -> Reached | None:
    """As `reached`, where no floor has weighed the question; None where it names nobody, or leads nowhere.

    The weights are those of the learned floor: whoever answers with an edge alone has to say as much.
    """
    question = scored.question
    if question.strict or not (named or names_of(question.topic)):
        return None
    weighed: list[Evidences] = []

    def share(bits: int) -> float:
        if not weighed:
            background, languages = Background(parts.lexicon.rarity), parts.glance.languages()
            weighing = weighing_of(question, parts.analyzer, background, languages, parts.index.frequencies)
            weighed.append(Evidences(weighing))
        return weighed[0].of(bits).share

    found = reached(parts, scored, share, filters, view, named)
    return found if found.ways else None


def _seeds(parts: Parts, question: Question, net: Net, named: Collection[str]) -> dict[str, int]:
    """Nodes that the topic names, with the terms that name them; of names within a longer one the longer."""
    words = parts.analyzer.exact(question.topic)[:WORDS]
    written = {word for name in names_of(question.topic) for word in parts.analyzer.exact(name)}
    places = {term.text: place for place, term in enumerate(question.terms)}
    seeds: dict[str, int] = {}
    taken: set[int] = set()
    spans = [
        (start, end)
        for start in range(len(words))
        for end in range(start + 1, min(len(words), start + LONGEST) + 1)
    ]
    for start, end in sorted(spans, key=lambda span: (span[0] - span[1], span)):
        run = " ".join(words[start:end])
        known = run in named
        if not taken.isdisjoint(range(start, end)) or not (known or written.issuperset(words[start:end])):
            continue
        bits = sum(1 << places[word] for word in set(words[start:end]) if word in places)
        if bits:
            taken |= set(range(start, end)) if known else set()
            form = link_form(run)
            # What no page is called by is not looked up once more: most capitals name nobody who is known.
            nodes = net.named(form) if known else (f"{NAME_SIGN}{form}",)
            seeds |= {node: seeds.get(node, 0) | bits for node in nodes}
    return seeds


class _Asking:
    """Which terms of a question a text holds, by its own words or by those that mean the same relation."""

    def __init__(self, parts: Parts, question: Question) -> None:
        self._parts = parts
        self._forms = [frozenset(term.forms) for term in question.terms]
        self._known: dict[str, int] = {}

    def asks(self, text: str) -> int:
        """Terms that a predicate or label says in any words, bit n for term n."""
        known = self._known.get(text)
        if known is None:
            plain = text.replace("_", " ")
            known = self.holds(plain) or self.holds(" ".join(kin(plain, self._parts.wording.predicates)))
            self._known[text] = known
        return known

    def holds(self, text: str) -> int:
        """Terms that stand in a text."""
        stems = self._parts.analyzer.stems(text)
        return sum(1 << place for place, forms in enumerate(self._forms) if not forms.isdisjoint(stems))


def _about(
    parts: Parts, scored: Scored, filters: Filters, net: Net, found: Reach
) -> dict[MemoryId, tuple[Candidate, Trail]]:
    """Memories about what the question asks for without naming it, the best by its words."""
    if filters.about:
        return {}  # the caller said whom it is about
    trails: dict[str, Trail] = {}
    for node, trail in found.near.items():
        for name in _names(net, node):
            trails.setdefault(fold_name(name), trail)
    about = replace(filters, about=tuple(sorted(trails)))
    words = scored.question.words
    ask = Ask(where=AtLeast(1, words), rank_by=scored.question.rank_by, filters=about, depth=DEPTH)
    candidates = {one.id: one for one in parts.index.propose(ask).candidates[: 2 * DEPTH]}
    rows = parts.index.rows(list(candidates))
    said: dict[MemoryId, tuple[Candidate, Trail]] = {}
    for id, row in rows.items():
        forms = [fold_name(name) for name in _spoken_of(row)]
        ways = [trails[form] for form in forms if form in trails]
        best = max(ways, key=lambda way: way.bits.bit_count(), default=None)
        # What says nothing of the question itself is only somebody's who is asked about.
        if best is not None and scored.scorer.found(candidates[id]) & ~best.bits:
            said[id] = candidates[id], best
    return said


def _names(net: Net, node: str) -> tuple[str, ...]:
    if node.startswith(NAME_SIGN):
        return (node[len(NAME_SIGN) :],)
    return tuple(name for member in net.members(node) for name in (member.name, *member.forms))


def _spoken_of(row: Row) -> tuple[str, ...]:
    card = row.card
    return (card.subject or "", *card.entities, card.title, *card.aliases)


def _stating(
    parts: Parts, filters: Filters, found: Reach, known: Mapping[MemoryId, tuple[Candidate, Trail]]
) -> dict[MemoryId, tuple[Candidate, Trail]]:
    """Records that state an edge that is asked for, within the caller's conditions."""
    rows = parts.index.rows(list(found.stating))
    wanted = [id for id, row in rows.items() if _meets(row, filters)]
    stated: dict[MemoryId, tuple[Candidate, Trail]] = {}
    for candidate in parts.index.at(wanted):
        trail = found.stating[candidate.id]
        rival = known.get(candidate.id)
        if rival is None or trail.bits.bit_count() >= rival[1].bits.bit_count():
            stated[candidate.id] = candidate, trail
    return stated


def _meets(row: Row, filters: Filters) -> bool:
    """Whether a record meets the conditions of a question; whether it holds is judged like everything."""
    tags = {fold_name(tag) for tag in row.card.tags}
    updated = row.updated or 0
    return (
        (not filters.scopes or row.scope in filters.scopes)
        and (not filters.types or row.type.casefold() in filters.types)
        and (not filters.kinds or row.kind in filters.kinds)
        and (not filters.statuses or row.status in filters.statuses)
        and (not filters.about or any(fold_name(name) in filters.about for name in _spoken_of(row)))
        and all(tag in tags for tag in filters.tags)
        and (filters.updated_from is None or updated >= filters.updated_from)
        and (filters.updated_until is None or updated < filters.updated_until)
        and (filters.begun_by is None or (row.valid_from or row.created or 0) <= filters.begun_by)
    )


def _judged(scored: Scored, share: Share, trails: Mapping[MemoryId, tuple[Candidate, Trail]]) -> Reached:
    """What the ways add to. A record that holds nothing of the question beside its way answers with the edge
    alone, so that has to say nearly all of it: who her sister is tells nothing of her sister's allergies."""
    judged: list[Judged] = []
    ways: dict[MemoryId, Way] = {}
    scorer = scored.scorer
    held = frozenset(scorer.rarest_first())
    for one in scored.judge([candidate for candidate, _ in trails.values()]):
        candidate = one.candidate
        trail = trails[candidate.id][1]
        added = [
            place for place in _places(trail.bits, len(scored.question.terms)) if not one.found >> place & 1
        ]
        beside = one.found & ~trail.bits
        if not added or not (beside or share(trail.bits) >= NEARLY_ALL):
            continue
        amount = WEIGHT * scorer.most_score([place for place in added if place in held])
        ways[candidate.id] = Way(trail.bits, trail.told, amount)
        score = one.score + amount * scorer.boost(candidate)
        judged.append(Judged(candidate, one.found | trail.bits, score))
    return Reached(tuple(judged), ways)


def _places(bits: int, terms: int) -> Sequence[int]:
    return [place for place in range(terms) if bits >> place & 1]
