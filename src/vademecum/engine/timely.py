"""What is of a time, for a question that names nothing else: found by when it was noted or held."""

from __future__ import annotations

from vademecum.engine.listing import holding
from vademecum.engine.reading import marked
from vademecum.engine.recalling import label_of
from vademecum.model.answer import Contribution, Explanation, Outcome, Recall, SearchStats
from vademecum.model.record import Kind
from vademecum.model.value import replace, value
from vademecum.retrieval.hits import listed_hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.engine.parts import Parts
    from vademecum.engine.recalling import Request
    from vademecum.model.answer import Hit
    from vademecum.model.entry import Row
    from vademecum.retrieval.favour import FavouredTime

WORTH = 1.0
"""Score of whatever is of the time: nothing but that was asked."""

FLOOR = "asked for by its time alone"


@value
class Timely:
    """A record that is of a time.

    Attributes:
        label: what the time is called, and `why` it is of it.
    """

    row: Row
    label: str
    why: str

    def explanation(self, rank: int | None) -> Explanation:
        """Why it is told."""
        return Explanation(
            contributions=(Contribution(f"time: {self.label}", self.why, WORTH),),
            score=WORTH,
            floor=FLOOR,
            rank=rank,
        )


def is_asked_for(request: Request) -> bool:
    """Whether a time alone is asked for, as far as a plan tells."""
    guide = request.guide
    return guide is not None and guide.plan.listing and bool(guide.favour.times)


def of_time(parts: Parts, request: Request) -> tuple[tuple[Timely, ...], int]:
    """What is of the time that is asked for, of the likeliest reading first, newest change first; and how
    much there is in all."""
    assert request.guide is not None
    found: dict[str, Timely] = {}
    total = 0
    for time in request.guide.favour.times:
        filters = replace(
            holding(request.filters, request.view), kinds=(Kind.MEMORY,), of_time=time.stretch, begun_by=None
        )
        rows, number = parts.index.page(filters, limit=request.limit)
        total += number
        for row in rows:
            found.setdefault(row.id, Timely(row, time.label, _why(row, time)))
    return tuple(found.values())[: request.limit], total


def recalled(parts: Parts, request: Request) -> Recall | None:
    """The answer of a recall where a time alone is asked for; None where words have to be looked for."""
    found, total = of_time(parts, request) if is_asked_for(request) else ((), 0)
    if not found or request.guide is None:
        return None
    return Recall(
        outcome=Outcome.HITS,
        terms=(),
        hits=_hits(parts, request, found),
        weak=0,
        label=label_of(request.vocabulary, parts.glance.scopes()),
        stats=SearchStats(candidates=total),
        warnings=request.guide.warnings,
        plan=request.guide.plan,
    )


def _hits(parts: Parts, request: Request, found: Sequence[Timely]) -> tuple[Hit, ...]:
    stamps = parts.vault.stamps([one.row.path for one in found])
    shown = (
        listed_hit(
            one.row,
            marked(one.row, request.view),
            stale=stamps.get(one.row.path) != one.row.state.stamp,
        )
        for one in found
    )
    return tuple(
        replace(hit, score=WORTH, explanation=one.explanation(rank) if request.explain else None)
        for rank, (hit, one) in enumerate(zip(shown, found, strict=True), start=1)
    )


def _why(row: Row, time: FavouredTime) -> str:
    noted = row.created is not None and time.holds(row.created)
    return "noted in it" if noted else "holds in it"
