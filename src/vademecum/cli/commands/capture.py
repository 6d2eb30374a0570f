"""`vade capture`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.given import read_text
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, session_option
from vademecum.cli.rendering import records
from vademecum.surface import answers

if TYPE_CHECKING:
    from vademecum.cli.session import Session


@click.command(
    cls=Command,
    examples=(
        ('vade capture "Remember that the bins go out on Monday."', "what would be kept of it"),
        ("vade capture - --keep < chat.txt", "keep what a conversation asked for"),
    ),
)
@click.argument("words", type=TEXT, nargs=-1, metavar="TEXT|-")
@click.option("--keep", is_flag=True, help="Remember what is found; without it nothing is written.")
@click.option("--lang", type=TEXT, help="Look for requests in this language only, e.g. de.")
@click.option("--ref", type=TEXT, help="Where it was said, e.g. file:chat.txt.")
@session_option
@click.pass_obj
def capture(session: Session, /, words: tuple[str, ...], **given: Any) -> None:
    """Find what a text asks to be remembered.

    "Remember that …", "TIL …", "merk dir …", "记住…" and their kin in many languages, without a model.
    Questions, quotations, code and mere reminiscing are passed over.
    """
    text = read_text(words)
    with session.open(create=bool(given["keep"])) as vade:
        answer = vade.capture(text, scope=session.flags.scope, **given)
        session.answer(
            answers.captured(answer, records.summary),
            lambda view: records.captured(view, answer),
            revision=vade.revision,
            warnings=answer.warnings,
        )
