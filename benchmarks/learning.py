"""What both trainers share: a question with what was found for it, and weights that put its answers first."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vademecum.bench.methods.method import DEPTH
from vademecum.bench.task import Gold

Floats = NDArray[np.float64]

PENALTY = 1.0
"""Of the squared weights. Cross-validated on turns, 0.1 and 1 reached the same, 10 and 30 two and five points
less."""


@dataclass(slots=True)
class Asked:
    """A question with what was found for it.

    Attributes:
        ids: of what was found.
        matrix: a row for each of them, a column a feature.
        alone: row of the only one that holds all of the question, when there is just one.
        gold: what answers; empty where nothing does.
        wanted: rows of what answers and was found.
    """

    ids: list[str]
    matrix: Floats
    alone: int | None
    gold: Gold
    wanted: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.wanted = [row for row, name in enumerate(self.ids) if name in self.gold]

    def ordered(self, scores: Floats, *, lifted: bool = True) -> list[str]:
        """The best of what was found.

        Args:
            scores: a number a row; equal ones stay in order.
            lifted: what alone holds all of the question comes first, whatever it scores.
        """
        if lifted and self.alone is not None:
            scores = scores.copy()
            scores[self.alone] = np.inf
        order = sorted(range(len(self.ids)), key=lambda row: (-scores[row], row))
        return [self.ids[row] for row in order[:DEPTH]]


Choice = tuple[Floats, list[int] | None, float]
"""The rows found, which of them answer (None: nothing does), and what the question counts."""


def minimum(choices: Sequence[Choice], size: int, *, nothing: bool = False) -> Floats:
    """The weights of least surprise at what answers, by Newton's method with halved steps.

    Args:
        size: number of columns.
        nothing: that nothing answers is a further choice, of score 0.
    """

    def loss(weights: Floats) -> float:
        total = PENALTY / 2 * float(weights @ weights)
        for matrix, wanted, count in choices:
            scores = matrix @ weights
            top = max(float(scores.max()), 0.0) if nothing else float(scores.max())
            whole = float(np.exp(scores - top).sum()) + (np.exp(-top) if nothing else 0.0)
            total += count * (top + np.log(whole) - (scores[wanted].mean() if wanted is not None else 0.0))
        return total

    weights: Floats = np.zeros(size)
    before = loss(weights)
    while True:
        slope, bend = -PENALTY * weights, PENALTY * np.eye(size)
        for matrix, wanted, count in choices:
            scores = matrix @ weights
            top = max(float(scores.max()), 0.0) if nothing else float(scores.max())
            likely = np.exp(scores - top)
            likely /= likely.sum() + (np.exp(-top) if nothing else 0.0)
            middle = likely @ matrix
            slope += count * ((matrix[wanted].mean(axis=0) if wanted is not None else 0.0) - middle)
            bend += count * ((matrix * likely[:, None]).T @ matrix - np.outer(middle, middle))
        step = np.linalg.solve(bend, slope)
        while (after := loss(weights + step)) > before and np.abs(step).max() > 1e-9:
            step /= 2
        weights = weights + step
        if before - after < 1e-8:
            return np.asarray(weights, np.float64)
        before = after


def parser_of(doc: str | None) -> argparse.ArgumentParser:
    """The command line of a trainer, described by the first line of its docstring."""
    parser = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    parser.add_argument("--locomo", type=Path, metavar="FILE")
    parser.add_argument("--longmemeval", type=Path, metavar="FILE")
    parser.add_argument("--ablate", action="store_true", help="measure without each feature in turn")
    parser.add_argument("--write", action="store_true", help="put the weights into the package")
    return parser
