"""Language data as a value: loaded once by the lexicon room, handed to everything that needs words."""

from __future__ import annotations

from types import MappingProxyType

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


@value
class Lexicon:
    """Word lists of every language.

    Attributes:
        stop_words: language -> function words in folded exact form; they never count towards coverage.
        stop_bigrams: pairs of Han, Kana or Hangul characters that only ask or join, and single particles.
        expansions: folded surface form -> other surface forms that mean the same, in order. A form may
            be several words or CJK text.
        irregular: name of a stemmer -> inflected form that its rules do not reach -> the word's base.
        plan_cues: sort of cue (`planning.cues`) -> words or phrases without which no plan turns a recall.
        rarity: language -> stem -> how rare it is (`retrieval.background`).
    """

    stop_words: Mapping[str, frozenset[str]]
    stop_bigrams: frozenset[str]
    expansions: Mapping[str, tuple[str, ...]]
    irregular: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    plan_cues: Mapping[str, frozenset[str]] = MappingProxyType({})
    rarity: Mapping[str, Mapping[str, int]] = MappingProxyType({})
