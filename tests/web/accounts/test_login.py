"""Logging in with a token, and out again."""

from __future__ import annotations

import pytest
from httpx2 import Response
from tests.web.accounts.behind_the_door import ACME, Serviced

from vademecum.access.naming import presented
from vademecum.web.pages.tokens import COOKIE, FIELD


def sent(service: Serviced, path: str, **form: str) -> Response:
    """A form of the page, with the secret that it holds."""
    service.ask("GET", "/login")
    return service.ask("POST", path, data={FIELD: service.client.cookies[COOKIE], **form})


def log_in(service: Serviced, onward: str = "/memories") -> Response:
    return sent(service, "/login", token=service.token(), next=onward)


def test_the_login_shows_a_form(service: Serviced) -> None:
    page = service.ask("GET", "/login?next=/review")

    assert page.status_code == 200
    assert 'name="next" value="/review"' in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]


def test_a_token_logs_in(service: Serviced) -> None:
    entered = log_in(service)

    assert (entered.status_code, entered.headers["location"]) == (303, "/memories")
    assert service.ask("GET", "/memories", headers={"Accept": "text/html"}).status_code == 200
    assert "Log out" in service.ask("GET", "/login").text


def test_the_cookie_is_for_this_server_alone(service: Serviced) -> None:
    cookie = log_in(service).headers["set-cookie"].lower()

    assert all(word in cookie for word in ("vade=vade_acme_", "httponly", "samesite=strict", "path=/"))
    assert "domain" not in cookie
    assert "secure" not in cookie


def test_elsewhere_the_cookie_is_for_https_alone(service: Serviced) -> None:
    service.client.base_url = "https://vade.example.org"
    cookie = log_in(service).headers["set-cookie"]

    assert cookie.startswith("__Host-vade=vade_acme_")
    assert "Secure" in cookie


def test_a_wrong_token_does_not_log_in(service: Serviced) -> None:
    refused = sent(service, "/login", token="vade_nothing")

    assert refused.status_code == 401
    assert "set-cookie" not in refused.headers
    assert "vade_nothing" not in refused.text


def test_a_form_of_elsewhere_does_not_log_in(service: Serviced) -> None:
    assert service.ask("POST", "/login", data={"token": service.token()}).status_code == 403


def test_the_token_that_was_typed_stays_out_of_the_browser(service: Serviced) -> None:
    token = service.token()
    sent(service, "/login", token=token)

    assert token not in service.client.cookies.values()
    assert {one.label for one in service.accounts.tokens(ACME)} == {"", "browser"}


def test_its_end_ends_the_browsers(service: Serviced) -> None:
    token = service.token()
    sent(service, "/login", token=token)
    typed = presented(token)
    assert typed
    service.accounts.revoke(ACME, typed.token, service.now)

    assert service.ask("GET", "/v1/me").status_code == 401


def test_a_logout_ends_it_for_good(service: Serviced) -> None:
    log_in(service)
    cookie = service.client.cookies["vade"]
    left = sent(service, "/logout")
    service.client.cookies.clear()

    assert (left.status_code, left.headers["location"]) == (303, "/login")
    assert service.ask("GET", "/v1/me", headers={"Cookie": f"vade={cookie}"}).status_code == 401


def test_a_logout_of_elsewhere_does_nothing(service: Serviced) -> None:
    log_in(service)

    assert service.ask("POST", "/logout").status_code == 403
    assert service.ask("GET", "/v1/me").status_code == 200


@pytest.mark.parametrize(
    "onward",
    ["//evil.example.org", "/\\evil.example.org", "https://evil.example.org", "evil", "/login", "/a\nb"],
)
def test_nobody_is_sent_elsewhere(service: Serviced, onward: str) -> None:
    assert log_in(service, onward).headers["location"] == "/"


def test_a_request_of_elsewhere_uses_no_cookie(service: Serviced) -> None:
    log_in(service)
    forged = {"Origin": "https://evil.example.org"}

    assert service.ask("POST", "/v1/memories", json={"text": "x"}, headers=forged).status_code == 403


def test_a_narrow_token_stays_narrow(service: Serviced) -> None:
    sent(service, "/login", token=service.token(scopes=("org:acme",)))
    me = service.ask("GET", "/v1/me").json()

    assert (me["reads"], me["personal"]) == (["org:acme"], False)
