"""Every step of every write, and every fault at it: what is wrong afterwards.

A clean run of a write tells its steps. Then each of them has its turn: a process of its own does the same on
a copy of the home, with files, index and talks as they are in daily use, and the disk does wrong at it.
What was acknowledged must be there, nothing else may be gone, what is refused is refused in our own words,
`vade doctor --deep --fix` must have nothing left to say, and the same write done again must come to the same.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import vademecum
from trust.disk import Disk, Fault
from trust.writes import AT, SESSION, WRITES, furnish
from vademecum.errors import UsageError, VadeError
from vademecum.wiring_conversations import inspect_home, mend_home

State = frozenset[tuple[Any, ...]]
"""What a home says, without ids and times."""


def enumerated(scale: int) -> tuple[str, bool]:
    """One fault at each step in turn; where `scale` is more than 1, each fault at each step."""
    found: list[str] = []
    steps = cases = 0
    with tempfile.TemporaryDirectory() as folder:
        cache = os.environ.get("XDG_CACHE_HOME")
        os.environ["XDG_CACHE_HOME"] = str(Path(folder, "cache"))
        try:
            bench = Bench(Path(folder))
            for path in WRITES:
                number = len(bench.steps(path))
                turns: list[tuple[Fault, int | None]] = [(Fault.LOSS, None), *_turns(steps, number, scale)]
                steps, cases = steps + number, cases + len(turns)
                for fault, at in turns:
                    found += bench.faults(path, fault, at)
        finally:
            os.environ.pop("XDG_CACHE_HOME")
            if cache is not None:
                os.environ["XDG_CACHE_HOME"] = cache
    for each in found:
        print(each)
    return f"{len(WRITES)} writes, {steps} steps, {cases} faults, {len(found)} wrong", not found


def _turns(before: int, number: int, scale: int) -> Iterator[tuple[Fault, int]]:
    faults = list(Fault)
    if scale > 1:
        yield from product(faults, range(number))
    else:
        yield from ((faults[(before + at) % len(faults)], at) for at in range(number))


class Bench:
    """A furnished home, and copies of it on which something goes wrong.

    Args:
        folder: an empty one, for all that is made.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._first = folder / "first"
        self._number = 0
        furnish(self._first / "home")
        self._before = self._said(self._first / "home")
        self._after: dict[str, State] = {}

    def steps(self, path: str) -> list[str]:
        """The steps of a write on which nothing goes wrong; what it leaves is what it shall leave."""
        place = self._copy()
        told = self._tried(place, path, None, None)
        assert told["done"], told
        self._after[path] = self._said(place / "home")
        shutil.rmtree(place)
        return list(told["steps"])

    def faults(self, path: str, fault: Fault, at: int | None) -> list[str]:
        """What is wrong after a fault at a step of a write; at its end where `at` is None.

        `steps` was asked of that path before.
        """
        place = self._copy()
        told = self._tried(place, path, fault, at)
        found = list(self._judged(place, path, told))
        shutil.rmtree(place)
        return [f"{path}, {fault.name} at {at}: {each}" for each in found]

    def _copy(self) -> Path:
        self._number += 1
        place = self._folder / str(self._number)
        shutil.copytree(self._first, place)
        return place

    def _tried(self, place: Path, path: str, fault: Fault | None, at: int | None) -> dict[str, Any]:
        """Write in a process of its own, which may die; what it told before that."""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            _write(place, path, fault, at, lambda told: os.write(writing, json.dumps(told).encode()))
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            told = pipe.read()
        os.waitpid(child, 0)
        return json.loads(told) if told else {"done": False, "wrong": None, "steps": []}

    def _judged(self, place: Path, path: str, told: dict[str, Any]) -> Iterator[str]:
        before, after = self._before, self._after[path]
        if told["wrong"]:
            yield f"raised {told['wrong']}"
        if path == SESSION:
            with _open(place / "home") as vade, vade.session("next"):
                pass
        now = self._said(place / "home")
        if told["done"] and now != after:
            yield f"acknowledged, but {_differ(now, after)}"
        if lost := (before & after) - now:
            yield f"lost {sorted(lost)}"
        yield from self._mended(place)
        self._tried(place, path, None, None)  # whoever was told of no success does it once more
        final = self._said(place / "home")
        # What was to take another one's place and could not is kept aside, archived; it holds no more.
        final -= {one for one in final - after if ("status", "archived") in one and one[-3]}
        if final != after:
            yield f"done again, but {_differ(final, after)}"

    def _mended(self, place: Path) -> Iterator[str]:
        home = place / "home"
        for written in (*place.rglob(".vade-*.tmp"), *home.rglob("conversations/**/*.jsonl")):
            os.utime(written, (0, 0))  # an hour passes
        mend_home(os.fspath(home))
        with _open(home) as vade:
            for finish in (vade.forget, vade.conversations.forget):
                with suppress(UsageError):  # nothing was broken off
                    finish()
            found = [*vade.doctor().findings, *vade.check_deeply().findings, *inspect_home(os.fspath(home))]
        graver = [one for one in found if one.level in ("error", "warning")]
        if wrong := sorted({f"{one.code} {one.subject}" for one in graver}):
            yield f"not mended: {wrong}"
        if left := [temp.name for temp in home.rglob(".vade-*.tmp")]:
            yield f"left {left}"

    def _said(self, home: Path) -> State:
        with _open(home) as vade:
            listed = vade.list(limit=100, include="all", kinds=("memory", "entity")).items
            records = [_record(vade.get(one.id)) for one in listed]
            talks = [_talk(vade, one.id) for one in vade.conversations.list().items]
            aliases = [("alias", one.alias, one.target) for one in vade.aliases()]
            fields = [("field", f"{one.label}.{one.field}") for one in vade.fields().results if one.searched]
        return frozenset([*records, *talks, *aliases, *fields])


