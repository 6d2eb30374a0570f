"""Live sessions over HTTP: begun, spoken in, ended, also when nobody speaks any more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.requests import Request
from tests.web.served import Served

from vademecum.errors import NotFound
from vademecum.web.api.live import SILENT_S, LiveSessions
from vademecum.web.provider import OneHome

NOBODY = Request({"type": "http", "headers": []})


class Seconds:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture(scope="module")
def talk() -> Iterator[Served]:
    made = Served()
    made.remember("Matthew prefers oat milk.")
    made.post("/v1/sessions", {"name": "walk"})
    yield made
    made.ask("DELETE", "/v1/sessions/walk")


def test_utterance_brings_what_is_known(talk: Served) -> None:
    turn = talk.post("/v1/sessions/walk/final", {"text": "What does Matthew drink?"}).json()

    assert [fact["statement"] for fact in turn["snapshot"]["facts"]] == ["Matthew prefers oat milk."]


def test_what_is_told_is_known_at_once(talk: Served) -> None:
    talk.post("/v1/sessions/walk/note", {"statement": "The ferry leaves at nine."})

    told = talk.get("/v1/sessions/walk/told").json()["results"]

    assert "The ferry leaves at nine." in [one["text"] for one in told]


def test_name_of_a_live_session_is_taken(talk: Served) -> None:
    assert talk.refused(talk.post("/v1/sessions", {"name": "walk"})) == (400, "invalid_value", "name")


def test_session_that_nobody_began_is_not_found(talk: Served) -> None:
    assert talk.refused(talk.post("/v1/sessions/other/final", {"text": "Hm."}))[:2] == (404, "not_found")


def test_end_keeps_what_was_told(served: Served) -> None:
    served.post("/v1/sessions", {"name": "walk"})
    served.post("/v1/sessions/walk/note", {"statement": "The ferry leaves at nine."})

    ended = served.ask("DELETE", "/v1/sessions/walk").json()

    assert len(ended["kept"]) == 1
    assert served.vade.list().total == 1


def test_server_that_ends_keeps_what_was_told(served: Served) -> None:
    with served.client as client:
        client.post("/v1/sessions", json={"name": "walk"})
        client.post("/v1/sessions/walk/note", json={"statement": "The ferry leaves at nine."})

    assert served.vade.list().total == 1


def test_session_in_which_nobody_speaks_ends(served: Served) -> None:
    seconds = Seconds()
    live = LiveSessions(OneHome(served.vade), seconds)
    name = live.begin(NOBODY, {}).name
    live.session(NOBODY, name).note("The ferry leaves at nine.")
    seconds.at = SILENT_S + 1
    live.sweep()

    with pytest.raises(NotFound, match="is live here"):
        live.session(NOBODY, name)
    assert served.vade.list().total == 1
