"""What a host wrote to standard input, read and checked; nothing of it reaches a shell or names our files."""

from __future__ import annotations

import json
import os
import re

from vademecum.hooks import hosts
from vademecum.hooks.typed import is_array, is_table
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_BYTES = 16_000_000
"""Of a payload. The longest prompt that any host is known to hand over has 15 MB."""

_SESSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@-]{0,199}")
_LONGEST_PATH = 4096


class Malformed(ValueError):
    """A payload that is not what the host documents; the message says how, without its words."""


@value(kw_only=True)
class Event:
    """One event of a session.

    Attributes:
        asks: what it asks for, one of `hosts`.
        session: id at the host, empty when it names none.
        transcripts: absolute paths: of the session, and of an agent that it delegated to.
        folder: absolute path of the working folder, empty when there is none that exists.
        prompt, answer: what was said by either side, empty when the event does not tell.
        turn: what the host calls this exchange, empty when it does not.
        source: why the session starts (``startup``, ``resume``, ``clear``, ``compact``), where it does.
    """

    host: str
    name: str
    asks: str
    session: str
    transcripts: tuple[str, ...]
    folder: str
    prompt: str
    answer: str
    turn: str
    source: str


def read(host: str, name: str, raw: bytes) -> Event:
    """The event of a payload.

    Raises:
        Malformed: it is none.
    """
    asks = hosts.EVENTS.get(host, {}).get(name)
    if asks is None:
        raise Malformed("no such event of this host")
    said = _object(raw)
    prompt = _text(said, hosts.PROMPT)
    if asks == hosts.RECALL and not isinstance(_first(said, hosts.PROMPT), str):
        raise Malformed("it has no prompt")
    session = _text(said, hosts.SESSION)
    if session and not _SESSION.fullmatch(session):
        raise Malformed("its session id holds what no id holds")
    turn = _text(said, hosts.TURN)
    return Event(
        host=host,
        name=name,
        asks=asks,
        session=session,
        transcripts=tuple(filter(None, (_path(said, hosts.TRANSCRIPT), _path(said, hosts.AGENT_TRANSCRIPT)))),
        folder=_folder(said),
        prompt=prompt,
        answer=_text(said, hosts.ANSWER),
        turn=turn if _SESSION.fullmatch(turn) else "",
        source=_text(said, hosts.SOURCE),
    )


def _object(raw: bytes) -> dict[str, Any]:
    if len(raw) > MOST_BYTES:
        raise Malformed(f"it has more than {MOST_BYTES:,} bytes")
    if not raw.strip():
        raise Malformed("it is empty")
    try:
        said: object = json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        raise Malformed("it is no JSON") from None
    if not is_table(said):
        raise Malformed("it is no JSON object")
    return said


def _first(said: dict[str, Any], names: tuple[str, ...]) -> object:
    return next((said[name] for name in names if said.get(name) is not None), None)


def _text(said: dict[str, Any], names: tuple[str, ...]) -> str:
    found = _first(said, names)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise Malformed(f"its {names[0]} is no text")
    return found


def _path(said: dict[str, Any], names: tuple[str, ...]) -> str:
    path = _text(said, names)
    if path and (not os.path.isabs(path) or "\0" in path or len(path) > _LONGEST_PATH):
        raise Malformed(f"its {names[0]} is no absolute path")
    return path


def _folder(said: dict[str, Any]) -> str:
    folder = _first(said, hosts.FOLDER)
    if folder is None:
        several = _first(said, hosts.FOLDERS)
        folder = several[0] if is_array(several) and several else None
    usable = isinstance(folder, str) and os.path.isabs(folder) and "\0" not in folder
    try:
        return folder if usable and isinstance(folder, str) and os.path.isdir(folder) else ""
    except (OSError, ValueError):
        return ""
