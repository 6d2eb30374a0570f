"""Faults of a command line, as the grammar's library reports them, in this product's own words and codes."""

from __future__ import annotations

import click

from vademecum.errors import InvalidValue, UnknownName, UsageError, VadeError
from vademecum.text.nearest import nearest


def translate(error: click.ClickException) -> VadeError:
    """The same fault as an error of the one family."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    match error:
        case click.NoSuchOption():
            return _unknown_option(error, context)
        case click.MissingParameter():
            return UsageError(f"{_parameter(error)} is missing; {_help_of(context)}")
        case click.BadParameter():
            meant = _choices_near(error)
            hint = f"; did you mean {' or '.join(meant)}?" if meant else ""
            return InvalidValue(_parameter(error), _sentence(error.message) + hint, suggestions=meant)
        case click.UsageError():
            return UsageError(f"{_sentence(error.message)}; {_help_of(context)}")
        case _:
            return VadeError(_sentence(error.format_message()))


def _unknown_option(error: click.NoSuchOption, context: click.Context | None) -> UnknownName:
    known: list[str] = []
    if context is not None:
        params = context.command.get_params(context)
        known = [
            name for param in params for name in (*param.opts, *param.secondary_opts) if name[:2] == "--"
        ]
    return UnknownName("option", error.option_name, suggestions=nearest(error.option_name, known))


def _parameter(error: click.BadParameter) -> str:
    if error.param is None:
        return str(error.param_hint or "argument")
    if isinstance(error.param, click.Argument):
        return error.param.human_readable_name
    return error.param.opts[-1]


def _choices_near(error: click.BadParameter) -> tuple[str, ...]:
    """The choices nearest to what was given; the library only lists them all."""
    kind = error.param.type if error.param is not None else None
    given = error.message.partition("'")[2].partition("'")[0]
    return nearest(given, [str(c) for c in kind.choices]) if isinstance(kind, click.Choice) else ()


def _help_of(context: click.Context | None) -> str:
    return f"try `{context.command_path if context else 'vade'} --help`"


def _sentence(message: str) -> str:
    """The library's sentence as part of one of ours: no capital at the front, no full stop."""
    text = message.strip().rstrip(".")
    return text[:1].lower() + text[1:]
