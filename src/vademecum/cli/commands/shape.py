"""`vade shape`: the knobs over JSON from elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vademecum.cli.documents import Reader, read
from vademecum.cli.grammar import Command
from vademecum.errors import LimitExceeded, UsageError, VaultError
from vademecum.surface.knobs import shape_of
from vademecum.surface.outcomes import Exit
from vademecum.surface.shaping import shaped
from vademecum.surface.streams import Stream, streamed

if TYPE_CHECKING:
    from typing import BinaryIO

    from vademecum.cli.documents import Foreign
    from vademecum.cli.session import Session


@click.command(
    cls=Command,
    examples=(
        (
            "kubectl get pods -o json | vade shape --select metadata.name --max-items 5",
            "a few fields of a lot",
        ),
        ("vade shape report.json --filter 'checks.ok=false'", "a field nobody has is refused, with advice"),
        ("vade shape events.ndjson --filter 'level in warn,error' --count-only", "in bounded memory"),
    ),
)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True), default="-", metavar="[FILE|-]")
@click.pass_obj
def shape(session: Session, file: str) -> None:
    """Filter, sort and cut JSON that comes from elsewhere.

    Takes one document, or a stream of records a line each; a stream is read in bounded memory and answered as
    one. Without a knob the input is passed on byte for byte.
    """
    if file == "-":
        if sys.stdin is None:
            raise UsageError("there is no standard input; name a file")
        _shape(session, sys.stdin.buffer)
        return
    try:
        source = Path(file).open("rb")  # noqa: SIM115 - closed below; what is written meanwhile fails otherwise
    except OSError as error:
        raise VaultError(f"cannot read {file}: {error.strerror}") from error
    with source:
        _shape(session, source)


def _shape(session: Session, source: BinaryIO) -> None:
    turned = shape_of(session.flags.knobs)
    if turned is not None and session.flags.ndjson:
        Stream(turned)  # what no stream can do is refused before a byte is read
    foreign = read(source, stream=session.flags.ndjson)
    if turned is None:
        _pass_on(session, foreign)
    elif foreign.rest is None:
        session.say(shaped(foreign.document, turned, session.to_json))
    else:
        _stream(session, foreign, Stream(turned))


def _pass_on(session: Session, foreign: Foreign) -> None:
    if foreign.rest is None:
        session.pass_on(foreign.raw)
        return
    for line in foreign.lines():
        session.pass_on(line)


def _stream(session: Session, foreign: Foreign, stream: Stream) -> None:
    reader = Reader(foreign)
    try:
        for shown in streamed(reader.records(), stream, reader.account):
            session.say(session.to_json(shown))  # at once: whoever follows a log waits for it
    except RecursionError:
        raise LimitExceeded(f"line {reader.number} is nested too deeply to be shaped") from None
    if reader.failed:
        session.status = Exit.PARTIAL
