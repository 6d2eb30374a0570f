"""`vade service user`, `vade service group` and `vade service grant`."""

from __future__ import annotations

import click

from vademecum.access.naming import tenant_id
from vademecum.cli.commands.service.desk import changed, listed, operating
from vademecum.cli.grammar import Group, offer
from vademecum.cli.inputs import TEXT
from vademecum.surface import tenants as bodies

tenant_argument = click.argument("tenant", type=TEXT)
"""Whom it concerns."""


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def user(context: click.Context) -> None:
    """Users of a tenant.

    What somebody keeps as personal is seen by nobody else, by no administrator either.
    """
    offer(context)


@user.command("add", examples=(("vade service user add acme ann@example.org --admin", "an administrator"),))
@tenant_argument
@click.argument("name", type=TEXT)
@click.option("--admin", is_flag=True, help="May change users, groups, grants and tokens of the tenant.")
@click.pass_context
def add_user(context: click.Context, tenant: str, name: str, *, admin: bool) -> None:
    """Let somebody in, or give them another role."""
    with operating(context) as (tenantry, _):
        body = bodies.user(tenantry.add_user(tenant_id(tenant), name, admin=admin))
        changed(context, "Let in", body, "user")


@user.command("list", examples=(("vade service user list acme", "by name"),))
@tenant_argument
@click.pass_context
def list_users(context: click.Context, tenant: str) -> None:
    """List the users of a tenant."""
    with operating(context) as (_, operations):
        body = bodies.listed(bodies.user, operations.users(tenant_id(tenant)))
        columns = {"user": "USER", "role": "ROLE", "suspended": "SUSPENDED", "created": "SINCE"}
        advice = f"Nobody is in yet. `vade service user add {tenant} NAME` lets somebody in."
        listed(context, body, columns, advice)


@user.command("suspend", examples=(("vade service user suspend acme ann@example.org", "at once"),))
@tenant_argument
@click.argument("name", type=TEXT)
@click.pass_context
def suspend(context: click.Context, tenant: str, name: str) -> None:
    """Refuse every token of somebody from now on."""
    with operating(context) as (tenantry, _):
        body = bodies.user(tenantry.suspend_user(tenant_id(tenant), name))
        changed(context, "Suspended", body, "user")


@user.command("resume", examples=(("vade service user resume acme ann@example.org", "after a suspension"),))
@tenant_argument
@click.argument("name", type=TEXT)
@click.pass_context
def resume(context: click.Context, tenant: str, name: str) -> None:
    """Let somebody in again who was suspended."""
    with operating(context) as (tenantry, _):
        body = bodies.user(tenantry.suspend_user(tenant_id(tenant), name, suspended=False))
        changed(context, "Let in again", body, "user")


@user.command("remove", examples=(("vade service user remove acme ann@example.org", "with all tokens"),))
@tenant_argument
@click.argument("name", type=TEXT)
@click.pass_context
def remove_user(context: click.Context, tenant: str, name: str) -> None:
    """Take somebody out with their tokens and grants; what they remembered stays."""
    with operating(context) as (tenantry, _):
        body = bodies.user(tenantry.remove_user(tenant_id(tenant), name))
        changed(context, "Removed", body, "user")


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def group(context: click.Context) -> None:
    """Users who are granted scopes together."""
    offer(context)


@group.command(
    "set",
    examples=(
        ("vade service group set acme dev ann bob", "these two are the group from now on"),
        ("vade service group set acme dev", "nobody: it is gone, and its grants with it"),
    ),
)
@tenant_argument
@click.argument("name", type=TEXT)
@click.argument("members", type=TEXT, nargs=-1)
@click.pass_context
def set_group(context: click.Context, tenant: str, name: str, members: tuple[str, ...]) -> None:
    """Say who is in a group."""
    with operating(context) as (tenantry, _):
        body = bodies.group(tenantry.set_group(tenant_id(tenant), name, members))
        what = f"{len(members)} in the group" if members else "Gone"
        changed(context, what, body, "group")


@group.command("list", examples=(("vade service group list acme", "with who is in them"),))
@tenant_argument
@click.pass_context
def list_groups(context: click.Context, tenant: str) -> None:
    """List the groups of a tenant."""
    with operating(context) as (_, operations):
        body = bodies.listed(bodies.group, operations.groups(tenant_id(tenant)))
        advice = f"There is no group. `vade service group set {tenant} NAME MEMBER …` makes one."
        columns = {"group": "GROUP", "members": "MEMBERS"}
        listed(context, body, columns, advice)


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def grant(context: click.Context) -> None:
    """Shared scopes that are open to a user or a group."""
    offer(context)


@grant.command(
    "add",
    examples=(
        ("vade service grant add acme group:dev org:acme --write", "read and written by all of the group"),
        ("vade service grant add acme user:ann '*'", "every shared scope, read alone"),
    ),
)
@tenant_argument
@click.argument("holder", type=TEXT)
@click.argument("scope", type=TEXT)
@click.option("--write", is_flag=True, help="Let it be written to as well as read.")
@click.pass_context
def add_grant(context: click.Context, tenant: str, holder: str, scope: str, *, write: bool) -> None:
    """Open a shared scope to user:NAME or group:NAME."""
    with operating(context) as (tenantry, _):
        body = bodies.grant(tenantry.grant(tenant_id(tenant), holder, scope, write=write))
        changed(context, f"Open to {body['holder']}", body, "scope")


@grant.command("list", examples=(("vade service grant list acme", "by holder"),))
@tenant_argument
@click.pass_context
def list_grants(context: click.Context, tenant: str) -> None:
    """List what is open to whom."""
    with operating(context) as (_, operations):
        body = bodies.listed(bodies.grant, operations.grants(tenant_id(tenant)))
        advice = "No shared scope is open to anybody; personal ones need no grant."
        columns = {"holder": "HOLDER", "scope": "SCOPE", "write": "WRITES"}
        listed(context, body, columns, advice)


@grant.command("remove", examples=(("vade service grant remove acme group:dev org:acme", "at once"),))
@tenant_argument
@click.argument("holder", type=TEXT)
@click.argument("scope", type=TEXT)
@click.pass_context
def remove_grant(context: click.Context, tenant: str, holder: str, scope: str) -> None:
    """Take a grant back."""
    with operating(context) as (tenantry, _):
        body = bodies.grant(tenantry.withdraw(tenant_id(tenant), holder, scope))
        changed(context, f"Closed to {body['holder']}", body, "scope")
