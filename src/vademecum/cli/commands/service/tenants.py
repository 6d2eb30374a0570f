"""`vade service migrate` and `vade service tenant`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.commands.service.desk import changed, database_url, installed, listed, operating
from vademecum.cli.grammar import Command, Group, offer
from vademecum.cli.inputs import TEXT, Count, chain
from vademecum.errors import UsageError
from vademecum.model.tenancy import Quota
from vademecum.model.value import replace
from vademecum.surface import tenants as bodies

if TYPE_CHECKING:
    from vademecum.cli.session import Session

ROLE = "vade_app"
"""What the service connects as when nobody says otherwise."""

_COLUMNS = {
    "tenant": "TENANT",
    "suspended": "SUSPENDED",
    "memories": "MEMORIES",
    "bytes": "BYTES",
    "requests_per_minute": "A MINUTE",
    "created": "SINCE",
}


@click.command(
    cls=Command,
    examples=(("vade service migrate --role vade_app", "after each update of vademecum, before it serves"),),
)
@click.option(
    "--role", type=TEXT, default=ROLE, metavar="NAME", help=f"What the service connects as ({ROLE})."
)
@click.pass_context
def migrate(context: click.Context, role: str) -> None:
    """Bring the schema of the database up to date.

    It connects as the owner. The role is granted what the service needs and must exist; it must neither own
    the tables nor bypass row-level security, so that no request ever sees another tenant.
    """
    from vademecum.wiring_accounts import migrate as run

    session: Session = context.obj
    with installed():
        steps = run(database_url(context), role)
    said = f"Ran {', '.join(steps)}." if steps else "Nothing to do: the schema is up to date."
    session.answer(
        {"steps": list(steps), "role": role}, lambda view: "\n".join(steps) if view.quiet else said
    )


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def tenant(context: click.Context) -> None:
    """Tenants and their bounds.

    Nothing is shared between two of them; the database itself shows no other one's rows.
    """
    offer(context)


_quota = chain(
    click.option("--memories", type=Count(0, 10**12), metavar="N", help="Records that it may keep."),
    click.option("--bytes", "size", type=Count(0, 10**15), metavar="N", help="Bytes that they may have."),
    click.option(
        "--rate",
        type=Count(0, 10**6),
        metavar="N",
        help="Requests that it may send a minute, to all processes.",
    ),
)


@tenant.command(
    examples=(("vade service tenant add acme --memories 100000 --rate 600", "with bounds; none by itself"),)
)
@click.argument("name", type=TEXT)
@_quota
@click.pass_context
def add(context: click.Context, name: str, memories: int | None, size: int | None, rate: int | None) -> None:
    """Make a tenant."""
    with operating(context) as (tenantry, _):
        made = tenantry.add(name, Quota(memories=memories, bytes=size, requests_per_minute=rate))
        body = bodies.tenant(made)
        changed(context, "Made", body, "tenant")


@tenant.command(
    examples=(
        ("vade service tenant change acme --suspend", "refuses every token of it, and loses nothing"),
        ("vade service tenant change acme --rate 1200", "another bound"),
        ("vade service tenant change acme --unbounded", "none at all"),
    )
)
@click.argument("name", type=TEXT)
@click.option("--suspend/--resume", "suspend", default=None, help="Refuse every token of it, or no longer.")
@click.option("--unbounded", is_flag=True, help="Take away the bounds that are not named beside.")
@_quota
@click.pass_context
def change(
    context: click.Context, /, name: str, suspend: bool | None, *, unbounded: bool, **bounds: int | None
) -> None:
    """Suspend a tenant, let it in again, or give it other bounds."""
    with operating(context) as (tenantry, _):
        was = tenantry.find(name)
        old = Quota() if unbounded else was.quota
        quota = replace(old, **{_FIELDS[n]: one for n, one in bounds.items() if one is not None})
        state = was.suspended if suspend is None else suspend
        body = bodies.tenant(tenantry.change(replace(was, suspended=state, quota=quota)))
        changed(context, "Changed", body, "tenant")


_FIELDS = {"memories": "memories", "size": "bytes", "rate": "requests_per_minute"}


@tenant.command("list", examples=(("vade service tenant list", "by name, with their bounds"),))
@click.option("--after", type=TEXT, default="", metavar="NAME", help="Those that come after this one.")
@click.option("--limit", type=Count(1, 1000), default=100, metavar="N", help="Most to show, 1 to 1000 (100).")
@click.pass_context
def list_(context: click.Context, after: str, limit: int) -> None:
    """List tenants."""
    with operating(context) as (_, operations):
        body = bodies.listed(bodies.tenant, operations.tenants(after=after, limit=limit))
        advice = "There is no tenant yet. `vade service tenant add acme` makes one."
        listed(context, body, _COLUMNS, advice)


@tenant.command(examples=(("vade service tenant delete acme --yes", "everything that is its own, for good"),))
@click.argument("name", type=TEXT)
@click.option("--yes", is_flag=True, help="Do not ask; without a terminal it is needed.")
@click.pass_context
def delete(context: click.Context, name: str, *, yes: bool) -> None:
    """Delete a tenant with everything that is its own, for good.

    Its id stays taken. Backups and the write-ahead log keep bytes for as long as the operator keeps them.
    """
    session: Session = context.obj
    if not yes and not session.is_interactive:
        raise UsageError("deleting a tenant cannot be undone; repeat the command with --yes")
    with operating(context) as (tenantry, _):
        found = tenantry.find(name)
        if not yes:
            click.confirm(f"Delete {found.id} with everything that is its own?", abort=True, err=True)
        body = bodies.tenant(tenantry.delete(name))
        changed(context, "Deleted", body, "tenant")
