"""Conditions and filters as queries of the lexical engine."""

from __future__ import annotations

from itertools import combinations
from math import comb

import tantivy

from vademecum.model.ask import AllOf, AtLeast, Condition, Everything, Filters, Prefix, Without, Word
from vademecum.model.value import value
from vademecum.stores.codec import speakable
from vademecum.stores.local.lexical import BAG, BEGAN, FACET, UPDATED, View, facet
from vademecum.stores.local.words import plain_words, summed_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Clause = tuple[tantivy.Occur, tantivy.Query]
_FEW_CONJUNCTIONS = 20
"""Counting how many of the terms a document holds is done document by document; so many intersections,
which skip, are 2-3 times faster than that (`benchmarks/asks.py`). A document that satisfies several of them
scores the more for it, which leaves its score what is asked of it: never too low."""

MUST, SHOULD, MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot


@value
class Lowered:
    """A query whose score is at least the bag's BM25 of the ask's `rank_by`.

    Attributes:
        wider: the query may also match records that hold none of the words of `where`; they are to be
            left out by whoever reads the candidates.
    """

    query: tantivy.Query
    wider: bool


class Lowering:
    """Builds queries against one view."""

    def __init__(self, view: View) -> None:
        self._view = view

    def ask(self, where: Condition, rank_by: Sequence[str], *, filters: Filters | None) -> Lowered:
        """Lower the whole ask; filters are left out when None.

        A plain union of terms on one field is what the engine prunes best (block-max WAND), so a topic's OR
        is asked as exactly that.
        """
        ranked = tuple(dict.fromkeys(rank_by))
        words = plain_words(where)
        wider = False
        if words is not None and words and words <= set(ranked):
            query, wider = _any(self._terms(ranked)), len(words) < len(ranked)
        elif (summed := summed_words(where)) is not None and summed <= set(ranked):
            rest = [term for term in ranked if term not in summed]
            query = self._with_rank(self.condition(where), rest)
        else:
            query = self._with_rank(_weightless(self.condition(where)), ranked)
        if filters is not None and (clauses := self._filters(filters)):
            query = tantivy.Query.boolean_query([(MUST, query), *clauses])
        return Lowered(query, wider)

    def _with_rank(self, must: tantivy.Query, rank_by: Sequence[str]) -> tantivy.Query:
        if not rank_by:
            return must
        return tantivy.Query.boolean_query([(MUST, must), *((SHOULD, term) for term in self._terms(rank_by))])

    def condition(self, condition: Condition) -> tantivy.Query:
        """What `model.ask.holds` says, as a query."""
        match condition:
            case Word(forms):
                return _any(self._terms(forms))
            case Prefix(forms):
                return _any([self._prefix(form) for form in forms if speakable(form)])
            case AllOf(parts):
                return self._all(parts)
            case AtLeast(minimum, parts):
                return self._at_least(minimum, parts)
            case Without(part):
                return self._all((Without(part),))
            case Everything():
                return _everything()

    def _all(self, parts: Sequence[Condition]) -> tantivy.Query:
        clauses: list[Clause] = []
        for part in parts:
            if isinstance(part, Without):
                clauses.append((MUST_NOT, self.condition(part.part)))
            else:
                clauses.append((MUST, self.condition(part)))
        if all(occur == MUST_NOT for occur, _ in clauses):
            clauses.append((MUST, _everything()))
        return tantivy.Query.boolean_query(clauses)

    def _at_least(self, minimum: int, parts: Sequence[Condition]) -> tantivy.Query:
        if minimum <= 0:
            return _everything()
        if minimum > len(parts):
            return tantivy.Query.empty_query()
        if minimum == 1:
            return _any([self.condition(part) for part in parts])
        if comb(len(parts), minimum) <= _FEW_CONJUNCTIONS:
            return _any([self._all(chosen) for chosen in combinations(parts, minimum)])
        return tantivy.Query.boolean_query([(SHOULD, self.condition(part)) for part in parts], minimum)

    def _terms(self, terms: Iterable[str]) -> list[tantivy.Query]:
        schema = self._view.schema
        return [tantivy.Query.term_query(schema, BAG, term, "freq") for term in terms if speakable(term)]

    def _prefix(self, prefix: str) -> tantivy.Query:
        """The terms that begin so, from the engine's own dictionary; a pattern would need escaping."""
        return tantivy.Query.term_set_query(self._view.schema, BAG, self._view.terms_with_prefix(prefix))

    def _filters(self, filters: Filters) -> list[Clause]:
        clauses: list[Clause] = []
        for alternatives in facets_of(filters):
            terms = [
                tantivy.Query.term_query(self._view.schema, FACET, each, "basic")
                for each in alternatives
                if speakable(each)
            ]
            clauses.append((MUST, _weightless(_any(terms))))
        if filters.updated_from is not None or filters.updated_until is not None:
            last = None if filters.updated_until is None else filters.updated_until - 1
            clauses.append((MUST, self._between(UPDATED, filters.updated_from, last)))
        if filters.begun_by is not None:
            clauses.append((MUST, self._between(BEGAN, None, filters.begun_by)))
        return clauses

    def _between(self, field: str, first: int | None, last: int | None) -> tantivy.Query:
        """Either end may be open; both belong to it."""
        kind = tantivy.FieldType.Integer
        return _weightless(tantivy.Query.range_query(self._view.schema, field, kind, first, last))

    def share(self, filters: Filters) -> float:
        """Estimated share of the records that pass, as if attributes were independent; 0..1."""
        share = 1.0
        for alternatives in facets_of(filters):
            held = self._view.frequencies(FACET, filter(speakable, alternatives))
            share *= min(1.0, sum(held.values()) / max(1, self._view.total))
        if filters.begun_by is not None:
            share *= min(1.0, self._view.begun(filters.begun_by) / max(1, self._view.total))
        return share


def facets_of(filters: Filters) -> list[list[str]]:
    """Alternatives of facet terms, to be ANDed."""
    return [
        alternatives
        for alternatives in (
            [facet("scope", scope) for scope in filters.scopes],
            [facet("type", type) for type in filters.types],
            [facet("kind", kind.value) for kind in filters.kinds],
            [facet("status", status.value) for status in filters.statuses],
            [facet("about", form) for form in filters.about],
            *([facet("tag", tag)] for tag in filters.tags),
        )
        if alternatives
    ]


def _any(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    if not queries:
        return tantivy.Query.empty_query()
    if len(queries) == 1:
        return queries[0]
    return tantivy.Query.boolean_query([(SHOULD, query) for query in queries])


def _everything() -> tantivy.Query:
    """Every document: the marker of a flush too, which carries no version and is left out by it."""
    return _weightless(tantivy.Query.all_query())


def _weightless(query: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.boost_query(query, 0.0)
