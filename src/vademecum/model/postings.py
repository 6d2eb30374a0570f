"""Token statistics of one record, kept as a string so that thousands can be asked without decoding any.

A recall asks 24 terms of 200 candidates. Decoding 200 mappings of 50 entries costs several times the
whole lexical query; searching a short string for a delimited term costs a tenth of a microsecond
(`benchmarks/analyzer.py` prints both).
"""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_TERM = "\t"
_COUNTS = "\x1f"


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
    def build(cls, fields: Mapping[Field, Iterable[str]]) -> Postings:
        """Count the terms of every field.

        Args:
            fields: field -> its terms in order, repeats included.
        """
        counts: dict[str, dict[str, int]] = {}
        for field in Field:
            code = field.value
            for term in fields.get(field, ()):
                per_field = counts.get(term)
                if per_field is None:
                    counts[term] = {code: 1}
                else:
                    per_field[code] = per_field.get(code, 0) + 1
        parts = [
            f"{_TERM}{term}{_COUNTS}" + "".join([f"{code}{n}" for code, n in counts[term].items()])
            for term in sorted(counts)
        ]
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
        """Yield every (term, encoded counts) in term order."""
        for part in self.encoded.split(_TERM):
            if part:
                term, _, counts = part.partition(_COUNTS)
                yield term, counts


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
