"""The verb that begins a live session, and what a session asks of the open home."""

from __future__ import annotations

from collections import Counter

from vademecum.engine.correcting import CorrectingVerbs
from vademecum.engine.deciding import DecidingVerbs
from vademecum.engine.erasing import ErasingVerbs
from vademecum.engine.writing import WritingVerbs
from vademecum.model.ask import Filters
from vademecum.model.record import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import tzinfo

    from vademecum.engine.beside import PlansBeside
    from vademecum.engine.parts import Parts
    from vademecum.engine.recalling import Request
    from vademecum.engine.sessions import Session
    from vademecum.model.plan import Plan
    from vademecum.model.session import Checkpoint, MemoryMap, Snapshot
    from vademecum.ports import Channel, Extractor, KnownForms

MOST_NAMES = 20_000
"""Entities up to which a session learns all names at once; beyond, they are asked of the catalogue."""

MAP_SIZE = 40
"""Subjects and predicates of a memory map each: together some 250 tokens of a system prompt."""

MAP_OF = 2_000
"""Newest memories that a map counts; what was not touched since is asked for by its name."""

_WARMING = "Remember that we met last week. I live in Oslo, and my wife likes rice. So what do you know?"
"""Said to nobody before a session begins, so that its first turns do not wait for word lists and patterns."""


class SessionVerbs(WritingVerbs, CorrectingVerbs, DecidingVerbs, ErasingVerbs):
    """What goes on for longer than one question."""

    def session(
        self,
        name: str | None = None,
        *,
        scopes: Sequence[str] | None = None,
        zone: str | None = None,
        channels: Sequence[Channel] = (),
        extractor: Extractor | None = None,
        extract: bool = True,
        dry_run: bool = False,
    ) -> Session:
        """Begin a live session, and write for good what earlier ones acknowledged and did not live to write.

        Args:
            name: what to call it; two open ones cannot have one name. A new name when not given.
            scopes: where to look, as in `recall`.
            zone: IANA name of the zone in which the speaker's days begin; this machine's when not given.
            channels: optional ways to find, each bound by a time limit.
            extractor: reads what finished utterances tell; rules and word lists when not given.
            extract: read what finished utterances tell at all.
            dry_run: tell what is said in this session alone, and write nothing anywhere.

        Raises:
            UsageError: an unknown zone or scope.
            Busy: another process has a session of this name open.
            VaultError: what earlier sessions left cannot be read.
        """
        home = SessionHome(
            lambda: self._parts,
            self._answered,
            lambda text: self._asked(text, scopes),
            scopes,
            self._parts.zone_named(zone),
        )
        called = name if name is not None else f"session-{self._parts.ids.new(self._parts.now())}"
        reader = (extractor or self._parts.open_extractor()) if extract else None
        _warmed(home, reader, called)
        if not dry_run:  # not before: a model must neither be shown the words above nor read in them
            reader = home.advised(reader)
        return self._begun(called, home, channels, reader, dry_run=dry_run)

    def _begun(
        self,
        name: str,
        home: SessionHome,
        channels: Sequence[Channel],
        reader: Extractor | None,
        *,
        dry_run: bool,
    ) -> Session:
        """A session put together, its journal held, and what earlier ones left written for good."""
        from vademecum.engine.assembling import Assembler
        from vademecum.engine.keeping import RehearsedJournal
        from vademecum.engine.noting import Noting
        from vademecum.engine.overlay import Overlay
        from vademecum.engine.sessions import Session
        from vademecum.model.session import Checkpoint

        recovered = Checkpoint() if dry_run else self._recovered()
        journal = RehearsedJournal() if dry_run else self._parts.open_sessions().open(name)
        overlay = Overlay(self._parts, name)
        return Session(
            name,
            home,
            None if dry_run else self,
            assembler=Assembler(name, home.request, channels),
            overlay=overlay,
            noting=Noting(name, overlay, journal),
            journal=journal,
            extractor=reader,
            recovered=recovered,
        )

    def _asked(self, text: str, scopes: Sequence[str] | None) -> Request:
        """The request for a topic, with the scopes of a session and the present moment."""
        from vademecum.engine.gathering import OVER_FETCH
        from vademecum.engine.recalling import Request

        view = self._viewpoint(None)
        return Request(
            text=text,
            filters=self._filters(scopes, view=view),
            vocabulary=self._named_scopes(scopes),
            view=view,
            limit=OVER_FETCH,
            floored=True,
        )

    def _recovered(self) -> Checkpoint:
        """Write for good what sessions acknowledged that are gone."""
        from vademecum.engine.keeping import but_for, kept_all
        from vademecum.model.session import Checkpoint

        recovered = Checkpoint()
        for journal in self._parts.open_sessions().left():
            done = kept_all(self, journal.rows())
            journal.retain(but_for(done.settled))
            journal.close()
            recovered = Checkpoint(
                kept=(*recovered.kept, *done.kept),
                refused=(*recovered.refused, *done.refused),
                waiting=(*recovered.waiting, *done.waiting),
            )
        return recovered


