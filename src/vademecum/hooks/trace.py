"""What hooks did, a line each, for `vade doctor` and for whoever wonders; no word of a prompt is in it."""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_BYTES = 200_000
"""Beyond this the older half goes; some thousand events stay."""

ANSWERED, NOTHING, QUEUED, KEPT, FAILED = "answered", "nothing", "queued", "kept", "failed"
"""Outcomes: something was injected; there was nothing to say; the worker was told; it kept what was said;
what was asked for could not be done."""


def place(home: str) -> str:
    """The file. A home that is not there is not made for it: then it lies with what is derived."""
    if os.path.isdir(home):
        return os.path.join(home, "state", "hooks", "trace.jsonl")
    from vademecum.places import cache_folder

    return os.path.join(cache_folder(home), "hook-trace.jsonl")


def tell(home: str, **said: Any) -> None:
    """Add a line; that it cannot be added disturbs nobody.

    Args:
        **said: `host`, `event`, `outcome`, `reason`, `ms`, `by`.
    """
    import json

    try:
        path = place(home)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        line = json.dumps({"at": round(time.time(), 3), **said}).encode() + b"\n"
        # What we keep here is never a link; one in a home from elsewhere may lead to any file of the user's.
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(path, flags, 0o600)
        try:
            os.write(descriptor, line)
            size = os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)
        if size > MOST_BYTES:
            _halve(path)
    except OSError:
        return


def _halve(path: str) -> None:
    """Keep the newer half. A line that another process adds in this moment may be lost."""
    from vademecum.hooks.notes import put

    with open(path, "rb") as file:
        file.seek(-(MOST_BYTES // 2), os.SEEK_END)
        kept = file.read().partition(b"\n")[2]
    put(path, kept)


def lines(home: str) -> list[dict[str, Any]]:
    """Every line that can be read, oldest first."""
    import json

    from vademecum.hooks.typed import is_table

    found: list[dict[str, Any]] = []
    try:
        with open(place(home), "rb") as file:
            raw = file.read(2 * MOST_BYTES)
    except OSError:
        return found
    for line in raw.splitlines():
        try:
            said: object = json.loads(line)
        except ValueError:
            continue
        if is_table(said) and isinstance(said.get("at"), (int, float)):
            found.append(said)
    return found
