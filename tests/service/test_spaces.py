"""Who sees what of a tenant: what is personal is one person's, what is shared is for whom it is open."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from vademecum.engine.vade import Vade
from vademecum.errors import Forbidden, NotFound
from vademecum.wiring_service import Service


def found(vade: Vade, query: str) -> list[str]:
    return [hit.key for hit in vade.search(query, scopes=("all",)).hits]


def test_what_is_shared_is_found_by_all(service: Service, tenant: str) -> None:
    service.vade(tenant, "anna").remember("The harbour port is 8080.", scope="org:acme")

    assert found(service.vade(tenant, "bob"), "harbour port") == ["the-harbour-port-is-8080"]


def test_what_is_personal_is_found_by_one(service: Service, tenant: str) -> None:
    anna, bob = service.vade(tenant, "anna"), service.vade(tenant, "bob")
    anna.remember("My harbour code is 5521.")

    assert found(anna, "harbour code") == ["my-harbour-code-is-5521"]
    assert found(bob, "harbour code") == []
    assert bob.stats().memories == 0


def test_a_personal_id_means_nothing_to_others(service: Service, tenant: str) -> None:
    kept = service.vade(tenant, "anna").remember("My harbour code is 5521.").memory.record.id

    with pytest.raises(NotFound):
        service.vade(tenant, "bob").get(kept)
    with pytest.raises(NotFound):
        service.vade(tenant, "bob").edit(kept, text="Mine now.")


def test_tenants_share_nothing(service: Service, tenant: str) -> None:
    service.vade(tenant, "anna").remember("The harbour port is 8080.", scope="org:acme")

    assert found(service.vade(f"{tenant}-other", "anna"), "harbour port") == []


def test_a_scope_that_is_not_granted_is_not_there(service: Service, tenant: str) -> None:
    writer = service.vade(tenant, "anna")
    kept = writer.remember("The harbour port is 8080.", scope="org:secret", tags=["plans"]).memory.record.id
    bob = service.vade(tenant, "bob", reads={"org:open"}, writes={"org:open"})

    assert found(bob, "harbour port") == []
    assert (bob.stats().memories, bob.stats().by_tag) == (0, {})
    with pytest.raises(NotFound):
        bob.get(kept)


def test_writing_without_a_grant_is_refused(service: Service, tenant: str) -> None:
    bob = service.vade(tenant, "bob", reads={"org:open"}, writes=())

    with pytest.raises(Forbidden, match="org:open is not open to you for writing"):
        bob.remember("The harbour port is 8080.", scope="org:open")


def test_an_open_scope_is_read_without_writing(service: Service, tenant: str) -> None:
    kept = (
        service.vade(tenant, "anna").remember("The harbour port is 8080.", scope="org:open").memory.record.id
    )
    bob = service.vade(tenant, "bob", reads={"org:open"}, writes=())

    assert bob.get(kept).record.id == kept
    with pytest.raises(Forbidden):
        bob.edit(kept, text="The harbour port is 9090.")


def test_a_reach_without_the_personal_scope_holds_none(service: Service, tenant: str) -> None:
    service.vade(tenant, "anna").remember("My harbour code is 5521.")
    machine = service.vade(tenant, "anna", personal=False)

    assert found(machine, "harbour code") == []
    with pytest.raises(Forbidden):
        machine.remember("My harbour code is 7777.")


def test_a_shared_index_is_rebuilt_by_its_keeper(service: Service, tenant: str) -> None:
    anna = service.vade(tenant, "anna")
    anna.remember("The harbour port is 8080.", scope="org:acme")
    with pytest.raises(Forbidden):
        anna.reindex()
    service.keeper(tenant).reindex()

    assert found(anna, "harbour port") == ["the-harbour-port-is-8080"]


def test_a_score_tells_nothing_of_others(service: Service, tenant: str) -> None:
    anna, bob = service.vade(tenant, "anna"), service.vade(tenant, "bob")
    bob.remember("The harbour port is 8080.", scope="org:acme")
    before = bob.search("harbour port").hits[0].score
    for number in range(5):
        anna.remember(f"My harbour code is {number}.")

    assert bob.search("harbour port").hits[0].score == before


def test_many_threads_lose_and_mix_nothing(service: Service, tenant: str) -> None:
    def work(number: int) -> tuple[str, list[str]]:
        vade = service.vade(tenant, f"user{number % 4}")
        vade.remember(f"Ledger {number} is mine.")
        kept = vade.remember(f"Ledger {number} is ours.", scope="org:acme").memory.record.id
        return kept, found(vade, f"ledger {number} mine")

    with ThreadPoolExecutor(8) as threads:
        done = list(threads.map(work, range(16)))

    assert len({kept for kept, _ in done}) == 16
    assert service.keeper(tenant).stats().memories == 16
    assert [keys[0] for _, keys in done] == [f"ledger-{number}-is-mine" for number in range(16)]
    assert [service.keeper(tenant, f"user{user}").stats().memories for user in range(4)] == [4] * 4


def test_more_callers_than_connections_are_all_answered(small: Service, tenant: str) -> None:
    small.vade(tenant, "user0").remember("The harbour port is 8080.", scope="org:acme")
    for user in range(12):
        small.vade(tenant, f"user{user}").remember("The quay is mine.")

    with ThreadPoolExecutor(12) as threads:
        done = threads.map(lambda user: found(small.vade(tenant, f"user{user}"), "harbour quay"), range(12))

    assert [len(keys) for keys in done] == [2] * 12
