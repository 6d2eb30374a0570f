"""Why nodes are joined, and by which rules, for people."""

from __future__ import annotations

from vademecum.cli.rendering.graphs import edge_line, sayer, title, with_more
from vademecum.cli.rendering.layout import CYAN, DIM, YELLOW, Column, table
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.cli.view import View
    from vademecum.model.graph import GraphReasons, Grounds
    from vademecum.model.rules import Compared, GraphRules


def reasons(view: View, answer: GraphReasons) -> str:
    """Why two nodes are joined: each edge, and below it what speaks for it."""
    if view.quiet:
        return "\n".join(edge_line(view, one.edge) for one in answer.results)
    if not answer.results:
        start, goal = title(view, answer.start), title(view, answer.goal)
        return f"Nothing joins {start} and {goal} directly. `vade graph path` looks for a longer way."
    return with_more(view, "\n".join(_grounds(view, one) for one in answer.results), more=answer.truncated)


def _grounds(view: View, one: Grounds) -> str:
    lines = [edge_line(view, one.edge), f"  {view.style(sayer(one.edge), DIM)}"]
    if one.compared is not None:
        lines[-1] += f": {one_line(one.condition or '')}"
        lines += _compared(one.compared, 2)
    return "\n".join(lines)


def _compared(one: Compared, depth: int) -> list[str]:
    """What was compared, a line each, the parts below what they are parts of."""
    lead = f"{'  ' * depth}{'yes' if one.holds else 'no':3}  {one.kind}"
    if one.parts:
        return [f"{lead}: {one.result}", *(line for part in one.parts for line in _compared(part, depth + 1))]
    ends = [
        f"{name or 'name'} {', '.join(map(one_line, values)) or '-'}"
        for name, values in (
            (one.subject_field, one.subject_values),
            (one.object_field, one.object_values),
        )
    ]
    return [f"{lead} ({one.score:.2f}): {' | '.join(ends)} - {one_line(one.result)}"]


def rules(view: View, answer: GraphRules) -> str:
    """Every rule, and how many edges it brought."""
    if view.quiet:
        return "\n".join(one_line(one.name) for one in answer.results)
    if not answer.results:
        return "There are no rules. They stand in rules.yaml, in the folder of your memories."
    columns = (
        Column("RULE", flexible=True),
        Column("FROM"),
        Column("PREDICATE", style=CYAN),
        Column("TO"),
        Column("WHEN", flexible=True),
        Column("EDGES", right=True),
    )
    rows = [
        (
            one_line(one.name),
            ", ".join(map(one_line, one.subjects)),
            one.predicate,
            ", ".join(map(one_line, one.objects)),
            one_line(one.when),
            f"{one.edges:,}",
        )
        for one in answer.results
    ]
    notes = [
        view.style(f"{one_line(one.name)}: {note}", YELLOW)
        for one in answer.results
        for note in (_crowded(one.crowded), one.note)
        if note
    ]
    return "\n".join([table(view, columns, rows), *notes])


def _crowded(values: int) -> str:
    noun = "value that too many records share joins" if values == 1 else "values that too many share join"
    return f"{values:,} {noun} nobody" if values else ""
