"""Words as the plain methods read them: runs of letters and digits, lower case, without function words."""

from __future__ import annotations

import re
from functools import cache
from typing import cast

from vademecum.bench.reading.files import DATA, text_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol
else:
    Protocol = object  # a shape for the type checkers

_WORD = re.compile(r"\w+")


@cache
def stop_words() -> frozenset[str]:
    """The 172 English function words that the plain methods leave out of questions."""
    return frozenset(text_file(DATA / "stop_words.txt").split())


def words(text: str) -> list[str]:
    """Every word of a text, in order."""
    return _WORD.findall(text.lower())


def asked(text: str) -> list[str]:
    """The content words of a question, each once."""
    stop = stop_words()
    return list(dict.fromkeys(word for word in words(text) if word not in stop))


def english_stems(found: Sequence[str]) -> list[str]:
    """Words as the plain English Snowball stemmer leaves them."""
    return _stemmer().stemWords(found)


class _Stemmer(Protocol):
    def stemWords(self, words: Sequence[str]) -> list[str]: ...  # noqa: N802  # the library's name


@cache
def _stemmer() -> _Stemmer:
    import Stemmer

    return cast("_Stemmer", Stemmer.Stemmer("english"))  # pyright: ignore[reportUnknownMemberType] - it has no types
