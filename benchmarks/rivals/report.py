"""What was compared, as Markdown and as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Mapping, Sequence

from rivals.measuring import Outcome, key_of
from rivals.rival import Rival
from vademecum.bench.report import table
from vademecum.bench.rows import Row
from vademecum.bench.task import ALL, Task
from vademecum.model.value import replace

Compared = Sequence[tuple[Task, Sequence[Outcome]]]


def markdown(command: str, day: str, compared: Compared) -> str:
    """A table for each data set, and below it what one has to know of its rows.

    Args:
        day: on which it was measured.
    """
    lines = [f"`{command}`, {day}, {os.cpu_count()} cores, Python {platform.python_version()}", ""]
    for task, outcomes in compared:
        lines += [f"## {task.protocol}: {task.source}", ""]
        lines += [*table([_row(task, outcome) for outcome in outcomes], ("method",)), ""]
        lines += [*_notes(outcomes), ""]
    systems = {key_of(one.rival): one.rival for _, outcomes in compared for one in outcomes}
    lines += [_described(one) for one in systems.values()]
    return "\n".join(lines) + "\n"


def _row(task: Task, outcome: Outcome) -> Row:
    """All questions together; of who could not run only why."""
    if outcome.failed is None:
        return next(row for row in outcome.rows if row.category == ALL)
    told = f"{key_of(outcome.rival)}: cannot {outcome.failed.stage}"
    return Row(protocol=task.protocol, method=told, n=0)


def _notes(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for one in outcomes:
        name = key_of(one.rival)
        if one.failed is not None:
            yield f"- {name} cannot {one.failed.stage}: {one.failed.reason}"
        elif one.refused:
            yield f"- {name} answered {len(one.refused)} questions with an error, first {one.refused[0]}"
    loads = [load for one in outcomes for load in one.load]
    yield f"- load of the machine while it was measured: {min(loads):.1f} to {max(loads):.1f}"


def _described(rival: Rival) -> str:
    return f"- {rival.name} {rival.version}: filled by {rival.filling}, asked by {rival.door}"


def document(command: str, day: str, compared: Compared) -> str:
    """The same for programs, with a row for each category too."""
    told = [
        {
            "protocol": task.protocol,
            "source": task.source,
            "systems": [_told(outcome) for outcome in outcomes],
        }
        for task, outcomes in compared
    ]
    return json.dumps({"command": command, "day": day, "compared": told}, ensure_ascii=False, indent=1) + "\n"


def _told(outcome: Outcome) -> Mapping[str, object]:
    rival, failed = outcome.rival, outcome.failed
    return {
        "name": rival.name,
        "version": rival.version,
        "door": rival.door,
        "filling": rival.filling,
        "load": outcome.load,
        "failed": None if failed is None else {"stage": failed.stage, "reason": failed.reason},
        "refused": outcome.refused,
        "rows": [replace(row, method=rival.name).to_dict() for row in outcome.rows],
    }
