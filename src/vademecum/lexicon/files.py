"""Reads the data files, each when it is first needed.

``stopwords/<language>.txt`` and ``stop_bigrams.txt`` hold one folded entry a line, sorted by code point.
``expansions.txt`` holds one group a line, forms separated by `` | ``, comments after ``#``.
``irregular/<stemmer>.txt`` holds one inflected form and its base a line, sorted. Left out are forms that
more often are words of their own (`left`, `ground`, `lives`) and those of function words.
``plan_cues.txt`` holds what makes a plan worth its while, one sort a line: `sort: form | form`. Words of time
that stand in every other sentence (`now`) are left out; `recall` repeats the phrases of signals/.
``rarity/<language>.txt`` holds one stem and how rare it is a line, sorted; rarity/PROVENANCE.md says whence.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from vademecum.model.lexicon import Lexicon

_HERE = os.path.dirname(__file__)


class _StopWords(Mapping[str, frozenset[str]]):
    """Language -> function words; a list is read when it is first asked for."""

    def __init__(self) -> None:
        self._read: dict[str, frozenset[str]] = {}

    def __getitem__(self, language: str) -> frozenset[str]:
        words = self._read.get(language)
        if words is None:
            if not language.isalpha():
                raise KeyError(language)
            try:
                words = self._read[language] = frozenset(_lines(f"stopwords/{language}.txt"))
            except FileNotFoundError:
                raise KeyError(language) from None
        return words

    def __iter__(self) -> Iterator[str]:
        names = os.listdir(os.path.join(_HERE, "stopwords"))
        return iter(sorted([name.removesuffix(".txt") for name in names if name.endswith(".txt")]))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _Expansions(Mapping[str, tuple[str, ...]]):
    """Form -> the other forms of its group, in order; the file is read when it is first asked for."""

    def __init__(self) -> None:
        self._groups: dict[str, tuple[str, ...]] = {}

    def _by_form(self) -> dict[str, tuple[str, ...]]:
        if not self._groups:
            for line in _lines("expansions.txt"):
                if not line.startswith("#"):
                    forms = tuple(line.split(" | "))
                    self._groups.update(dict.fromkeys(forms, forms))
        return self._groups

    def __getitem__(self, form: str) -> tuple[str, ...]:
        return tuple([other for other in self._by_form()[form] if other != form])

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_form())

    def __len__(self) -> int:
        return len(self._by_form())


class _Irregular(Mapping[str, Mapping[str, str]]):
    """Name of a stemmer -> inflected form -> base; a file is read when its stemmer is first asked."""

    def __getitem__(self, stemmer: str) -> Mapping[str, str]:
        if stemmer not in self:
            raise KeyError(stemmer)
        words = " ".join(_lines(f"irregular/{stemmer}.txt")).split(" ")
        return dict(zip(words[::2], words[1::2], strict=True))

    def __contains__(self, stemmer: object) -> bool:
        return stemmer in _IRREGULAR

    def __iter__(self) -> Iterator[str]:
        return iter(_IRREGULAR)

    def __len__(self) -> int:
        return len(_IRREGULAR)


_IRREGULAR = ("english",)


class _PlanCues(Mapping[str, frozenset[str]]):
    """Sort -> words; the file is read when it is first asked for."""

    def __init__(self) -> None:
        self._sorts: dict[str, frozenset[str]] = {}

    def _by_sort(self) -> dict[str, frozenset[str]]:
        if not self._sorts:
            lines = (line.partition(": ") for line in _lines("plan_cues.txt"))
            self._sorts = {sort: frozenset(words.split(" | ")) for sort, _, words in lines}
        return self._sorts

    def __getitem__(self, sort: str) -> frozenset[str]:
        return self._by_sort()[sort]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_sort())

    def __len__(self) -> int:
        return len(self._by_sort())


class _Ranks(Mapping[str, int]):
    """Stem -> how rare it is. One prompt asks for a few words, which are found in the bytes of the file by
    halving; a dictionary of 12,000 stems costs as much as hundreds of these looks, and is made for whoever
    goes on asking.

    Args:
        table: lines of a stem and a number, in order.
    """

    def __init__(self, table: bytes) -> None:
        self._table = table
        self._by_stem: dict[str, int] = {}
        self._looks = 0

    def __getitem__(self, stem: str) -> int:
        if self._looks == _LOOKS:
            return self._whole()[stem]
        self._looks += 1
        sought, table = stem.encode("utf-8", "surrogatepass"), self._table
        low, high = 0, len(table)
        while low < high:
            middle = (low + high) // 2
            start, end = max(low, table.rfind(b"\n", low, middle) + 1), table.index(b"\n", middle)
            found, _, step = table[start:end].partition(b" ")
            if found == sought:
                return int(step)
            low, high = (end + 1, high) if found < sought else (low, start)
        raise KeyError(stem)

    def _whole(self) -> dict[str, int]:
        if not self._by_stem:
            words = self._table.decode().split()
            self._by_stem = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        return self._by_stem

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())


_LOOKS = 300


class _Rarity(Mapping[str, Mapping[str, int]]):
    """Language -> stem -> its number; read when it is first asked for."""

    def __init__(self) -> None:
        self._read: dict[str, Mapping[str, int]] = {}

    def __getitem__(self, language: str) -> Mapping[str, int]:
        if language not in _COUNTED:
            raise KeyError(language)
        table = self._read.get(language)
        if table is None:
            with open(os.path.join(_HERE, f"rarity/{language}.txt"), "rb") as file:
                table = self._read[language] = _Ranks(file.read())
        return table

    def __iter__(self) -> Iterator[str]:
        return iter(_COUNTED)

    def __len__(self) -> int:
        return len(_COUNTED)


_COUNTED = ("de", "en", "es", "fr", "it", "nl", "pt", "ru")


def _lines(name: str) -> list[str]:
    # Without `open`: layers of buffers and text over each of thirty small files cost more than reading them.
    descriptor = os.open(os.path.join(_HERE, name), os.O_RDONLY | os.O_CLOEXEC)
    try:
        text = os.read(descriptor, os.fstat(descriptor).st_size).decode()
    finally:
        os.close(descriptor)
    return [line for line in text.split("\n") if line]


def load() -> Lexicon:
    """The shipped lexicon; opens one small file now and each of the others when it is needed."""
    return Lexicon(
        stop_words=_StopWords(),
        stop_bigrams=frozenset(_lines("stop_bigrams.txt")),
        expansions=_Expansions(),
        irregular=_Irregular(),
        plan_cues=_PlanCues(),
        rarity=_Rarity(),
    )
