"""The application of a service: the pages and the API of a home, behind a door, for many tenants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from starlette.middleware import Middleware

from vademecum.access.deciding import may, reaches
from vademecum.identity.oidc import Reader
from vademecum.identity.pacing import Pace
from vademecum.identity.proving import Prover
from vademecum.identity.usage import Usage
from vademecum.model.record import PERSONAL
from vademecum.model.tenancy import Right
from vademecum.web.accounts import jobs, own
from vademecum.web.accounts.asking import AGENTS, Asking, Entry, operations, page
from vademecum.web.accounts.door import Door
from vademecum.web.accounts.homes import ServiceHomes, caller_of
from vademecum.web.accounts.jobs import JobRoutes
from vademecum.web.accounts.login import Entrance
from vademecum.web.agents import PATHS, agents
from vademecum.web.app import DESCRIPTION, create_app
from vademecum.web.guard import LOOPBACK
from vademecum.web.observing.watch import Watch
from vademecum.web.pages.entities import Drawing
from vademecum.web.pages.site import pages
from vademecum.web.pages.visit import Visitor
from vademecum.wiring_graph import graph_tools

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from fastapi import FastAPI
    from starlette.requests import Request
    from starlette.routing import Route

    from vademecum.engine.homes import Homes
    from vademecum.identity.derivation import Derivation
    from vademecum.model.tenancy import TenantId
    from vademecum.ports import Clock, Ids
    from vademecum.ports.jobs import Jobs
    from vademecum.ports.replays import Replays
    from vademecum.ports.tenancy import Accounts
    from vademecum.web.observing.metrics import Metrics

_METHODS = ("GET", "POST", "DELETE")


class Parts(Protocol):
    """What a service is made of; `wiring_accounts.Served` is one."""

    @property
    def homes(self) -> Homes:
        """Opens what somebody reaches."""
        ...

    @property
    def accounts(self) -> Accounts:
        """Who may ask."""
        ...

    @property
    def jobs(self) -> Jobs:
        """What outlasts a request."""
        ...

    @property
    def ids(self) -> Ids:
        """Makes ids."""
        ...

    @property
    def replays(self) -> Replays:
        """What was answered to requests that named themselves."""
        ...

    @property
    def clock(self) -> Clock:
        """Tells the present."""
        ...

    @property
    def derivation(self) -> Derivation:
        """Derives what is kept of a secret."""
        ...

    @property
    def fetch(self) -> Callable[[str], bytes]:
        """Gets a document of an issuer of identities."""
        ...

    @property
    def erased(self) -> Callable[[TenantId], None]:
        """Told of a tenant in which something was erased."""
        ...

    @property
    def ready(self) -> Callable[[], None]:
        """Raises when requests cannot be answered."""
        ...

    @property
    def close(self) -> Callable[[], None]:
        """Lets go of everything."""
        ...


def service_application(
    parts: Parts, metrics: Metrics, *, version: str, hosts: Collection[str] = LOOPBACK
) -> FastAPI:
    """The application over a database of many tenants.

    Args:
        parts: what it is made of.
        metrics: where requests are counted.
        version: of the program.
        hosts: names by which the server may be reached.
    """
    clock, accounts = parts.clock, parts.accounts
    prover = Prover(accounts, clock, parts.derivation, Reader(accounts.issuers, parts.fetch, clock))
    usage = Usage(accounts.usage, clock)
    provider = ServiceHomes(parts.homes, parts.ready, parts.close)
    drawing = Drawing(lambda: graph_tools().layout, clock.now)
    site = pages(provider.opening, drawing, _visitor)
    spoken = agents(provider, clock, version)
    entrance = Entrance(prover=prover, tokens=accounts, derivation=parts.derivation, clock=clock)
    account = own.Own(accounts=accounts, clock=clock, derivation=parts.derivation, usage=usage)
    app = create_app(
        provider,
        replays=parts.replays,
        clock=clock,
        version=version,
        hosts=hosts,
        beside=[
            *entrance.routes(),
            *account.routes(),
            *JobRoutes(jobs=parts.jobs, ids=parts.ids, clock=clock).routes(),
            *site,
            *([] if spoken is None else spoken.routes()),
        ],
        during=() if spoken is None else (spoken.lasting,),
    )
    door = Middleware(
        Door,
        prover=prover,
        pace=Pace(accounts, clock),
        usage=usage,
        log=accounts,
        asking=Asking(_entries(site)),
        erased=parts.erased,
        clock=clock,
    )
    app.state.leave = provider.leave
    app.user_middleware.append(door)  # last: whatever looks at names and sizes stands before it
    app.add_middleware(Watch, metrics=metrics)  # first
    return app


def _visitor(request: Request) -> Visitor:
    """Who looks at pages: whoever looks into somebody's personal scope with both names."""
    caller = caller_of(request)

    def reached(scope: str) -> bool:
        return caller.personal if scope == PERSONAL else reaches(caller.writes, scope)

    return Visitor(
        name=f"{caller.admin}, looking into {caller.user}" if caller.glass else caller.user,
        writes=may(caller, Right.WRITE),
        erases=may(caller, Right.ERASE),
        reaches=reached,
    )


def _entries(site: Collection[Route]) -> list[Entry]:
    """All that may be asked for, as the door knows it."""
    agents = [
        Entry(method=method, path=path, action=AGENTS, right=Right.READ)
        for path in PATHS
        for method in _METHODS
    ]
    shown = [page(method, route.path) for route in site for method in sorted(route.methods or ())]
    described = Entry(method="GET", path=DESCRIPTION, action="openapi", right=Right.READ)
    return [*operations(), *own.ENTRIES, *jobs.ENTRIES, described, *agents, *shown]
