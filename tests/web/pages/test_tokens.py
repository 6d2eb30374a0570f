"""A form must repeat the secret of its visitor's cookie."""

from __future__ import annotations

from vademecum.web.pages.tokens import repeats, token_of


def test_a_visitor_keeps_the_secret() -> None:
    secret = token_of(None)

    assert token_of(secret) == secret


def test_every_visitor_has_another_secret() -> None:
    assert token_of(None) != token_of(None)


def test_a_short_cookie_is_replaced() -> None:
    assert token_of("guess") != "guess"


def test_a_form_that_repeats_it_is_ours() -> None:
    secret = token_of(None)

    assert repeats(secret, secret)


def test_a_form_without_it_is_not() -> None:
    secret = token_of(None)

    assert not repeats(secret, "")
    assert not repeats(secret, token_of(None))
    assert not repeats(None, "")
    assert not repeats("", "")
