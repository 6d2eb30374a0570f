"""Nodes, edges and walks for people."""

from __future__ import annotations

import json
from typing import cast

from vademecum.cli.rendering.layout import BOLD, CYAN, DIM, GREEN, YELLOW, Column, table
from vademecum.cli.rendering.records import in_doubt, place
from vademecum.model.edges import EdgeOrigin
from vademecum.model.graph import Direction, NodeKind
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from pathlib import Path

    from vademecum.cli.view import View
    from vademecum.model.cypher import GraphTable
    from vademecum.model.graph import (
        Edge,
        GraphAlike,
        GraphCentral,
        GraphComponents,
        GraphEdges,
        GraphHistory,
        GraphNodes,
        GraphPath,
        GraphPicture,
        Neighborhood,
        Node,
        NodeCard,
    )
    from vademecum.model.linked import Linked, Merged

_MORE = "There is more; narrow it with --predicate, or raise --limit."
_MORE_PAST = "There is more; raise --limit."
_STATES = {"holds": GREEN, "ended": DIM, "superseded": YELLOW, "not yet": CYAN}


def nodes(view: View, answer: GraphNodes) -> str:
    """Every node that a name may mean."""
    if view.quiet:
        return _names(card.node for card in answer.cards)
    return "\n\n".join(_card(view, card) for card in answer.cards)


def sayer(edge: Edge) -> str:
    """The record that says an edge, or the rule that derived it."""
    name = one_line(edge.said_by_name)
    return f"rule {name}" if edge.origin is EdgeOrigin.RULE else name


def edges(view: View, answer: GraphEdges) -> str:
    """The edges of a node, one a line."""
    if view.quiet:
        return "\n".join(edge_line(view, edge) for edge in answer.edges)
    if not answer.edges:
        return f"{title(view, answer.start)}: nothing is said of it that holds."
    columns = (
        Column("SUBJECT", flexible=True),
        Column("PREDICATE", style=CYAN),
        Column("OBJECT", flexible=True),
        Column("WHEN"),
        Column("SAID BY", style=DIM, flexible=True),
    )
    rows = [
        (
            one_line(edge.subject_name),
            one_line(edge.predicate),
            one_line(edge.object_name),
            _span(edge.since, edge.until),
            sayer(edge),
        )
        for edge in answer.edges
    ]
    return with_more(view, table(view, columns, rows), more=answer.truncated)


def neighborhood(view: View, answer: Neighborhood) -> str:
    """What lies around a node: the nodes by distance, then what joins them."""
    if view.quiet:
        return _names(reached.node for reached in answer.nodes)
    around = [reached for reached in answer.nodes if reached.distance]
    if not around:
        return f"{title(view, answer.start)}: nothing around it."
    columns = (
        Column("HOPS", right=True),
        Column("NODE", flexible=True),
        Column("LABEL", style=DIM),
        Column("SCOPE", style=DIM),
    )
    rows = [
        (
            str(one.distance),
            one_line(one.node.name),
            _label(one.node),
            one_line(one.node.scope or ""),
        )
        for one in around
    ]
    lines = [title(view, answer.start), table(view, columns, rows), ""]
    lines += [edge_line(view, edge) for edge in answer.edges]
    return with_more(view, "\n".join(lines), more=answer.truncated)


def path(view: View, answer: GraphPath, hops: int) -> str:
    """The way from one node to the other on one line, or that there is none.

    Args:
        view: what the output can show.
        answer: what was found.
        hops: the longest way that was looked for.
    """
    start, goal = (title(view, nodes) for nodes in (answer.start, answer.goal))
    if not answer.nodes:
        if view.quiet:
            return ""
        may_be = " The search ended at its bounds; there may be a longer one." if answer.truncated else ""
        return f"No way from {start} to {goal} within {hops} hops.{may_be}"
    if view.quiet:
        return _names(answer.nodes)
    told = view.style(one_line(answer.nodes[0].name), BOLD)
    for here, there, edge in zip(answer.nodes, answer.nodes[1:], answer.edges, strict=False):
        told += f" {_arrow(view, edge.predicate, outwards=edge.subject == here.id)} "
        told += view.style(one_line(there.name), BOLD)
    said = [f"  {edge_line(view, edge)}  {view.style(sayer(edge), DIM)}" for edge in answer.edges]
    return "\n".join([told, *said])


