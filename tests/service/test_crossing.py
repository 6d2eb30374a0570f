"""A home on a disk goes into a service and comes out again."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.homes_in_memory import StandingClock

from vademecum.engine.vade import Vade
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.wiring import open_vade
from vademecum.wiring_service import Service

PEOPLE = ("Anna", "Bertil", "Chiara", "Deniz", "Emeka")
THINGS = (
    "harbour",
    "lighthouse",
    "ledger",
    "compass",
    "orchard",
    "turbine",
    "archive",
    "violin",
    "glacier",
    "bakery",
)
QUESTIONS = [f"What does {person} know about the {thing}?" for person in PEOPLE for thing in THINGS]


@pytest.fixture
def laptop(tmp_path: Path, service_clock: StandingClock) -> Iterator[Vade]:
    """Fifty memories in two scopes, a page, an alias, a conversation, and something forgotten."""
    with open_vade(tmp_path / "home", now=service_clock.now, cwd=tmp_path) as home:
        for number, person in enumerate(PEOPLE):
            for thing in THINGS:
                scope = "org:acme" if number % 2 else "personal"
                home.remember(f"{person} keeps the {thing} in order on day {number}.", scope=scope)
        home.add_entity("Anna", label="Person", text="She plays the violin.")
        home.add_alias("quay", "harbour")
        turn = NewTurn(origin_id="t1", role=Role.USER, text="The compass hangs in the bakery.")
        home.conversations.append(NewConversation(host="claude-code", origin_id="s1", turns=(turn,)))
        gone = home.remember("The key lies below the stone.").memory.record.id
        home.forget(gone)
        yield home


def packed(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def answered(vade: Vade) -> list[list[tuple[str, str, float]]]:
    asked = (vade.recall(question, scopes=("all",)) for question in QUESTIONS)
    return [[(hit.id, hit.scope, hit.score) for hit in answer.hits] for answer in asked]


def test_a_home_comes_out_as_it_went_in(laptop: Vade, service: Service, tenant: str, tmp_path: Path) -> None:
    laptop.export_to(str(tmp_path / "out.zip"))
    served = service.vade(tenant, "anna")
    served.import_from(str(tmp_path / "out.zip"))
    served.export_to(str(tmp_path / "again.zip"))

    assert packed(tmp_path / "again.zip") == packed(tmp_path / "out.zip")


def test_fifty_questions_are_answered_alike(
    laptop: Vade, service: Service, tenant: str, tmp_path: Path
) -> None:
    laptop.export_to(str(tmp_path / "out.zip"))
    served = service.vade(tenant, "anna")
    served.import_from(str(tmp_path / "out.zip"))

    assert len(QUESTIONS) == 50
    assert answered(served) == answered(laptop)


def test_what_was_forgotten_stays_forgotten(
    laptop: Vade, service: Service, tenant: str, tmp_path: Path
) -> None:
    laptop.export_to(str(tmp_path / "out.zip"))
    served = service.vade(tenant, "anna")
    served.import_from(str(tmp_path / "out.zip"))
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "key.md").write_text("The key lies below the stone.")

    assert served.import_from(str(tmp_path / "notes")).imported == 0


def test_a_copy_brings_nothing_where_nothing_may_be_written(
    laptop: Vade, service: Service, tenant: str, tmp_path: Path
) -> None:
    laptop.export_to(str(tmp_path / "out.zip"))
    served = service.vade(tenant, "anna", reads=(), writes=())
    told = served.import_from(str(tmp_path / "out.zip"))

    assert served.stats().by_scope == {"personal": 31}
    assert told.rejected == 20
