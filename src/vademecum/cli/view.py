"""What the output at hand can show: width, colour, letters."""

from __future__ import annotations

import os
import sys

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

_PIPE_WIDTH = 100  # a pipe has no width; only bars are drawn to it, text is never cut there


@value(kw_only=True)
class View:
    """Properties of an output.

    Attributes:
        terminal: a person looks at it; tables may be fitted to `width` and times told as ages.
        color: escape sequences are welcome.
        wide_letters: it can carry ``«``, ``█`` and the like.
        quiet: only the bare answer is wanted.
    """

    width: int = _PIPE_WIDTH
    terminal: bool = False
    color: bool = False
    wide_letters: bool = True
    quiet: bool = False

    @classmethod
    def of(cls, stream: TextIO, color: str, environ: Mapping[str, str], *, quiet: bool) -> View:
        """Look at a stream; `color` is the setting ``output.color``."""
        terminal = stream.isatty()
        welcome = terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
        return cls(
            width=_terminal_width() if terminal else _PIPE_WIDTH,
            terminal=terminal,
            color=color == "always" or (color == "auto" and welcome),
            wide_letters=can_show(stream, "«»█—…"),
            quiet=quiet,
        )

    def style(self, text: str, codes: str) -> str:
        """`text` in an ANSI style (``1`` bold, ``2`` dim, ``31`` red, …) where colour is welcome."""
        return f"\x1b[{codes}m{text}\x1b[0m" if self.color and text else text


def can_show(stream: TextIO, letters: str) -> bool:
    """Whether the stream's encoding has these letters."""
    try:
        letters.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _terminal_width() -> int:
    from shutil import get_terminal_size

    return get_terminal_size().columns


_STDERR = 2


def never_fail_to_print() -> None:
    """A locale that cannot show a letter shows its escape; what was closed swallows what is told."""
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        # Else the next file opened takes the number of what was closed, and what is told goes into it.
        while os.open(os.devnull, os.O_RDWR) <= _STDERR:
            pass
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - for the whole run
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
