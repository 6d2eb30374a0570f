"""Token statistics of one record, kept as a string so that thousands can be asked without decoding any.

A recall asks 24 terms of 200 candidates. Decoding 200 mappings of 50 entries costs several times the
whole lexical query; searching a short string for a delimited term costs a tenth of a microsecond
(`benchmarks/analyzer.py` prints both).
"""

from __future__ import annotations

import re
from collections import Counter
from enum import StrEnum

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

_TERM = "\t"
_COUNTS = "\x1f"
_PAIRS = re.compile(f"{_TERM}([^{_COUNTS}]+){_COUNTS}([^{_TERM}]+)")


class Field(StrEnum):
    """Searchable fields; the value is the one-letter code used in stored statistics."""

    SUBJECT = "s"
    ENTITY = "e"
    TITLE = "t"
    ALIAS = "a"
    PREDICATE = "p"
    TAG = "g"
    BODY = "b"
    EXPANSION = "x"

    @property
    def label(self) -> str:
        """The field's name in answers and in expert queries."""
        return self.name.lower()


@value
class Postings:
    """How often each term stands in each field of one record.

    Attributes:
        encoded: for every term, tab, term, unit separator, then field code and count pairs
            (``\\tport\\x1fb2t1``), closed by one tab. Terms are sorted.
    """

    encoded: str

    @classmethod
    def build(cls, fields: Mapping[Field, Collection[str]]) -> Postings:
        """Count the terms of every field.

        Args:
            fields: field -> its terms in order, repeats included.
        """
        counts: dict[str, str] = {}
        for field in Field:
            terms = fields.get(field)
            if not terms:
                continue
            code = field.value
            # `Counter` counts in C, and hardly any term stands in two fields.
            for term, number in Counter(terms).items():
                counts[term] = f"{counts[term]}{code}{number}" if term in counts else f"{code}{number}"
        parts = [f"{_TERM}{term}{_COUNTS}{counts[term]}" for term in sorted(counts)]
        return cls("".join(parts) + _TERM if parts else "")

    def counts(self, term: str) -> str:
        """The encoded counts of `term` (``b2t1``), or an empty string when it is absent."""
        encoded = self.encoded
        start = encoded.find(f"{_TERM}{term}{_COUNTS}")
        if start < 0:
            return ""
        start += len(term) + 2
        return encoded[start : encoded.index(_TERM, start)]

    def __contains__(self, term: object) -> bool:
        return f"{_TERM}{term}{_COUNTS}" in self.encoded

    def has_prefix(self, prefix: str) -> bool:
        """Whether any term begins with `prefix`."""
        return f"{_TERM}{prefix}" in self.encoded

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Every (term, encoded counts) in term order."""
        return iter(_PAIRS.findall(self.encoded))


def decode_counts(counts: str) -> tuple[tuple[Field, int], ...]:
    """Split encoded counts into (field, number) pairs in field order.

    ``decode_counts("t1b12") == ((Field.TITLE, 1), (Field.BODY, 12))``
    """
    pairs: list[tuple[Field, int]] = []
    start = 0
    for end in range(1, len(counts) + 1):
        if end == len(counts) or counts[end].isalpha():
            pairs.append((Field(counts[start]), int(counts[start + 1 : end])))
            start = end
    return tuple(pairs)
