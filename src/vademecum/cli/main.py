"""The process: arguments in, exit status out, every error told once and in the form that was asked for."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import click

from vademecum.cli.root import root
from vademecum.cli.session import Session
from vademecum.errors import VadeError
from vademecum.settings import DEBUG_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

COMPLETION_VARIABLE = "_VADE_COMPLETE"

# Statuses of `surface.outcomes.Exit`, whose table only an error pays for; a test holds them equal.
_INTERRUPTED, _BROKEN_PIPE = 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    session = Session(time.perf_counter(), os.environ)
    given = list(sys.argv[1:] if arguments is None else arguments)
    session.flags.foresee(given)
    if given[:1] == ["help"]:  # what other tools answer to
        given = [*given[1:], "--help"]
    try:
        if COMPLETION_VARIABLE in os.environ:
            root.main(given, prog_name="vade", complete_var=COMPLETION_VARIABLE)
        return _run(session, given)
    except BrokenPipeError:
        return _hang_up()
    except KeyboardInterrupt:
        return _INTERRUPTED


def _run(session: Session, arguments: list[str]) -> int:
    try:
        with root.make_context("vade", arguments, obj=session) as ctx:
            root.invoke(ctx)
        return session.status
    except click.exceptions.Exit as end:
        return end.exit_code
    except (click.Abort, KeyboardInterrupt):
        from vademecum.surface.outcomes import Interrupted

        return session.fail(Interrupted("interrupted; nothing was left half done"))
    except click.ClickException as error:
        from vademecum.cli.failures import translate

        return session.fail(translate(error))
    except VadeError as error:
        return session.fail(error)
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - the last line of defence: told, numbered, never a bare trace
        if session.environ.get(DEBUG_VARIABLE):
            import traceback

            traceback.print_exc()
        from vademecum.surface.outcomes import Internal

        what = f"{type(error).__name__}: {error}"
        return session.fail(Internal(f"internal error, {what}; VADE_DEBUG=1 shows where"))


def _hang_up() -> int:
    """Leave quietly when the reader went away (``vade list | head -1``)."""
    # The interpreter flushes once more while it shuts down; without this it would complain then.
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, sys.stdout.fileno())
    return _BROKEN_PIPE
