"""What is erased in a service is gone from every row, and the receipt says where it was looked for."""

from __future__ import annotations

from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.wiring_service import Service

SENTINEL = "the vermilion sentinel sings at midnight"


def test_erased_text_is_in_no_row(service: Service, tenant: str) -> None:
    anna = service.vade(tenant, "anna")
    kept = anna.remember(f"Note that {SENTINEL}.", scope="org:acme").memory.record.id
    anna.edit(kept, text=f"Indeed {SENTINEL} and at noon.")
    receipt = anna.forget(kept)

    assert receipt.outcome == "forgotten"
    assert receipt.proof is not None
    assert (receipt.proof.remnants, receipt.proof.elsewhere) == ((), ())


def test_receipt_tells_where_it_looked(service: Service, tenant: str) -> None:
    anna = service.vade(tenant, "anna")
    proof = anna.forget(anna.remember(f"Note that {SENTINEL}.").memory.record.id).proof

    assert proof is not None
    assert [place.name for place in proof.places] == ["home", "cache"]
    assert all(place.files > 0 for place in proof.places)
    assert "write-ahead log" in proof.beyond[0]


def test_an_earlier_version_of_another_is_named(service: Service, tenant: str) -> None:
    anna = service.vade(tenant, "anna")
    other = anna.remember(f"They say {SENTINEL}.").memory
    anna.edit(other.record.id, text="They say nothing.")
    proof = anna.forget(anna.remember(f"Note that {SENTINEL}.").memory.record.id).proof

    assert proof is not None
    assert proof.holds
    assert proof.elsewhere == (f"{other.path}@earlier",)


def test_a_receipt_names_nothing_that_is_closed(service: Service, tenant: str) -> None:
    service.vade(tenant, "bob").remember(f"Plans: {SENTINEL}.", scope="org:secret", title="Secret plans")
    anna = service.vade(tenant, "anna", reads={"org:open"}, writes={"org:open"})
    proof = anna.forget(anna.remember(f"Note that {SENTINEL}.", scope="org:open").memory.record.id).proof

    assert proof is not None
    assert proof.holds
    assert proof.elsewhere == ("(of a scope that is not open to you)",)


def test_a_forgotten_conversation_is_in_no_row(service: Service, tenant: str) -> None:
    talks = service.vade(tenant, "anna").conversations
    turn = NewTurn(origin_id="t1", role=Role.USER, text=f"Remember, {SENTINEL}.")
    kept = talks.append(NewConversation(host="claude-code", origin_id="s1", turns=(turn,)))
    receipt = talks.forget(kept.id)

    assert receipt.proof is not None
    assert receipt.proof.remnants == ()
