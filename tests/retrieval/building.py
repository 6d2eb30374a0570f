"""Small values that retrieval tests are made of."""

from __future__ import annotations

from typing import Any

from vademecum.lexicon import load
from vademecum.model.answer import Hit, MatchedVia
from vademecum.model.ask import Candidate, Corpus
from vademecum.model.plan import Intent, Plan
from vademecum.model.postings import Field, Postings
from vademecum.model.record import PERSONAL, Key, Kind, MemoryId, Status
from vademecum.retrieval.favour import FavouredQuery
from vademecum.retrieval.question import Question
from vademecum.text.analyzer import Analyzer

LEXICON = load()
ANALYZER = Analyzer(LEXICON)


def candidate(name: str = "A", *, version: int = 1, **given: Any) -> Candidate:
    """A candidate whose fields hold the given words: ``candidate(body="port redis", title="port")``."""
    fields = {field: given.pop(field.label, "").split() for field in Field}
    values: dict[str, Any] = {
        "version": version,
        "id": MemoryId(name),
        "kind": Kind.MEMORY,
        "scope": PERSONAL,
        "type": "note",
        "status": Status.ACTIVE,
        "superseded_by": None,
        "review": None,
        "pinned": False,
        "explicit": False,
        "confidence": None,
        "created": None,
        "updated": None,
        "valid_from": None,
        "valid_until": None,
        "expires": None,
        "lengths": "".join(f"{field.value}{len(words)}" for field, words in fields.items() if words),
        "postings": Postings.build(fields),
    }
    return Candidate(**(values | given))


def corpus(*candidates: Candidate) -> tuple[Corpus, dict[str, int]]:
    """Totals and frequencies of exactly these records."""
    lengths: dict[str, int] = {}
    frequencies: dict[str, int] = {}
    for each in candidates:
        for term, counts in each.postings:
            frequencies[term] = frequencies.get(term, 0) + 1
            for code, number in _pairs(counts):
                lengths[code] = lengths.get(code, 0) + number
    longest = max((sum(n for _, n in _pairs(each.lengths)) for each in candidates), default=0)
    return Corpus(len(candidates), lengths, longest), frequencies


def _pairs(counts: str) -> list[tuple[str, int]]:
    from vademecum.model.postings import decode_counts

    return [(field.value, number) for field, number in decode_counts(counts)]


def question(topic: str, *languages: str) -> Question:
    """A topic as the analyzer reads it, for a store in these languages."""
    read = Question.of(topic, ANALYZER, languages)
    assert read is not None
    return read


def plan(**given: Any) -> Plan:
    """A plan that wants nothing but what is given."""
    values: dict[str, Any] = {
        "plan_id": "p",
        "requires_memory": True,
        "confidence": 1.0,
        "intent": Intent.AMBIENT,
        "source_hash": "",
    }
    return Plan(**(values | given))


def favoured(text: str, *languages: str) -> FavouredQuery:
    """A query or a hint of a plan, for a store in these languages."""
    return FavouredQuery(text, ANALYZER.strict_terms(text, languages=languages))


def hit(key: str = "k", summary: str = "s", **given: Any) -> Hit:
    """A hit with nothing but its key and summary."""
    values: dict[str, Any] = {
        "id": MemoryId(key),
        "key": Key(key),
        "kind": Kind.MEMORY,
        "scope": PERSONAL,
        "type": "note",
        "title": "",
        "summary": summary,
        "snippet": summary,
        "offsets": (),
        "tags": (),
        "aliases": (),
        "entities": (),
        "status": "active",
        "mark": None,
        "review": None,
        "predicate": None,
        "source": None,
        "created": None,
        "updated": None,
        "path": f"personal/{key}.md",
        "lines": (1, 1),
        "covered": 1,
        "terms": 2,
        "score": 1.0,
        "matched_via": MatchedVia.BODY,
    }
    return Hit(**(values | given))
