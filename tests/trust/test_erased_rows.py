"""What is erased of a tenant stands in no row of any table, as the one who sees every row finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from tests.contract.test_index_edges import said
from tests.contract.test_turns import A, B, hear
from tests.postgres_server import ADMIN, APPLICATION, Server
from tests.stores.programs import samples
from tests.trust.tenant_calls import index_of, live

from vademecum.model.entry import Changes, Entry, Place
from vademecum.model.fields import Declaration, Pair
from vademecum.model.file import Quarantined, QuarantineReason
from vademecum.model.record import Kind
from vademecum.model.rules import Condition, ConditionKind, Rule, RuleBook
from vademecum.model.turns import TurnChanges
from vademecum.model.vectors import Embedded, Space
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.turns.index import PostgresTurns
from vademecum.wiring_service import open_service

SENTINEL = "zqxsentinel"
ROW = b"\x5a\x51\x58\x53\x5a"
"""A vector that only the erased texts have."""

OTHER = b"\x01\x02\x03\x04\x05"
_TABLES = """
SELECT relname FROM pg_class
WHERE relnamespace = 'vade'::regnamespace AND relkind = 'r' AND relname <> 'migration'
"""
SAME = Condition(kind=ConditionKind.EQUAL, subject_field="city", object_field="city")
ENDS: Any = {"subjects": ("person",), "objects": ("person",)}


def telling(server: Server, tenant: str = "", *more: str) -> set[str]:
    """Tables with a row of the tenant, or of anybody, that holds the sentinel, or another text: as text,
    within bytes, or as a vector."""
    signs: tuple[str, ...] = (SENTINEL, SENTINEL.encode().hex(), ROW.hex(), "90,81,88,83,90")
    signs = tuple(sign for text in more for sign in (text, text.encode().hex())) or signs
    with psycopg.connect(server.url(ADMIN, "vade")) as admin:
        tables = [name for (name,) in admin.execute(_TABLES.encode()).fetchall()]
        found = {
            name: admin.execute(f"SELECT held::text FROM vade.{name} AS held".encode()) for name in tables
        }
        return {
            name.rpartition("_p")[0]
            for name, rows in found.items()
            for (row,) in rows
            if f"{tenant}," in row and any(sign in row for sign in signs)
        }


def page(number: int, city: str, *forms: str, says: Any = ()) -> Entry:
    place = Place("Person", forms[0].title(), forms, forms[0], None, (), says, (("city", (city,)),))
    entry: Entry = samples.entry(
        number,
        f"{forms[0]} body",
        title=forms[0],
        kind=Kind.ENTITY,
        type="person",
        place=place,
        folded_tags=(forms[0],),
        about=(forms[0],),
        name_forms=forms,
        stated=(forms[0],),
    )
    return entry


def told(tenancy: Tenancy) -> tuple[Any, Any]:
    """A tenant who was told of it everywhere, and of something else."""
    index, turns = index_of(tenancy), PostgresTurns(tenancy)
    index.derivations().put(RuleBook((Rule(name="near", predicate="near", when=SAME, **ENDS),)), "")
    says = (said(SENTINEL, SENTINEL, "acme"), said("acme", "owns", f"{SENTINEL} {'w' * 900}"))
    index.apply(Changes(put=(page(1, SENTINEL, SENTINEL, says=says), page(2, "Porto", "acme"))))
    index.apply(Changes(put=(page(3, SENTINEL, f"{SENTINEL} two"),)))
    turns.apply(TurnChanges(heard=(hear(A, f"{SENTINEL} port", SENTINEL * 99), hear(B, "tea"))))
    for vectors in (index.vectors(), turns.vectors()):
        vectors.begin(Space(model="m", dimension=5))
        lacking = vectors.lacking(9)
        rows = [OTHER if key in {samples.id_of(2), (B, 1)} else ROW for key, _ in lacking]
        made = zip(lacking, rows, strict=True)
        vectors.put("m", [Embedded(version, "digest", (row,)) for (_, version), row in made])
    return index, turns


@pytest.fixture(name="tenant")
def _tenant(tenancy: Tenancy) -> Iterator[tuple[Any, Any]]:
    index, turns = told(tenancy)
    yield index, turns
    assert index.check() == turns.check() == ()


@pytest.mark.usefixtures("tenant")
def test_what_is_told_stands_in_rows(tenancy: Tenancy, postgres_server: Server) -> None:
    assert telling(postgres_server, tenancy.tenant) == {
        "detail", "edge", "facet", "posting", "record", "stated", "total", "trait", "turn",
        "turn_term", "turn_word", "vector", "vertex", "vertex_form",
    }  # fmt: skip


def test_erased_record_stands_in_no_row(tenant: Any, tenancy: Tenancy, postgres_server: Server) -> None:
    index, turns = tenant
    index.apply(Changes(gone=("personal/note-1.md", "personal/note-3.md")))
    turns.apply(TurnChanges(gone=(A,)))
    index.scrub()
    turns.scrub()

    assert telling(postgres_server, tenancy.tenant) == set()
    assert [one.id for one in index.edges().vertices()] == [samples.id_of(2)]
    assert index.vectors().coverage() == turns.vectors().coverage()


def test_replaced_text_stands_in_no_row(tenant: Any, tenancy: Tenancy, postgres_server: Server) -> None:
    index, turns = tenant
    index.apply(Changes(put=(page(1, "Lyon", "rhea"), page(3, "Lyon", "iris"))))
    turns.apply(TurnChanges(heard=(hear(A, "reed", anew=True),)))
    index.scrub()
    turns.scrub()

    assert telling(postgres_server, tenancy.tenant) == set()


def test_rebuilt_index_holds_nothing_of_before(
    tenant: Any, tenancy: Tenancy, postgres_server: Server
) -> None:
    index, turns = tenant
    with index.rebuilding() as fresh:
        fresh.apply(Changes(put=(page(2, "Porto", "acme"),)))
    with turns.rebuilding() as heard:
        heard.apply(TurnChanges(heard=(hear(B, "tea"),)))

    assert telling(postgres_server, tenancy.tenant) == set()


def test_other_space_leaves_no_vector(tenant: Any, tenancy: Tenancy, postgres_server: Server) -> None:
    for part in tenant:
        part.vectors().begin(Space(model="other", dimension=5))

    assert "vector" not in telling(postgres_server, tenancy.tenant)


def test_quarantined_file_is_erased_with_what_was_said_of_it(
    tenancy: Tenancy, postgres_server: Server
) -> None:
    index, path = index_of(tenancy), f"personal/{SENTINEL}.md"
    index.fields().put(Declaration(((Pair("Person", SENTINEL), True),)), "")
    index.apply(Changes(quarantine=((Quarantined(path, QuarantineReason.INVALID, SENTINEL), None),)))
    before = telling(postgres_server, tenancy.tenant)
    index.apply(Changes(gone=(path,)))
    index.fields().put(Declaration(), "")

    assert before == {"declared", "file"}
    assert telling(postgres_server, tenancy.tenant) == set()


def test_what_a_person_erases_stands_in_no_row(postgres_server: Server, postgres_database: Database) -> None:
    postgres_database.ping()  # it is made by now
    with open_service(postgres_server.url(APPLICATION, "vade")) as service:
        vade = service.vade("erasing", "anna")
        kept = vade.remember("The qzzsentinel lives in [[Lyon]].", tags=["qzzsentinel"]).memory.record.id
        told = telling(postgres_server, "", "qzzsentinel")
        vade.forget(kept)
        live(vade, "The qzzsentinel moved to [[Qzzsentinel]].")

    assert told >= {"posting", "record", "detail", "facet"}
    assert telling(postgres_server, "", "qzzsentinel") == set()
