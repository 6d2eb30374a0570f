"""What is kept in place of a secret."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from vademecum.errors import Busy
from vademecum.identity.derivation import Derivation

FAST = Derivation(memory_kib=8, passes=1)


def test_a_secret_matches_what_was_derived() -> None:
    assert FAST.matches(FAST.derive("right"), "right")


def test_another_secret_does_not_match() -> None:
    assert not FAST.matches(FAST.derive("right"), "wrong")


def test_what_is_no_digest_matches_nothing() -> None:
    assert not FAST.matches("plain", "plain")


def test_equal_secrets_are_kept_differently() -> None:
    assert FAST.derive("right") != FAST.derive("right")


def test_the_function_is_argon2id_with_its_cost() -> None:
    assert Derivation().derive("x").startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_a_crowd_of_wrong_tokens_is_told_to_wait() -> None:
    own = Derivation(memory_kib=8, passes=1)
    with ExitStack() as stack:
        for _ in range(10):
            stack.enter_context(own._room)
        with pytest.raises(Busy, match="at once"):
            own.matches(own.derive("x"), "x")

    assert own.matches(own.derive("x"), "x")


def test_comparing_with_nobody_costs_a_comparison() -> None:
    own = Derivation(memory_kib=8, passes=1)
    own.compare_with_nobody("x")

    assert own.comparisons == 1
