"""Turns of foreign conversations, handed to the conversations of this home batch by batch."""

from __future__ import annotations

from vademecum.engine.import_families import Families
from vademecum.errors import VadeError
from vademecum.model.importing import Fate
from vademecum.model.value import replace
from vademecum.text.chaining import conversation_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vademecum.engine.import_keeping import Keeping
    from vademecum.model.conversation import ConversationId, NewConversation, NewTurn
    from vademecum.model.importing import Batch, Named

    Became = tuple[Fate, str, str | None, int]
    """Fate, reason, id of the conversation, number of turns."""

_SPLIT_BELOW = 2
"""A batch that is refused is tried again turn by turn, so that one that is too large costs no other."""


class ForeignTurns:
    """Takes batches in.

    Args:
        mark: what stands for a title among `titles`.
        folder: where conversations were held that do not say it themselves.

    Attributes:
        titles: origin id -> mark of the title that was given last, by this run or an earlier one.
    """

    def __init__(
        self, keeping: Keeping, mark: Callable[[str], str], *, folder: str | None = None, dry_run: bool
    ) -> None:
        self._keeping = keeping
        self._mark = mark
        self._folder = folder
        self._dry_run = dry_run
        self._families = Families(keeping)
        self._planned: dict[ConversationId, set[str]] = {}
        self._waiting_titles: dict[str, str] = {}
        self.titles: dict[str, str] = {}

    def take(self, batch: Batch) -> Iterator[Became]:
        """Take one in, or say why not."""
        own = conversation_id(batch.conversation.host, batch.conversation.origin_id)
        given = tuple(batch.conversation.turns)
        turns = tuple(turn for turn in given if len(turn.text) <= self._keeping.longest)
        held_in = batch.conversation.workspace or self._folder
        new = self._families.placed(replace(batch.conversation, turns=turns, workspace=held_in), own)
        tombstone = self._keeping.buried(own)
        if tombstone is not None:
            yield Fate.SKIPPED, f"was forgotten here on {tombstone.at:%Y-%m-%d}", own, len(turns)
            return
        for turn in given:
            if len(turn.text) > self._keeping.longest:
                yield Fate.REJECTED, f"has {len(turn.text):,} characters, more than a turn may have", own, 1
        unsaid = self._keeping.unsaid(new.host, turns, copied=self._families.is_branch(own))
        if unsaid:
            yield (
                Fate.SKIPPED,
                "was forgotten here with the conversation that it is copied from",
                own,
                len(unsaid),
            )
            turns = tuple(turn for turn in turns if turn.origin_id not in unsaid)
        copies = self._families.copies(own, turns)
        fresh = tuple(turn for turn in turns if turn.origin_id not in copies)
        if len(fresh) < len(turns):
            reason = "stands in the conversation that this one was branched off"
            yield Fate.DUPLICATE, reason, own, len(turns) - len(fresh)
        if fresh and self._dry_run:
            yield from self._previewed(own, fresh)
        elif fresh:
            title = self._waiting_titles.pop(new.origin_id, None) or new.title
            yield from self._appended(replace(new, turns=fresh, title=title), own)

    def _previewed(self, own: ConversationId, turns: tuple[NewTurn, ...]) -> Iterator[Became]:
        known = self._planned.get(own)
        if known is None:
            known = self._planned[own] = set(self._keeping.origins(own))
        self._families.plan(own, turns)
        new = {turn.origin_id for turn in turns} - known
        known |= new
        if new:
            yield Fate.IMPORTED, "", own, len(new)
        if len(turns) > len(new):
            yield Fate.DUPLICATE, "", own, len(turns) - len(new)

    def _appended(self, new: NewConversation, own: ConversationId) -> Iterator[Became]:
        turns = tuple(new.turns)
        try:
            appended = self._keeping.append(new)
        except VadeError as error:
            if error.error_class not in ("usage", "limit"):
                raise
            if len(turns) < _SPLIT_BELOW:
                yield Fate.REJECTED, error.message, own, 1
                return
            middle = len(turns) // 2
            yield from self._appended(replace(new, turns=turns[:middle]), own)
            yield from self._appended(replace(new, turns=turns[middle:]), own)
            return
        if new.title is not None:
            self.titles.setdefault(new.origin_id, self._mark(new.title))
        if appended.appended:
            masked = f"secrets were masked in {appended.masked}" if appended.masked else ""
            yield Fate.IMPORTED, masked, own, appended.appended
        if appended.repeated:
            yield Fate.DUPLICATE, "", own, len(appended.repeated)
        empty = len(turns) - appended.appended - len(appended.repeated)
        if empty:
            yield Fate.SKIPPED, "was nothing but what had been recalled", own, empty

    def name(self, named: Named) -> Became | None:
        """Give a conversation the title it has there; None when it has it already."""
        mark = self._mark(named.title)
        if self.titles.get(named.origin_id) == mark:
            return None
        own = conversation_id(named.host, named.origin_id)
        self.titles[named.origin_id] = mark
        if self._dry_run:
            return Fate.IMPORTED, "", own, 1
        if self._keeping.origins(own):
            self._keeping.rename(own, named.title)
        else:
            self._waiting_titles[named.origin_id] = named.title
        return Fate.IMPORTED, "", own, 1
