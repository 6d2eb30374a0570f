"""Proposals of turns: the engine's best, and everything the engine does not know yet."""

from __future__ import annotations

import tantivy

from vademecum.model.turns import TurnProposal
from vademecum.model.value import value
from vademecum.stores.codec import speakable
from vademecum.stores.local import lookups as shared
from vademecum.stores.local.attempting import proposed
from vademecum.stores.local.bound import B, rarity
from vademecum.stores.local.lexical import BAG, FACET, UPDATED, View, facet
from vademecum.stores.local.turns import lookups
from vademecum.stores.local.turns.layout import FILLERS, MARK, MARKS, TurnGeneration

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from vademecum.model.turns import TurnAsk, TurnCandidate
    from vademecum.stores.local.generation import Generation
    from vademecum.stores.local.head import Connection, Head

    Clause = tuple[tantivy.Occur, tantivy.Query]

_DEEPER = 4
_SPARE = 64
_BROAD = 0.75
"""Fences that let at least this share through are checked on the hits: a plain union of terms is searched
two to three times faster alone (`stores.local.proposing`)."""

RANKING_B = 0.2
"""The b of `retrieval.turns`; a test holds the two to each other."""

MUST, SHOULD, MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot


def propose(generation: Generation, ask: TurnAsk) -> TurnProposal:
    """Answer an ask. An engine that cannot be believed is given up and every turn is read instead."""
    assert isinstance(generation, TurnGeneration)  # it is of the shelf of turns

    def search(connection: Connection, head: Head) -> TurnProposal:
        return _searched(generation, connection, head, ask)

    def scan(connection: Connection) -> TurnProposal:
        return TurnProposal(tuple(_pending(generation, connection, ask, 0)), exhausted=True, ceiling=0.0)

    return proposed(generation, search, scan)


def _searched(generation: TurnGeneration, connection: Connection, head: Head, ask: TurnAsk) -> TurnProposal:
    view = generation.lexical.view(head)
    pending = _pending(generation, connection, ask, view.version if view else 0)
    if view is None:
        return TurnProposal(tuple(pending), exhausted=True, ceiling=0.0)
    found = _Search(generation, connection, view, ask, generation.dead(connection, head)).run()
    candidates = (*found.candidates, *pending)
    if found.exhausted:
        return TurnProposal(candidates, exhausted=True, ceiling=0.0)
    ceiling = found.lowest * _slack(connection, view)
    return TurnProposal(candidates, exhausted=False, ceiling=ceiling)


def _pending(
    generation: TurnGeneration, connection: Connection, ask: TurnAsk, known: int
) -> list[TurnCandidate]:
    """Turns above version `known` that satisfy the ask."""
    versions = [
        row[0] for row in connection.execute("SELECT version FROM record WHERE version > ?", (known,))
    ]
    needles = [f" {word} " for word in ask.words]
    found = generation.turns(connection, versions)
    return [turn for turn in _passing(ask, found) if any(needle in turn.bag for needle in needles)]


def _passing(ask: TurnAsk, turns: Iterable[tuple[TurnCandidate, str]]) -> Iterator[TurnCandidate]:
    """Those that an ask lets through, whatever they say."""
    workspaces, without = frozenset(ask.fence.workspaces), frozenset(ask.fence.without)
    only = frozenset(ask.fence.only)
    for turn, workspace in turns:
        if (
            (not workspaces or workspace in workspaces)
            and turn.conversation not in without
            and (not only or turn.conversation in only)
            and ask.role in (None, turn.role)
            and (ask.within is None or _is_in(turn, *ask.within))
        ):
            yield turn


def _is_in(turn: TurnCandidate, first: int, behind: int) -> bool:
    return turn.at is not None and first <= turn.at < behind


@value
class _Found:
    """What a search brought."""

    candidates: list[TurnCandidate]
    exhausted: bool
    lowest: float


