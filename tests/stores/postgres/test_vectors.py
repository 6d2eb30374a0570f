"""Likeness is the same whether the database computes it or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.test_turns import A, B, hear
from tests.postgres_server import OWNER, Server

from vademecum.model.conversation import ConversationId
from vademecum.model.tenancy import TenantId
from vademecum.model.turns import Fence, TurnChanges
from vademecum.model.vectors import Embedded, Space
from vademecum.ports.turns import Turns
from vademecum.stores.memory.turns import MemoryTurns
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.migrating import migrate
from vademecum.stores.postgres.turns.index import PostgresTurns

_tenants = count(1)
_NEAR = "SELECT FROM pg_attribute WHERE attrelid = 'vade.vector'::regclass AND attname = 'near'"

numbers = st.binary(min_size=3, max_size=3).map(lambda row: row.replace(b"\x80", b"\x81"))
rows = st.lists(st.lists(numbers, max_size=3), min_size=6, max_size=6)


@pytest.fixture(scope="module")
def plain(postgres_server: Server) -> Iterator[Database]:
    """A database without pgvector."""
    database = Database.open(postgres_server.create("plain", vectors=False))
    yield database
    database.close()


@pytest.fixture(autouse=True, scope="module")
def small_portions() -> Iterator[None]:
    """So that a dozen rows are looked at in several portions, and more deeply now and then."""
    with pytest.MonkeyPatch.context() as patch:
        for name, number in (("_SPARE", 0), ("_DEEPER", 2), ("_AT_ONCE", 4)):
            patch.setattr(f"vademecum.stores.postgres.nearness.{name}", number)
        yield


def filled(turns: Turns, given: list[list[bytes]]) -> Turns:
    """Two conversations of three turns, each with these rows."""
    turns.apply(TurnChanges(heard=(hear(A, "a", "b", "c"), hear(B, "d", "e", "f"))))
    turns.vectors().begin(Space(model="m", dimension=3))
    lacking = turns.vectors().lacking(9)
    made = zip(lacking, given, strict=True)
    turns.vectors().put("m", [Embedded(version, "digest", tuple(each)) for (_, version), each in made])
    return turns


def answers(turns: Turns, row: bytes) -> list[object]:
    vectors, places = turns.vectors(), [(ConversationId(id), seq) for id in (B, A) for seq in (1, 2, 3)]
    found: list[object] = [vectors.nearest("m", row, Fence(), limit) for limit in (0, 1, 3, 9)]
    found.append(vectors.nearest("m", row, Fence(only=(B,)), 2))
    return [*found, vectors.likenesses("m", row, places), vectors.coverage(), vectors.lacking(9)]


@settings(max_examples=25, deadline=None)
@given(rows, numbers)
def test_likeness_is_the_same_wherever_it_is_computed(
    postgres_database: Database, plain: Database, given: list[list[bytes]], row: bytes
) -> None:
    tenant = TenantId(f"vectors-{next(_tenants)}")
    there = filled(PostgresTurns(postgres_database.tenancy(tenant)), given)
    here = filled(PostgresTurns(plain.tenancy(tenant)), given)

    assert answers(there, row) == answers(here, row) == answers(filled(MemoryTurns(), given), row)


@pytest.mark.usefixtures("postgres_database", "plain")
def test_extension_is_used_where_it_is(postgres_server: Server) -> None:
    if not postgres_server.has_vectors():
        pytest.skip("THIS SERVER HAS NO pgvector: likeness is not computed in the database")

    assert _has_near(postgres_server, "vade")
    assert not _has_near(postgres_server, "plain")


def _has_near(server: Server, database: str) -> bool:
    with psycopg.connect(server.url(OWNER, database)) as owner:
        return owner.execute(_NEAR.encode()).fetchone() is not None


def test_extension_that_comes_later_finds_what_is_there(postgres_server: Server) -> None:
    if not postgres_server.has_vectors():
        pytest.skip("THIS SERVER HAS NO pgvector: likeness is not computed in the database")
    url = postgres_server.create("later", vectors=False)
    database = Database.open(url)
    turns = filled(PostgresTurns(database.tenancy(TenantId("a"))), [[b"\x7f\x00\x81"]] * 6)
    before = answers(turns, b"\x7f\x01\x00")

    with psycopg.connect(postgres_server.url("postgres", "later")) as admin:
        admin.execute("CREATE EXTENSION vector")
    migrate(postgres_server.url(OWNER, "later"), "vade_app")

    assert answers(turns, b"\x7f\x01\x00") == before
    database.close()
