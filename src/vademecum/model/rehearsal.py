"""A conversation that was replayed: what was heard when, and what was known for it."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value


@value(kw_only=True)
class RehearsedFact(JsonMixin):
    """A fact that was told.

    Attributes:
        key: handle of the memory; empty for what was said in the session.
        origin: ``memory`` or ``session``.
    """

    key: str
    statement: str
    origin: str
    score: float


@value(kw_only=True)
class RehearsedStep(JsonMixin):
    """One partial or finished utterance.

    Attributes:
        at_s: seconds since the first one.
        heard: ``partial`` or ``final``.
        verdict: of a partial, whether it was looked up; None of a finished utterance.
        stable: words of a partial that were taken for said.
        prepared: whether the answer to a finished utterance was waiting; None of a partial.
        latency_ms: what the call took.
        noted: what the utterance told the session.
        left_out: optional channels that did not answer in time.
    """

    at_s: float
    heard: str
    speaker: str
    text: str
    verdict: str | None = None
    stable: str = ""
    prepared: bool | None = None
    latency_ms: float
    facts: tuple[RehearsedFact, ...] = ()
    noted: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@value(kw_only=True)
class Rehearsal(JsonMixin):
    """Answer of `chat-sim`.

    Attributes:
        results: every step in order.
        turns: finished utterances of the user.
        looks: partials that were looked up.
        prepared: those of them whose answer was waiting.
        prepared_ms, direct_ms: median latency of those whose answer was, or was not, waiting; None when there
            were none.
    """

    results: tuple[RehearsedStep, ...]
    turns: int
    looks: int
    prepared: int
    prepared_ms: float | None
    direct_ms: float | None
    warnings: tuple[str, ...] = ()
