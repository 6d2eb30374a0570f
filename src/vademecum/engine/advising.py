"""A model's opinion of plans and utterances; what is sure without it stands, whatever the model does."""

from __future__ import annotations

from vademecum.lifecycle import listening
from vademecum.model.extracted import Extracted, Failing, FailingKind, Refined
from vademecum.model.value import replace
from vademecum.planning import refining

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.lifecycle.extracting import RuleExtractor
    from vademecum.model.extracted import Acquainted, Said, Statement
    from vademecum.model.plan import Plan
    from vademecum.ports.models import Model

_NO_PLAN = Failing(kind=FailingKind.UNREADABLE, message="the answer of the model is no plan")
_NO_LIST = Failing(kind=FailingKind.UNREADABLE, message="the answer of the model is no list of statements")


class ModelPlanner:
    """`ports.Planner` by a model."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def refine(self, plan: Plan, said: Said, acquainted: Acquainted) -> Refined:
        """See `ports.Planner.refine`."""
        reply = self._model.ask(refining.prompt_for(plan, said, acquainted))
        if reply.failing is not None:
            return Refined(plan=plan, failing=reply.failing)
        better = refining.refined(plan, reply.answer, said, acquainted)
        return Refined(plan=plan, failing=_NO_PLAN) if better is None else Refined(plan=better)


class ModelExtractor:
    """What a model reads in an utterance besides the rules; `engine.beside.ExtractsBeside` asks it."""

    def __init__(self, model: Model, rules: RuleExtractor) -> None:
        self._model = model
        self._rules = rules

    def added(self, said: Said, acquainted: Acquainted) -> Extracted:
        """The statements of the model that say something else than those of the rules.

        When the model fails there are none, and `failing` says why.
        """
        none = Extracted(turn_id=said.turn_id, generation=said.generation)
        reply = self._model.ask(listening.prompt_for(said, acquainted))
        if reply.failing is not None:
            return replace(none, failing=reply.failing)
        heard = listening.heard(reply.answer, said, acquainted, self._rules.sensitivity)
        if heard is None:
            return replace(none, failing=_NO_LIST)
        sure = self._rules.extract(said, acquainted).statements
        return replace(none, statements=tuple(_others(heard, sure)))


def _others(heard: Sequence[Statement], sure: Sequence[Statement]) -> list[Statement]:
    """Statements about what the rules have read nothing of."""
    claims = {(each.subject, each.predicate) for each in sure if each.predicate}
    texts = {_folded(each.text) for each in sure}
    kept: list[Statement] = []
    for each in heard:
        said_already = any(_folded(each.text) in text or text in _folded(each.text) for text in texts)
        if not said_already and (each.predicate is None or (each.subject, each.predicate) not in claims):
            kept.append(each)
    return kept


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
