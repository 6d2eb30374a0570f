"""The commonest command lines, answered without loading the grammar: `recall` and `search` with a topic, and
`brief`.

With the grammar a cold recall takes 7.6 times as long as a bare interpreter, without it 4.2 times, and a
prompt pays for it each time. Only what reads the same in both is read here: words, ``--json``,
``--limit N`` with a number that fits, and ``--``. Whatever else stands in the line, or in the environment,
is left to the full grammar before anything was done; what is done is the same function in either case.
"""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.cli.session import Session

MOST_HITS = 50
"""Largest ``--limit`` of both commands."""

_VERBS = ("recall", "search", "brief")
_FORMS = ("", "text", "json")


class Line:
    """A command line that was understood."""

    __slots__ = ("json", "limit", "verb", "words")

    def __init__(self, verb: str) -> None:
        self.verb = verb
        self.words: list[str] = []
        self.json = False
        self.limit: int | None = None


def answer(arguments: Sequence[str], environ: Mapping[str, str] = os.environ) -> int | None:
    """Answer a line and return the exit status; None when it is not one of the common ones."""
    line = understood(arguments)
    if line is None or "_VADE_COMPLETE" in environ or environ.get("VADE_FORMAT", "") not in _FORMS:
        return None
    started = time.perf_counter()
    from vademecum.cli.ending import ended
    from vademecum.cli.session import Session

    session = Session(started, environ)
    session.command = line.verb
    session.flags.json = True if line.json else None

    def act() -> int:
        _do(session, line)
        return session.status

    return ended(session, act)


def _do(session: Session, line: Line) -> None:
    if line.verb == "brief":
        from vademecum.cli.beginning import brief

        brief(session)
        return
    from vademecum.cli import finding
    from vademecum.cli.given import clean

    verb = finding.recall if line.verb == "recall" else finding.search
    verb(session, tuple([clean(word) for word in line.words]), limit=line.limit)


def understood(arguments: Sequence[str]) -> Line | None:
    """Read a line; None when anything in it is not read here."""
    if not arguments or arguments[0] not in _VERBS:
        return None
    line = Line(arguments[0])
    if line.verb == "brief":
        line.json = len(arguments) > 1
        return line if all(argument == "--json" for argument in arguments[1:]) else None
    rest = iter(arguments[1:])
    for argument in rest:
        if argument == "--":
            line.words += rest
        elif argument == "--json":
            line.json = True
        elif argument == "--limit":
            line.limit = _number(next(rest, ""))
        elif argument.startswith("--limit="):
            line.limit = _number(argument.removeprefix("--limit="))
        elif argument.startswith("-"):
            return None
        else:
            line.words.append(argument)
            continue
        if line.limit == 0:
            return None
    return line if line.words and line.words != ["-"] else None


def _number(text: str) -> int:
    """A limit that is within its bounds, else 0."""
    fits = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_HITS))
    return int(text) if fits and int(text) <= MOST_HITS else 0
