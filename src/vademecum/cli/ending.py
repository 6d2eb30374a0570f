"""How a run ends: every error told once and in the form that was asked for, every fault with a status."""

from __future__ import annotations

import os
import sys

from vademecum.cli.session import Unwritten
from vademecum.errors import VadeError
from vademecum.settings import DEBUG_VARIABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.cli.session import Session

# Statuses of `surface.outcomes.Exit`, whose table only an error pays for; a test holds them equal.
_FAILURE, _INTERRUPTED, _BROKEN_PIPE = 1, 130, 141


def ended(session: Session, act: Callable[[], int]) -> int:
    """Do it, and answer the exit status whatever happens."""
    try:
        return _told(session, act)
    except BrokenPipeError:
        return _hang_up(_BROKEN_PIPE)
    except Unwritten as error:
        sys.stderr.write(f"vade: {error}\n")
        return _hang_up(_FAILURE)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _told(session: Session, act: Callable[[], int]) -> int:
    try:
        return act()
    except KeyboardInterrupt:
        from vademecum.surface.outcomes import Interrupted

        return session.fail(Interrupted("interrupted; nothing was left half done"))
    except VadeError as error:
        return session.fail(error)
    except (BrokenPipeError, Unwritten):
        raise
    except Exception as error:  # noqa: BLE001 - the last line of defence: told, numbered, never a bare trace
        if session.environ.get(DEBUG_VARIABLE):
            import traceback

            traceback.print_exc()
        from vademecum.surface.outcomes import Internal

        what = f"{type(error).__name__}: {error}"
        return session.fail(Internal(f"internal error, {what}; VADE_DEBUG=1 shows where"))


def _hang_up(status: int) -> int:
    """Leave quietly when the reader went away (``vade list | head -1``) or the output refuses."""
    # The interpreter flushes once more while it shuts down; without this it would complain then.
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, sys.stdout.fileno())
    return status