def _warmed(home: SessionHome, reader: Extractor | None, name: str) -> None:
    """Have word lists read and patterns compiled, which takes a quarter of a second at first use."""
    from vademecum.model.extracted import Acquainted, Said

    if reader is not None:
        reader.extract(Said(text=_WARMING), Acquainted())
    home.plan(_WARMING, name, 0, ())


class SessionHome:
    """Implements `engine.sessions.Home` for one session.

    Args:
        parts: gives the parts of the home as they are now.
        answered: looks at the files if that is due, then answers from one state of the index.
        asked: makes the request for a topic.
        scopes: where to look, as in `recall`.
        zone: in which the speaker's days begin.
    """

    def __init__(
        self,
        parts: Callable[[], Parts],
        answered: Callable[[Callable[[], Snapshot]], Snapshot],
        asked: Callable[[str], Request],
        scopes: Sequence[str] | None,
        zone: tzinfo,
    ) -> None:
        self.parts = parts
        self.request = asked
        self._answered = answered
        self._scopes = None if scopes is None else tuple(scopes)
        self._zone = zone
        self._known: tuple[str, KnownForms] | None = None
        self._beside: PlansBeside | None = None

    def answered(self, act: Callable[[Parts], Snapshot]) -> Snapshot:
        """See `Home.answered`."""
        return self._answered(lambda: act(self.parts()))

    def plan(self, text: str, turn: str, generation: int, kinds: tuple[str, ...]) -> Plan:
        """See `Home.plan`."""
        parts = self.parts()
        plan = parts.open_planner().plan(
            text,
            parts.now(),
            self._zone,
            self._names(parts),
            turn_id=turn,
            generation=generation,
            kind_filter=kinds,
        )
        return plan if self._beside is None else self._beside.planned(plan, text)

    def advised(self, reader: Extractor | None) -> Extractor | None:
        """Have a model asked beside the turns from now on, where the settings want one.

        Returns:
            The reader of utterances, with the model behind it; one that a caller brought is left as it is.
        """
        parts = self.parts()
        counsel = parts.open_counsel()
        if not counsel.usable or not (counsel.plans or counsel.extracts):
            return reader
        from vademecum.engine.acquainting import acquainted
        from vademecum.engine.beside import ExtractsBeside, PlansBeside
        from vademecum.lifecycle.extracting import RuleExtractor

        known = acquainted(parts, parts.read_scopes(self._scopes))
        if counsel.plans:
            self._beside = PlansBeside(counsel.model, known)
        if counsel.extracts and isinstance(reader, RuleExtractor):
            return ExtractsBeside(counsel.model, reader, known)
        return reader

    def _names(self, parts: Parts) -> KnownForms:
        """The names of the home, learned anew when the index has another revision."""
        revision = parts.index.revision()
        if self._known is None or self._known[0] != revision:
            self._known = (revision, self._learned(parts))
        return self._known[1]

    def _learned(self, parts: Parts) -> KnownForms:
        from vademecum.engine.knowing import CatalogueNames, learned

        reach = parts.read_scopes(self._scopes)
        _, number = parts.index.page(Filters(scopes=reach, kinds=(Kind.ENTITY,)), limit=1)
        if number > MOST_NAMES:
            return CatalogueNames(parts.index, reach)
        entries, _ = parts.vault.read_aliases()
        return learned(parts.index, entries, reach)

    def memory_map(self) -> MemoryMap:
        """See `Home.memory_map`."""
        from vademecum.model.session import MemoryMap

        everything = self.request("")
        rows, _ = self.parts().index.page(everything.filters, limit=MAP_OF)
        shows = everything.view.shows
        shown = [row for row in rows if row.kind is Kind.MEMORY and shows(row) and not row.superseded_by]
        subjects = _counted(name for row in shown for name in _subjects(row.card.subject, row.card.entities))
        predicates = _counted(row.card.predicate for row in shown if row.card.predicate)
        return MemoryMap(
            subjects=subjects[:MAP_SIZE],
            predicates=predicates[:MAP_SIZE],
            more_subjects=max(0, len(subjects) - MAP_SIZE),
            more_predicates=max(0, len(predicates) - MAP_SIZE),
            counted=len(shown),
        )


def _subjects(subject: str | None, entities: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*([subject] if subject else []), *entities)))


def _counted(names: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Most first, then by name."""
    return tuple(sorted(Counter(names).items(), key=lambda each: (-each[1], each[0])))
