"""Expert queries: from the parsed tree to a condition on words, and to an exact test on a record.

An index knows which words a record holds and nothing of their fields or order. So a phrase is asked as
the AND of its words and a field restriction as its word, and both are tested here on what was proposed.
A negation is asked only where it follows from the words alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from vademecum.model.ask import AllOf, AtLeast, Candidate, Condition, Everything, Prefix, Without, Word
from vademecum.model.entry import Card
from vademecum.model.postings import Field
from vademecum.model.value import value
from vademecum.text.analyzer import Analyzer, Form, Term
from vademecum.text.expert import And, FieldIs, Node, Not, Or, Phrase, PrefixWord, Words
from vademecum.text.names import fold_name
from vademecum.text.scripts import fold
from vademecum.text.sequences import find_run

FIELDS = {
    "title": (Field.TITLE,),
    "body": (Field.BODY,),
    "tag": (Field.TAG,),
    "alias": (Field.ALIAS,),
    "entity": (Field.ENTITY, Field.SUBJECT),
    "subject": (Field.SUBJECT,),
    "predicate": (Field.PREDICATE,),
    "expansion": (Field.EXPANSION,),
}

ReadCard = Callable[[Candidate], Card | None]


@value
class Expert:
    """A readied expert query.

    Attributes:
        terms: positive words, for ranking and coverage.
        condition: what the index is asked; necessary, not sufficient.
        exact: the condition alone decides, no record has to be tested.
    """

    tree: Node
    terms: tuple[Term, ...]
    condition: Condition
    exact: bool


def ready(tree: Node, analyzer: Analyzer, languages: Iterable[str]) -> Expert:
    """Lower a parsed query."""
    spoken = tuple(languages)
    lowering = _Lowering(analyzer, spoken)
    condition = lowering.condition(tree)
    positive = " ".join(_positive_words(tree))
    terms = analyzer.strict_terms(positive, languages=spoken)
    return Expert(tree, terms, condition, lowering.exact)


def _positive_words(node: Node) -> Iterator[str]:
    match node:
        case Words(text) | Phrase(text) | PrefixWord(text):
            yield text
        case FieldIs(_, inner):
            yield from _positive_words(inner)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _positive_words(part)
        case Not():
            pass


class _Lowering:
    """Turns a tree into a condition, noting whether the condition is the whole truth."""

    def __init__(self, analyzer: Analyzer, languages: tuple[str, ...]) -> None:
        self._analyzer = analyzer
        self._languages = languages
        self.exact = True

    def condition(self, node: Node) -> Condition:
        match node:
            case Words(text):
                return self._words(text)
            case Phrase(text):
                words = self._words(text)
                self.exact = self.exact and not isinstance(words, AllOf)
                return words
            case PrefixWord(text):
                forms = _prefix_forms(text)
                return Prefix(forms) if forms else Everything()
            case FieldIs(_, inner):
                self.exact = False
                return self.condition(inner) if not _is_attribute(node) else Everything()
            case And(parts):
                return AllOf(tuple(self.condition(part) for part in parts))
            case Or(parts):
                return AtLeast(1, tuple(self.condition(part) for part in parts))
            case Not(inner):
                return self._negation(inner)

    def _words(self, text: str) -> Condition:
        terms = self._analyzer.strict_terms(text, languages=self._languages)
        if not terms:
            return Everything()
        words = tuple(Word(term.forms) for term in terms)
        return words[0] if len(words) == 1 else AllOf(words)

    def _negation(self, inner: Node) -> Condition:
        if isinstance(inner, Words):
            return Without(self._words(inner.text))
        self.exact = False
        return Everything()


def _is_attribute(node: FieldIs) -> bool:
    return node.field not in FIELDS


def satisfies(expert: Expert, candidate: Candidate, read_card: ReadCard, analyzer: Analyzer) -> bool:
    """Whether a proposed record truly satisfies the query."""
    return expert.exact or _holds(expert.tree, candidate, read_card, analyzer, None)


def _holds(
    node: Node,
    candidate: Candidate,
    read_card: ReadCard,
    analyzer: Analyzer,
    fields: tuple[Field, ...] | None,
) -> bool:
    match node:
        case Words(text):
            return all(
                any(_present(form, candidate, fields) for form in term.forms)
                for term in _terms(analyzer, text, _spoken(read_card(candidate)))
            )
        case PrefixWord(text):
            return _prefix_holds(_prefix_forms(text), candidate, fields)
        case Phrase(text):
            return _phrase_holds(text, candidate, read_card, analyzer, fields)
        case FieldIs(field, inner):
            if _is_attribute(node):
                return _attribute_holds(field, inner, candidate)
            return _holds(inner, candidate, read_card, analyzer, FIELDS[field])
        case And(parts):
            return all(_holds(part, candidate, read_card, analyzer, fields) for part in parts)
        case Or(parts):
            return any(_holds(part, candidate, read_card, analyzer, fields) for part in parts)
        case Not(inner):
            return not _holds(inner, candidate, read_card, analyzer, fields)


# Every candidate is tested against the same few texts of the query, whose reading costs more than the test.
_KEPT = 512


@lru_cache(maxsize=_KEPT)
def _terms(analyzer: Analyzer, text: str, languages: tuple[str, ...]) -> tuple[Term, ...]:
    return analyzer.strict_terms(text, languages=languages)


@lru_cache(maxsize=_KEPT)
def _wanted(analyzer: Analyzer, text: str, language: str | None) -> list[str]:
    return _sequence(text, analyzer, language)


def _spoken(card: Card | None) -> tuple[str, ...]:
    return (card.lang,) if card and card.lang else ()


def _present(stem: str, candidate: Candidate, fields: tuple[Field, ...] | None) -> bool:
    counts = candidate.postings.counts(stem)
    return bool(counts) if fields is None else any(field.value in counts for field in fields)


def _prefix_forms(text: str) -> tuple[str, ...]:
    """What an indexed term may begin with: the word, or the identifier as it is written (``graph_d*``)."""
    word = fold_name(text)
    if not word:
        return ()
    return tuple(form for form in dict.fromkeys((word, fold(text))) if " " not in form)


def _prefix_holds(prefixes: tuple[str, ...], candidate: Candidate, fields: tuple[Field, ...] | None) -> bool:
    return any(
        term.startswith(prefixes) and (fields is None or any(field.value in counts for field in fields))
        for term, counts in candidate.postings
    )


def _attribute_holds(field: str, node: Node, candidate: Candidate) -> bool:
    """``type:``, ``scope:`` and ``status:`` compare the attribute itself, without case.

    ``scope:project`` means every project; ``type:loc*`` every type that begins so.
    """
    values = {"type": candidate.type, "scope": candidate.scope, "status": candidate.status.value}
    value = values[field].casefold()
    match node:
        case Words(text) | Phrase(text):
            wanted = text.casefold()
            return value == wanted or (field == "scope" and value.startswith(f"{wanted}:"))
        case PrefixWord(text):
            return value.startswith(text.casefold())
        case FieldIs(_, inner):
            return _attribute_holds(field, inner, candidate)
        case And(parts):
            return all(_attribute_holds(field, part, candidate) for part in parts)
        case Or(parts):
            return any(_attribute_holds(field, part, candidate) for part in parts)
        case Not(inner):
            return not _attribute_holds(field, inner, candidate)


def _phrase_holds(
    text: str, candidate: Candidate, read_card: ReadCard, analyzer: Analyzer, fields: tuple[Field, ...] | None
) -> bool:
    card = read_card(candidate)
    if card is None:
        return False
    wanted = _wanted(analyzer, text, card.lang)
    return any(find_run(_sequence(part, analyzer, card.lang), wanted) >= 0 for part in _texts(card, fields))


def _sequence(text: str, analyzer: Analyzer, language: str | None) -> list[str]:
    return [token.stem for token in analyzer.tokens(text, language) if token.form is Form.WORD]


def _texts(card: Card, fields: tuple[Field, ...] | None) -> Iterator[str]:
    """The texts of a card in which a phrase may stand; a phrase never crosses from one to the next."""
    by_field = {
        Field.TITLE: (card.title,),
        Field.BODY: (card.text,),
        Field.TAG: card.tags,
        Field.ALIAS: card.aliases,
        Field.ENTITY: card.entities,
        Field.SUBJECT: (card.subject or "",),
        Field.PREDICATE: (card.predicate or "",),
        Field.EXPANSION: card.expansions,
    }
    for field, texts in by_field.items():
        if fields is None or field in fields:
            yield from texts
