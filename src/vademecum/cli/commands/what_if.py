"""`vade what-if`: what a command would bring about."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.grammar import Command
from vademecum.cli.rendering import foreseen as rendering
from vademecum.engine.foreseeing import VERBS, checked_verb

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from vademecum.cli.session import Session
    from vademecum.engine.vade import Vade
    from vademecum.model.foreseen import Foreseen


class _Tried:
    """An open home whose changing verbs are only tried."""

    def __init__(self, vade: Vade, keep: Callable[[Foreseen], None]) -> None:
        self._vade = vade
        self._keep = keep

    def __getattr__(self, name: str) -> Any:
        if name not in VERBS:
            return getattr(self._vade, name)

        def tried(*arguments: Any, **named: Any) -> Any:
            named.pop("dry_run", None)
            answer, foreseen = self._vade.try_out(name, *arguments, **named)
            self._keep(foreseen)
            return answer

        return tried


class _Trying:
    """A session in which a command does what it does, but for writing and for telling."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.foreseen: list[Foreseen] = []
        self.revision: str | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    @contextmanager
    def open(self, **_how: Any) -> Generator[Any]:
        with self._session.open() as vade:
            yield _Tried(vade, self.foreseen.append)

    def answer(self, *_said: Any, revision: str | None = None, **_more: Any) -> None:
        self.revision = revision


@click.command(
    cls=Command,
    context_settings={"ignore_unknown_options": True, "help_option_names": ["-h", "--help"]},
    examples=(
        ('vade what-if supersede home "Matthew lives in Porto."', "which memories would be in doubt"),
        ("vade what-if retract office-lyon", "which relations would go"),
        ("vade what-if link Rhea works_at Acme --json", "for a program"),
    ),
)
@click.argument("verb", metavar="COMMAND")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="ARGUMENT…")
@click.pass_context
def what_if(context: click.Context, verb: str, arguments: tuple[str, ...]) -> None:
    """Tell what a command would bring about, and write nothing.

    COMMAND is remember, edit, supersede, retract, deprecate, archive, restore, link, unlink or forget, with
    its own arguments. It runs as it always does, up to the writing: what would be written or go, which
    relations would come and go, and which memories would be in doubt.
    """
    from vademecum.cli.root import root

    session: Session = context.obj
    trying = _Trying(session)
    command = root.get_command(context, checked_verb(verb))
    assert command is not None
    with command.make_context(verb, ["--dry-run", *arguments], parent=context, obj=trying) as inner:
        command.invoke(inner)
    session.command = "what-if"
    (answer,) = trying.foreseen
    body = answer.to_dict()
    body.pop("warnings")
    session.answer(
        body,
        lambda view: rendering.foreseen(view, answer),
        revision=trying.revision,
        warnings=answer.warnings,
    )
