"""``python -m vademecum`` and the command `vade`."""

from __future__ import annotations

import gc
import sys

_COLLECT_AT = 50_000
"""Objects made since the last collection that start the next. At the usual 700 a cold recall, which makes no
garbage to speak of, is searched for some forty times, 2 of its 40 ms."""


_INTERRUPTED = 130  # of `surface.outcomes.Exit`, which is not worth loading for it


def main() -> int:
    """Run the command line and return its exit status; after a common one the process ends at once."""
    gc.set_threshold(_COLLECT_AT)
    try:
        from vademecum.cli.quick import answer

        status = answer(sys.argv[1:])
        if status is None:
            from vademecum.cli.main import main as run

            return run()
        _leave(status)
    except KeyboardInterrupt:  # while something was being imported; a command that runs ends by itself
        return _INTERRUPTED
    return status


def _leave(status: int) -> None:
    """End the process without taking it apart.

    Nothing is open any more and the answer is flushed; freeing every module and object would cost an
    eighth of a cold recall.
    """
    import os

    os._exit(status)


if __name__ == "__main__":
    sys.exit(main())
