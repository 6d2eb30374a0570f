"""A service of many tenants, asked from afar: tokens open what they open, and every refusal has its class."""

from __future__ import annotations

from collections.abc import Iterator

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from tests.remote.homes import serving
from tests.web.accounts.behind_the_door import ACME, OTHER, Serviced

import vademecum
from vademecum.errors import Forbidden, NotFound, QuotaExceeded, Unauthenticated
from vademecum.model.tenancy import Right


@pytest.fixture
def service() -> Serviced:
    return Serviced()


@pytest.fixture
def url(service: Serviced) -> Iterator[str]:
    with serving(service.app) as url:
        yield url


def test_a_token_opens_its_own_home(service: Serviced, url: str) -> None:
    with vademecum.connect(url, service.token()) as ann:
        key = ann.remember("The bins go out on Monday.").memory.key
        assert ann.recall("when do the bins go out?").hits[0].key == key
    with vademecum.connect(url, service.token(tenant=OTHER)) as other:
        assert other.recall("when do the bins go out?").hits == ()
        with pytest.raises(NotFound):
            other.get(key)


@pytest.mark.parametrize("token", [None, "vade_wrong", "x"])
def test_without_a_known_token_nobody_is_known(url: str, token: str | None) -> None:
    with vademecum.connect(url, token) as nobody, pytest.raises(Unauthenticated):
        nobody.stats()


def test_what_a_token_may_not_is_forbidden(service: Serviced, url: str) -> None:
    with vademecum.connect(url, service.token(rights=frozenset({Right.READ}))) as reader:
        assert reader.stats().memories == 0
        with pytest.raises(Forbidden, match="right to write"):
            reader.remember("x")


def test_whoever_asks_too_often_is_told_when_to_come_again(service: Serviced, url: str) -> None:
    service.bound(requests_per_minute=1)
    with vademecum.connect(url, service.token()) as ann:
        ann.stats()
        with pytest.raises(QuotaExceeded) as caught:
            ann.stats()
    assert (caught.value.retry_after_s or 0) > 0


def test_an_agent_shows_its_token(service: Serviced, url: str) -> None:
    service.homes.home(ACME, "ann").vade.remember("The bins go out on Monday.")

    async def run() -> str:
        head = {"authorization": f"Bearer {service.token()}"}
        async with httpx2.AsyncClient(headers=head, timeout=30) as http:
            transport = streamable_http_client(f"{url}mcp", http_client=http)
            async with Client(transport) as client:
                return str((await client.call_tool("recall", {"query": "bins?"})).structured_content)

    assert "Monday" in anyio.run(run)
