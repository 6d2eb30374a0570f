"""A service over the database of the session, with a clock that stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from tests.engine.homes_in_memory import StandingClock
from tests.postgres_server import APPLICATION, Server

from vademecum.stores.postgres.database import Database
from vademecum.wiring_service import Service, open_service

_tenants = count(1)


@pytest.fixture(scope="session")
def service_clock() -> StandingClock:
    return StandingClock()


@pytest.fixture(scope="session")
def service(
    postgres_server: Server, postgres_database: Database, service_clock: StandingClock
) -> Iterator[Service]:
    postgres_database.ping()  # it is made by now
    with open_service(postgres_server.url(APPLICATION, "vade"), now=service_clock.now) as opened:
        yield opened


@pytest.fixture
def small(
    postgres_server: Server, postgres_database: Database, service_clock: StandingClock
) -> Iterator[Service]:
    """With as few connections as a service can have."""
    postgres_database.ping()
    url = postgres_server.url(APPLICATION, "vade")
    with open_service(url, now=service_clock.now, connections=2) as opened:
        yield opened


@pytest.fixture
def tenant() -> str:
    """One that nobody else has."""
    return f"s{next(_tenants)}"
