"""`vade config`: works whatever state the file is in, for it is what repairs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.grammar import Group, offer
from vademecum.cli.inputs import TEXT, dry_run_option, yes_option
from vademecum.cli.rendering.layout import BOLD, CYAN, DIM, YELLOW, Column, table
from vademecum.errors import UsageError
from vademecum.settings import BY_NAME, CONFIG_NAME, TABLE, Origin, Settings, setting_named
from vademecum.settings.editing import Change, set_value, unset_value
from vademecum.text.lines import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from vademecum.cli.session import Session
    from vademecum.cli.view import View


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def config(context: click.Context) -> None:
    """Read and change settings.

    A value comes from the command line, else the environment, else the file, else the default.
    """
    offer(context)


@config.command("list", examples=(("vade config list", "every value and where it comes from"),))
@click.pass_obj
def list_(session: Session) -> None:
    """List every setting, its value and where it comes from."""
    settings = session.settings
    rows = [_row(settings, name) for name in BY_NAME]
    problems = [
        {"origin": p.origin.value, "name": p.name, "message": p.message, "fix": p.fix}
        for p in settings.problems
    ]
    session.answer({"results": rows, "problems": problems}, lambda view: _listed(view, settings))


def _row(settings: Settings, name: str) -> dict[str, Any]:
    setting = BY_NAME[name]
    return {
        "name": name,
        "value": settings.value(name),
        "origin": settings.origins[name].value,
        "default": setting.default,
        "allowed": setting.allowed,
        "variable": setting.variable,
        "meaning": setting.meaning,
    }


def _text(value: object) -> str:
    """As it is written in the file and on the command line."""
    return str(value).lower() if isinstance(value, bool) else one_line(str(value))


def _listed(view: View, settings: Settings) -> str:
    if view.quiet:
        return "\n".join(f"{name}={_text(settings.value(name))}" for name in BY_NAME)
    columns = (
        Column("SETTING", style=CYAN),
        Column("VALUE"),
        Column("FROM", style=DIM),
        Column("MEANING", flexible=True),
    )
    rows = [(s.name, _text(settings.value(s.name)), _origin(settings, s.name), s.meaning) for s in TABLE]
    parts = [table(view, columns, rows)]
    parts += [
        f"{view.style('set aside', YELLOW)}  {one_line(p.message)} (in {_where(p.origin)}; {one_line(p.fix)})"
        for p in settings.problems
    ]
    return "\n".join(parts)


def _origin(settings: Settings, name: str) -> str:
    origin = settings.origins[name]
    return BY_NAME[name].variable if origin is Origin.ENVIRONMENT else origin.value


def _where(origin: Origin) -> str:
    return "the environment" if origin is Origin.ENVIRONMENT else CONFIG_NAME


@config.command(examples=(("vade config get recall.limit", "the value alone"),))
@click.argument("name", type=TEXT)
@click.pass_obj
def get(session: Session, name: str) -> None:
    """Show the value of one setting."""
    setting_named(name)
    settings = session.settings
    session.answer(_row(settings, name), lambda _view: _text(settings.value(name)))


@config.command(
    "set",
    examples=(
        ("vade config set recall.limit 10", "comments in the file stay"),
        ("vade config set output.color never --dry-run", "check a value first"),
    ),
)
@click.argument("name", type=TEXT)
@click.argument("value", type=TEXT)
@dry_run_option
@click.pass_obj
def set_(session: Session, name: str, value: str, *, dry_run: bool) -> None:
    """Write one setting to the file."""
    _tell(session, set_value(session.home, name, value, dry_run=dry_run), dry_run=dry_run)


@config.command(
    examples=(("vade config unset recall.limit", "back to the default; removes misspelt ones, too"),)
)
@click.argument("name", type=TEXT)
@dry_run_option
@click.pass_obj
def unset(session: Session, name: str, *, dry_run: bool) -> None:
    """Remove one setting from the file."""
    _tell(session, unset_value(session.home, name, dry_run=dry_run), dry_run=dry_run)


def _tell(session: Session, change: Change, *, dry_run: bool) -> None:
    body = {
        "name": change.name,
        "before": _json(change.before),
        "value": change.after,
        "changed": change.changed,
        "set_aside": str(change.set_aside) if change.set_aside else None,
        "dry_run": dry_run,
    }
    warnings: list[str] = []
    if change.set_aside is not None:
        warnings.append(
            f"{CONFIG_NAME} was not valid TOML; it is kept as {change.set_aside}, take over what you need"
        )
    if _is_overruled(session, change):
        warnings.append(f"{BY_NAME[change.name].variable} is set and stays in force over the file")
    session.answer(body, lambda view: _changed(view, change, dry_run=dry_run), warnings=warnings)


def _json(value: object) -> Any:
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)


def _is_overruled(session: Session, change: Change) -> bool:
    setting = BY_NAME.get(change.name)
    return setting is not None and bool(session.environ.get(setting.variable, "").strip())


def _changed(view: View, change: Change, *, dry_run: bool) -> str:
    if view.quiet:
        return ""
    name = view.style(one_line(change.name), BOLD)
    if not change.changed:
        return f"{name} is already so in the file"
    now = "not set" if change.after is None else _text(change.after)
    before = "not set" if change.before is None else _text(change.before)
    return f"{'Nothing written; would set' if dry_run else 'Set'} {name}: {before} → {now}"


@config.command(examples=(("$EDITOR $(vade config path)", "edit the file by hand"),))
@click.pass_obj
def path(session: Session) -> None:
    """Print where the file is, or would be."""
    file: Path = session.home / CONFIG_NAME
    session.answer({"path": str(file), "exists": file.exists()}, lambda _view: one_line(str(file)))


@config.command(
    "trust",
    examples=(
        ("vade config trust", "shows what would count, and asks"),
        ("vade config trust --dry-run", "shows it, and asks nothing"),
        ("vade config trust --yes --home ~/team-memory", "for scripts, once you looked"),
        ("vade config trust --revoke", "nothing of it counts any more"),
    ),
)
@yes_option
@click.option("--revoke", "revokes", is_flag=True, help="Trust nothing of it any more; asks nothing.")
@dry_run_option
@click.pass_obj
def trust_(session: Session, *, yes: bool, revokes: bool, dry_run: bool) -> None:
    """Let the settings of this home reach beyond it.

    A home may come from somebody else, and its file may name a server, a model, or folders of yours. What
    would send, load or read something elsewhere counts once you trust it; so do folders that are links out of
    the home. What you set by `vade config set`, or in the environment, you trust thereby, and the default
    home is yours unless it is a clone. A value that changes later asks again, and so does a home that moves.
    """
    from vademecum.cli.rendering import trusting as shown
    from vademecum.settings.trusting import file_of, reaching, revoke, trust

    home = session.folder
    found = reaching(home)
    fresh = any(not one.trusted for one in found)
    outcome = "revoked" if revokes else "trusted" if fresh else "unchanged"
    if revokes and not dry_run:
        revoke(home)
    elif fresh and not revokes and not dry_run:
        if not yes:
            _ask(session, shown.asked(session.view(), home, found))
        trust(home, found)
    if not dry_run:
        found = reaching(home)
    body = {
        "home": home,
        "file": file_of(home),
        "outcome": outcome,
        "results": [
            {"name": one.name, "value": one.value, "reaches": one.reaches, "trusted": one.trusted}
            for one in found
        ],
        "dry_run": dry_run,
    }
    session.answer(body, lambda view: shown.told(view, home, found, outcome, dry_run=dry_run))


def _ask(session: Session, shown: str) -> None:
    """Show what would count, and let a person decide.

    Raises:
        UsageError: nobody is there to be asked.
        Abort: they said no.
    """
    if not session.is_interactive:
        raise UsageError("nobody is here to be asked; see it with --dry-run, then add --yes")
    session.say(shown)
    click.confirm("Let this count?", abort=True)
