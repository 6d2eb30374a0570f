"""A model's opinions in a session: asked beside the turns, taken when there, dropped when late.

No turn waits. What the model makes of a half-spoken utterance is added to the plan of the whole one if it has
come by then; what it reads in one turn is told with the next.
"""

from __future__ import annotations

from vademecum.engine.advising import ModelExtractor, ModelPlanner
from vademecum.engine.aside import Aside
from vademecum.model.extracted import Said, Speaker
from vademecum.model.value import replace
from vademecum.planning.refining import carried

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.lifecycle.extracting import RuleExtractor
    from vademecum.model.extracted import Acquainted, Extracted, Refined, Statement
    from vademecum.model.plan import Plan
    from vademecum.ports import Extractor
    from vademecum.ports.models import Model

PATIENCE_S = 4.0
"""How long the end of a session waits for what a model reads in the last utterance; no turn waits."""

MIN_WORDS = 3
"""Words of an utterance about which a model is asked; fewer say nothing that the rules do not see."""


class PlansBeside:
    """Refines the plans of a session.

    Args:
        model: whom to ask.
        known: what the store knew when the session began.
    """

    def __init__(self, model: Model, known: Acquainted) -> None:
        self._planner = ModelPlanner(model)
        self._known = known
        self._aside = Aside()
        self._asked = 0
        self._turn = ""
        self._text = ""
        self._refined: tuple[Plan, Plan] | None = None

    def planned(self, plan: Plan, text: str) -> Plan:
        """The plan with what is known by now of the model's opinion on this turn; returns at once.

        Asks about the utterance as it stands now. An opinion of an earlier turn, or on words that were taken
        back, is dropped.
        """
        if plan.turn_id != self._turn:
            self._turn, self._text, self._refined = plan.turn_id, "", None
            self._aside.begin(self._next(), _nothing)  # what is under way is about another turn
        self._take()
        if not text.startswith(self._text):
            self._text, self._refined = "", None
        if text != self._text and len(text.split()) >= MIN_WORDS:
            self._text = text
            said = Said(text=text, turn_id=plan.turn_id, generation=plan.generation)
            self._aside.begin(self._next(), lambda: (plan, self._planner.refine(plan, said, self._known)))
        return plan if self._refined is None else carried(plan, *self._refined)

    def close(self) -> None:
        """Ask nothing more. Safe to call twice."""
        self._aside.close()

    def _take(self) -> None:
        found: tuple[Plan, Refined] | None = self._aside.take(self._asked)
        if found is not None and found[1].failing is None:
            self._refined = (found[0], found[1].plan)

    def _next(self) -> int:
        self._asked += 1
        return self._asked


class ExtractsBeside:
    """`ports.Extractor` by the rules at once, and by a model one utterance later.

    Args:
        model: whom to ask.
        rules: what answers within the turn.
        known: what the store knew when the session began.
        patience_s: how long `rest` waits.
    """

    def __init__(
        self, model: Model, rules: RuleExtractor, known: Acquainted, patience_s: float = PATIENCE_S
    ) -> None:
        self._patience_s = patience_s
        self._rules: Extractor = rules
        self._extractor = ModelExtractor(model, rules)
        self._known = known
        self._aside = Aside()
        self._asked = 0

    def extract(self, said: Said, acquainted: Acquainted) -> Extracted:
        """What the rules read in this utterance, behind what the model has read in the one before.

        Only what the user says is shown to the model.
        """
        sure = self._rules.extract(said, acquainted)
        late: Extracted | None = self._aside.take(self._asked)
        if said.speaker is Speaker.USER and len(said.text.split()) >= MIN_WORDS:
            self._asked += 1
            known = self._known
            self._aside.begin(self._asked, lambda: self._extractor.added(said, known))
        return sure if late is None else replace(sure, statements=(*late.statements, *sure.statements))

    def rest(self) -> tuple[Statement, ...]:
        """What the model has read in the last utterance, waited for; nothing is asked any more."""
        self._aside.settled(self._patience_s)
        late: Extracted | None = self._aside.take(self._asked)
        self._aside.close()
        return () if late is None else late.statements


def rest_of(extractor: Extractor | None) -> tuple[Statement, ...]:
    """What an extractor still has to tell at the end of a session."""
    return extractor.rest() if isinstance(extractor, ExtractsBeside) else ()


def _nothing() -> None:
    return None
