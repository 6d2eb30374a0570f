"""The verbs that ask a model."""

from __future__ import annotations

from vademecum.engine.answering import AnsweringVerbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from vademecum.model.extracted import Acquainted, Refined


class ConsultingVerbs(AnsweringVerbs):
    """What may take as long as a model does."""

    def refine(
        self,
        text: str,
        *,
        now: datetime | None = None,
        zone: str | None = None,
        scopes: Sequence[str] | None = None,
    ) -> Refined:
        """The plan of an utterance after a model had a look at it, or as it was and the reason why.

        The model that the settings name is asked, whether or not they want it asked in sessions. It is given
        the utterance and names of the store. Other calls go on while it thinks.

        Args:
            text, now, zone, scopes: as in `plan`.

        Raises:
            UsageError: as in `plan`.
        """
        from vademecum.engine.acquainting import acquainted
        from vademecum.engine.advising import ModelPlanner
        from vademecum.model.extracted import Said

        plan = self.plan(text, now=now, zone=zone, scopes=scopes)

        def known() -> Acquainted:
            return acquainted(self._parts, self._read_scopes(scopes))

        names = self._guarded(known)
        return ModelPlanner(self._parts.open_counsel().model).refine(plan, Said(text=text, at=now), names)
