"""Whether a half-spoken utterance is worth looking up already, and which part of it stands.

Nothing here waits or asks: state goes in with what was heard, and comes out changed beside a verdict.
"""

from __future__ import annotations

import re
from datetime import timedelta
from functools import lru_cache

from vademecum.model.plan import STRONG
from vademecum.model.session import Verdict
from vademecum.model.value import replace, value
from vademecum.text.scripts import is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from vademecum.model.plan import Plan

DEBOUNCE = timedelta(milliseconds=350)
"""Between two looks; recognisers revise a word for about as long (founding planner)."""

LEAST_NEW = 4
"""Words that must have come since the last look; in a pause one is enough, since no more may come."""

MOST_HEARD = 4_000
"""Characters of a partial utterance that are heard; a plan reads no more of it."""

_CHUNK = re.compile(r"\S+")
_stands_alone = lru_cache(maxsize=1 << 13)(is_unspaced)


@value(kw_only=True)
class Listening:
    """What was heard of one utterance so far.

    Attributes:
        generation: number of the last look; a result of an older one is dropped.
        words: of the last partial, and `since`, when it came first.
        fired: words of the last look, and `fired_at`, when it was.
    """

    generation: int = 0
    words: tuple[str, ...] = ()
    since: datetime | None = None
    fired: tuple[str, ...] = ()
    fired_at: datetime | None = None

    def over(self) -> Listening:
        """After the utterance is finished: nothing heard, and nothing older may answer."""
        return Listening(generation=self.generation + 1)


def spoken(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words of a partial utterance, and where each ends in it; where a script has no spaces, the
    characters."""
    text = text[:MOST_HEARD]
    ends: list[int] = []
    begins: list[int] = []
    for chunk in _CHUNK.finditer(text):
        begins.append(chunk.start())
        if not chunk[0].isascii():
            for at in range(chunk.start() + 1, chunk.end()):
                if _stands_alone(text[at]) or _stands_alone(text[at - 1]):
                    ends.append(at)
                    begins.append(at)
        ends.append(chunk.end())
    words = [text[begin:end] for begin, end in zip(begins, ends, strict=True)]
    return tuple(words), tuple(ends)


def stable_words(state: Listening, words: Sequence[str], at: datetime) -> tuple[str, ...]:
    """The words that stood through two partials, without the last, which may still grow.

    A partial that comes again unchanged after the debounce is a pause: its last word is finished too.
    """
    if tuple(words) == state.words and state.since is not None and not _is_within(state.since, at):
        return tuple(words)
    return tuple(words[: min(_alike(state.words, words), len(words) - 1)])


def heard(
    state: Listening, words: Sequence[str], at: datetime, *, strong: bool = False
) -> tuple[Listening, Verdict]:
    """Take in a partial utterance.

    Args:
        state: what was heard before.
        words: of the whole partial.
        at: when it came.
        strong: its stable words show a name, a relation or an outright question that those of the last look
            did not; such a look does not wait.
    """
    stable = stable_words(state, words, at)
    least = 1 if stable and len(stable) == len(words) else LEAST_NEW
    verdict = _verdict(state, stable, at, strong=strong, least=least)
    said = tuple(words)
    since = state.since if said == state.words else at
    after = replace(state, words=said, since=since)
    if verdict is Verdict.FIRE:
        after = replace(after, generation=state.generation + 1, fired=stable, fired_at=at)
    return after, verdict


def _verdict(state: Listening, stable: tuple[str, ...], at: datetime, *, strong: bool, least: int) -> Verdict:
    if not stable:
        return Verdict.NOTHING_STABLE
    if stable == state.fired:
        return Verdict.INSUFFICIENT_NEW_CONTENT
    if strong:
        return Verdict.FIRE
    if state.fired_at is not None and _is_within(state.fired_at, at):
        return Verdict.DEBOUNCED
    return Verdict.FIRE if _new(state.fired, stable) >= least else Verdict.INSUFFICIENT_NEW_CONTENT


def _is_within(since: datetime, at: datetime) -> bool:
    """Whether a debounce is not over; a clock that was set back ends it."""
    return timedelta(0) <= at - since < DEBOUNCE


def worth_a_look(plan: Plan) -> frozenset[str]:
    """What a plan shows that is looked for at once: strong signals, and who is named."""
    signals = (signal.value for signal in plan.signals if signal in STRONG)
    return frozenset([*signals, *(entity.form for entity in plan.entities)])


def _new(fired: tuple[str, ...], stable: tuple[str, ...]) -> int:
    """Words that came since, revised ones included."""
    return len(stable) - _alike(fired, stable)


def _alike(before: Sequence[str], now: Sequence[str]) -> int:
    """Words with which both begin."""
    common = 0
    for one, other in zip(before, now, strict=False):
        if one != other:
            break
        common += 1
    return common
