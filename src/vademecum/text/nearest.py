"""What was probably meant by a name that nobody declared."""

from __future__ import annotations

from collections.abc import Iterable

_FLOOR = 0.6  # below this a suggestion puzzles more than it helps (the floor of difflib, too)
_WITHIN = 0.15  # names much worse than the best are noise beside it
_MOST = 3


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """At most three of `known` that look like `name`, likeliest first; empty when none does.

    A name that continues what was typed (``rec`` → ``recall``) comes before a merely similar one, and a
    dotted name is also known by any one segment (``limit`` → ``recall.limit``).
    """
    typed = _folded(name)
    spellings = {_folded(candidate): candidate for candidate in known}
    continued = sorted(s for s in spellings if len(typed) > 1 and s.startswith(typed))
    by_segment = sorted(s for s in spellings if typed in s.split("."))
    ordered = dict.fromkeys([*continued, *by_segment, *_similar(typed, spellings)])
    return tuple(spellings[s] for s in ordered)[:_MOST]


def _folded(name: str) -> str:
    return name.casefold().replace("_", "-")


def _similar(typed: str, spellings: Iterable[str]) -> list[str]:
    from difflib import SequenceMatcher  # only ever needed on the way to an error

    # Long input is somebody's text in the wrong place; comparing it would only cost time.
    matcher = SequenceMatcher(None, "", typed[:100], autojunk=False)
    ratios: list[tuple[float, str]] = []
    for spelling in spellings:
        matcher.set_seq1(spelling)
        ratios.append((-matcher.ratio(), spelling))
    best = min(ratios, default=(0.0, ""))[0]
    return [spelling for ratio, spelling in sorted(ratios) if ratio <= min(-_FLOOR, best + _WITHIN)]
