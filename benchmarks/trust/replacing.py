"""What becomes of a statement when another one comes that may replace it, on pairs labelled by hand.

`benchmarks/labelled/replacements.jsonl` holds pairs of an old and a new statement. *replaces*: whoever asks
afterwards should be told the new one alone. *stands beside*: both should be told. Each side has the claim as
it is read in haste (subject, predicate and value; nothing of when, where or who says so); what a careful
reader states besides, or instead, stands under `careful`. Half of each kind is held out: nothing may be tuned
on it.

A statement reaches the memory in one of several ways (`Route`), and each is measured: with its claim, as a
person or an agent hands it over; as a bare text; or said in a session, where the rules read it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from changes import Clock, opened
from vademecum import Vade
from vademecum.model.record import Memory, Status
from vademecum.model.value import value

LABELLED = Path(__file__).parents[1] / "labelled" / "replacements.jsonl"
SPLITS = ("dev", "held-out")
REPLACES, BESIDE = "replaces", "stands beside"

_TIMES = ("valid_from", "valid_until", "expires")

Row = Mapping[str, Any]


class Route(StrEnum):
    """How both statements of a pair reach the memory."""

    CAREFUL = "remembered in person, the claim read with care"
    HASTY = "remembered in person, the claim read in haste"
    AGENT = "remembered by an agent, the claim read in haste"
    TEXT = "remembered in person, the text alone"
    SAID = "said in a session"


class Fate(StrEnum):
    """What became of the old statement, or is asked about it, the more decisive first."""

    REPLACED = "replaced"  # it is told no more
    MERGED = "merged"  # the new one was taken for a repeat of it
    PROPOSED = "proposed"  # it holds until somebody approves the new one
    DOUBTED = "doubted"  # both are told, and the new one waits for somebody to look
    SIMILAR = "similar"  # both are told, and the new one names the old as alike
    UNNOTICED = "unnoticed"


ASKED = frozenset({Fate.PROPOSED, Fate.DOUBTED})
"""Both are told, and somebody is asked to look."""

NOTICED = ASKED | {Fate.REPLACED}


@value
class Judged:
    """One pair, and what became of it.

    Attributes:
        row: of the labelled set.
    """

    row: Row
    fate: Fate

    @property
    def wrongly_replaced(self) -> bool:
        """What should be told is told no more."""
        return self.row["label"] == BESIDE and self.fate is Fate.REPLACED


def rows(split: str | None = None) -> list[Row]:
    """The pairs, or those of one half."""
    read = [json.loads(line) for line in LABELLED.read_text(encoding="utf-8").splitlines()]
    return [row for row in read if split in (None, row["split"])]


def fate(row: Row, route: Route) -> Fate:
    """Tell both statements of a pair, a day between them, and look at what became of the first."""
    clock = Clock()
    vade = opened(clock)
    old = vade.remember(**_fields(row, "old", route)).memory.record
    clock.at += timedelta(days=1)
    if route is Route.SAID:
        return _said(vade, old.id, row["new"]["text"])
    answer = vade.remember(**_fields(row, "new", route))
    new = answer.memory.record
    assert isinstance(new, Memory)
    if _is_gone(vade, old.id):
        return Fate.REPLACED
    if new.id == old.id:
        return Fate.MERGED
    if new.review is not None:
        return Fate.PROPOSED
    if new.needs_review is not None:
        return Fate.DOUBTED
    return Fate.SIMILAR if old.id in answer.similar else Fate.UNNOTICED


def _said(vade: Vade, old: str, text: str) -> Fate:
    with vade.session() as session:
        session.final(text)
        kept = [one.memory for one in session.checkpoint().kept if one.memory]
    if _is_gone(vade, old):
        return Fate.REPLACED
    if old in kept:
        return Fate.MERGED
    records = [record for id in kept if isinstance(record := vade.get(id).record, Memory)]
    if any(record.supersedes for record in records):
        return Fate.PROPOSED
    return Fate.DOUBTED if any(record.needs_review for record in records) else Fate.UNNOTICED


def _is_gone(vade: Vade, id: str) -> bool:
    """Whether a memory does not hold any more."""
    record = vade.get(id).record
    return record.status not in (Status.ACTIVE, Status.DEPRECATED)


def _fields(row: Row, side: str, route: Route) -> dict[str, Any]:
    told = dict(row[side])
    if route is Route.TEXT:
        return {"text": told["text"]}
    if route is Route.CAREFUL:
        told |= row["careful"].get(side, {})
    fields = {name: _moment(told[name]) if name in _TIMES else told[name] for name in told}
    return fields | ({"source": "agent"} if route is Route.AGENT else {})


def _moment(date: str) -> datetime:
    return datetime.fromisoformat(date).replace(tzinfo=UTC)


def judged(route: Route, split: str | None = None) -> list[Judged]:
    """What becomes of every pair of a half, or of all."""
    return [Judged(row, fate(row, route)) for row in rows(split)]
