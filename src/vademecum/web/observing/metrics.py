"""Numbers for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily

from vademecum.errors import VadeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.2, 2.5, 5, 10, 30)
"""Around what is promised of a recall, 8 ms in the middle and 40 ms at worst; up to a statement's limit."""

_POOL = {
    "pool_size": "Connections to the database that are open.",
    "pool_available": "Connections that nobody uses.",
    "requests_waiting": "Requests that wait for a connection.",
}


class Metrics:
    """Numbers of one process.

    Args:
        pool: what the pool of connections says of itself, by name.
        waiting: how many jobs wait.
        tenants: also count requests by tenant; as many series as there are tenants.
    """

    def __init__(
        self, pool: Callable[[], dict[str, int]], waiting: Callable[[], int], *, tenants: bool = False
    ) -> None:
        self.registry = CollectorRegistry()
        self._seconds = Histogram(
            "vade_request_seconds",
            "How long requests took.",
            ["route", "method", "status"],
            buckets=_BUCKETS_S,
            registry=self.registry,
        )
        self.under_way = Gauge("vade_requests_under_way", "Requests being answered.", registry=self.registry)
        self._faults = Counter(
            "vade_faults", "Answers that tell of a fault of ours or of the database.", registry=self.registry
        )
        self._by_tenant = (
            Counter("vade_tenant_requests", "Requests by tenant.", ["tenant"], registry=self.registry)
            if tenants
            else None
        )
        self.registry.register(_Beside(pool, waiting))

    def answered(self, *, route: str, method: str, status: int, seconds: float, tenant: str) -> None:
        """Count one request."""
        self._seconds.labels(route, method, f"{status // 100}xx").observe(seconds)
        if status >= 500:
            self._faults.inc()
        if self._by_tenant is not None and tenant:
            self._by_tenant.labels(tenant).inc()

    def serve(self, host: str, port: int) -> Callable[[], None]:
        """Answer a scraper at an address of its own, until what is returned is called."""
        server, thread = start_http_server(port, host, registry=self.registry)

        def end() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return end


class _Beside:
    """What is asked for when somebody looks."""

    def __init__(self, pool: Callable[[], dict[str, int]], waiting: Callable[[], int]) -> None:
        self._pool = pool
        self._waiting = waiting

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The pool, and the queue of jobs where the database answers."""
        told = self._pool()
        for name, meaning in _POOL.items():
            yield GaugeMetricFamily(f"vade_database_{name}", meaning, value=told.get(name, 0))
        try:
            waiting = self._waiting()
        except VadeError:
            return
        yield GaugeMetricFamily("vade_jobs_waiting", "Jobs that nobody has begun.", value=waiting)
