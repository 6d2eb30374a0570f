"""`vade serve`: the memory as pages and as an API over HTTP."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, Count
from vademecum.cli.progress import reading
from vademecum.cli.rendering.layout import BOLD
from vademecum.errors import VadeError

if TYPE_CHECKING:
    from types import ModuleType

    from vademecum.cli.session import Session
    from vademecum.cli.view import View

# The rooms at street level never meet: this one knows the other by its address alone, as it knows commands.
_SERVING = "vademecum.web.serving"
PORT = 8377
VARIABLE = "VADE_DATABASE_URL"
_MISSING = "`vade serve` needs a web server's libraries; `pip install 'vademecum[serve]'` installs them"


@click.command(
    cls=Command,
    examples=(
        ("vade serve", "the page at http://127.0.0.1:8377/, the API below /v1"),
        ("vade serve --open", "the same, opened in your browser"),
        ("vade serve --port 0 --json", "a free port; the answer names it"),
        ("vade serve --database-url postgresql://vade_app@db/vade", "a service: docs/service.md"),
        ("vade serve --host 192.168.1.5 --expose", "for every machine that reaches this address"),
    ),
)
@click.option("--host", type=TEXT, default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option(
    "--port",
    type=Count(0, 65_535),
    default=PORT,
    show_default=True,
    metavar="N",
    help="Port; 0 takes a free one.",
)
@click.option("--expose", is_flag=True, help="Let other machines reach it; whoever does reads everything.")
@click.option(
    "--allow-host",
    "names",
    type=TEXT,
    multiple=True,
    metavar="NAME",
    help="A name by which it may be reached besides this machine's; repeat for more.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@click.option(
    "--database-url",
    metavar="URL",
    help="Serve a database of many tenants instead, to whoever has a token (VADE_DATABASE_URL).",
)
@click.option(
    "--metrics-port",
    type=Count(1, 65_535),
    metavar="N",
    help="With a database: answer Prometheus on this port of this machine.",
)
@click.option(
    "--drain",
    type=Count(0, 600),
    default=0,
    metavar="SECONDS",
    help="With a database: when told to end, be unready for so long before taking no more requests (0).",
)
@click.pass_obj
def serve(
    session: Session,
    *,
    host: str,
    port: int,
    expose: bool,
    names: tuple[str, ...],
    opens: bool,
    database_url: str | None,
    metrics_port: int | None,
    drain: int,
) -> None:
    """Serve the home as a page to look at, and as an API over HTTP.

    Only this machine reaches it, and there are no accounts: whoever reaches it reads and changes everything.
    Runs until Ctrl-C; what is under way is then answered. Other commands, agents and editors work on the home
    meanwhile. With a database it is a service: every request needs a token, and whoever may ask is said by
    `vade service`. Needs the extra `serve`, or `service` with a database: `pip install 'vademecum[serve]'`.
    """
    from vademecum import __version__
    from vademecum.settings import DEBUG_VARIABLE
    from vademecum.wiring import SystemClock, home_replays

    serving = _serving()
    url = database_url or session.environ.get(VARIABLE)
    if url:
        from vademecum.cli.commands.service.serving import serve_many

        listening = serving.listen(host, port, exposed=True, names=names)
        serve_many(session, url, serving, listening, metrics_port, drain_s=drain)
        return
    listening = serving.listen(host, port, exposed=expose, names=names)
    clock, debug = SystemClock(), bool(session.environ.get(DEBUG_VARIABLE))
    with session.open(create=True, tidy=False) as vade:
        # Whoever opens the page of thousands of new files would look at nothing for as long as reading takes.
        if session.shows_progress:
            reading(vade.sync)
        else:
            vade.sync()
        app = serving.application(vade, clock, home_replays(session.folder), listening, version=__version__)
        warnings = [_EXPOSED] if expose else []
        session.answer(
            {"url": listening.url, "api": f"{listening.url}v1/openapi.json", "hosts": list(listening.hosts)},
            lambda view: _said(view, session, listening.url),
            revision=vade.revision,
            warnings=warnings,
        )
        if opens:
            import webbrowser

            webbrowser.open(listening.url)
        serving.serve(app, listening, debug=debug)


_EXPOSED = "there are no accounts: every machine that reaches this address reads and changes every memory"


def _said(view: View, session: Session, url: str) -> str:
    from vademecum.text.lines import one_line

    if view.quiet:
        return url
    return f"{view.style(url, BOLD)} shows {one_line(session.folder)}; the API is below /v1. Ctrl-C ends it."


def _serving() -> ModuleType:
    """What serves.

    Raises:
        VadeError: its libraries are not installed.
    """
    try:
        return import_module(_SERVING)
    except ImportError as error:
        raise VadeError(f"{_MISSING} ({error})") from error
