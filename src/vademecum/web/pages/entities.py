"""Entities: who and what memories speak of, what is known of one, and what lies around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from vademecum.engine.graphs.picturing import picture_of_history, picture_of_neighbourhood
from vademecum.errors import NotFound, UsageError
from vademecum.model.edges import EdgeOrigin
from vademecum.model.record import Entity, Memory
from vademecum.web.pages.memories import DONE, file_text, moves_of
from vademecum.web.pages.showing import node_at
from vademecum.web.pages.visit import Elsewhere, Page, memory_at

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from vademecum.model.graph import Edge, GraphHistory, Neighborhood
    from vademecum.ports.layout import Layout
    from vademecum.web.pages.visit import Answer, Visit

_A_PAGE, _MOST_FACTS, _MOST_NODES = 50, 200, 24
"""More nodes make a picture that nobody reads on a page; the list below it has them all."""


class Drawing:
    """Draws what entity pages show; what it needs of the world is handed in."""

    def __init__(self, layout: Callable[[], Layout], now: Callable[[], datetime]) -> None:
        self._layout = layout
        self._now = now

    @property
    def today(self) -> str:
        """The present day."""
        return f"{self._now():%Y-%m-%d}"

    def around(self, answer: Neighborhood) -> tuple[Markup, str]:
        """A picture for a page, whose nodes are links; without a layout empty, with what to install."""
        if len(answer.nodes) < 2:
            return Markup(), ""
        links = [node_at(reached.node) for reached in answer.nodes]
        try:
            picture = picture_of_neighbourhood(self._layout(), answer, None, within="around-", links=links)
        except UsageError as lacking:
            return Markup(), lacking.message
        return Markup(picture.svg), ""  # noqa: S704 - every text in it was made safe where it was drawn

    def history(self, answer: GraphHistory) -> Markup:
        """A timeline for a page; empty when there is nothing to show on it."""
        if not answer.results:
            return Markup()
        return Markup(picture_of_history(answer, self._now(), within="history-").svg)  # noqa: S704 - as above


def entities(visit: Visit) -> Answer:
    """A page of the list."""
    offset = visit.number("offset")
    listed = visit.vade.entities(limit=_A_PAGE, offset=offset)
    told = {"listed": listed, "offset": offset, "a_page": _A_PAGE}
    return Page(template="entities.html", title="Entities", section="entities", told=told)


def entity_page(drawing: Drawing) -> Callable[[Visit], Answer]:
    """The page of one entity: what is known of it, what lies around it, and what was true when."""

    def entity(visit: Visit) -> Answer:
        stored = visit.vade.get(visit.path["id"])
        record = stored.record
        if isinstance(record, Memory):
            return Elsewhere(memory_at(record.id))
        told = {
            "stored": stored,
            "entity": record,
            "file_text": file_text(stored),
            "done": DONE.get(visit.asked("done"), ""),
            "moves": moves_of(record),
            **_known(visit, record, drawing),
        }
        return Page(template="entity.html", title=record.name, section="entities", told=told)

    return entity


def _known(visit: Visit, record: Entity, drawing: Drawing) -> dict[str, object]:
    """What the graph tells of it; nothing of one that is not in it."""
    graph = visit.vade.graph
    try:
        edges = graph.edges(record.id, limit=_MOST_FACTS)
    except NotFound:
        return {"facts": {}, "speaking": (), "picture": "", "lacking": "", "timeline": "", "truncated": False}
    picture, lacking = visit.lately.of(
        visit.vade,
        f"around {record.id} on {drawing.today}",  # relations end by themselves, too
        lambda: drawing.around(graph.neighborhood(record.id, limit=_MOST_NODES)),
    )
    return {
        "facts": _by_predicate(edges.edges, {node.id for node in edges.start}),
        "speaking": tuple({e.said_by: e for e in edges.edges if e.origin in _SPEAKING}.values()),
        "picture": picture,
        "lacking": lacking,
        "timeline": drawing.history(graph.history(record.id)),
        "truncated": edges.truncated,
    }


_SPEAKING = (EdgeOrigin.ABOUT, EdgeOrigin.LINK)
"""Where a memory only names an entity, and says nothing of it that has a predicate."""


def _by_predicate(edges: tuple[Edge, ...], here: set[str]) -> dict[tuple[str, bool], list[Edge]]:
    """(predicate, whether it leads away) -> its edges, in their order."""
    told: dict[tuple[str, bool], list[Edge]] = {}
    for edge in edges:
        if edge.origin not in _SPEAKING:
            told.setdefault((edge.predicate, edge.subject in here), []).append(edge)
    return told
