"""`vade service` itself: its commands by name, and the database that they are about."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

import click

from vademecum.cli.grammar import Lazy, LazyGroup, offer
from vademecum.cli.rendering.layout import Column, table
from vademecum.errors import UsageError, VadeError
from vademecum.text.lines import one_line

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence
    from typing import Any

    from vademecum.cli.session import Session
    from vademecum.cli.view import View
    from vademecum.identity.administering import Tenantry
    from vademecum.ports.tenancy import Operations

VARIABLE = "VADE_DATABASE_URL"
_IN = "vademecum.cli.commands.service"
_MISSING = "a service needs more libraries; `pip install 'vademecum[serve,service]'` installs them"
_DATABASE, _WHO, _WORK = "The database", "Who may ask", "What is done and was asked"

COMMANDS: dict[str, Lazy] = {
    "migrate": Lazy(f"{_IN}.tenants:migrate", "Bring the schema of the database up to date.", _DATABASE),
    "tenant": Lazy(f"{_IN}.tenants:tenant", "Tenants and their bounds.", _WHO),
    "user": Lazy(f"{_IN}.members:user", "Users of a tenant.", _WHO),
    "group": Lazy(f"{_IN}.members:group", "Users who are granted scopes together.", _WHO),
    "grant": Lazy(f"{_IN}.members:grant", "Shared scopes that are open to a user or a group.", _WHO),
    "token": Lazy(f"{_IN}.tokens:token", "API tokens.", _WHO),
    "issuer": Lazy(f"{_IN}.issuers:issuer", "Providers of identities that are trusted.", _WHO),
    "worker": Lazy(
        f"{_IN}.working:worker", "Do the jobs that wait: imports, exports, vectors, erasures.", _WORK
    ),
    "audit": Lazy(f"{_IN}.auditing:audit", "Tell who asked for what, newest first.", _WORK),
}


@click.group(cls=LazyGroup, lazy=COMMANDS, invoke_without_command=True)
@click.option(
    "--database-url",
    metavar="URL",
    help=f"The database, as the owner of its tables ({VARIABLE}, which no list of processes shows).",
)
@click.pass_context
def service(context: click.Context, database_url: str | None) -> None:
    """Operate a service: one PostgreSQL database for many tenants."""
    context.meta[VARIABLE] = database_url
    offer(context)


def database_url(context: click.Context) -> str:
    """The address of the database.

    Raises:
        UsageError: none was named.
    """
    session = context.find_root().obj
    url = context.meta.get(VARIABLE) or session.environ.get(VARIABLE)
    if not url:
        raise UsageError(
            f"no database is named; set {VARIABLE}=postgresql://owner@host/name, or give --database-url"
        )
    return str(url)


@contextmanager
def operating(context: click.Context) -> Generator[tuple[Tenantry, Operations]]:
    """The accounts of the database, as its operator."""
    from vademecum.wiring_accounts import operating as opened

    with installed(), opened(database_url(context)) as both:
        yield both


@contextmanager
def installed() -> Generator[None]:
    """Say what to install where a library of the service is missing.

    Raises:
        VadeError: one is.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise VadeError(f"{_MISSING} ({error})") from error


def listed(context: click.Context, body: Mapping[str, Any], columns: Mapping[str, str], nothing: str) -> None:
    """Answer with a list of results: for a person as a table, or the advice when there is none.

    Args:
        context: of the command.
        body: the answer.
        columns: key -> heading; the first stands alone where it is quiet.
        nothing: what is told of an empty list.
    """
    session: Session = context.obj
    rows: Sequence[Mapping[str, Any]] = body["results"]

    def render(view: View) -> str:
        if view.quiet:
            return "\n".join([one_line(str(row[next(iter(columns))])) for row in rows])
        if not rows:
            return nothing
        cells = [[_cell(row[key]) for key in columns] for row in rows]
        return table(view, [Column(heading) for heading in columns.values()], cells)

    session.answer(body, render)


def changed(context: click.Context, what: str, body: Mapping[str, Any], key: str) -> None:
    """Answer with what was changed: for a person as one line, where it is quiet as the bare name."""
    session: Session = context.obj
    name = one_line(str(body[key]))
    session.answer(body, lambda view: name if view.quiet else f"{what}: {name}")


def _cell(one: object) -> str:
    if one is None or one in ("", [], False):
        return "-"
    if one is True:
        return "yes"
    many = cast("list[object]", one) if isinstance(one, list) else [one]
    return one_line(", ".join(map(str, many)))
