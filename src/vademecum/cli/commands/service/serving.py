"""`vade serve` with a database: the pages and the API of many tenants."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from vademecum.cli.commands.service.desk import installed
from vademecum.errors import VadeError
from vademecum.settings import DEBUG_VARIABLE

if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from vademecum.cli.session import Session

# The rooms at street level never meet: this one knows the others by their addresses alone.
_SERVICE = "vademecum.web.service"
_METRICS = "vademecum.web.observing.metrics"
_LOGS = "vademecum.web.observing.logs"
_LOOPBACK = "127.0.0.1"


def serve_many(
    session: Session,
    url: str,
    serving: ModuleType,
    listening: Any,
    metrics_port: int | None,
    *,
    drain_s: int,
) -> None:
    """Serve a database until the process is told to end; what is under way is then answered.

    Args:
        session: the run of the command.
        url: connection string of the role that the service connects as.
        serving: what runs an application.
        listening: where.
        metrics_port: where Prometheus is answered; None for nowhere.
        drain_s: seconds of being unready before it ends.

    Raises:
        Busy: the database cannot be reached.
        StoreError: its schema is of another version, or the role could see every tenant.
        VadeError: libraries are missing, or the port is taken.
    """
    from vademecum import __version__

    with installed():
        from vademecum.wiring_accounts import open_served

        web, numbers, logs = map(import_module, (_SERVICE, _METRICS, _LOGS))
        served = open_served(url, session.settings)
    debug = bool(session.environ.get(DEBUG_VARIABLE))
    try:
        metrics = numbers.Metrics(served.pool, served.waiting)
        app = web.service_application(served, metrics, version=__version__, hosts=listening.hosts)
        if metrics_port is not None:
            _answer_scrapers(metrics, metrics_port)
        body = {
            "url": listening.url, "api": f"{listening.url}v1/openapi.json", "hosts": list(listening.hosts),
        }  # fmt: skip
        told = f"{listening.url} serves the database; the API is below /v1. Ctrl-C ends it."
        session.answer(body, lambda view: listening.url if view.quiet else told)
        logs.log_json(debug=debug)
        serving.serve(app, listening, debug=debug, drain_s=drain_s, leave=app.state.leave)
    finally:
        served.close()


def _answer_scrapers(metrics: Any, port: int) -> None:
    try:
        metrics.serve(_LOOPBACK, port)
    except OSError as error:
        why = error.strerror or error
        raise VadeError(
            f"cannot answer Prometheus at {_LOOPBACK}:{port}: {why}; take another port"
        ) from error
