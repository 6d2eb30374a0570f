"""What was probably meant by a name that nobody declared."""

from __future__ import annotations

from collections.abc import Iterable

_CUTOFF = 0.6  # difflib's own default; one wrong, missing or swapped letter of a five-letter word passes
_MOST = 3


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """At most three of `known` that look like `name`, likeliest first.

    A name that continues what was typed (``rec`` → ``recall``) comes before a merely similar one, and a
    dotted name is also known by its last segment (``limit`` → ``recall.limit``).
    """
    from difflib import get_close_matches  # only ever needed on the way to an error

    typed = name.casefold().replace("_", "-")
    spellings = {candidate.casefold().replace("_", "-"): candidate for candidate in known}
    begun = sorted(s for s in spellings if len(typed) > 1 and s.startswith(typed))
    by_segment = sorted(s for s in spellings if typed in s.split("."))
    similar = get_close_matches(typed, spellings, n=_MOST, cutoff=_CUTOFF)
    ordered = dict.fromkeys([*begun, *by_segment, *similar])
    return tuple(spellings[s] for s in ordered)[:_MOST]
