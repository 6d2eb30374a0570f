"""Every page of the notebook over a tenant's home whose truth is rows."""

from __future__ import annotations

from contextlib import nullcontext

from starlette.applications import Starlette
from starlette.testclient import TestClient
from tests.engine.homes_in_memory import StandingClock
from tests.web.pages.notebook import fill

from vademecum.web.pages.entities import Drawing
from vademecum.web.pages.site import pages
from vademecum.web.pages.tokens import COOKIE, FIELD
from vademecum.wiring_graph import graph_tools
from vademecum.wiring_service import Service

LISTS = (
    "/",
    "/search?q=staging+port",
    "/search?q=staging+port&view=recall",
    "/memories",
    "/memories?status=superseded",
    "/review",
    "/entities",
    "/entities/alike",
    "/conversations",
    "/conversations?q=pooler",
    "/words",
    "/health?check=1",
)


def test_every_page_is_answered_from_rows(
    service: Service, service_clock: StandingClock, tenant: str
) -> None:
    vade = service.vade(tenant, "anna")
    fill(vade, lambda days: service_clock.go_on(days=days))
    drawing = Drawing(lambda: graph_tools().layout, service_clock.now)
    reader = TestClient(Starlette(routes=pages(lambda _: nullcontext(vade), drawing)), "http://127.0.0.1")
    memory = f"/memories/{vade.search('walnuts').hits[0].id}"
    entity = f"/entities/{vade.entity('Rhea Okafor').record.id}"
    talk = f"/conversations/{vade.conversations.list().items[0].id}"
    paths = [*LISTS, memory, f"{memory}/edit", f"{memory}/erase", f"{memory}/archive", entity, talk]

    assert {path: reader.get(path).status_code for path in paths} == dict.fromkeys(paths, 200)


def test_what_is_written_down_is_kept_as_a_row(service: Service, tenant: str) -> None:
    vade = service.vade(tenant, "anna")
    drawing = Drawing(lambda: graph_tools().layout, StandingClock().now)
    reader = TestClient(Starlette(routes=pages(lambda _: nullcontext(vade), drawing)), "http://127.0.0.1")
    reader.get("/")
    kept = reader.post("/memories", data={FIELD: reader.cookies[COOKIE], "text": "It is blue."})

    assert "<p>It is blue.</p>" in kept.text
