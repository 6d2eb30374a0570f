"""The measures of retrieval. Everything is a share between 0 and 1; tables show percent."""

from __future__ import annotations

import math
import random
from bisect import bisect_left, bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.bench.task import Gold

CUTS = (1, 5, 10, 20)
"""Ranks at which recall and hits are read."""

RESAMPLES = 500
"""Resamples of a confidence interval: its ends then move by a tenth of its width from seed to seed."""

SEED = 7


def of_ranking(ranked: Sequence[str], gold: Gold) -> dict[str, float]:
    """Every measure of one answer.

    Args:
        ranked: ids, best first, each once.
        gold: what answers the question; not empty.
    """
    places = [place for place, one in enumerate(ranked) if one in gold]
    measured: dict[str, float] = {}
    for cut in CUTS:
        found = bisect_left(places, cut)
        measured[f"r@{cut}"] = found / len(gold)
        measured[f"hit@{cut}"] = float(found > 0)
    measured["mrr"] = 1.0 / (places[0] + 1) if places else 0.0
    measured["ndcg@10"] = _gain([gold.get(one, 0.0) for one in ranked[:10]]) / _gain(
        sorted(gold.values(), reverse=True)[:10]
    )
    return measured


def _gain(grades: Sequence[float]) -> float:
    return math.fsum(grade / math.log2(place + 2) for place, grade in enumerate(grades))


def within_budget(ranked: Sequence[str], gold: Gold, sizes: Mapping[str, int], budget: int) -> float:
    """Share of what answers that is among the first passages which fit a budget together.

    Args:
        sizes: passage -> tokens it costs.
        budget: tokens; the first passage that does not fit ends the list.
    """
    found = spent = 0
    for one in ranked:
        spent += sizes[one]
        if spent > budget:
            break
        found += one in gold
    return found / len(gold)


def mean(values: Sequence[float]) -> float:
    """The average; 0 of nothing."""
    return math.fsum(values) / len(values) if values else 0.0


def p95(values: Sequence[float]) -> float:
    """The 95th percentile of at least one value, as one of them."""
    return sorted(values)[int(0.95 * (len(values) - 1))]


def interval(values: Sequence[float]) -> tuple[float, float]:
    """A 95 % confidence interval of the mean, by bootstrap over questions; the same on every machine."""
    if not values:
        return 0.0, 0.0
    chance = random.Random(SEED)  # noqa: S311 - chooses questions, guards no secret
    means = sorted(sum(chance.choices(values, k=len(values))) / len(values) for _ in range(RESAMPLES))
    last = RESAMPLES - 1
    return means[round(0.025 * last)], means[round(0.975 * last)]


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """How often an answerable question scores above one that is not; ties count half.

    Args:
        positive, negative: scores of answerable and of unanswerable questions.
    """
    if not positive or not negative:
        return 0.5
    ordered = sorted(negative)
    below = sum(bisect_left(ordered, one) + bisect_right(ordered, one) for one in positive)
    return below / 2 / len(positive) / len(negative)


def threshold(positive: Sequence[float], lost: float) -> float:
    """The highest bar that at most a share `lost` of the answerable questions falls below."""
    ordered = sorted(positive)
    return ordered[int(lost * len(ordered))] if ordered else 0.0
