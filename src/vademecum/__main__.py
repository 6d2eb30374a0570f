"""``python -m vademecum`` and the command `vade`."""

from __future__ import annotations

import sys

# `signal` makes enumerations of all its names first. No stubs describe what it is made of.
from _signal import SIGINT, signal  # type: ignore[import-not-found] # pyright: ignore[reportMissingImports, reportUnknownVariableType]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

_COLLECT_AT = 50_000
"""Objects made since the last collection that start the next. At the usual 700 a cold recall, which makes no
garbage to speak of, is searched for some forty times, 2 of its 40 ms."""

_INTERRUPTED = 130  # of `surface.outcomes.Exit`, which is not worth loading for it


def _interrupted(number: int, frame: FrameType | None) -> None:
    """End at once, unless a command runs: that one tells it, and puts right what it has begun."""
    del number, frame
    ending = sys.modules.get("vademecum.cli.ending")
    if ending is not None and hasattr(ending, "Moment") and ending.Moment.acting:
        raise KeyboardInterrupt
    _leave(_INTERRUPTED)


def _leave(status: int) -> None:
    """End the process without taking it apart.

    Nothing is open any more and the answer is flushed; freeing every module and object would cost an
    eighth of a cold recall.
    """
    import os

    os._exit(status)


# In the process of the command, from here on and not from `main` on: whoever interrupts a slow start gets no
# trace either. A process that merely imports this module keeps its own way to end.
if __name__ == "__main__" or "".join(sys.argv[:1]).endswith(("vade", "vade.exe")):
    signal(SIGINT, _interrupted)


def main() -> int:
    """Run the command line and return its exit status; after a common one the process ends at once."""
    import gc

    gc.set_threshold(_COLLECT_AT)
    signal(SIGINT, _interrupted)
    try:
        if sys.argv[1:2] == ["hook"]:
            from vademecum.hooks.entry import answer
        else:
            from vademecum.cli.quick import answer

        status = answer(sys.argv[1:])
        if status is None:
            from vademecum.cli.main import main as run

            return run()
    except KeyboardInterrupt:  # it came while one was being answered
        status = _INTERRUPTED
    _leave(status)
    return status


if __name__ == "__main__":
    sys.exit(main())
