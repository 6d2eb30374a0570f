"""Plans of a home: with its names, its clock and its zone; made for a recall only where one may turn it."""

from __future__ import annotations

from vademecum.planning.cues import worth_planning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from vademecum.engine.parts import Parts
    from vademecum.model.plan import Plan
    from vademecum.model.record import MemoryId, Scope

WORDS = 64
"""Words of an utterance among which a name is looked for before anything is planned."""

ALIAS_WORDS = 3
"""Longest alias in words that makes a plan worth its while; longer ones hold their own words."""

LONGEST = 6
"""Longest name in words that is looked for at all."""


class Plans:
    """Plans utterances for one question each."""

    def __init__(self, parts: Parts, reach: tuple[Scope, ...]) -> None:
        """Plan with the names of some scopes; none means every scope."""
        self._parts = parts
        self._reach = reach
        # What one utterance names is asked twice: for its plan, and for what that joins.
        self._latest: tuple[tuple[str, ...], dict[str, tuple[MemoryId, ...]]] | None = None

    def made(
        self,
        text: str,
        *,
        now: datetime | None = None,
        zone: str | None = None,
        kinds: Sequence[str] = (),
    ) -> Plan:
        """The plan of an utterance.

        Args:
            text: an utterance, finished or not.
            now: the present; that of the clock when not given.
            zone: IANA name of the zone in which the speaker's days begin; this machine's when not given.
            kinds: types that the caller wants to be kept to.

        Raises:
            InvalidValue: an unknown zone.
        """
        from vademecum.engine.knowing import CatalogueNames

        parts = self._parts
        known = CatalogueNames(parts.index, self._reach)
        present = parts.now() if now is None else now
        return parts.open_planner().plan(text, present, parts.zone_named(zone), known, kind_filter=kinds)

    def where_it_matters(self, text: str, kinds: Sequence[str] = ()) -> Plan | None:
        """The plan of an utterance that speaks of a time, asks outright for what is known, or calls somebody
        by another name; None for all others, whose own words answer alike and sooner."""
        words = self._parts.analyzer.exact(text)[:WORDS]
        named = self._named(words)
        if worth_planning(text, words, self._parts.lexicon.plan_cues) or self._means_another(words, named):
            return self.made(text, kinds=kinds)
        return None

    def named(self, text: str) -> tuple[str, ...]:
        """Folded names of known entities that an utterance says, also the long ones that make no plan."""
        words = self._parts.analyzer.exact(text)[:WORDS]
        short = self._named(words)
        long = self._long(text, words)
        return (*short, *self._parts.index.named(long, self._reach)) if long else tuple(short)

    def _long(self, text: str, words: Sequence[str]) -> tuple[str, ...]:
        """Runs of more words than `ALIAS_WORDS` that may be a name: they begin and end with a word that says
        something, so that most questions look up a handful."""
        if len(words) <= ALIAS_WORDS:
            return ()
        telling = {term.text for term in self._parts.analyzer.terms(text, limit=WORDS)}
        return tuple(
            dict.fromkeys(
                " ".join(words[start:end])
                for start in range(len(words) - ALIAS_WORDS)
                for end in range(start + ALIAS_WORDS + 1, min(start + LONGEST, len(words)) + 1)
                if words[start] in telling and words[end - 1] in telling
            )
        )

    def _named(self, words: Sequence[str]) -> dict[str, tuple[MemoryId, ...]]:
        said = tuple(words)
        if self._latest is None or self._latest[0] != said:
            forms = {
                " ".join(words[start:end])
                for start in range(len(words))
                for end in range(start + 1, min(start + ALIAS_WORDS, len(words)) + 1)
            }
            index = self._parts.index
            self._latest = said, index.named(tuple(forms), self._reach) if forms else {}
        return self._latest[1]

    def _means_another(self, words: Sequence[str], named: Mapping[str, Sequence[MemoryId]]) -> bool:
        """Whether an alias was said of somebody whose own name was not."""
        if not named:
            return False
        said = set(words)
        rows = self._parts.index.rows([one for ids in named.values() for one in ids])
        exact = self._parts.analyzer.exact
        return any(not said.issuperset(exact(row.card.title)) for row in rows.values())
