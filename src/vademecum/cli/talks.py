"""Transcripts of talks: how a file of them is read, and how one is replayed before an open home."""

from __future__ import annotations

import json
import statistics
import time
from datetime import UTC, datetime, timedelta
from typing import cast

from vademecum.errors import InvalidValue
from vademecum.model.extracted import Speaker
from vademecum.model.rehearsal import Rehearsal, RehearsedFact, RehearsedStep
from vademecum.model.session import Verdict
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.engine.sessions import Session
    from vademecum.model.session import Snapshot

_FINAL, _PARTIAL = "final", "partial"


@value(kw_only=True)
class Utterance:
    """What a recogniser said at one moment.

    Attributes:
        at_s: seconds since the first line.
        final: it is finished; else it goes on.
    """

    at_s: float
    text: str
    final: bool
    speaker: str = Speaker.USER.value


class ReplayClock:
    """A clock that stands until it is told to go on."""

    def __init__(self, begin: datetime) -> None:
        self._begin = begin
        self._at = begin

    def __call__(self) -> datetime:
        """The present of the talk."""
        return self._at

    def set(self, seconds: float) -> None:
        """Go to so many seconds after the beginning."""
        self._at = self._begin + timedelta(seconds=seconds)


def read_talk(text: str) -> tuple[Utterance, ...]:
    """Read a transcript: JSON objects, one a line, each with `partial` or `final` and the time `at`.

    `at` counts seconds from any beginning, or is a time with an offset; a line without it comes with the one
    before. Only finished utterances have a `speaker`.

    Raises:
        InvalidValue: a line that is none, or times that go backwards; it names the line.
    """
    found: list[Utterance] = []
    first: float | None = None
    at = 0.0
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        row = _row(line, number)
        stated = _seconds(row["at"], number) if "at" in row else None
        if stated is not None:
            first = stated if first is None else first
            if stated - first < at:
                raise _wrong(number, "comes before the line above it; times must ascend")
            at = stated - first
        found.append(_utterance(row, at, number))
    if not found:
        raise InvalidValue("transcript", "holds no utterance; see `vade chat-sim --help` for its lines")
    return tuple(found)


def replayed(session: Session, clock: ReplayClock, talk: Sequence[Utterance]) -> Iterator[RehearsedStep]:
    """Hear a talk, step by step, in no time of its own."""
    for said in talk:
        clock.set(said.at_s)
        begun = time.perf_counter()
        if said.final:
            turn = session.final(said.text, speaker=said.speaker)
            taken = time.perf_counter() - begun
            yield RehearsedStep(
                at_s=said.at_s,
                heard=_FINAL,
                speaker=said.speaker,
                text=said.text,
                prepared=turn.prepared,
                latency_ms=round(taken * 1000, 3),
                facts=_facts(turn.snapshot),
                noted=tuple(one.text for one in turn.noted),
                left_out=turn.snapshot.left_out,
            )
        else:
            heard = session.partial(said.text)
            taken = time.perf_counter() - begun
            yield RehearsedStep(
                at_s=said.at_s,
                heard=_PARTIAL,
                speaker=said.speaker,
                text=said.text,
                verdict=heard.verdict.value,
                stable=heard.stable,
                latency_ms=round(taken * 1000, 3),
                facts=_facts(heard.snapshot) if heard.snapshot else (),
                left_out=heard.snapshot.left_out if heard.snapshot else (),
            )


def summed_up(steps: Sequence[RehearsedStep]) -> Rehearsal:
    """The steps with what they come to."""
    finals = [step for step in steps if step.heard == _FINAL and step.speaker == Speaker.USER.value]
    return Rehearsal(
        results=tuple(steps),
        turns=len(finals),
        looks=sum(step.verdict == Verdict.FIRE.value for step in steps),
        prepared=sum(bool(step.prepared) for step in finals),
        prepared_ms=_median([step.latency_ms for step in finals if step.prepared]),
        direct_ms=_median([step.latency_ms for step in finals if not step.prepared]),
    )


def _median(numbers: Sequence[float]) -> float | None:
    return round(statistics.median(numbers), 3) if numbers else None


def _facts(snapshot: Snapshot) -> tuple[RehearsedFact, ...]:
    return tuple(
        RehearsedFact(
            key=fact.key, statement=fact.statement, origin=fact.origin.value, score=round(fact.score, 4)
        )
        for fact in snapshot.facts
    )


def _row(line: str, number: int) -> dict[str, object]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise _wrong(number, f"is no JSON: {error}") from None
    if not isinstance(row, dict) or sum(name in row for name in (_FINAL, _PARTIAL)) != 1:
        raise _wrong(number, 'is no utterance; write {"at": 1.5, "partial": "…"} or {"at": 2, "final": "…"}')
    return cast("dict[str, object]", row)


def _utterance(row: dict[str, object], at: float, number: int) -> Utterance:
    final = _FINAL in row
    text = row[_FINAL if final else _PARTIAL]
    speaker = row.get("speaker", Speaker.USER.value)
    if not isinstance(text, str):
        raise _wrong(number, "holds an utterance that is no text")
    if speaker not in (names := [one.value for one in Speaker]):
        raise _wrong(number, f"has a speaker that is none of {', '.join(names)}")
    return Utterance(at_s=at, text=text, final=final, speaker=str(speaker))


def _seconds(at: object, number: int) -> float:
    match at:
        case bool():
            pass
        case int() | float() if abs(at) < 1e12:  # NaN and infinities are not below it
            return float(at)
        case str():
            try:
                moment = datetime.fromisoformat(at)
            except ValueError:
                pass
            else:
                if moment.tzinfo is not None:
                    return (moment - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()
        case _:
            pass
    raise _wrong(number, "has a time that is neither seconds nor a moment with an offset")


def _wrong(number: int, what: str) -> InvalidValue:
    return InvalidValue("transcript", f"line {number} {what}")
