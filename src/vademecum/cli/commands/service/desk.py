"""`vade service` itself: its commands by name, and the database that they are about."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Lazy, LazyGroup, offer
from vademecum.cli.rendering.layout import Column, table
from vademecum.errors import UsageError
from vademecum.text.lines import one_line

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping
    from typing import Any

    from vademecum.cli.view import View
    from vademecum.identity.administering import Tenantry
    from vademecum.ports.tenancy import Operations

VARIABLE = "VADE_DATABASE_URL"
_IN = "vademecum.cli.commands.service"
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

    with opened(database_url(context)) as both:
        yield both


def told(view: View, body: Mapping[str, Any], columns: Mapping[str, str], nothing: str) -> str:
    """A list of results as a table, or the advice when there is none.

    Args:
        view: what the output can show.
        body: the answer.
        columns: key -> heading; the first stands alone where it is quiet.
        nothing: what is told of an empty list.
    """
    rows: list[dict[str, Any]] = body["results"]
    first = next(iter(columns))
    if view.quiet:
        return "\n".join([one_line(str(row[first])) for row in rows])
    if not rows:
        return nothing
    cells = [[_cell(row[key]) for key in columns] for row in rows]
    return table(view, [Column(heading) for heading in columns.values()], cells)


def changed(view: View, what: str, body: Mapping[str, Any], key: str) -> str:
    """One line about what was changed; the bare name where it is quiet."""
    name = one_line(str(body[key]))
    return name if view.quiet else f"{what}: {name}"


def _cell(one: Any) -> str:
    if one is None or one in ("", [], False):
        return "-"
    if one is True:
        return "yes"
    return one_line(_joined(one) if isinstance(one, list) else str(one))


def _joined(many: Iterable[Any]) -> str:
    return ", ".join(map(str, many))
