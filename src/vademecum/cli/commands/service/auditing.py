"""`vade service audit`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.access.naming import tenant_id
from vademecum.cli.commands.service.desk import listed, operating
from vademecum.cli.commands.service.members import tenant_argument
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, Count, When
from vademecum.model.audit import AuditQuery
from vademecum.surface import tenants as bodies

if TYPE_CHECKING:
    from datetime import datetime

_COLUMNS = {
    "at": "AT", "user": "USER", "bearer": "TOKEN", "action": "ACTION", "targets": "ABOUT",
    "status": "STATUS", "look": "LOOK", "request": "REQUEST",
}  # fmt: skip


@click.command(
    cls=Command,
    examples=(
        ("vade service audit acme --user ann --since 7d", "what Ann's tokens asked for this week"),
        ("vade service audit acme --drop-before 365d", "keeps a year"),
    ),
)
@tenant_argument
@click.option("--user", type=TEXT, default="", metavar="NAME", help="Of this user alone.")
@click.option("--action", type=TEXT, default="", metavar="NAME", help="Of this operation alone: recall.")
@click.option("--since", type=When(), metavar="TIME", help="At or after: 2026-03-01, or an age like 7d.")
@click.option("--before", type=Count(1, 2**63 - 1), metavar="N", help="Lines with a smaller number: read on.")
@click.option("--limit", type=Count(1, 1000), default=50, metavar="N", help="Most lines, 1 to 1000 (50).")
@click.option("--drop-before", type=When(), metavar="TIME", help="First drop what is older, for good.")
@click.pass_context
def audit(
    context: click.Context,
    tenant: str,
    *,
    user: str,
    action: str,
    since: datetime | None,
    before: int | None,
    limit: int,
    drop_before: datetime | None,
) -> None:
    """Tell who asked for what, newest first.

    The log holds ids and names of operations, never a word of what was asked or answered.
    """
    with operating(context) as (tenantry, operations):
        whose = tenant_id(tenant)
        dropped = tenantry.drop_audit(whose, drop_before) if drop_before else 0
        query = AuditQuery(user=user.casefold(), action=action, since=since, before=before, limit=limit)
        body = {**bodies.listed(bodies.line, operations.audit(whose, query)), "dropped": dropped}
        listed(context, body, _COLUMNS, "Nothing that is asked for.")