def central(view: View, answer: GraphCentral) -> str:
    """The best connected nodes."""
    if view.quiet:
        return _names(one.node for one in answer.results)
    if not answer.results:
        return "Nothing is joined to anything yet. `vade link Rhea works_at Acme` begins."
    columns = (
        Column("NODE", flexible=True),
        Column("LABEL", style=DIM),
        Column("JOINED TO", right=True),
        Column("OUT", right=True),
        Column("IN", right=True),
    )
    rows = [
        (one_line(one.node.name), _label(one.node), str(one.degree), str(one.outgoing), str(one.incoming))
        for one in answer.results
    ]
    return f"{table(view, columns, rows)}\n{len(rows)} of {answer.total:,} nodes that have an edge"


def picture(view: View, answer: GraphPicture, path: Path | None) -> str:
    """The picture itself, or where it was written."""
    if path is None:
        return answer.svg
    if view.quiet:
        return one_line(str(path))
    nodes = f"{answer.nodes:,} {'node' if answer.nodes == 1 else 'nodes'}"
    edges = f"{answer.edges:,} {'relation' if answer.edges == 1 else 'relations'}"
    return with_more(view, f"{nodes} and {edges} drawn in {one_line(str(path))}", more=answer.truncated)


def table_of(view: View, answer: GraphTable) -> str:
    """Rows of a query, one a line; with tabs between their cells where they are piped on."""
    rows = [tuple(map(_cell, row)) for row in answer.rows]
    if view.quiet:
        return "\n".join("\t".join(row) for row in rows)
    if not rows:
        return "Nothing matches."
    columns = [Column(one_line(name), flexible=True) for name in answer.columns]
    return with_more(view, table(view, columns, rows), more=answer.truncated)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        told = cast("dict[str, object]", value)
        return one_line(str(told.get("name") or told.get("predicate") or json.dumps(told)))
    if isinstance(value, list):
        return ", ".join(map(_cell, cast("list[object]", value)))
    return one_line(value if isinstance(value, str) else json.dumps(value))


def components(view: View, answer: GraphComponents) -> str:
    """What hangs together, a line each."""
    if view.quiet:
        return "\n".join(str(one.size) for one in answer.results)
    lines: list[str] = []
    for number, one in enumerate(answer.results, start=1):
        rest = f", and {one.size - len(one.nodes):,} more" if one.size > len(one.nodes) else ""
        names = ", ".join(one_line(node.name) for node in one.nodes)
        lines.append(f"{number}. {view.style(f'{one.size:,} nodes', BOLD)}: {names}{rest}")
    if answer.total > len(answer.results):
        lines.append(f"{answer.total - len(answer.results):,} smaller ones; raise --limit to see them")
    if answer.alone:
        noun = "entity has" if answer.alone == 1 else "entities have"
        lines.append(f"{answer.alone:,} {noun} no edge at all")
    return "\n".join(lines) or "There are no edges yet. `vade link Rhea works_at Acme` begins."


def history(view: View, answer: GraphHistory) -> str:
    """What was said of a node, oldest first."""
    if view.quiet:
        return "\n".join(edge_line(view, one.edge) for one in answer.results)
    if not answer.results:
        return f"{title(view, answer.start)}: nothing was ever said of it."
    lines = [title(view, answer.start)]
    for one in answer.results:
        state = view.style(one.state.ljust(10), _STATES[one.state])
        said = view.style(sayer(one.edge), DIM)
        lines.append(
            f"{_day(one.begins):10}  {_day(one.ends):10}  {state}  {edge_line(view, one.edge)}  {said}"
        )
    if answer.truncated:
        lines.append(view.style(_MORE_PAST, YELLOW))
    return "\n".join(lines)


def alike(view: View, answer: GraphAlike) -> str:
    """Pages that may be one, and how to say that they are."""
    if view.quiet:
        return "\n".join(f"{one.one.id} {one.other.id}" for one in answer.results)
    if not answer.results:
        return "No two pages look as if they were about one and the same."
    columns = (
        Column("PAGE", flexible=True),
        Column("MAY BE", flexible=True),
        Column("BECAUSE", style=CYAN),
        Column("BOTH JOINED TO", style=DIM, flexible=True),
    )
    rows = [
        (
            f"{one_line(one.one.name)} ({_label(one.one)})",
            f"{one_line(one.other.name)} ({_label(one.other)})",
            one.reason,
            ", ".join(map(one_line, one.shared)),
        )
        for one in answer.results
    ]
    first = answer.results[0]
    advice = f"`vade entity merge {first.one.id} {first.other.id}` makes the first pair one."
    more = f"\n{answer.total - len(rows):,} more; raise --limit" if answer.total > len(rows) else ""
    return f"{table(view, columns, rows)}{more}\n{view.style(advice, DIM)}"


