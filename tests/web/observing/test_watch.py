"""What an operator sees of requests."""

from __future__ import annotations

import json
import logging
from urllib.request import urlopen

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client import generate_latest
from tests.web.accounts.behind_the_door import Serviced

from vademecum.errors import Busy
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.web.observing.logs import REQUESTS, JsonLines
from vademecum.web.observing.metrics import Metrics


@pytest.fixture
def service() -> Serviced:
    return Serviced()


@pytest.fixture(scope="module")
def spans() -> InMemorySpanExporter:
    """What an operator who has set up the SDK is sent."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


def test_requests_are_counted_by_route(service: Serviced) -> None:
    token = service.token()
    service.ask("GET", "/v1/memories/oat-milk", token)
    service.ask("GET", "/v1/memories/secret-plan", token)
    told = generate_latest(service.metrics.registry).decode()

    assert 'vade_request_seconds_count{method="GET",route="/v1/memories/{handle}",status="4xx"} 2.0' in told
    assert 'vade_tenant_requests_total{tenant="acme"} 2.0' in told
    assert "oat-milk" not in told


def test_pool_and_queue_are_told(service: Serviced) -> None:
    told = generate_latest(service.metrics.registry).decode()

    assert "vade_database_pool_size 3.0" in told
    assert "vade_jobs_waiting 5.0" in told


def test_tenants_are_named_only_when_asked() -> None:
    metrics = Metrics(dict, lambda: 0)
    metrics.answered(route="/", method="GET", status=503, seconds=0.1, tenant="acme")
    told = generate_latest(metrics.registry).decode()

    assert "acme" not in told
    assert "vade_faults_total 1.0" in told


def test_numbers_are_told_without_a_database() -> None:
    def gone() -> int:
        raise Busy("the database cannot be reached")

    told = generate_latest(Metrics(dict, gone).registry).decode()

    assert "vade_jobs_waiting" not in told
    assert "vade_database_pool_size 0.0" in told


def test_a_scraper_is_answered_at_an_address_of_its_own() -> None:
    metrics = Metrics(dict, lambda: 7)
    end = metrics.serve("127.0.0.1", 18377)
    told = urlopen("http://127.0.0.1:18377/metrics").read().decode()
    end()

    assert "vade_jobs_waiting 7.0" in told


def test_a_request_is_one_line_without_content(service: Serviced, caplog: pytest.LogCaptureFixture) -> None:
    token = service.token()
    with caplog.at_level(logging.INFO, REQUESTS):
        service.ask("GET", "/v1/memories/geheimnis", token, headers={"X-Request-Id": "r-9"})
    line = json.loads(JsonLines().format(caplog.records[-1]))

    assert (line["message"], line["route"], line["status"]) == ("request", "/v1/memories/{handle}", 404)
    assert (line["request"], line["tenant"], line["method"]) == ("r-9", "acme", "GET")
    assert line["bearer"] in token
    assert "geheimnis" not in json.dumps(line)


def test_an_exception_is_told_without_its_words() -> None:
    with pytest.raises(ValueError, match="geheimnis") as raised:
        int("geheimnis")
    what = (raised.type, raised.value, raised.tb)
    text = JsonLines().format(logging.LogRecord("x", logging.ERROR, "f.py", 1, "a fault", (), what))

    assert (json.loads(text)["exception"], json.loads(text)["message"]) == ("ValueError", "a fault")
    assert "geheimnis" not in text


def test_spans_follow_a_request_into_the_verb(service: Serviced, spans: InMemorySpanExporter) -> None:
    token = service.token()
    spans.clear()
    service.ask("GET", "/v1/memories", token)
    found = spans.get_finished_spans()
    verb, request = [one for one in found if getattr(one.instrumentation_scope, "name", "") == "vademecum"]

    assert (verb.name, request.name) == ("verb", "GET /v1/memories")
    assert verb.context.trace_id == request.context.trace_id
    assert dict(request.attributes or {})["http.response.status_code"] == 200


def test_span_is_of_a_transaction_and_not_of_a_look(tenancy: Tenancy, spans: InMemorySpanExporter) -> None:
    spans.clear()
    with tenancy.steady():
        tenancy.read(lambda transaction: transaction.tenant)
        tenancy.read(lambda transaction: transaction.tenant)
        tenancy.write(lambda transaction: transaction.tenant)
    tenancy.read(lambda transaction: transaction.tenant)
    found = [span.name for span in spans.get_finished_spans()]

    assert found == ["database read", "database write", "database read"]


def test_what_was_erased_is_told(service: Serviced) -> None:
    told: list[str] = []
    service.app.user_middleware[-1].kwargs["erased"] = told.append
    token = service.token()
    id = service.ask("POST", "/v1/memories", token, json={"text": "Gone soon."}).json()["memory"]["id"]
    answer = service.ask("POST", "/v1/forget", token, json={"handles": [id]})

    assert answer.status_code == 200
    assert told == ["acme"]
