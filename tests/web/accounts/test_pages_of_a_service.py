"""Pages within a service: who is logged in, and what they may not do."""

from __future__ import annotations

from tests.web.accounts.behind_the_door import Serviced

from vademecum.model.tenancy import Right
from vademecum.web.pages.tokens import COOKIE, FIELD

READS_AND_WRITES = frozenset({Right.READ, Right.WRITE})
AT_A_BROWSER = {"accept": "text/html"}


def test_who_is_logged_in_is_named(service: Serviced) -> None:
    assert '<a href="/login">ann</a>' in service.ask("GET", "/", service.token()).text


def test_what_is_done_is_done_by_them(service: Serviced) -> None:
    token = service.token()
    service.ask("GET", "/", token)
    form = {FIELD: service.client.cookies[COOKIE], "text": "It is blue.", "title": "Sky"}
    made = service.ask("POST", "/memories", token, data=form)

    assert made.status_code == 303
    assert "It is blue." in service.ask("GET", made.headers["location"], token).text


def test_who_may_only_read_is_told_on_a_page(service: Serviced) -> None:
    token = service.token(rights=frozenset({Right.READ}))
    answer = service.ask("POST", "/memories", token, data={"text": "Planted."}, headers=AT_A_BROWSER)

    assert answer.status_code == 403
    assert "That did not work" in answer.text


def test_a_page_of_another_tenant_is_not_there(service: Serviced) -> None:
    record = service.homes.home("other", "ann").remember("It is theirs.")
    answer = service.ask("GET", f"/memories/{record}", service.token(), headers=AT_A_BROWSER)

    assert answer.status_code == 404
    assert "theirs" not in answer.text


def test_who_may_only_read_is_offered_nothing_else(service: Serviced) -> None:
    home = service.homes.home("acme", "ann")
    record = home.remember("It is blue.", title="Sky")
    entity = home.vade.add_entity("Rhea", label="Person").memory.record.id
    reading, whole = service.token(rights=frozenset({Right.READ})), service.token()

    for path in (f"/memories/{record}", f"/entities/{entity}", "/words", "/"):
        offered = service.ask("GET", path, whole).text
        shown = service.ask("GET", path, reading).text
        assert "/edit" in offered or "/memories/new" in offered, path
        assert not any(one in shown for one in ("/edit", "/erase", "/memories/new", 'method="post"')), path


def test_what_may_not_be_erased_has_no_such_button(service: Serviced) -> None:
    record = service.homes.home("acme", "ann").remember("It is blue.", title="Sky")
    page = service.ask("GET", f"/memories/{record}", service.token(rights=READS_AND_WRITES)).text

    assert "/edit" in page
    assert "/erase" not in page


def test_what_is_shared_and_only_read_has_no_buttons(service: Serviced) -> None:
    record = service.homes.home("acme", "ann").remember("It is red.", title="Barn", scope="org:closed")
    page = service.ask("GET", f"/memories/{record}", service.token()).text

    assert "It is red." in page
    assert "/edit" not in page
    assert "/erase" not in page
