"""`vade remember`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.given import read_text
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import BEGINS, OVER, TEXT, TYPE, chain, dry_run_option, session_option
from vademecum.cli.rendering import records
from vademecum.model.record import Importance, SourceKind
from vademecum.surface import answers

if TYPE_CHECKING:
    from vademecum.cli.session import Session

_what = chain(
    click.option(
        "--file", type=click.Path(dir_okay=False, path_type=Path), help="Read the text from a file."
    ),
    click.option("--title", type=TEXT, help="Title; the first words of the text name the file otherwise."),
    click.option(
        "--type", type=TYPE, default="note", show_default=True, help="What it is: fact, decision, howto, …"
    ),
    click.option("--tag", "tags", type=TEXT, multiple=True, help="Tag; repeat for more."),
    click.option(
        "--alias", "aliases", type=TEXT, multiple=True, help="Other words to find it by; repeat for more."
    ),
    click.option(
        "--about", type=TEXT, multiple=True, metavar="NAME", help="Whom or what it is about; repeatable."
    ),
    click.option("--lang", type=TEXT, help="Language of the text, e.g. de."),
)
_claim = chain(
    click.option("--subject", type=TEXT, help="Claim: who or what it says something about."),
    click.option("--predicate", type=TEXT, help="Claim: which property, e.g. favourite_drink."),
    click.option("--value", type=TEXT, help="Claim: the property's value."),
    click.option("--qualifier", type=TEXT, help="Claim: under which condition it holds."),
)
_standing = chain(
    click.option(
        "--source",
        type=click.Choice([kind.value for kind in SourceKind]),
        default=SourceKind.USER.value,
        show_default=True,
        help="Who says so.",
    ),
    click.option("--ref", type=TEXT, help="Where it was said, e.g. file:notes.md#L10."),
    click.option("--confidence", type=float, help="How sure, 0 to 1."),
    click.option("--valid-from", type=BEGINS, metavar="TIME", help="It holds from then on: 2026-03-01."),
    click.option(
        "--valid-until",
        type=OVER,
        metavar="TIME",
        help="It holds until then: 2026-03-31, or 7d, 2w, 6mo, 1y from now.",
    ),
    click.option(
        "--expires",
        type=OVER,
        metavar="TIME",
        help="It is out of date then: 2026-03-31, or 7d, 2w, 6mo, 1y from now.",
    ),
    click.option("--pinned", is_flag=True, help="Keep it in view."),
    click.option(
        "--importance",
        type=click.Choice([level.value for level in Importance]),
        default=Importance.NORMAL.value,
        show_default=True,
        help="How much it matters.",
    ),
    click.option(
        "--sensitivity",
        type=click.Choice(["normal", "sensitive"]),
        default="normal",
        show_default=True,
        help="How private it is.",
    ),
)
_request = chain(
    session_option,
    click.option(
        "--idempotency-key", type=TEXT, metavar="KEY", help="Name of the request; repeated, it is done once."
    ),
    click.option(
        "--expected-updated",
        type=BEGINS,
        metavar="TIME",
        help="Refuse when the memory it bears on was changed at another time.",
    ),
)


@click.command(
    cls=Command,
    examples=(
        ('vade remember "Matthew prefers oat milk." --about Matthew', "about a person"),
        ("vade remember - --title 'Release notes' < notes.md", "a whole text from a pipe"),
        ("vade remember --file notes.md --tag release --dry-run", "see first what would be written"),
    ),
)
@click.argument("words", type=TEXT, nargs=-1, metavar="TEXT|-")
@_what
@_claim
@_standing
@_request
@dry_run_option
@click.pass_obj
def remember(session: Session, /, words: tuple[str, ...], *, file: Path | None, **fields: Any) -> None:
    """Keep a text as a Markdown file.

    Saying the same thing twice keeps one memory.
    """
    text = read_text(words, file)
    with session.open(create=True) as vade:
        answer = vade.remember(text, scope=session.flags.scope, **fields)
        session.answer(
            answers.remembered(answer, records.summary(answer.memory)),
            lambda view: records.remembered(view, answer, session.holder),
            revision=vade.revision,
            warnings=answer.warnings,
        )
