"""What each feature of a memory is worth: the whole model that admits memories and puts them in order.

Learned, never edited: `benchmarks/train_memories.py --write` made the tables from the development halves of
LoCoMo, of LongMemEval's evidence and of our own paraphrases; docs/meaning.md shows what each feature adds.
"""

from __future__ import annotations

from vademecum.model.value import value


@value
class Weights:
    """Feature -> weight, in a fixed order.

    Attributes:
        floor: add up to the logit of the probability that the memory answers.
        order: add up to the score; empty where the terms that are covered come first and BM25 next.
        enough: probability from which a memory is told unasked.
    """

    floor: tuple[tuple[str, float], ...]
    order: tuple[tuple[str, float], ...]
    enough: float


BY_WORDS = Weights(
    floor=(
        ("constant", -3.78),
        ("share", 3.43),
        ("substance", 4.88),
        ("stranger", -1.84),
    ),
    order=(),
    enough=0.22,
)
"""Where nothing is known of what texts mean."""

BY_MEANING = Weights(
    floor=(
        ("constant", -4.62),
        ("share", 2.49),
        ("substance", 3.93),
        ("stranger", -1.71),
        ("likeness", 4.64),
    ),
    order=(
        ("covered", 6.78),
        ("likeness", 5.89),
    ),
    enough=0.21,
)
"""Where question and memory have vectors of the embedder `LEARNED_WITH`."""

LIKE_ENOUGH = 0.27
"""Likeness from which a memory is found for its meaning alone: the least by which a question that nothing
answers finds no more than one memory so, on the average of the three sets."""

LEARNED_WITH = "wordllama-256"
"""What ids of the embedder begin with. Of two models one is sure at 0.4 and the other unsure at 0.8, so that
what another one finds alike is not heeded."""
