"""`vade supersede`, `retract`, `deprecate`, `archive` and `restore`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.given import read_text
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import BEGINS, OVER, TEXT, TYPE, chain, dry_run_option, expected_option
from vademecum.cli.rendering import records, revisions
from vademecum.model.record import Importance, SourceKind
from vademecum.surface import answers

if TYPE_CHECKING:
    from vademecum.cli.session import Session
    from vademecum.engine.vade import Vade
    from vademecum.model.revision import Revised

_reason = click.option("--reason", type=TEXT, metavar="TEXT", help="Why; kept in the memory's history.")
_decided = chain(
    _reason,
    click.option(
        "--by",
        type=TEXT,
        default="user",
        show_default=True,
        metavar="NAME",
        help="Who says so; what an agent says waits for a person unless the settings trust it.",
    ),
    expected_option,
    dry_run_option,
)
_stated = chain(
    click.option("--file", type=click.Path(dir_okay=False, path_type=str), help="Read the text from a file."),
    click.option("--title", type=TEXT, help="Title; the old one stays unless the text takes it back."),
    click.option("--type", type=TYPE, help="What it is: fact, decision, howto, …"),
    click.option("--tag", "tags", type=TEXT, multiple=True, help="Tag in place of the old ones; repeatable."),
    click.option(
        "--alias", "aliases", type=TEXT, multiple=True, help="Other words in place of the old ones."
    ),
    click.option("--about", type=TEXT, multiple=True, metavar="NAME", help="Whom or what it is about."),
    click.option("--lang", type=TEXT, help="Language of the text, e.g. de."),
    click.option("--subject", type=TEXT, help="Claim: who or what it says something about."),
    click.option("--predicate", type=TEXT, help="Claim: which property, e.g. favourite_drink."),
    click.option("--value", type=TEXT, help="Claim: the property's value now."),
    click.option("--qualifier", type=TEXT, help="Claim: under which condition it holds."),
    click.option(
        "--source",
        type=click.Choice([kind.value for kind in SourceKind]),
        help="Who says so (user); what an agent says waits for a person unless the settings trust it.",
    ),
    click.option("--ref", type=TEXT, help="Where it was said, e.g. file:notes.md#L10."),
    click.option("--confidence", type=float, help="How sure, 0 to 1."),
    click.option(
        "--valid-from",
        type=BEGINS,
        metavar="TIME",
        help="It holds from then on, and the old one until then: 2026-03-01.",
    ),
    click.option(
        "--valid-until", type=OVER, metavar="TIME", help="It holds until then: 2026-03-31, or 7d from now."
    ),
    click.option(
        "--expires", type=OVER, metavar="TIME", help="It is out of date then: 2026-03-31, or 7d from now."
    ),
    click.option("--pinned/--unpinned", default=None, help="Keep it in view; as the old one otherwise."),
    click.option(
        "--importance",
        type=click.Choice([level.value for level in Importance]),
        help="How much it matters; as the old one otherwise.",
    ),
)


@click.command(
    cls=Command,
    examples=(
        ('vade supersede staging-port "The staging port is 8081."', "the old one says what was until now"),
        ("vade supersede office - --valid-from 2026-06-01 < new.md", "a change that is announced"),
        ('vade supersede 01JD5 "We deploy on Thursdays." --dry-run --json', "see first what would change"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@click.argument("words", type=TEXT, nargs=-1, metavar="TEXT|-")
@_stated
@_reason
@expected_option
@dry_run_option
@click.pass_obj
def supersede(
    session: Session, /, handle: str, words: tuple[str, ...], *, file: str | None, **stated: Any
) -> None:
    """Say what is true now in the place of a memory.

    The old one stays, says until when it held, and answers questions of that time (`--as-of`). Tags, other
    words, names, type, claim and scope are taken over unless stated. ID is an id, the beginning of one, or a
    key.
    """
    from pathlib import Path

    text = read_text(words, Path(file) if file is not None else None)
    fields = {name: value for name, value in stated.items() if value is not None and value != ()}
    if session.flags.scope is not None:
        fields["scope"] = session.flags.scope
    with session.open() as vade:
        answer = vade.supersede(handle, text, **fields)
        session.answer(
            answers.superseded(answer, records.summary(answer.memory), records.summary(answer.replaced)),
            lambda view: revisions.superseded(view, answer, session.holder),
            revision=vade.revision,
            warnings=answer.warnings,
        )


@click.command(
    cls=Command,
    examples=(
        ("vade retract office-lyon --reason 'a misreading of the lease'", "nobody is shown it again"),
        ("vade retract office-lyon --dry-run", "see first what would be in doubt"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@_decided
@click.pass_obj
def retract(session: Session, /, handle: str, **how: Any) -> None:
    """Say that a memory was never true.

    Nobody is shown it again, not even for the past, and nothing brings it back. What derives from it is
    marked for review. What was true once is superseded instead.
    """
    with session.open() as vade:
        _tell(session, vade, vade.retract(handle, **how))


@click.command(
    cls=Command,
    examples=(
        ("vade deprecate old-uploader --reason 'the new one is faster'", "shown last, and marked"),
        ("vade restore old-uploader", "undo it"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@_decided
@click.pass_obj
def deprecate(session: Session, /, handle: str, **how: Any) -> None:
    """Say that something still works but should not be used."""
    with session.open() as vade:
        _tell(session, vade, vade.deprecate(handle, **how))


@click.command(
    cls=Command,
    examples=(
        ("vade archive offsite-2024", "out of the way"),
        ("vade list --include all", "shows what is archived, too"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@_decided
@click.pass_obj
def archive(session: Session, /, handle: str, **how: Any) -> None:
    """Put a memory out of the way."""
    with session.open() as vade:
        _tell(session, vade, vade.archive(handle, **how))


@click.command(
    cls=Command,
    examples=(("vade restore offsite-2024", "as it was before `vade archive` or `vade deprecate`"),),
)
@click.argument("handle", type=TEXT, metavar="ID")
@_decided
@click.pass_obj
def restore(session: Session, /, handle: str, **how: Any) -> None:
    """Undo `vade deprecate` or `vade archive`."""
    with session.open() as vade:
        _tell(session, vade, vade.restore(handle, **how))


def _tell(session: Session, vade: Vade, answer: Revised) -> None:
    session.answer(
        answers.revised(answer, records.summary(answer.memory)),
        lambda view: revisions.revised(view, answer, session.holder),
        revision=vade.revision,
        stale=answer.memory.stale,
        warnings=answer.warnings,
    )
