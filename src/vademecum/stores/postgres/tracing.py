"""Spans around transactions, for whoever has set up OpenTelemetry; nothing where its API is not installed."""

from __future__ import annotations

from contextlib import nullcontext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager

try:
    from opentelemetry import trace
except ImportError:  # the index alone needs none

    def span(name: str) -> AbstractContextManager[object]:
        """Nothing."""
        del name
        return nullcontext()
else:
    _tracer = trace.get_tracer("vademecum")

    def span(name: str) -> AbstractContextManager[object]:
        """A span of that name; without an SDK it goes nowhere."""
        return _tracer.start_as_current_span(name)
