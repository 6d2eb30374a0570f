"""Transcripts of hosts as hooks meet them: the whole one of two, and the last prompt in one."""

from __future__ import annotations

import json
import os

from vademecum.hooks import hosts
from vademecum.hooks.typed import is_table
from vademecum.text.utterance import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TAIL = 1 << 20
"""Bytes at the end of a transcript among which its last prompt is looked for: hundreds of steps."""


def whole(path: str) -> str:
    """The transcript in which nothing is cut short, where there are two."""
    folder, name = os.path.split(path)
    beside = os.path.join(folder, hosts.WHOLE.get(name, name))
    return beside if os.path.isfile(beside) else path


def last_prompt(path: str) -> tuple[str, str]:
    """A name for the last prompt of a transcript of Antigravity, and its words; both empty where is none."""
    for line in reversed(_end_of(whole(path)).split(b"\n")):
        if b"USER_INPUT" not in line:
            continue
        said = _step(line)
        number, content = said.get("step_index"), said.get("content")
        if said.get("type") == "USER_INPUT" and isinstance(number, int) and isinstance(content, str):
            return f"step-{number}", typed(content)
    return "", ""


def _end_of(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
            return file.read(_TAIL)
    except OSError:
        return b""


def _step(line: bytes) -> dict[str, Any]:
    try:
        said: object = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said if is_table(said) else {}