class _Search:
    """Searches deeper until enough of what it found is alive and passes."""

    def __init__(
        self,
        generation: TurnGeneration,
        connection: Connection,
        view: View,
        ask: TurnAsk,
        dead: frozenset[int],
    ) -> None:
        self._generation = generation
        self._connection = connection
        self._view = view
        self._ask = ask
        self._dead = dead
        self._worths = _worths(connection, view, ask)
        self._workspaces = _facets("workspace", ask.fence.workspaces)
        self._without = _facets("conversation", ask.fence.without)
        self._only = _facets("conversation", ask.fence.only)

    def run(self) -> _Found:
        ask = self._ask
        share = self._share()
        outside = share >= _BROAD and self._ask.within is None and not self._ask.fence.only
        limit = int((max(1, ask.depth) + min(_SPARE, len(self._dead))) / (share if outside else 1.0)) + 1
        while True:
            hits = self._view.search(self._query(fenced=not outside), limit)
            alive = [version for version in hits.versions if version not in self._dead]
            candidates = self._read(alive)
            if hits.complete or len(candidates) >= ask.depth:
                return _Found(candidates, hits.complete, hits.lowest)
            limit *= _DEEPER
            outside = False  # the estimate was wrong: what the words find does not pass

    def _share(self) -> float:
        """Share of the turns that pass the fence; 0..1."""
        share = min(1.0, self._held(self._workspaces)) if self._ask.fence.workspaces else 1.0
        return max(0.0, share - self._held(self._without))

    def _held(self, facets: Sequence[str]) -> float:
        """Share of the turns that have one of the facets."""
        return sum(self._view.frequencies(FACET, facets).values()) / max(1, self._view.total)

    def _query(self, *, fenced: bool) -> tantivy.Query:
        schema = self._view.schema
        union = tantivy.Query.boolean_query(
            [
                (
                    SHOULD,
                    tantivy.Query.boost_query(tantivy.Query.term_query(schema, BAG, word, "freq"), worth),
                )
                for word, worth in self._worths.items()
            ]
        )
        clauses: list[Clause] = []
        if fenced:
            if self._ask.fence.workspaces:
                clauses.append((MUST, self._any(self._workspaces)))
            if self._ask.within is not None:
                first, behind = self._ask.within
                clauses.append((MUST, self._between(first, behind - 1)))
            if self._ask.fence.only:
                clauses.append((MUST, self._any(self._only)))
            if self._without:
                clauses.append((MUST_NOT, self._any(self._without)))
        return tantivy.Query.boolean_query([(MUST, union), *clauses]) if clauses else union

    def _between(self, first: int, last: int) -> tantivy.Query:
        kind = tantivy.FieldType.Integer
        said = tantivy.Query.range_query(self._view.schema, UPDATED, kind, first, last)
        return tantivy.Query.boost_query(said, 0.0)

    def _any(self, facets: Sequence[str]) -> tantivy.Query:
        schema = self._view.schema
        terms = [tantivy.Query.term_query(schema, FACET, each, "basic") for each in facets]
        return tantivy.Query.boost_query(tantivy.Query.boolean_query([(SHOULD, term) for term in terms]), 0.0)

    def _read(self, versions: Sequence[int]) -> list[TurnCandidate]:
        return list(_passing(self._ask, self._generation.turns(self._connection, versions)))


def _facets(attribute: str, values: Iterable[str]) -> list[str]:
    return [facet(attribute, each) for each in values if speakable(each)]


def _marked_words(ask: TurnAsk) -> list[str]:
    """The words as the engine has them of those who are asked for."""
    roles = MARKS if ask.role is None else (ask.role.value,)
    return [f"{MARKS[role]}{word}" for role in roles for word in ask.words if speakable(word)]


def _worths(connection: sqlite3.Connection, view: View, ask: TurnAsk) -> dict[str, float]:
    """The asked words as the engine has them -> what makes its rarity of each the exact one.

    The engine counts the turns of one speaker, deleted ones and markers too, and does not know pending ones.
    """
    counted_in = view.total + view.markers
    turns = lookups.corpus(connection).turns
    exact = shared.frequencies(connection, ask.words)
    return {
        marked: rarity(exact[marked[len(MARK) :]], turns) / rarity(number, counted_in)
        for marked, number in view.frequencies(BAG, _marked_words(ask)).items()
        if number and marked[len(MARK) :] in exact
    }


def _slack(connection: sqlite3.Connection, view: View) -> float:
    """Factor between the engine's score and the exact one that it stands for, at most.

    Length: its damping is k1·(0.25 + 0.75·(length + p)/(average + p)), ours k1·(0.8 + 0.2·length/average);
    both are linear, so their ratio is largest for a turn without a length or for an endless one. Averages:
    deleted turns and markers can lower the engine's by their share at most. The engine rounds a length
    *down*, which raises its score.
    """
    corpus = lookups.corpus(connection)
    average = max(1.0, corpus.terms / max(1, corpus.turns))
    padded = average + FILLERS
    shortest = (1.0 - B + B * FILLERS / padded) / (1.0 - RANKING_B)
    longest = (B / padded) / (RANKING_B / average)
    return max(1.0, shortest, longest) * max(1.0, (view.total + view.markers) / max(1, view.live()))
