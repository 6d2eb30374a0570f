"""A seeded corpus of memories and the questions asked of it; the same numbers give the same text everywhere.

Words follow the law of Zipf and Mandelbrot over 20,000 invented, pronounceable words, so that the commonest
one stands in most memories and most stand in few, as in natural text. A memory has about 40 of them. Every
memory is made from its own number alone: any of them can be made again without making the others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import accumulate

from vademecum.model.record import Memory, MemoryId, MemoryType, Scope, Source, SourceKind

VOCABULARY = 20_000
BODY_WORDS = 40

# Mandelbrot's published fit to natural text: frequency ~ 1 / (rank + 2.7). Bare 1 / rank would put one word
# into 98 of 100 memories instead of 71, which flatters whoever skips frequent words.
OFFSET = 2.7

ONE_PERCENT = Scope("project:lighthouse__5f0c1d2e3a4b")

# The share of each scope in a hundred memories; the last one is what a 1 % scope is measured with.
_SCOPES = (
    (Scope("personal"), 55),
    (Scope("project:atlas__0a1b2c3d4e5f"), 30),
    (Scope("org:harbour"), 14),
    (ONE_PERCENT, 1),
)
_SCOPE_OF = tuple(scope for scope, share in _SCOPES for _ in range(share))

_TYPES = (
    MemoryType.FACT,
    MemoryType.DECISION,
    MemoryType.HOWTO,
    MemoryType.PREFERENCE,
    MemoryType.GOTCHA,
    MemoryType.NOTE,
)
_SOURCES = (SourceKind.USER, SourceKind.AGENT, SourceKind.IMPORT)
_ONSETS = (
    "b",
    "br",
    "d",
    "dr",
    "f",
    "g",
    "gl",
    "k",
    "kr",
    "l",
    "m",
    "n",
    "p",
    "pl",
    "r",
    "t",
    "tr",
    "v",
    "z",
)
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ou")
_CODAS = ("", "", "", "l", "m", "n", "r", "k", "t")
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
FIRST_DAY = datetime(2024, 1, 1, tzinfo=UTC)
MINUTES = 2 * 365 * 24 * 60
"""Memories were written within so many minutes from the first day on."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question about one memory of the corpus.

    Attributes:
        text: the words as a user would type or paste them.
        about: id of the memory that lent most of the words.
    """

    text: str
    about: MemoryId


class Generator:
    """Memories and questions of one seed."""

    def __init__(self, seed: int = 7) -> None:
        self._seed = seed

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The vocabulary, commonest first; common words are shorter."""
        rng = random.Random(self._seed)
        found: dict[str, None] = {}
        while len(found) < VOCABULARY:
            syllables = 2 if len(found) < VOCABULARY // 20 else 3
            parts = [rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS) for _ in range(syllables)]
            found["".join(parts)] = None
        return tuple(found)

    @cached_property
    def _weights(self) -> list[float]:
        return list(accumulate(1 / (rank + OFFSET) for rank in range(1, VOCABULARY + 1)))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        rng = random.Random(self._seed + 1)
        return tuple(
            f"{a} {b}".title() for a, b in zip(*(rng.sample(self.words, 400) for _ in "ab"), strict=True)
        )

    def draw(self, rng: random.Random, count: int) -> list[str]:
        return rng.choices(self.words, cum_weights=self._weights, k=count)

    def memories(self, count: int) -> Iterator[Memory]:
        """The first `count` memories, one at a time."""
        return (self.memory(number) for number in range(count))

    def memory(self, number: int) -> Memory:
        """The memory of this number."""
        rng = random.Random(self._seed * 1_000_000_007 + number)
        created = FIRST_DAY + timedelta(minutes=rng.randrange(MINUTES))
        updated = created + timedelta(days=rng.randrange(1, 90)) if rng.random() < 0.1 else created
        body = self.draw(rng, max(12, round(rng.gauss(BODY_WORDS, 8))))
        return Memory(
            id=_ulid(created, rng),
            scope=_SCOPE_OF[number % len(_SCOPE_OF)],
            type=rng.choice(_TYPES),
            title=" ".join(self.draw(rng, rng.randrange(3, 7))).capitalize(),
            body=_prose(body, rng),
            tags=tuple(dict.fromkeys(self.draw(rng, rng.randrange(3)))),
            aliases=(" ".join(self.draw(rng, 2)),) if rng.random() < 0.15 else (),
            lang="en",
            entities=tuple(dict.fromkeys(rng.choices(self._names, k=rng.randrange(3)))),
            sources=(Source(kind=rng.choice(_SOURCES), at=created),),
            created=created,
            updated=updated,
        )

    def queries(
        self, count: int, *, words: int, own: int, corpus: int, scope: Scope = ONE_PERCENT
    ) -> tuple[Query, ...]:
        """Questions about memories of one scope; asking with and without the 1 % one compares like with like.

        Args:
            count: how many.
            words: distinct words of a question.
            own: how many of them stand in the memory that it is about; the others come from the vocabulary.
            corpus: number of memories in the corpus, at least 100.
            scope: of the memories.
        """
        rng = random.Random(self._seed * 31 + words)
        last = len(_SCOPE_OF) - 1 - _SCOPE_OF[::-1].index(scope)
        among = range(last, corpus, len(_SCOPE_OF))
        return tuple(self._query(self.memory(rng.choice(among)), words, own, rng) for _ in range(count))

    def _query(self, memory: Memory, words: int, own: int, rng: random.Random) -> Query:
        lent = list(dict.fromkeys(memory.body.lower().replace(".", "").replace(",", "").split()))
        chosen = dict.fromkeys(rng.sample(lent, min(own, len(lent))))
        while len(chosen) < words:
            chosen[self.draw(rng, 1)[0]] = None
        mixed = list(chosen)
        rng.shuffle(mixed)
        return Query(" ".join(mixed), memory.id)


def _prose(words: list[str], rng: random.Random) -> str:
    """Sentences of six to fourteen words."""
    sentences: list[str] = []
    start = 0
    while start < len(words):
        length = rng.randrange(6, 15)
        sentence = words[start : start + length]
        comma = ", " if len(sentence) > 8 else " "
        sentences.append(" ".join(sentence[:4]).capitalize() + comma + " ".join(sentence[4:]))
        start += length
    return ". ".join(sentence.rstrip(", ") for sentence in sentences) + "."


def _ulid(at: datetime, rng: random.Random) -> MemoryId:
    """Milliseconds since the epoch in ten characters, then sixteen of chance."""
    number = (int(at.timestamp() * 1000) << 80) | rng.getrandbits(80)
    return MemoryId("".join(_CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5)))
