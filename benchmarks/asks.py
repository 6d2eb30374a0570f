"""What an ask for coverage costs in the lexical engine, by how many of the terms it counts and how.

A record that covers c of n terms holds at least c - (n - r) of the r rarest ones. Counting fewer terms is
cheaper and brings more records that cover too little; intersections skip where counting reads every
document. The choices of `retrieval/lexical.py` (`PIGEONHOLES`) and `stores/local/querying.py`
(`_FEW_CONJUNCTIONS`) come from this table.

    python benchmarks/asks.py --n 100000
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb

import tantivy

from generator import Generator
from homes import batches
from vademecum.lexicon import load as load_lexicon
from vademecum.model.entry import Entry
from vademecum.model.postings import decode_counts
from vademecum.retrieval.question import Question
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.text.analyzer import Analyzer

OWN_WORDS = {3: 2, 5: 3, 8: 5, 12: 7, 24: 13}
"""Words of a topic -> how many of them one memory lent."""

DEPTH = 200
MOST_COUNTED = 6
MOST_INTERSECTIONS = 130
MUST, SHOULD = tantivy.Occur.Must, tantivy.Occur.Should


class Bags:
    """An engine with one field: every term of a record, repeated by the weight of its field."""

    def __init__(self, entries: Iterable[Sequence[Entry]]) -> None:
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("bag", tokenizer_name="whitespace", index_option="freq")
        self._schema = builder.build()
        index = tantivy.Index(self._schema)
        writer = index.writer(heap_size=200_000_000, num_threads=1)
        for batch in entries:
            for entry in batch:
                writer.add_document(tantivy.Document(bag=bag_of(entry)))
        writer.commit()
        index.reload()
        self._searcher = index.searcher()

    def rarest_first(self, forms: Iterable[str]) -> list[tantivy.Query]:
        """Queries of the terms that the engine holds, by how many records hold them."""
        held = sorted((count, form) for form in forms if (count := self._searcher.doc_freq("bag", form)))
        return [tantivy.Query.term_query(self._schema, "bag", form, "freq") for _, form in held]

    def time(self, queries: Sequence[tantivy.Query], repetitions: int) -> tuple[float, float]:
        """Median CPU milliseconds of one query for the best `DEPTH`, and the median number found."""
        times: list[float] = []
        found: list[int] = []
        for _ in range(repetitions):
            for query in queries:
                began = time.process_time()
                hits = self._searcher.search(query, DEPTH, count=False).hits
                times.append((time.process_time() - began) * 1000)
                found.append(len(hits))
        return statistics.median(times), statistics.median(found)


def bag_of(entry: Entry) -> str:
    """The terms of a record, repeated by weight."""
    words: list[str] = []
    for term, counts in entry.postings:
        weight = sum(FIELD_WEIGHTS[field] * count for field, count in decode_counts(counts))
        words += [term] * max(1, round(weight))
    return " ".join(words)


def counting(terms: Sequence[tantivy.Query], minimum: int) -> tantivy.Query:
    """At least so many of the terms, document by document."""
    return tantivy.Query.boolean_query([(SHOULD, term) for term in terms], minimum)


def intersecting(terms: Sequence[tantivy.Query], minimum: int) -> tantivy.Query:
    """The same documents as the union of every intersection of so many terms."""
    parts = (
        tantivy.Query.boolean_query([(MUST, term) for term in chosen])
        for chosen in combinations(terms, minimum)
    )
    return tantivy.Query.boolean_query([(SHOULD, part) for part in parts])


def main() -> int:
    """Build, ask, print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, default=100_000, help="memories")
    parser.add_argument("--queries", type=int, default=40, help="topics of each length")
    parser.add_argument("--repetitions", type=int, default=5, help="times each is asked")
    options = parser.parse_args()
    generator = Generator()
    analyzer = Analyzer(load_lexicon(), default_language="en")
    bags = Bags(batches(generator.memories(options.n), lambda text: print(text, file=sys.stderr)))
    print("| words | counted | of the rarest | counting, ms | intersections | ms | found (≤ 200) |")
    print("|---|---|---|---|---|---|---|")
    for words, own in OWN_WORDS.items():
        topics = generator.queries(options.queries, words=words, own=own, corpus=options.n)
        asked = (Question.of(topic.text, analyzer, ("en",)) for topic in topics)
        terms = [bags.rarest_first(question.rank_by) for question in asked if question is not None]
        least = (words + 1) // 2
        for minimum in range(1, min(least, MOST_COUNTED) + 1):
            print(row(bags, terms, (words, least, minimum), options.repetitions))
    return 0


def row(
    bags: Bags, topics: Sequence[list[tantivy.Query]], sizes: tuple[int, int, int], repetitions: int
) -> str:
    """One line: topics of so many words, of which `least` must be covered, asked by `minimum` of them."""
    words, least, minimum = sizes
    kept = words - (least - minimum)
    chosen = [terms[:kept] for terms in topics if len(terms) == words]
    counted, found = bags.time([counting(terms, minimum) for terms in chosen], repetitions)
    parts = comb(kept, minimum)
    fast = "-"
    if minimum > 1 and parts <= MOST_INTERSECTIONS:
        fast = f"{bags.time([intersecting(terms, minimum) for terms in chosen], repetitions)[0]:.2f}"
    return f"| {words} | {minimum} | {kept} | {counted:.2f} | {parts} | {fast} | {found:.0f} |"


if __name__ == "__main__":
    sys.exit(main())
