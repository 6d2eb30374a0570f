"""The process with its full grammar: arguments in, exit status out."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import click

from vademecum.cli.ending import ended
from vademecum.cli.knobs import KNOB_FLAGS
from vademecum.cli.root import root
from vademecum.cli.session import Session

if TYPE_CHECKING:
    from collections.abc import Sequence

COMPLETION_VARIABLE = "_VADE_COMPLETE"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    session = Session(time.perf_counter(), os.environ)
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["help"]:  # what other tools answer to
        given = [*given[1:], "--help"]
    return ended(session, lambda: _run(session, given))


def _run(session: Session, arguments: list[str]) -> int:
    session.flags.foresee(arguments, KNOB_FLAGS)
    if COMPLETION_VARIABLE in os.environ:
        from vademecum.cli.completing import speak_bash

        speak_bash()
        root.main(arguments, prog_name="vade", complete_var=COMPLETION_VARIABLE)
    try:
        with root.make_context("vade", arguments, obj=session) as ctx:
            root.invoke(ctx)
        return session.status
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        from vademecum.cli.failures import translate

        raise translate(error) from error
