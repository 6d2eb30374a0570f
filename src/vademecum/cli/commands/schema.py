"""`vade schema`: what a command's JSON looks like, and which fields of what is remembered are searched."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.grammar import Command, Group
from vademecum.cli.inputs import TEXT, dry_run_option
from vademecum.cli.rendering import fields as rendering
from vademecum.cli.session import Session
from vademecum.surface.contracts import CONTRACTS
from vademecum.surface.schemas import schema_of

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    before = [*ctx.params.get(str(param.name), ()), ""]
    path = " ".join(before)
    words = dict.fromkeys(
        [name.removeprefix(path).split(" ")[0] for name in CONTRACTS if name.startswith(path)]
    )
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


class _Naming(Command):
    """What is asked by the name of any command, so it has none of its own."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it as the group itself would be."""
        ctx.ensure_object(Session).command = "schema"
        return click.Command.invoke(self, ctx)


class _Schemas(Group):
    """A group in which every command there is has a name: those that are no part of it print their schema."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command of the group, else what prints a schema."""
        if args[0] in self.commands or args[0].startswith("-"):
            return super().resolve_command(ctx, args)
        return args[0], _of_command, args

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands of the group, then those that have a schema."""
        return [*super().shell_complete(ctx, incomplete), *_complete(ctx, _of_command.params[0], incomplete)]


@click.command(cls=_Naming, hidden=True)
@click.argument("words", type=TEXT, nargs=-1, shell_complete=_complete)
@click.pass_obj
def _of_command(session: Session, words: tuple[str, ...]) -> None:
    """Print the JSON Schema of a command's answer."""
    made = schema_of(" ".join(words))
    session.say(json.dumps(made) if session.as_json else json.dumps(made, indent=2))


@click.group(
    cls=_Schemas,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND]...",
    examples=(
        ("vade schema recall", "its answer, and the error that may stand in its place"),
        ("vade schema review list", "a command inside another"),
        ("vade schema", "which there are"),
        ("vade schema fields", "what of your memories is searched"),
    ),
)
@click.pass_context
def schema(context: click.Context) -> None:
    """Print the JSON Schema of a command's answer.

    It is draft 2020-12 and describes what the command prints with --json and without a knob that shapes it.
    `vade schema fields` is about your memories instead: which of their fields are searched.
    """
    if context.invoked_subcommand is None:
        names = list(CONTRACTS)
        context.ensure_object(Session).answer({"commands": names}, lambda _view: "\n".join(names))


@schema.command(
    examples=(
        ("vade schema fields", "what is searched, and what is not"),
        ("vade schema fields --remove Person.iban", "recall and search look into it no more"),
        ("vade schema fields --add Memory.ticket", "a key of notes that nobody declared"),
    ),
)
@click.option(
    "--add",
    "added",
    type=TEXT,
    multiple=True,
    metavar="LABEL.FIELD",
    help="Have it searched; repeat for more.",
)
@click.option(
    "--remove",
    "removed",
    type=TEXT,
    multiple=True,
    metavar="LABEL.FIELD",
    help="Have it searched no more.",
)
@dry_run_option
@click.pass_obj
def fields(session: Session, *, added: tuple[str, ...], removed: tuple[str, ...], dry_run: bool) -> None:
    """Show or change which fields are searched.

    Text, names, aliases and summary are, and what pages state besides: the first 32 fields that are met. A
    field of the label Entity is one of every page, of Memory one of every memory. It is kept in
    memories/fields.yaml.
    """
    changes = bool(added or removed)
    with session.open(create=changes and not dry_run) as vade:
        answer = vade.declare_fields(added, removed, dry_run=dry_run) if changes else vade.fields()
        session.answer(
            {name: told for name, told in answer.to_dict().items() if name != "warnings"},
            lambda view: rendering.fields(view, answer),
            revision=vade.revision,
            warnings=answer.warnings,
        )
