"""What planning asks of the names that a store knows, and who else may read an utterance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.extracted import Acquainted, Extracted, Refined, Said
    from vademecum.model.plan import NamedRun, Plan


class KnownForms(Protocol):
    """Names of the people, places and things that a store knows, aliases included."""

    def mentioned(self, words: Sequence[str]) -> tuple[NamedRun, ...]:
        """Known names among folded words: longest first, then alphabetical, then in text order.

        Of names that overlap, the one that comes first here stands. A name of more than `MAX_FORM_WORDS`
        words is not known.
        """
        ...


class Planner(Protocol):
    """Looks over a plan that was made without a model.

    It may take seconds, so it is asked beside the turn and never within it. It raises nothing.
    """

    def refine(self, plan: Plan, said: Said, acquainted: Acquainted) -> Refined:
        """The plan, better where the planner could do so, within the bounds of every plan.

        What decides *what may be seen* is never its business: kind filter, times, turn, generation and
        source come back as they were handed in. Whatever goes wrong, the plan stands and `failing` says why.

        Args:
            plan: the deterministic plan of the utterance.
            said: the utterance and what was said before it.
            acquainted: what the store knows; a name beyond it and the utterance is not believed.
        """
        ...


class Extractor(Protocol):
    """Reads what an utterance wants kept, changed, forgotten or told. It raises nothing.

    The rules answer in microseconds and may be asked within a turn; a model may take seconds and is asked
    beside it. Neither decides what is kept: `lifecycle.admission` does.
    """

    def extract(self, said: Said, acquainted: Acquainted) -> Extracted:
        """The statements of one finished utterance, in text order.

        Args:
            said: a finished utterance, never a partial one.
            acquainted: what the store knows, so that an existing predicate is used again.
        """
        ...
