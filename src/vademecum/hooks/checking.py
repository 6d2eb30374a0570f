"""What `vade doctor` says of hosts: whether each hook that was installed stands there, runs, and how quickly.

A check runs the very command that stands in the host's settings, as the host would, with a payload of its
own.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import time
from contextlib import suppress

from vademecum.errors import VadeError
from vademecum.hooks import trace
from vademecum.hooks.acting import CHECKED, PROBE
from vademecum.hooks.hosts import EVENTS, RECALL
from vademecum.hooks.installing import UNCHANGED, Installing
from vademecum.hooks.records import Records
from vademecum.hooks.spawning import INSIDE
from vademecum.hooks.typed import is_table
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

_LONGEST = 200
"""Characters of what a hook printed that are told."""

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
        status, printed, complaint = _ran(shlex.split(command), said.encode(), there)
    except OSError as error:
        return _fails(host, f"`{command}` cannot be run: {error.strerror}")
    except subprocess.TimeoutExpired:
        return _fails(host, f"`{command}` cannot be run: it did not end within {_PATIENCE_S:.0f} seconds")
    took_ms = (time.perf_counter() - began) * 1000
    told = _traced(home, host, since, _TRACED_S if status == 0 else 0.0)
    own = next((line for line in told if line.get("reason") == CHECKED), None)
    if status != 0 or own is None:
        # Where nothing was traced, what it complained of last, if of anything, is nearest to the reason.
        last = complaint.decode("utf-8", "replace").strip().rpartition("\n")[2][:_LONGEST]
        silent = f"it ended with {status}" if status else f"it left no line in {trace.place(home)}"
        why = str(told[-1].get("reason")) if told else f"{silent}: {last}" if last else silent
        return _fails(host, f"`{command}` does not work: {why}")
    if not _is_reply(printed):
        return _fails(host, f"`{command}` prints what {host} takes for no answer: {printed[:_LONGEST]!r}")
    if took_ms > SLOW_MS:
        message = f"its hook works, and took {took_ms:,.0f} ms, which is felt at every prompt"
        return Finding(level="warning", code="hook_slow", subject=host, message=message, fix="vade reindex")
    return Finding(
        level="note",
        code="hook_works",
        subject=host,
        message=f"its hook answers in {took_ms:,.0f} ms ({own.get('by', 'hook')})",
    )


def _ran(command: list[str], said: bytes, environ: Mapping[str, str]) -> tuple[int, bytes, bytes]:
    """Status, and what was printed to either side. What does not end is ended with all that it began.

    Raises:
        OSError: there is no such program.
        subprocess.TimeoutExpired: it did not end.
    """
    pipe = subprocess.PIPE
    with subprocess.Popen(  # noqa: S603 - our own command, as the host runs it
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=environ, start_new_session=True
    ) as process:
        try:
            printed, complaint = process.communicate(said, timeout=_PATIENCE_S)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            raise
    return process.returncode, printed, complaint


def _is_reply(printed: bytes) -> bool:
    """Nothing, or one object. A script around us that prints a greeting spoils every answer."""
    if not printed.strip():
        return True
    try:
        return is_table(json.loads(printed))
    except ValueError:
        return False


def _fails(host: str, message: str) -> Finding:
    return Finding(
        level="error", code="hook_fails", subject=host, message=message, fix=f"vade install {host}"
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
