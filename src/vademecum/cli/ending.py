"""How a run ends: every error told once and in the form that was asked for, every fault with a status."""

from __future__ import annotations

import sys

from vademecum.cli.session import Unwritten, leave, tell
from vademecum.errors import VadeError
from vademecum.settings import DEBUG_VARIABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.cli.session import Session

# Statuses of `surface.outcomes.Exit`, whose table only an error pays for; a test holds them equal.
_FAILURE, _INTERRUPTED, _BROKEN_PIPE = 1, 130, 141


class Moment:
    """Whether an interruption now would meet somebody who can tell it."""

    acting = False


def ended(session: Session, act: Callable[[], int]) -> int:
    """Do it, and answer the exit status whatever happens."""
    try:
        Moment.acting = True
        status = _told(session, act)
    except BrokenPipeError:
        leave(sys.stdout)
        status = _BROKEN_PIPE
    except Unwritten as error:
        leave(sys.stdout)
        tell("vade", str(error))
        status = _FAILURE
    except KeyboardInterrupt:
        status = _INTERRUPTED
    Moment.acting = False
    return status


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
