"""Whether a half-spoken utterance is worth looking up already, and which part of it stands.

Nothing here waits or asks: state goes in with what was heard, and comes out changed beside a verdict.
"""

from __future__ import annotations

from datetime import timedelta

from vademecum.model.session import Verdict
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

DEBOUNCE = timedelta(milliseconds=350)
"""Between two looks; recognisers revise a word for about as long (founding planner)."""

LEAST_NEW = 4
"""Words that must have come since the last look; in a pause one is enough, since no more may come."""


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


def stable_words(state: Listening, words: Sequence[str], at: datetime) -> tuple[str, ...]:
    """The words that stood through two partials, without the last, which may still grow.

    A partial that comes again unchanged after the debounce is a pause: its last word is finished too.
    """
    if tuple(words) == state.words and state.since is not None and at - state.since >= DEBOUNCE:
        return tuple(words)
    common = 0
    for before, now in zip(state.words, words, strict=False):
        if before != now:
            break
        common += 1
    return tuple(words[: min(common, len(words) - 1)])


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
    if state.fired_at is not None and at - state.fired_at < DEBOUNCE:
        return Verdict.DEBOUNCED
    return Verdict.FIRE if _new(state.fired, stable) >= least else Verdict.INSUFFICIENT_NEW_CONTENT


def _new(fired: tuple[str, ...], stable: tuple[str, ...]) -> int:
    """Words that came since, revised ones included."""
    common = 0
    for before, now in zip(fired, stable, strict=False):
        if before != now:
            break
        common += 1
    return len(stable) - common
