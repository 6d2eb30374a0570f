"""What `vade doctor` says of hosts: whether each hook that was installed stands there, runs, and how quickly.

A check runs the very command that stands in the host's settings, as the host would, with a payload of its
own.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import time

from vademecum.errors import VadeError
from vademecum.hooks import trace
from vademecum.hooks.acting import CHECKED, PROBE
from vademecum.hooks.hosts import EVENTS, RECALL
from vademecum.hooks.installing import UNCHANGED, Installing
from vademecum.hooks.records import Records
from vademecum.hooks.spawning import INSIDE
from vademecum.model.answer import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

SLOW_MS = 1_000.0
"""A person notices it at every prompt. An idle machine takes a tenth of it."""

_PATIENCE_S = 10.0
_TRACED_S = 1.0
"""How long a line of the trace is waited for: the helper writes it after it answered."""

_RECENT_S = 7 * 24 * 3600.0
_TOLD = 3


def check(home: str, environ: Mapping[str, str]) -> Iterator[Finding]:
    """Findings about every host that hooks were installed for, and about what hooks could not do lately."""
    installed = list(Records(home).installed())
    for host, project in installed:
        yield from _host(home, environ, host, project)
    yield from _failures(home)


def _host(home: str, environ: Mapping[str, str], host: str, project: str | None) -> Iterator[Finding]:
    where = f" in {project}" if project else ""
    fix = f"vade install {host}" + (" --project" if project else "")
    try:
        told = Installing(home, environ).install(host, project, dry_run=True)
    except VadeError as error:
        yield Finding(level="warning", code="hooks_unreadable", subject=host, message=error.message, fix=fix)
        return
    changed = [change.path for change in told.changes if change.outcome != UNCHANGED]
    if changed:
        message = f"what was installed{where} no longer stands in {', '.join(changed)}"
        yield Finding(level="warning", code="hooks_changed", subject=host, message=message, fix=fix)
        return
    event = next((name for name, asks in EVENTS[host].items() if asks == RECALL), next(iter(EVENTS[host])))
    command = told.commands[event]
    yield _run(home, environ, host, command)


def _run(home: str, environ: Mapping[str, str], host: str, command: str) -> Finding:
    said = json.dumps({"session_id": PROBE, "conversationId": PROBE, "prompt": PROBE, "cwd": os.getcwd()})
    there = {name: text for name, text in environ.items() if name != INSIDE} | {"VADE_HOME": home}
    since, began = round(time.time(), 3), time.perf_counter()  # to the millisecond, as lines are
    try:
        done = subprocess.run(  # noqa: S603 - our own command, as the host runs it
            shlex.split(command),
            input=said.encode(),
            env=there,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        why = "it did not end" if isinstance(error, subprocess.TimeoutExpired) else str(error.strerror)
        message = f"`{command}` cannot be run: {why}"
        return Finding(
            level="error", code="hook_fails", subject=host, message=message, fix=f"vade install {host}"
        )
    took_ms = (time.perf_counter() - began) * 1000
    told = _traced(home, host, since, _TRACED_S if done.returncode == 0 else 0.0)
    own = next((line for line in told if line.get("reason") == CHECKED), None)
    if done.returncode != 0 or own is None:
        why = str(told[-1].get("reason")) if told else f"it ended with {done.returncode}"
        message = f"`{command}` does not work: {why}"
        return Finding(
            level="error", code="hook_fails", subject=host, message=message, fix=f"vade install {host}"
        )
    if took_ms > SLOW_MS:
        message = f"its hook works, and took {took_ms:,.0f} ms, which is felt at every prompt"
        return Finding(level="warning", code="hook_slow", subject=host, message=message, fix="vade reindex")
    return Finding(
        level="note",
        code="hook_works",
        subject=host,
        message=f"its hook answers in {took_ms:,.0f} ms ({own.get('by', 'hook')})",
    )


def _traced(home: str, host: str, since: float, wait_s: float) -> list[dict[str, Any]]:
    """What was traced of a host since then; the line of a check is waited for."""
    until = time.monotonic() + wait_s
    while True:
        told = [line for line in trace.lines(home) if line["at"] >= since and line.get("host") == host]
        if any(line.get("reason") == CHECKED for line in told) or time.monotonic() >= until:
            return told
        time.sleep(0.01)


def _failures(home: str) -> Iterator[Finding]:
    """What failed within the last week, the commonest first."""
    since = time.time() - _RECENT_S
    counts: dict[tuple[str, str], int] = {}
    for line in trace.lines(home):
        if line["at"] >= since and line.get("outcome") == trace.FAILED:
            what = (str(line.get("host", "")), str(line.get("reason", "")))
            counts[what] = counts.get(what, 0) + 1
    for (host, reason), count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_TOLD]:
        times = "once" if count == 1 else f"{count:,} times"
        yield Finding(
            level="note",
            code="hook_failed",
            subject=host,
            message=f"{times} within a week a hook could do nothing: {reason}",
            fix=f"{trace.place(home)} has each with its time",
        )
