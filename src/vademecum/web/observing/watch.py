"""Around every request: how long it took and how it ended, as a number, a span and a line."""

from __future__ import annotations

import logging
from time import perf_counter
from typing import TYPE_CHECKING

from opentelemetry import trace
from opentelemetry.trace import SpanKind, Status, StatusCode

from vademecum.web.observing.logs import FIELDS, REQUESTS

if TYPE_CHECKING:
    from typing import Any

    from opentelemetry.trace import Span
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from vademecum.web.observing.metrics import Metrics

_log = logging.getLogger(REQUESTS)


class Watch:
    """Stands around everything else.

    Without an OpenTelemetry SDK, which is the operator's to set up, a span costs a microsecond and goes
    nowhere.

    Args:
        app: what answers.
        metrics: where requests are counted.
    """

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics
        self._tracer = trace.get_tracer("vademecum")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and tell how it went."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        state: dict[str, Any] = scope.setdefault("state", {})
        began, status = perf_counter(), 500

        async def noticed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with (
            self._metrics.under_way.track_inprogress(),
            self._tracer.start_as_current_span("request", kind=SpanKind.SERVER) as span,
        ):
            try:
                await self._app(scope, receive, noticed)
            finally:
                self._tell(span, scope["method"], state, status, perf_counter() - began)

    def _tell(self, span: Span, method: str, state: dict[str, Any], status: int, seconds: float) -> None:
        caller = state.get("caller")
        route = state.get("route", "unknown")
        tenant = caller.tenant if caller else ""
        named = method if method in _METHODS else "other"
        self._metrics.answered(route=route, method=named, status=status, seconds=seconds, tenant=tenant)
        fields = {
            "request": state.get("request_id", ""),
            "method": named,
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 2),
            "tenant": tenant,
            "bearer": caller.bearer if caller else "",
        }
        span.update_name(f"{named} {route}")
        span.set_attributes(
            {"http.request.method": named, "http.route": route, "vade.request": fields["request"]}
        )
        span.set_attribute("http.response.status_code", status)
        if status >= 500:
            span.set_status(Status(StatusCode.ERROR))
        _log.info("request", extra={FIELDS: fields})


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
