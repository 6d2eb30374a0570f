"""`vade service token`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.access.naming import tenant_id
from vademecum.cli.commands.service.desk import changed, listed, operating
from vademecum.cli.commands.service.members import tenant_argument
from vademecum.cli.grammar import Group, offer
from vademecum.cli.inputs import TEXT, When
from vademecum.engine.moments import Span
from vademecum.model.tenancy import EVERY_RIGHT, Right
from vademecum.surface import tenants as bodies

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.cli.session import Session


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def token(context: click.Context) -> None:
    """API tokens."""
    offer(context)


@token.command(
    examples=(
        ("vade service token create acme ann --label laptop --expires 90d", "all that its user may do"),
        ("vade service token create acme bot --right read --only org:acme", "reads one scope and no more"),
    ),
)
@tenant_argument
@click.argument("user", type=TEXT)
@click.option("--label", type=TEXT, default="", metavar="TEXT", help="What it is for, shown in lists.")
@click.option(
    "--right",
    "rights",
    type=click.Choice([right.value for right in Right]),
    multiple=True,
    help="What it may be used for; all that its user may, when none is given.",
)
@click.option(
    "--only", "scopes", type=TEXT, multiple=True, metavar="SCOPE", help="The only scopes it reaches."
)
@click.option(
    "--expires", type=When(Span.AHEAD), metavar="TIME", help="When it ends: 2027-01-01, or 90d from now."
)
@click.pass_context
def create(
    context: click.Context,
    tenant: str,
    user: str,
    label: str,
    *,
    rights: tuple[str, ...],
    scopes: tuple[str, ...],
    expires: datetime | None,
) -> None:
    """Make a token and show it, this once.

    What is kept is what argon2id makes of it. Whoever loses it revokes it and makes another one.
    """
    with operating(context) as (tenantry, _):
        issued = tenantry.create_token(
            tenant_id(tenant),
            user,
            label=label,
            rights=frozenset(map(Right, rights)) or EVERY_RIGHT,
            scopes=scopes,
            expires=expires,
        )
        body = {**bodies.token(issued.token), "token": issued.text}
        said = f"{issued.text}\nIt is not shown again. Send it as `Authorization: Bearer …`."
        session: Session = context.obj
        session.answer(body, lambda view: issued.text if view.quiet else said)


@token.command("list", examples=(("vade service token list acme", "oldest first; never the secret"),))
@tenant_argument
@click.pass_context
def list_(context: click.Context, tenant: str) -> None:
    """List the tokens of a tenant."""
    with operating(context) as (_, operations):
        body = bodies.listed(bodies.token, operations.tokens(tenant_id(tenant)))
        advice = f"There is no token. `vade service token create {tenant} USER` makes one."
        columns = {
            "id": "TOKEN", "user": "USER", "label": "LABEL", "rights": "RIGHTS", "scopes": "ONLY",
            "expires": "EXPIRES", "revoked": "REVOKED", "used": "LAST USED",
        }  # fmt: skip
        listed(context, body, columns, advice)


@token.command("revoke", examples=(("vade service token revoke acme x7k2m9q4w1zd", "at once"),))
@tenant_argument
@click.argument("id", type=TEXT)
@click.pass_context
def revoke(context: click.Context, tenant: str, id: str) -> None:
    """Refuse a token from now on."""
    with operating(context) as (tenantry, _):
        body = bodies.token(tenantry.revoke_token(tenant_id(tenant), id))
        changed(context, "Revoked", body, "id")