def linked(view: View, answer: Linked, home: Path) -> str:
    """What a page says, or says no more."""
    if view.quiet:
        return one_line(answer.memory.key)
    done = {
        "created": "Linked",
        "changed": "Dated",
        "existing": "Said already",
        "removed": "Unlinked",
    }[answer.outcome]
    verb = f"Nothing written; would be {done.lower()}" if answer.dry_run else done
    subject, object = (view.style(one_line(name), BOLD) for name in (answer.subject, answer.object))
    when = _span(answer.since, answer.until)
    lines = [f"{verb}: {subject} {_arrow(view, answer.predicate)} {object}{f'  {when}' if when else ''}"]
    lines.append(view.style(f"  {place(home, answer.memory)}", DIM))
    if answer.provisional:
        lines.append(f"  new names: {', '.join(one_line(name) for name in answer.provisional)}")
    return "\n".join([*lines, *in_doubt(view, answer.doubted)])


def merged(view: View, answer: Merged, home: Path) -> str:
    """Which pages are one, or two again."""
    key = view.style(one_line(answer.memory.key), BOLD)
    if view.quiet:
        return one_line(answer.memory.key)
    into = view.style(one_line(answer.into_name), BOLD)
    told = {
        "merged": f"{key} is one with {into} now, which stands for both",
        "existing": f"{key} is one with {into} already",
        "unmerged": f"{key} stands for itself again, apart from {into}",
    }[answer.outcome]
    dry = "Nothing written; " if answer.dry_run else ""
    return f"{dry}{told}\n{view.style(f'  {place(home, answer.memory)}', DIM)}"


def _card(view: View, card: NodeCard) -> str:
    lines = [f"{title(view, (card.node,))}  {view.style(one_line(card.node.scope or ''), DIM)}".rstrip()]
    if card.node.kind is NodeKind.NAME:
        lines.append("  a name that only relations tell of; `vade entity add` describes it")
    if card.aliases:
        lines.append(f"  also called {', '.join(map(one_line, card.aliases))}")
    if card.merged:
        lines.append(f"  stands for {', '.join(card.merged)} too")
    for one in card.relations:
        arrow = _arrow(view, one.predicate, outwards=one.direction is Direction.OUT)
        lines.append(f"  {arrow} {one.count:,}")
    return "\n".join(lines)


def title(view: View, found: Sequence[Node]) -> str:
    """Nodes by their names and labels."""
    return ", ".join(
        f"{view.style(one_line(node.name), BOLD)}{f' ({_label(node)})' if _label(node) else ''}"
        for node in found
    )


def _label(node: Node) -> str:
    return ", ".join(one_line(text) for text in (node.label, node.mark) if text)


def edge_line(view: View, edge: Edge) -> str:
    """An edge on a line, and when it holds."""
    when = _span(edge.since, edge.until)
    arrow = _arrow(view, edge.predicate)
    return f"{one_line(edge.subject_name)} {arrow} {one_line(edge.object_name)}{f'  {when}' if when else ''}"


def _arrow(view: View, predicate: str, *, outwards: bool = True) -> str:
    line, right, left = ("─", "→", "←") if view.wide_letters else ("-", ">", "<")
    name = view.style(one_line(predicate), CYAN)
    return f"{line}{name}{right}" if outwards else f"{left}{name}{line}"


def _span(since: datetime | None, until: datetime | None) -> str:
    parts = (f"since {_day(since)}" if since else "", f"until {_day(until)}" if until else "")
    return " ".join(filter(None, parts))


def _day(at: datetime | None) -> str:
    return at.strftime("%Y-%m-%d") if at else ""


def _names(found: Iterable[Node]) -> str:
    return "\n".join(one_line(node.name) for node in found)


def with_more(view: View, text: str, *, more: bool) -> str:
    """A text, and that there is more where there is."""
    return f"{text}\n{view.style(_MORE, YELLOW)}" if more else text
