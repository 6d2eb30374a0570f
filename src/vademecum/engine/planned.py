"""A request as a plan turns it."""

from __future__ import annotations

from datetime import timedelta

from vademecum.lifecycle.standing import Include, Viewpoint
from vademecum.model.entry import microseconds
from vademecum.model.plan import AS_OF
from vademecum.model.value import replace
from vademecum.planning.cues import recall_words
from vademecum.planning.normalising import normalised
from vademecum.retrieval.guide import guide_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.engine.recalling import Request
    from vademecum.model.plan import Plan

_MOMENT = timedelta(microseconds=1)


def planned(parts: Parts, request: Request, plan: Plan) -> Request:
    """The request as the plan turns it.

    A time of the form ``as of`` moves the point of view, unless the caller stated one; kinds that the plan
    keeps to become a filter, because only a caller's own word puts them there.
    """
    kept = normalised(plan)
    languages = parts.glance.languages()
    guide = guide_of(kept, request.text, parts.analyzer, languages, recall_words(parts.lexicon.plan_cues))
    filters = replace(request.filters, types=request.filters.types or kept.kind_filter)
    view = _as_of(kept, request.view)
    if view is not request.view:
        filters = replace(filters, begun_by=view.at_us)
    return replace(request, guide=guide, filters=filters, view=view)


def _as_of(plan: Plan, view: Viewpoint) -> Viewpoint:
    time = plan.temporal
    if time is None or time.before is None or not time.label.startswith(AS_OF):
        return view
    if view.past or view.include is not Include.ACTIVE:
        return view
    at_us = microseconds(time.before - _MOMENT)
    return view if at_us is None or at_us >= view.at_us else Viewpoint(at_us, past=True)
