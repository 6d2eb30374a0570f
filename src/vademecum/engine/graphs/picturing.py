"""Pictures of the graph: a walk or a history, laid out and drawn."""

from __future__ import annotations

from vademecum.errors import UsageError
from vademecum.surface.pictures.neighbourhood import neighbourhood
from vademecum.surface.pictures.timeline import timeline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from vademecum.model.graph import GraphHistory, GraphPicture, Neighborhood
    from vademecum.ports.layout import Layout


def picture_of_neighbourhood(
    layout: Layout,
    answer: Neighborhood,
    as_of: datetime | None,
    *,
    within: str = "",
    links: Sequence[str] = (),
) -> GraphPicture:
    """What lies around a node, drawn.

    Args:
        layout: finds a place for every node.
        answer: the walk.
        as_of: the moment of which it tells; None for now.
        within, links: for a picture in a page: its name there, and where each node leads to.

    Raises:
        UsageError: no layout is installed.
    """
    if lacking := layout.missing():
        raise UsageError(lacking)
    numbers = {reached.node.id: number for number, reached in enumerate(answer.nodes)}
    edges = dict.fromkeys((numbers[edge.subject], numbers[edge.object]) for edge in answer.edges)
    places = layout.place(len(numbers), list(edges))
    when = "" if as_of is None else f"as of {as_of:%Y-%m-%d}"
    return neighbourhood(answer, places, when, within=within, links=links)


def picture_of_history(answer: GraphHistory, now: datetime, *, within: str = "") -> GraphPicture:
    """What was true of a node when, drawn; no layout is needed for it."""
    return timeline(answer, now, within=within)
