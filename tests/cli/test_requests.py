"""What a program says of its request: session, key, expectation; and how private a memory is."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Vade

CLAIM = ("--subject", "Rhea", "--predicate", "lives_in", "--value")


@pytest.mark.flag("vade recall --session")
@pytest.mark.flag("vade remember --session")
def test_echo_of_a_session_is_not_kept(vade: Vade) -> None:
    vade("remember", "The vault opens at nine.")
    vade("recall", "when does the vault open?", "--session", "s1")
    echo = vade("remember", "The vault opens at nine.", "--session", "s1", "--json")
    other = vade("remember", "The vault opens at nine.", "--session", "s2", "--json")

    assert (echo.json["outcome"], other.json["outcome"]) == ("echo", "existing")


@pytest.mark.flag("vade remember --idempotency-key")
def test_request_of_one_key_is_done_once(vade: Vade) -> None:
    first = vade("remember", "The vault opens at nine.", "--idempotency-key", "k1", "--json")
    again = vade("remember", "The vault opens at nine.", "--idempotency-key", "k1", "--json")
    other = vade("remember", "The vault opens at ten.", "--idempotency-key", "k1")

    assert first.json["memory"]["id"] == again.json["memory"]["id"]
    assert (other.status, vade("list", "--json").json["total"]) == (3, 1)


@pytest.mark.flag("vade remember --expected-updated")
def test_claim_that_changed_meanwhile_is_not_replaced(vade: Vade) -> None:
    vade("remember", "Rhea lives in Lyon.", *CLAIM, "Lyon")
    run = vade(
        "remember", "Rhea lives in Paris.", *CLAIM, "Paris", "--expected-updated", "2020-01-01T00:00:00Z"
    )

    assert run.status == 3
    assert "as expected" in run.err


@pytest.mark.flag("vade remember --sensitivity")
def test_sensitivity_is_kept(vade: Vade) -> None:
    run = vade("remember", "Rhea is allergic to nuts.", "--sensitivity", "sensitive", "--json")

    assert run.json["memory"]["sensitivity"] == "sensitive"
