"""`vade service issuer`."""

from __future__ import annotations

import click

from vademecum.access.naming import tenant_id
from vademecum.cli.commands.service.desk import changed, listed, operating
from vademecum.cli.grammar import Group, offer
from vademecum.cli.inputs import TEXT
from vademecum.errors import NotFound, UsageError, quoted
from vademecum.model.tenancy import Issuer
from vademecum.surface import tenants as bodies


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def issuer(context: click.Context) -> None:
    """Providers of identities that are trusted.

    Their bearer tokens (OpenID Connect, OAuth 2.1) are accepted beside API tokens.
    """
    offer(context)


@issuer.command(
    examples=(
        ("vade service issuer trust https://id.acme.org --audience vade --tenant acme", "one tenant's own"),
        ("vade service issuer trust https://id.example.org --audience vade --tenant-claim org", "of many"),
    ),
)
@click.argument("address", type=TEXT)
@click.option("--audience", type=TEXT, required=True, metavar="TEXT", help="What must stand in `aud`.")
@click.option("--tenant", type=TEXT, default="", metavar="NAME", help="The tenant of all its users.")
@click.option(
    "--tenant-claim", type=TEXT, default="", metavar="NAME", help="The claim that tells the tenant."
)
@click.option(
    "--user-claim", type=TEXT, default="sub", metavar="NAME", help="The claim that tells the user (sub)."
)
@click.option("--jwks", type=TEXT, default="", metavar="URL", help="Its keys, where it has no discovery.")
@click.option("--provision", is_flag=True, help="Make whoever is not known yet a member.")
@click.pass_context
def trust(context: click.Context, /, address: str, *, provision: bool, **said: str) -> None:
    """Accept the bearer tokens of an issuer, from half a minute on."""
    from vademecum.identity.fetching import checked_address

    if bool(said["tenant"]) == bool(said["tenant_claim"]):
        raise UsageError("say whose users they are: either --tenant NAME or --tenant-claim NAME")
    if said["tenant"]:
        tenant_id(said["tenant"])
    for each in filter(None, (address, said["jwks"])):
        checked_address(each)
    with operating(context) as (_, operations):
        made = Issuer(issuer=address, provision=provision, **said)
        operations.put_issuer(made)
        body = bodies.issuer(made)
        changed(context, "Trusted", body, "issuer")


@issuer.command("list", examples=(("vade service issuer list", "by address"),))
@click.pass_context
def list_(context: click.Context) -> None:
    """List the issuers that are trusted."""
    with operating(context) as (_, operations):
        body = bodies.listed(bodies.issuer, operations.issuers())
        columns = {
            "issuer": "ISSUER", "audience": "AUDIENCE", "tenant": "TENANT", "tenant_claim": "BY CLAIM",
            "user_claim": "USER BY", "provision": "MAKES MEMBERS",
        }  # fmt: skip
        advice = "No issuer is trusted; API tokens alone are accepted."
        listed(context, body, columns, advice)


@issuer.command("drop", examples=(("vade service issuer drop https://id.acme.org", "within half a minute"),))
@click.argument("address", type=TEXT)
@click.pass_context
def drop(context: click.Context, address: str) -> None:
    """Accept no more bearer tokens of an issuer."""
    with operating(context) as (_, operations):
        if not operations.drop_issuer(address):
            raise NotFound(f"{quoted(address)} is not trusted; `vade service issuer list` shows which are")
        body = {"issuer": address}
        changed(context, "Dropped", body, "issuer")
