"""The numbers of lexical ranking, in one place.

The start values are the founding planner's, measured there on 93 paraphrased questions; the retrieval
benchmark tunes them, taste does not.
"""

from __future__ import annotations

from types import MappingProxyType

from vademecum.model.postings import Field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FIELD_WEIGHTS: Mapping[Field, float] = MappingProxyType(
    {
        Field.SUBJECT: 3.0,
        Field.ENTITY: 3.0,
        Field.TITLE: 2.5,
        Field.ALIAS: 2.5,
        Field.PREDICATE: 2.2,
        Field.TAG: 2.0,
        Field.BODY: 1.0,
        Field.EXPANSION: 0.75,
    }
)
"""How many body occurrences one occurrence in a field is worth."""

K1 = 1.2
"""Saturation of term frequency; the value every published BM25 of the field uses."""

B = 0.75
"""Share of length normalisation; long memories are rare, so the textbook value stands."""

EXPLICIT_BOOST = 1.1
"""The owner said it in person."""

CONFIDENCE_BASE, CONFIDENCE_SLOPE = 0.7, 0.6
"""Multiplier 0.7 + 0.6·confidence: 1.0 at 0.5, so an unstated confidence changes nothing."""

DOUBT_BELOW, DOUBT_FACTOR = 0.5, 0.7
"""Below 0.5 a memory is more likely wrong than right and gives way to any rival."""

EPISODE_HALF, EPISODE_DAYS = 0.5, 14.0
"""Episodes fade towards half their score: 0.5 + 0.5·e^(-days/14)."""

QUERY_WEIGHT = 0.3
"""What each further query of a plan (the names alone, the topics alone) adds at most, as a share of the best
score that the topic itself could have. The founding planner gave all its queries the same say; here the topic
decides what is found, so they only settle who comes first."""

SUBJECT_HINT, PREDICATE_HINT, TYPE_HINT = 1.3, 1.2, 1.1
"""Multipliers of what a plan's hints fit; a wrong hint lifts nothing and so loses nothing. The subject is the
surest: a live model with a map of names hit it for 67 of 100, without one for 49."""

WINDOW_BOOST = 1.5
"""Multiplier of what holds, or was noted, within the time that was asked for: enough to lift it over an equal
of any other time, too little to outweigh half of the words."""

TERM_LIMIT = 24
"""Terms of a topic that count, earliest first; a hook passes whole prompts."""
