"""The server, a database of the session and a tenant for each test that asks; loaded by `tests.conftest`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count

import pytest
from tests.postgres_server import NoServer, Server

from vademecum.model.tenancy import TenantId
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.tenancy import Tenancy

_tenants = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """Started once, when a test asks for it first."""
    try:
        server = Server()
    except NoServer as error:
        if os.environ.get("CI"):
            pytest.fail(f"tests of the service need a PostgreSQL server: {error}")
        pytest.skip(f"NOTHING OF THE SERVICE IS TESTED: {error}")
    yield server
    server.close()


@pytest.fixture(scope="session")
def postgres_database(postgres_server: Server) -> Iterator[Database]:
    """Migrated, and opened as the application."""
    database = Database.open(postgres_server.create("vade"))
    yield database
    database.close()


@pytest.fixture
def tenancy(postgres_database: Database) -> Tenancy:
    """A tenant that nobody else has."""
    return postgres_database.tenancy(TenantId(f"t{next(_tenants)}"))
