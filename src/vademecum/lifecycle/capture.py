"""Keyword capture: what somebody asked to be kept, found in a text without a model.

A cue counts only where it is a request: at the beginning of a sentence (polite words may stand before it),
or in some languages at its end. `I remember that summer`, a question and a quotation ask for nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

from vademecum.lifecycle.sentences import asks, sentences, trimmed
from vademecum.model.value import value
from vademecum.text.scripts import Script, is_unspaced, script_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.wording import Cue, Wording

MAX_CAPTURES = 16
"""From one text; a list of requests longer than that is a document, to be kept as one."""

MAX_CAPTURED = 1_000
"""Characters of one captured sentence; a longer run without an end is no sentence."""

_MIN_WORDS = 2
_MIN_UNSPACED = 4  # characters of a script without spaces: two words, as a rule


@value(kw_only=True)
class Capture:
    """Something to be kept.

    Attributes:
        text: what is to be kept, without the cue.
        start, end: where it stands in the original text.
        cue: the words that asked for it, as the list has them.
        lang: the language of the cue.
    """

    text: str
    start: int
    end: int
    cue: str
    lang: str


def captured(text: str, wording: Wording, lang: str | None = None) -> tuple[Capture, ...]:
    """Everything that a text asks to be kept, in text order, at most sixteen.

    Code blocks and quoted lines are passed over. Linear in the length of the text.

    Args:
        lang: look for the cues of this language only; of every language when None.
    """
    patterns = _patterns(wording, lang)
    found: list[Capture] = []
    for start, end in sentences(text):
        capture = _captured(text, start, end, patterns)
        if capture is not None:
            found.append(capture)
            if len(found) == MAX_CAPTURES:
                break
    return tuple(found)


@value
class _Patterns:
    """The cues of one language as patterns, and which cue each named group is."""

    lang: str
    before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    unless: re.Pattern[str] | None


def _captured(text: str, start: int, end: int, patterns: tuple[_Patterns, ...]) -> Capture | None:
    sentence = text[start:end]
    if len(sentence) > MAX_CAPTURED or asks(sentence):
        return None
    for each in patterns:
        kept = _asked_before(sentence, each) or _asked_after(sentence, each)
        if kept is not None:
            first, last, cue = kept
            first, last = trimmed(sentence, first, last)
            if _enough(sentence[first:last]):
                return Capture(
                    text=sentence[first:last], start=start + first, end=start + last, cue=cue, lang=each.lang
                )
    return None


def _asked_before(sentence: str, patterns: _Patterns) -> tuple[int, int, str] | None:
    match = patterns.before.match(sentence) if patterns.before else None
    if match is None:
        return None
    if patterns.unless and patterns.unless.match(sentence, match.end()):
        return None
    return match.end(), len(sentence), " ".join(match["cue"].split()).casefold()


def _asked_after(sentence: str, patterns: _Patterns) -> tuple[int, int, str] | None:
    match = patterns.after.search(sentence) if patterns.after else None
    return (0, match.start(), " ".join(match["cue"].split())) if match else None


def _enough(kept: str) -> bool:
    """Whether there is something to keep: two words, or four characters of a script without spaces."""
    if sum(is_unspaced(char) for char in kept) >= _MIN_UNSPACED:
        return True
    return len(kept.split()) >= _MIN_WORDS


@lru_cache(maxsize=32)
def _compiled(
    lang: str, cues: tuple[Cue, ...], fillers: tuple[str, ...], unless: tuple[str, ...]
) -> _Patterns:
    before = [cue.words for cue in cues if not cue.ends]
    after = [cue.words for cue in cues if cue.ends]
    # Possessive throughout: a hundred polite words in a row would otherwise be split in every possible way.
    polite = rf"(?:(?:{_any(fillers)})\s*+[,:，、!！]?+\s*+)*+" if fillers else ""
    return _Patterns(
        lang,
        re.compile(rf"\s*+{polite}(?P<cue>{_any(before)})", re.IGNORECASE) if before else None,
        re.compile(rf"[\s,،，、]*(?P<cue>{_any(after)})[\s.!。！~]*$", re.IGNORECASE) if after else None,
        re.compile(rf"\s*(?:{_any(unless)})", re.IGNORECASE) if unless else None,
    )


def _patterns(wording: Wording, lang: str | None) -> tuple[_Patterns, ...]:
    by_language: dict[str, list[Cue]] = {}
    for cue in wording.cues:
        if lang is None or cue.lang == lang:
            by_language.setdefault(cue.lang, []).append(cue)
    return tuple(
        _compiled(each, tuple(cues), wording.fillers.get(each, ()), wording.reminiscing.get(each, ()))
        for each, cues in by_language.items()
    )


def _any(phrases: tuple[str, ...] | list[str]) -> str:
    """An alternation of phrases, longest first; a phrase of a spaced script ends at a word's border."""
    return "|".join([_phrase(words) for words in sorted(phrases, key=len, reverse=True)])


def _phrase(words: str) -> str:
    goes_on = words.endswith("~")
    parts = words.removesuffix("~").split(" ")
    pattern = ""
    for number, part in enumerate(parts):
        if part in (",", ":"):
            pattern += r"\s*[,，،、]" if part == "," else r"\s*[:：]"
        else:
            pattern += (r"\s+" if number else "") + re.escape(part).replace("'", "['’]")
    last = parts[-1][-1]
    # An elided word (`qu'`) and a script without spaces go straight on, too.
    spaced = script_of(last) is Script.HANGUL or not is_unspaced(last)
    return pattern + (r"(?!\w)" if last.isalnum() and spaced and not goes_on else "")
