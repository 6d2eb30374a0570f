"""Whoever keeps an index looks at what changed, and at everything where that is not enough."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vademecum.engine.opened import together
from vademecum.model.file import Document
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.truth.files import PostgresFileRows
from vademecum.stores.postgres.truth.following import PostgresFollowing
from vademecum.vault.rows.kept import KeptVault
from vademecum.wiring_service import Service
from vademecum.wiring_spaces import space_name

NOTE = b"---\nid: 01JNTSW6X00000000000000001\n---\nThe harbour port is 8080.\n"


class Kept:
    """A vault with one note, of which the index "a" knows."""

    def __init__(self, tenancy: Tenancy) -> None:
        self.index = "a"
        self.vault = KeptVault(PostgresFileRows(tenancy), PostgresFollowing(tenancy), lambda: self.index)
        self.vault.put("personal/first.md", b"first")
        assert self.listed() == (["personal/first.md"], False)
        self.vault.follow()

    def listed(self) -> tuple[list[str], bool] | None:
        found = self.vault.list_unless("")
        return None if found is None else (list(found.files), found.partial)


@pytest.fixture
def kept(tenancy: Tenancy) -> Kept:
    return Kept(tenancy)


def aged(tenancy: Tenancy) -> None:
    """Let what was written be so long ago that nobody is slow to tell of it any more."""
    past = "written = now() - interval '1 h' WHERE tenant = %(tenant)s"
    tenancy.write(lambda transaction: transaction.run(f"UPDATE vade.note SET {past}"))


def test_what_changed_just_now_is_told_again(kept: Kept) -> None:
    kept.listed()

    assert not kept.vault.follow()
    assert kept.listed() == (["personal/first.md"], True)


def test_what_changed_long_ago_is_told_once(kept: Kept, tenancy: Tenancy) -> None:
    aged(tenancy)
    kept.listed()

    assert kept.vault.follow()
    assert kept.listed() is None


def test_only_what_changed_is_listed(kept: Kept, tenancy: Tenancy) -> None:
    aged(tenancy)
    kept.listed()
    kept.vault.follow()
    kept.vault.put("personal/second.md", b"second")

    assert kept.listed() == (["personal/second.md"], True)


def erased(kept: Kept) -> None:
    found = kept.vault.read("personal/first.md")
    assert isinstance(found, Document)
    kept.vault.erase(found.path, found.state)


def rebuilt(kept: Kept) -> None:
    kept.index = "b"


@pytest.mark.parametrize("change", [erased, rebuilt])
def test_everything_is_listed_where_that_is_needed(
    kept: Kept, tenancy: Tenancy, change: Callable[[Kept], None]
) -> None:
    kept.vault.put("personal/second.md", b"second")
    aged(tenancy)
    kept.listed()
    kept.vault.follow()
    change(kept)

    listed = kept.listed()
    assert listed is not None
    assert ("personal/second.md" in listed[0], listed[1]) == (True, False)


def test_a_file_whose_index_was_never_told_is_found(service: Service, tenancy: Tenancy) -> None:
    anna = service.vade(tenancy.tenant, "anna")
    anna.remember("The quay is closed.", scope="org:acme")
    anna.sync()
    PostgresFileRows(tenancy).put("org__acme/port.md", NOTE, "port.md")
    anna.sync()

    assert [hit.key for hit in anna.search("harbour port").hits] == ["port"]


def test_a_file_that_went_unseen_is_not_found(service: Service, tenancy: Tenancy) -> None:
    anna = service.vade(tenancy.tenant, "anna")
    kept = anna.remember("The harbour port is 8080.", scope="org:acme").memory
    anna.sync()
    PostgresFileRows(tenancy).erase(kept.path)
    anna.sync()

    assert anna.search("harbour port").hits == ()


def test_first_note_that_a_look_finds_answers_the_question_that_looked(service: Service, tenant: str) -> None:
    service._space(space_name(tenant, "ann")).files.put("personal/first.md", NOTE, "first.md")
    vade = service.vade(tenant, "ann")

    told = together(vade, lambda: vade.recall("harbour port"))

    assert [hit.id for hit in told.hits] == ["01JNTSW6X00000000000000001"]
