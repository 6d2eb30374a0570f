"""The bag: one weighted field in which a term stands as often as all its fields together are worth."""

from __future__ import annotations

from vademecum.model.postings import Field, Postings, decode_counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_WORST_CASE_COUNTS = range(1, 9)  # rounding errs most at small counts


class Bags:
    """Builds bags for one table of weights."""

    def __init__(self, weights: Mapping[Field, float]) -> None:
        """Take the weights.

        Args:
            weights: how many body occurrences one occurrence in a field is worth; absent fields count 1.
        """
        self._weights = {field: weights.get(field, 1.0) for field in Field}
        self._repeats = _Repeats(self._weights)
        self.rounding = max(
            weight * n / _rounded(weight * n) for weight in self._weights.values() for n in _WORST_CASE_COUNTS
        )
        """Largest factor by which a weighted frequency exceeds its whole-numbered count in a bag."""

    def bag(self, postings: Postings) -> str:
        """The terms of a record, each repeated by weight, separated by spaces."""
        repeats = self._repeats
        words = [
            term if (number := repeats[counts]) == 1 else " ".join([term] * number)
            for term, counts in postings
        ]
        return " ".join(words)


class _Repeats(dict[str, int]):
    """Encoded counts -> how often their term stands in a bag; reckoned when first asked for."""

    def __init__(self, weights: Mapping[Field, float]) -> None:
        super().__init__()
        self._weights = weights

    def __missing__(self, counts: str) -> int:
        number = sum(_rounded(self._weights[field] * n) for field, n in decode_counts(counts))
        self[counts] = number
        return number


def _rounded(amount: float) -> int:
    """Nearest whole number, halves up, at least one: whatever stands in a record can be found."""
    return max(1, int(amount + 0.5))
