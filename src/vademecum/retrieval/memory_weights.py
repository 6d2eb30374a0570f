"""What each feature of a memory is worth: the whole model that admits memories and puts them in order.

Learned, never edited: `benchmarks/train_memories.py --write` made the tables from the development halves of
LoCoMo, of LongMemEval's evidence and of our own paraphrases; docs/meaning.md shows what each feature adds.
"""

from __future__ import annotations

from types import MappingProxyType

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


@value
class Weights:
    """Feature -> weight, in a fixed order.

    Attributes:
        floor: add up to the logit of the probability that the memory answers.
        order: add up to the score; empty where the terms that are covered come first and BM25 next.
        enough: probability from which a memory is told unasked.
        like_enough: likeness from which a memory is found for its meaning alone: the least by which a
            question that nothing answers finds no more than one memory so, on the average of the three sets.
        as_like: likeness that is expected of what holds every term; what has no vector yet is put where
            others are that hold as much.
    """

    floor: tuple[tuple[str, float], ...]
    order: tuple[tuple[str, float], ...]
    enough: float
    like_enough: float = 1.0
    as_like: float = 0.0


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

STATIC = Weights(
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
    like_enough=0.28,
    as_like=0.41,
)
"""Where question and memory have vectors of the table that comes with `vademecum[meaning]`."""

MINILM = Weights(
    floor=(
        ("constant", -5.12),
        ("share", 2.56),
        ("substance", 4.03),
        ("stranger", -1.82),
        ("likeness", 4.72),
    ),
    order=(
        ("covered", 7.29),
        ("likeness", 8.22),
    ),
    enough=0.16,
    like_enough=0.38,
    as_like=0.55,
)
"""The same, of `vademecum[minilm]`."""

MULTILINGUAL = Weights(
    floor=(
        ("constant", -7.01),
        ("share", 2.51),
        ("substance", 3.63),
        ("stranger", -1.74),
        ("likeness", 8.32),
    ),
    order=(
        ("covered", 6.42),
        ("likeness", 13.2),
    ),
    enough=0.18,
    like_enough=0.39,
    as_like=0.58,
)
"""The same, of `vademecum[multilingual]`."""

BY_MEANING: Mapping[str, Weights] = MappingProxyType(
    {"wordllama-256": STATIC, "minilm-384": MINILM, "e5-small-384": MULTILINGUAL}
)
"""What ids of an embedder begin with -> what its likenesses are worth. Of two models one is sure at 0.4 and
the other unsure at 0.8, so that what a model that is not here finds alike is not heeded."""


def learned_with(embedder: str) -> Weights | None:
    """What the likenesses by an embedder of that id are worth; None where that was never learned."""
    return BY_MEANING.get(embedder.partition(":")[0])
