"""`vade forget` and `vade redact`: what cannot be undone asks first, and answers with a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.given import read_text
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, dry_run_option, yes_option
from vademecum.cli.rendering import erasures, records
from vademecum.errors import InvalidValue, UsageError
from vademecum.surface import answers
from vademecum.surface.outcomes import Exit

if TYPE_CHECKING:
    from vademecum.cli.session import Session


class Span(click.ParamType[tuple[int, int]]):
    """``A:B``: the first character, counted from 0, and the one behind the last."""

    name = "span"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Two whole numbers."""
        first, sign, behind = str(value).partition(":")
        if not (sign and _is_number(first) and _is_number(behind)):
            raise click.BadParameter("write it as A:B, e.g. 10:24", ctx, param)
        return int(first), int(behind)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10  # far beyond any text


@click.command(
    cls=Command,
    examples=(
        ("vade forget oat-milk --dry-run", "see first what would go, and what names it"),
        ("vade forget oat-milk", "asks, erases, and proves it"),
        ("vade forget rhea --property employer", "one property of a page; the page stays"),
        ("vade forget --fact Rhea works_at Acme", "one relation that a page states"),
        ("vade forget 01J9 01K2 --yes --json", "for scripts; the receipt as JSON"),
        ("vade forget", "finish what was broken off"),
    ),
)
@click.argument("handles", type=TEXT, metavar="[ID]...", nargs=-1)
@click.option("--property", type=TEXT, metavar="NAME", help="Only this property of the one record.")
@click.option(
    "--fact",
    type=(TEXT, TEXT, TEXT),
    metavar="SUBJECT PREDICATE OBJECT",
    help="Instead of a record a relation that the subject's page states.",
)
@click.option("--aliases", is_flag=True, help="Also remove entries of the vocabulary that have its names.")
@yes_option
@dry_run_option
@click.pass_obj
def forget(session: Session, /, handles: tuple[str, ...], *, yes: bool, dry_run: bool, **what: Any) -> None:
    """Erase memories for good, and prove it.

    The file is overwritten and deleted, the index is written anew without it, and what names it is linked
    anew. The receipt tells what was searched and read to make sure, and what no program can reach. A
    tombstone without content keeps an import from bringing it back; to remember it again is allowed. What
    other records say of it is named and left alone. With --property or --fact only that goes.
    """
    with session.open() as vade:
        if (handles or what["fact"]) and not (yes or dry_run):
            planned = vade.forget(*handles, **what, dry_run=True)
            ask(session, erasures.plan(session.view(), planned), "Forget this for good?")
        receipt = vade.forget(*handles, **what, dry_run=dry_run)
        if receipt.outcome == "unproven":
            session.status = Exit.FAILURE
        session.answer(
            answers.forgotten(receipt),
            lambda view: erasures.receipt(view, receipt),
            revision=vade.revision,
            warnings=receipt.warnings,
        )


@click.command(
    cls=Command,
    examples=(
        ("vade redact wifi - < secret.txt", "from a file, so that the shell's history does not keep it"),
        ("vade redact wifi --span 10:24", "by place in the text, counted from 0"),
        ("vade redact wifi 4711-0815 --dry-run", "see first what would change"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@click.argument("text", type=TEXT, metavar="[TEXT|-]", required=False)
@click.option("--span", type=Span(), metavar="A:B", help="What stands there in the text, instead of TEXT.")
@yes_option
@dry_run_option
@click.pass_obj
def redact(
    session: Session,
    handle: str,
    text: str | None,
    *,
    span: tuple[int, int] | None,
    yes: bool,
    dry_run: bool,
) -> None:
    """Blot one secret out of a memory, and keep the memory.

    Every occurrence goes, whatever its case: from text and title, from tags and aliases, from the file's
    name and from the index. `[redacted]` stands in its place. A secret that was told is no secret any more:
    change it where it is used as well.
    """
    secret = read_text(("-",)).strip() if text == "-" else text
    if text == "-" and not yes and not dry_run:
        raise UsageError("standard input is taken by the text, so nobody can be asked; add --yes")
    if secret is None and span is None:
        raise InvalidValue("text", "is missing; say what is to go, - for standard input, or --span A:B")
    with session.open() as vade:
        if not (yes or dry_run):
            planned = vade.redact(handle, secret, span=span, dry_run=True)
            ask(session, erasures.redaction(session.view(), planned), "Blot it out for good?")
        answer = vade.redact(handle, secret, span=span, dry_run=dry_run)
        if answer.outcome == "unproven":
            session.status = Exit.FAILURE
        session.answer(
            answers.redacted(answer, records.summary(answer.memory)),
            lambda view: erasures.redaction(view, answer),
            revision=vade.revision,
            warnings=answer.warnings,
        )


def ask(session: Session, plan: str, question: str) -> None:
    """Show what would go and let a person decide.

    Raises:
        UsageError: nobody is there to be asked.
        Abort: they said no.
    """
    if not session.is_interactive:
        raise UsageError(
            "this cannot be undone; add --yes to do it without being asked, or --dry-run to see it"
        )
    session.say(plan)
    click.confirm(question, abort=True)