_TOLD = (
    "scope", "title", "name", "label", "body", "tags", "aliases", "status", "review", "relations",
    "properties", "provisional",
)  # fmt: skip
_LINKED = ("supersedes", "superseded_by", "merged_into")


def _record(stored: Any) -> tuple[Any, ...]:
    found = [(name, str(getattr(stored.record, name, None)).strip()) for name in _TOLD]
    return (*found, *[bool(getattr(stored.record, name, None)) for name in _LINKED])


def _talk(vade: vademecum.Vade, own: str) -> tuple[Any, ...]:
    return ("talk", *[record["text"] for record in vade.conversations.records(own) if "text" in record])


def _open(home: Path) -> vademecum.Vade:
    return vademecum.open(home, now=lambda: AT + timedelta(hours=2), cwd=home.parent, sync_interval_s=0)


def _write(
    place: Path, path: str, fault: Fault | None, at: int | None, tell: Callable[[dict[str, Any]], object]
) -> None:
    """Be the process that writes; never returns."""
    told: dict[str, Any] = {"done": False, "wrong": None, "steps": []}
    disk = Disk(place, fault, at)
    try:
        os.chdir(place)
        with vademecum.open(
            place / "home", now=lambda: AT + timedelta(days=-1 if disk.is_past else 0, hours=1), cwd=place
        ) as vade:
            vade.list()
            disk.take_over()
            told["done"] = WRITES[path](vade) is not False
    except VadeError as error:
        told["refused"] = str(error)
    except BaseException:  # noqa: BLE001  # whatever it is, it is told
        told["wrong"] = traceback.format_exc()[-600:]
    told["steps"] = disk.steps
    if fault is Fault.LOSS:
        disk.lose()
    tell(told)
    os._exit(0)


def _differ(one: State, other: State) -> str:
    return f"there is {sorted(map(str, one - other))} and not {sorted(map(str, other - one))}"
