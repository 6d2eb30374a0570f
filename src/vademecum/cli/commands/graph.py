"""`vade graph`: how entities and memories hang together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.given import read_text
from vademecum.cli.grammar import Group, offer
from vademecum.cli.inputs import TEXT, THEN, Count, chain, limit_option
from vademecum.cli.pictures import write_picture
from vademecum.cli.rendering import graphs as rendering
from vademecum.cli.rendering import rules as ruling
from vademecum.errors import UsageError
from vademecum.graph.cypher import cypher_parameter
from vademecum.surface import graphs as surface

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import TypeVar

    from vademecum.cli.session import Session
    from vademecum.cli.view import View
    from vademecum.engine.vade import Vade
    from vademecum.model.graph import GraphAnswer

    Given = TypeVar("Given", bound=GraphAnswer)

_HOPS = 6
_USUAL_HOPS = 2
_MOST = 1_000

_name = click.argument("name", type=TEXT)
_as_of = click.option(
    "--as-of",
    "as_of",
    type=THEN,
    metavar="TIME",
    help="What held then: 2026-03-31 (all of that day), or an age like 30d.",
)
_predicates = click.option(
    "--predicate",
    "predicates",
    type=TEXT,
    multiple=True,
    metavar="NAME",
    help="Only these relations, e.g. works_at; repeat for more.",
)
_followed = chain(
    _predicates,
    click.option(
        "--direction",
        type=click.Choice(["out", "in", "both"]),
        default="both",
        show_default=True,
        help="Relations that begin there, that end there, or both.",
    ),
    _as_of,
)


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def graph(context: click.Context) -> None:
    """How entities and memories hang together.

    NAME is an entity's name or alias, an id or a key; an ambiguous one means everything of that name.
    """
    offer(context)


@graph.command(examples=(("vade graph node Rhea", "what she is, and how she is connected"),))
@_name
@_as_of
@click.pass_obj
def node(session: Session, name: str, *, as_of: datetime | None) -> None:
    """Tell what a name means and how it is connected."""
    with session.open() as vade:
        answer = vade.graph.node(name, scopes=session.read_scopes, as_of=as_of)
        tell_graph(session, vade, answer, surface.nodes, rendering.nodes)


@graph.command(
    examples=(
        ("vade graph edges Rhea", "all that is said of her"),
        ("vade graph edges Acme --predicate works_at --direction in --as-of 2024-12-31", "who worked there"),
    ),
)
@_name
@_followed
@limit_option(_MOST, "200")
@click.pass_obj
def edges(session: Session, /, name: str, **asked: Any) -> None:
    """List the relations of a node, and who says so."""
    with session.open() as vade:
        answer = vade.graph.edges(name, scopes=session.read_scopes, **asked)
        tell_graph(session, vade, answer, surface.edges, rendering.edges)


@graph.command(
    examples=(
        ("vade graph neighborhood Rhea", "within two hops"),
        ("vade graph neighborhood Rhea --hops 1 --predicate knows", "whom she knows"),
    ),
)
@_name
@click.option(
    "--hops",
    type=Count(1, _HOPS),
    default=_USUAL_HOPS,
    show_default=True,
    metavar="N",
    help="How far, 1 to 6.",
)
@_followed
@limit_option(_MOST, "150")
@click.pass_obj
def neighborhood(session: Session, /, name: str, **asked: Any) -> None:
    """Show what lies around a node, nearest first."""
    with session.open() as vade:
        answer = vade.graph.neighborhood(name, scopes=session.read_scopes, **asked)
        tell_graph(session, vade, answer, surface.neighborhood, rendering.neighborhood)


@graph.command(examples=(("vade graph path Rhea Lyon", "how one leads to the other"),))
@_name
@click.argument("goal", type=TEXT)
@click.option(
    "--hops", type=Count(1, _HOPS), default=_HOPS, show_default=True, metavar="N", help="Longest way, 1 to 6."
)
@_predicates
@_as_of
@click.pass_obj
def path(session: Session, /, name: str, goal: str, *, hops: int, **asked: Any) -> None:
    """Find a shortest way between two nodes."""
    with session.open() as vade:
        answer = vade.graph.path(name, goal, hops=hops, scopes=session.read_scopes, **asked)
        tell_graph(session, vade, answer, surface.path, lambda view, found: rendering.path(view, found, hops))


@graph.command(examples=(("vade graph central --label Person", "who is joined to the most"),))
@_predicates
@click.option(
    "--label",
    "labels",
    type=TEXT,
    multiple=True,
    metavar="LABEL",
    help="Only of this label; repeat for more.",
)
@_as_of
@limit_option(_MOST, "20")
@click.pass_obj
def central(session: Session, /, **asked: Any) -> None:
    """List the best connected nodes."""
    with session.open() as vade:
        answer = vade.graph.central(scopes=session.read_scopes, **asked)
        tell_graph(session, vade, answer, surface.central, rendering.central)


@graph.command(examples=(("vade graph components", "what belongs together, largest first"),))
@_predicates
@_as_of
@limit_option(_MOST, "20")
@click.pass_obj
def components(session: Session, /, **asked: Any) -> None:
    """Show which nodes hang together."""
    with session.open() as vade:
        answer = vade.graph.components(scopes=session.read_scopes, **asked)
        tell_graph(session, vade, answer, surface.components, rendering.components)


@graph.command(examples=(("vade graph history Rhea", "what was said of her, and until when it held"),))
@_name
@limit_option(_MOST, "200")
@click.pass_obj
def history(session: Session, name: str, *, limit: int | None) -> None:
    """Tell what was said of a node, and when it held."""
    with session.open() as vade:
        answer = vade.graph.history(name, scopes=session.read_scopes, limit=limit)
        tell_graph(session, vade, answer, surface.history, rendering.history)


@graph.command(
    examples=(
        ("vade graph explain Rhea Iris", "who says so, or which rule derived it of what"),
        ("vade graph explain Rhea Iris --predicate colleague_of --json", "one edge, for a program"),
    ),
)
@_name
@click.argument("other", type=TEXT)
@_predicates
@_as_of
@click.pass_obj
def explain(session: Session, /, name: str, other: str, **asked: Any) -> None:
    """Tell why two nodes are joined."""
    with session.open() as vade:
        answer = vade.graph.explain(name, other, scopes=session.read_scopes, **asked)
        tell_graph(session, vade, answer, surface.reasons, ruling.reasons)


@graph.command(examples=(("vade graph rules", "what is derived, by which condition, and how many edges"),))
@click.pass_obj
def rules(session: Session) -> None:
    """List the rules of rules.yaml and what they derived.

    The file stands in the folder of the memories; docs/graph.md says what a rule looks like.
    """
    with session.open() as vade:
        answer = vade.graph.rules()
        tell_graph(session, vade, answer, surface.rules, ruling.rules)


@graph.command(
    examples=(
        ("vade graph show Rhea --out rhea.svg", "what lies around her, drawn"),
        ("vade graph show Rhea --timeline --out rhea-then.svg", "what was true of her when"),
    ),
)
@_name
@click.option("--timeline", is_flag=True, help="Draw what was true when, instead of what lies around.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the SVG there; without it, it is printed.",
)
@click.option("--hops", type=Count(1, _HOPS), metavar="N", help="How far, 1 to 6 (2).")
@_followed
@limit_option(_MOST, "150 nodes, 200 relations of a timeline")
@click.pass_obj
def show(session: Session, /, name: str, *, timeline: bool, out: Path | None, **asked: Any) -> None:
    """Draw what lies around a node, or what was true of it when.

    The picture is SVG for light and dark pages, and the same bytes for the same answer. What lies around
    needs the extra `graph`: `pip install 'vademecum[graph]'`; a timeline needs nothing.
    """
    with session.open() as vade:
        if timeline:
            _refuse_with_timeline(asked)
            answer = vade.graph.timeline(name, scopes=session.read_scopes, limit=asked["limit"])
        else:
            answer = vade.graph.picture(name, scopes=session.read_scopes, **asked)
        if out is not None:
            write_picture(out, answer.svg)
        tell_graph(
            session,
            vade,
            answer,
            lambda drawn: surface.picture(drawn, None if out is None else str(out)),
            lambda view, drawn: rendering.picture(view, drawn, out),
        )


def _refuse_with_timeline(asked: dict[str, Any]) -> None:
    """A timeline knows nothing of hops, and tells of every moment.

    Raises:
        UsageError: it was asked for with what only a neighbourhood has.
    """
    usual = {"hops": None, "predicates": (), "direction": "both", "as_of": None}
    given = [name for name, value in usual.items() if asked[name] != value]
    if given:
        option = {"predicates": "--predicate", "as_of": "--as-of"}.get(given[0], f"--{given[0]}")
        raise UsageError(f"{option} and --timeline: a timeline shows all that was ever said; leave one out")


@graph.command(
    examples=(
        ('vade graph query "MATCH (p:Person)-[:works_at]->(o) RETURN p.name, o.name"', "who works where"),
        (
            'vade graph query "MATCH (p {name: $who})-[r]->(o) RETURN r.predicate, o.name" --param who=Rhea',
            "values stand apart from the query",
        ),
    ),
)
@click.argument("cypher", type=TEXT, metavar="CYPHER|-")
@click.option(
    "--param",
    "given",
    type=TEXT,
    multiple=True,
    metavar="NAME=VALUE",
    help="Value of $NAME: a number, true, false or null, else a text; repeat for more.",
)
@click.option(
    "--timeout",
    "timeout_s",
    type=Count(1, 300),
    default=10,
    show_default=True,
    metavar="S",
    help="Seconds after which the query is ended, 1 to 300.",
)
@_as_of
@limit_option(_MOST, "100")
@click.pass_obj
def query(session: Session, /, cypher: str, given: tuple[str, ...], **asked: Any) -> None:
    """Ask in Cypher; a query reads and never writes.

    A node has its label (a memory: its type; a mere name: Name) and id, name, label, kind, scope and status.
    A relation is of its predicate's type and has predicate, since, until and said_by. Needs the extra
    `graph`: `pip install 'vademecum[graph]'`.
    """
    asked_text = read_text((cypher,))
    parameters = dict(cypher_parameter("--param", one) for one in given)
    with session.open() as vade:
        answer = vade.graph.query(asked_text, parameters=parameters, scopes=session.read_scopes, **asked)
        tell_graph(session, vade, answer, surface.table, rendering.table_of)


def tell_graph(
    session: Session,
    vade: Vade,
    answer: Given,
    body: Callable[[Given], dict[str, Any]],
    render: Callable[[View, Given], str],
) -> None:
    """Send an answer of the graph, with whether bounds left something out.

    Args:
        body: makes JSON of it.
        render: makes a text for a person of it.
    """
    session.answer(
        lambda: body(answer),
        lambda view: render(view, answer),
        revision=vade.revision,
        truncated=answer.truncated,
        warnings=answer.warnings,
    )
