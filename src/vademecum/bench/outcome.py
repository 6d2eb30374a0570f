"""What a run leaves in a folder: rows, report, plots, and every ranking, so that figures can be traced."""

from __future__ import annotations

import json

from vademecum.bench.plots import plots, reliability_line
from vademecum.bench.report import markdown
from vademecum.bench.silence import reliability
from vademecum.errors import VaultError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    from vademecum.bench.running import Measured


def write(measured: Measured, folder: Path) -> tuple[str, ...]:
    """Write everything; names of the files, in order.

    Raises:
        VaultError: the folder cannot be written.
    """
    written: list[str] = []
    try:
        for name, text in _files(measured):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(name)
    except OSError as error:
        raise VaultError(
            f"{folder} cannot be written: {error.strerror or error}; give another --out"
        ) from error
    return tuple(written)


def _files(measured: Measured) -> Iterator[tuple[str, str]]:
    yield "report.md", markdown(measured)
    yield (
        "rows.json",
        _json({"command": measured.order.command, "rows": [r.to_dict() for r in measured.rows]}),
    )
    for protocol, runs in measured.runs.items():
        for run in runs:
            answers = {answer.question: answer.ranked for answer in run.answers}
            name = f"rankings/{protocol}-{run.unit}-{run.method}.json"
            yield name, _json({"method": run.method, "unit": run.unit, "rankings": answers})
    if measured.trials:
        yield "rankings/silence.json", _json([_trial(one) for one in measured.trials])
        yield "silence-reliability.svg", reliability_line(reliability(measured.trials))
    yield from plots(measured.rows)


def _trial(trial: Any) -> dict[str, object]:
    names = ("store", "question", "kind", "scores", "told")
    return {name: getattr(trial, name) for name in names}


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
