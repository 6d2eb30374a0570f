"""A process beside an open home that writes to it, and may die of it."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import traceback
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from tests.trust.model import opened

import vademecum
from trust.disk import Disk, Fault
from trust.writes import AT, talk
from vademecum.errors import VadeError
from vademecum.places import cache_folder


def append(vade: vademecum.Vade, name: str, *texts: str) -> object:
    """Keep a talk, or what came to it."""
    return vade.conversations.append(talk(name, *texts))


ACTS: dict[str, Callable[..., object]] = {
    "remember": lambda vade, text: vade.remember(text),
    "edit": lambda vade, record, text: vade.edit(record, text=text),
    "supersede": lambda vade, record, text: vade.supersede(record, text),
    "retract": lambda vade, record: vade.retract(record),
    "archive": lambda vade, record: vade.archive(record),
    "restore": lambda vade, record: vade.restore(record),
    "forget": lambda vade, record: vade.forget(record),
    "append": append,
    "erase": lambda vade, conversation: vade.conversations.forget(conversation),
    "add_page": lambda vade, name: vade.add_entity(name),
    "import": lambda vade, folder: vade.import_from(folder),
}
"""What is written by a process that may die: always through an object opened for it alone."""


class Elsewhere:
    """A process that begins another one for each write, which may die at a step of it.

    It is forked off before the home is opened here, because what SQLite knows of open files does not survive
    a fork.

    Args:
        place: folder around the home; what is written outside of it meets no fault.
    """

    def __init__(self, place: Path) -> None:
        self._place, self._written = place, 0
        asked, ask = os.pipe()
        hear, told = os.pipe()
        self._child = os.fork()
        if not self._child:
            os.close(ask)
            os.close(hear)
            self._serve(asked, told)
        os.close(asked)
        os.close(told)
        self._ask, self._hear = os.fdopen(ask, "w"), os.fdopen(hear)

    def write(
        self, at: datetime, act: str, given: Sequence[str], fault: tuple[Fault, int] | None
    ) -> dict[str, Any]:
        """Do one of `ACTS`; what is told of it: whether it was `done`, `refused`, or it `died`."""
        kind, step = fault or (None, None)
        self._written += 1
        # The ids of one millisecond ascend, and a fork goes on from where both were: a time of its own.
        at += timedelta(milliseconds=self._written)
        asked = [at.isoformat(), act, list(given), kind.name if kind else None, step]
        self._ask.write(json.dumps(asked) + "\n")
        self._ask.flush()
        told: dict[str, Any] = json.loads(self._hear.readline())
        assert "wrong" not in told, told["wrong"]
        return told

    def close(self) -> None:
        """Let it end."""
        self._ask.close()
        self._hear.close()
        os.waitpid(self._child, 0)

    def _serve(self, asked: int, told: int) -> None:
        """Begin a process for each line; never returns."""
        with os.fdopen(asked) as lines:
            for line in lines:
                child = os.fork()
                if not child:
                    answer = self._done(*json.loads(line))
                    os.write(told, json.dumps(answer).encode() + b"\n")
                    os._exit(0)
                if os.waitpid(child, 0)[1]:
                    os.write(told, b'{"died": true}\n')
        os._exit(0)

    def _done(self, at: str, act: str, given: list[str], fault: str | None, step: int | None) -> object:
        disk = Disk(self._place, Fault[fault] if fault else None, step)
        try:
            with opened(self._place / "home", datetime.fromisoformat(at)) as vade:
                vade.list(limit=1)
                disk.take_over()
                answer = ACTS[act](vade, *given)
        except VadeError as error:
            return {"refused": str(error), "steps": len(disk.steps)}
        except BaseException:  # noqa: BLE001  # whatever it is, it is told
            return {"wrong": traceback.format_exc()[-1_500:]}
        return {"done": True, "outcome": getattr(answer, "outcome", None), "steps": len(disk.steps)}


@cache
def warmed() -> None:
    """Load what the verbs load when they are first used, once for all the processes that are forked off."""
    with tempfile.TemporaryDirectory() as folder:
        with opened(Path(folder, "home"), AT) as vade:
            kept = vade.remember("The barn is red.").memory.record.id
            newer = vade.supersede(kept, "The barn is green.").memory.record.id
            vade.edit(newer, text="The barn is blue.")
            vade.archive(newer)
            vade.forget(newer)
            vade.add_entity("Rhea")
            spoken = vade.conversations.append(talk("barn", "Where is the barn?"))
            vade.conversations.forget(spoken.id)
            note = Path(folder, "notes", "note.md")
            note.parent.mkdir()
            note.write_text("The mill is old.\n")
            vade.import_from(os.fspath(note.parent))
        shutil.rmtree(cache_folder(os.fspath(Path(folder, "home"))))
