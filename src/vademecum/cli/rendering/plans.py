"""A plan for people: what is meant, what is looked for, and when."""

from __future__ import annotations

from vademecum.cli.rendering.layout import BOLD, DIM, YELLOW
from vademecum.text.lines import collapse, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from vademecum.cli.view import View
    from vademecum.model.extracted import Refined
    from vademecum.model.plan import Plan, PlannedEntity, Temporal

_WIDTH = len("predicates  ")


def plan(view: View, answer: Plan, refined: Refined | None = None) -> str:
    """One line for each thing that was found; the queries alone when quiet.

    Args:
        refined: what a model made of it, shown beside it.
    """
    if refined is None:
        return _plan(view, answer)
    if refined.failing is not None:
        said = f"The model was not heard: {_safe(refined.failing.message)}."
        return "\n".join([_plan(view, answer), "", view.style(said, YELLOW)])
    if refined.plan == answer:
        return "\n".join([_plan(view, answer), "", view.style("The model adds nothing.", DIM)])
    return "\n".join([_plan(view, answer), "", view.style("With the model", BOLD), _plan(view, refined.plan)])


def _plan(view: View, answer: Plan) -> str:
    if view.quiet:
        return "\n".join(_safe(query) for query in answer.lexical_queries)
    if not answer.requires_memory:
        head = view.style("Nothing to look for.", YELLOW)
    else:
        intent = answer.intent.value.replace("_", " ")
        head = f"{view.style(intent, BOLD)}  {view.style(f'confidence {answer.confidence:.2f}', DIM)}"
    return "\n".join([head, *(_line(view, name, said) for name, said in _lines(answer))])


def _lines(answer: Plan) -> Iterator[tuple[str, str]]:
    lists = (
        ("names", ", ".join(map(_entity, answer.entities))),
        ("topics", ", ".join(answer.topics)),
        ("predicates", ", ".join(answer.predicates)),
        ("memories", ", ".join(answer.scopes)),
        ("signals", ", ".join(signal.value.replace("_", " ") for signal in answer.signals)),
    )
    yield from ((name, said) for name, said in lists if said)
    if answer.temporal:
        yield "time", _time(answer.temporal)
    yield from (("or", _time(time)) for time in answer.alternates)
    yield from (("unread", f"{one.said}: {one.why}") for one in answer.unread)
    yield from (("query", query) for query in answer.lexical_queries)


def _line(view: View, name: str, said: str) -> str:
    return f"  {view.style(name.ljust(_WIDTH), DIM)}{_safe(said)}"


def _entity(entity: PlannedEntity) -> str:
    if entity.canonical is None:
        return f"{entity.surface} ({' or '.join(entity.candidates)})"
    same = entity.canonical.casefold() == entity.surface
    return entity.canonical if same else f"{entity.canonical} ({entity.surface})"


def _time(time: Temporal) -> str:
    return f"{time.label}: {_moment(time.after)} until {_moment(time.before)}"


def _moment(at: datetime | None) -> str:
    return at.isoformat(sep=" ", timespec="minutes") if at else "…"


def _safe(text: str) -> str:
    return collapse(one_line(text))
