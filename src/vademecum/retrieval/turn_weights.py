"""What each feature of a turn is worth: the whole model that orders turns.

Learned, never edited: `benchmarks/train_turns.py --write` made the table from the development halves of
LoCoMo (760 questions) and of LongMemEval's evidence (234); docs/meaning.md shows what each feature adds. The
sum of feature times weight is the score: it orders the turns found for one question and means nothing beside.
"""

from __future__ import annotations

WEIGHTS: tuple[tuple[str, float], ...] = (
    ("words", 8.66),
    ("session", 7.57),
    ("phrase", 2.77),
    ("before", 2.24),
    ("before_2", 2.75),
    ("after", 1.48),
    ("after_2", 0.95),
    ("answers", 4.23),
    ("speaker", 1.29),
    ("asks", -0.66),
    ("tells", 1.89),
    ("opening", 1.04),
)
"""Where only words are searched."""

MEANT_WEIGHTS: tuple[tuple[str, float], ...] = (
    ("words", 3.94),
    ("session", 5.47),
    ("phrase", 2.11),
    ("meaning", 0.61),
    ("before", -0.38),
    ("before_2", 2.48),
    ("after", 0.26),
    ("after_2", 0.92),
    ("answers", 3.43),
    ("speaker", 1.32),
    ("asks", -0.82),
    ("tells", 1.98),
    ("opening", 0.98),
    ("meaning_before", 0.37),
    ("meaning_after", 0.15),
)
"""Where turns have vectors."""
