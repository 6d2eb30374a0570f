"""The verbs that answer: recall, search, why, digest, pack, get, list, entities, aliases."""

from __future__ import annotations

from vademecum.engine.opened import Opened, kind_named, limit_within
from vademecum.engine.plans import Plans
from vademecum.engine.recalling import Recaller, Request, label_of
from vademecum.errors import InvalidValue, UnknownName, VadeError
from vademecum.model.answer import Outcome, Recall, Search, SearchStats
from vademecum.model.value import replace
from vademecum.retrieval.packing import PREDICATE_CAP, Fact, digest, pack
from vademecum.retrieval.question import as_read, warned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from vademecum.model.answer import Listed, Pack, Stored, Why
    from vademecum.model.file import AliasEntry
    from vademecum.model.history import History
    from vademecum.model.plan import Plan

MODES = ("any", "all", "expert")
SEARCH_MAX = 50
LIST_MAX = 100

NOTHING_IS_SEARCHED = "no field is searched; `vade schema fields --add Memory.text` has memories found again"
NOTHING_DECLARED = Recall(outcome=Outcome.NO_INDEX, terms=(), hits=(), weak=0, label="", stats=SearchStats())


class AnsweringVerbs(Opened):
    """What only reads."""

    def recall(
        self,
        utterance: str,
        *,
        scopes: Sequence[str] | None = None,
        types: Sequence[str] = (),
        tags: Sequence[str] = (),
        about: Sequence[str] = (),
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: datetime | None = None,
        include: str = "active",
        limit: int | None = None,
        explain: bool = False,
        session: str | None = None,
        plan: Plan | None = None,
    ) -> Recall:
        """What is already known about this? Only what the floor admits; one of four outcomes.

        A plan is made where it may turn the answer: where the utterance speaks of a time, asks outright for
        what is known, or calls somebody by another name than their own.

        Args:
            utterance: any text, a whole prompt included; its first 24 content words count.
            scopes: where to look; personal, this project and every organisation when not given.
            types, tags, about: hard conditions; all tags, any type, anybody of `about`.
            since, until: half-open interval on the time of the last change.
            as_of: answer with what held and was known at that moment: from `valid_from`, else from when it
                was written, until it ended, expired or was superseded. What was retracted never held.
            include: ``active``; ``expired`` shows what ran out or has not begun, too; ``all`` shows every
                record for itself as it is stored, what was retracted included, marked and last.
            limit: hits wanted, 1-50; 6 unless the settings say otherwise.
            explain: attach the arithmetic to every hit.
            session: in which session it is told; `remember` in the same session keeps no echo of it.
            plan: what to look for, made before by `plan` or by whoever else plans; it is kept to its bounds.

        Raises:
            UsageError: a limit, type or scope that cannot be.
        """
        wanted = limit_within(limit, self.policy.recall_limit, SEARCH_MAX)
        view = self._viewpoint(as_of, include)

        def answer() -> Recall:
            if self._searches_nothing():
                return self._nothing_declared(scopes)
            request = Request(
                text=as_read(utterance),
                filters=self._filters(scopes, types, tags, about, (since, until), view=view),
                vocabulary=self._named_scopes(scopes),
                view=view,
                limit=wanted,
                floored=True,
                explain=explain,
            )
            return self._recalled(self._planned(request, plan))

        told = warned(self._answered(answer), utterance)
        if session and told.hits:
            self.note_shown(session, told)
        return told

    def _searches_nothing(self) -> bool:
        return not self._parts.index.fields().declared().searched

    def _nothing_declared(self, scopes: Sequence[str] | None) -> Recall:
        label = label_of(self._named_scopes(scopes), self._parts.glance.scopes())
        return replace(NOTHING_DECLARED, label=label)

    def _planned(self, request: Request, given: Plan | None = None) -> Request:
        """The request with the plan that turns it, where one does."""
        plans = Plans(self._parts, request.filters.scopes)
        plan = given or plans.where_it_matters(request.text, request.filters.types)
        request = replace(request, named=plans.named(request.text))
        if plan is None:
            return request
        from vademecum.engine.planned import planned

        return planned(self._parts, request, plan)

    def _naming(self, request: Request) -> Request:
        """A search with whom it names, so that the graph leads on from there."""
        if request.mode != "any":
            return request
        return replace(request, named=Plans(self._parts, request.filters.scopes).named(request.text))

    def _recalled(self, request: Request) -> Recall:
        timely = None
        if request.guide is not None:
            from vademecum.engine.timely import recalled

            timely = recalled(self._parts, request)
        return timely or Recaller(self._parts).recall(request)

    def note_shown(self, session: str, *told: Recall) -> None:
        """Keep what a session was shown, as `recall` does where it is told the session; for who asks often,
        and remembers now and then. An answer is not lost because that cannot be kept."""
        from contextlib import suppress

        from vademecum.indexing.entry import body_hash

        with self._lock, suppress(VadeError):
            rows = self._parts.index.rows([hit.id for each in told for hit in each.hits])
            shown = [body_hash(row.card.text) for row in rows.values()]
            self._parts.ledger.note(session, shown, self._parts.now())

    def search(
        self,
        query: str,
        *,
        mode: str = "any",
        scopes: Sequence[str] | None = None,
        types: Sequence[str] = (),
        tags: Sequence[str] = (),
        about: Sequence[str] = (),
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: datetime | None = None,
        include: str = "active",
        limit: int | None = None,
        explain: bool = False,
    ) -> Search:
        """Everything that matches, best first, without a floor.

        Args:
            query: words; any text is legal.
            mode: ``any`` word, ``all`` words, or ``expert`` with AND OR NOT, "phrases", prefix*,
                parentheses and ``field:``.
            scopes, types, tags, about, since, until, as_of, include, explain: as in `recall`.
            limit: hits wanted, 1-50; 8 unless the settings say otherwise.

        Raises:
            QuerySyntaxError: an expert query that does not parse; it says where and why.
            UsageError: a mode, limit, type or scope that cannot be.
        """
        if mode not in MODES:
            from vademecum.text.nearest import nearest

            raise UnknownName("mode", mode, suggestions=nearest(mode, MODES) or MODES)
        wanted = limit_within(limit, self.policy.search_limit, SEARCH_MAX)

        view = self._viewpoint(as_of, include)

        def answer() -> Search:
            if self._searches_nothing():
                return Search(
                    query=query, terms=(), hits=(), stats=SearchStats(), warnings=(NOTHING_IS_SEARCHED,)
                )
            request = Request(
                text=query if mode == "expert" else as_read(query),
                mode=mode,
                filters=self._filters(scopes, types, tags, about, (since, until), view=view),
                vocabulary=self._named_scopes(scopes),
                view=view,
                limit=wanted,
                floored=False,
                explain=explain,
            )
            return Recaller(self._parts).search(self._naming(request))

        return warned(self._answered(answer), query)

    def why(
        self,
        query: str,
        handle: str,
        *,
        scopes: Sequence[str] | None = None,
        as_of: datetime | None = None,
        include: str = "active",
        verb: str = "recall",
    ) -> Why:
        """Why a record was, or was not, in the answer to a query.

        Args:
            query: what was asked.
            handle: id, key or unique prefix of an id.
            scopes, as_of, include: where and with what it was asked, as in `recall`.
            verb: ``recall`` or ``search``: with or without the floor.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            UsageError: a scope, moment or verb that cannot be.
        """
        if verb not in ("recall", "search"):
            raise UnknownName("verb", verb, suggestions=("recall", "search"))
        from vademecum.engine.judging import Judging

        floored = verb == "recall"
        limit = self.policy.recall_limit if floored else self.policy.search_limit
        view = self._viewpoint(as_of, include)

        def judge() -> Why:
            request = Request(
                text=as_read(query),
                filters=self._filters(scopes, view=view),
                vocabulary=self._named_scopes(scopes),
                view=view,
                limit=limit,
                floored=floored,
            )
            asked = self._planned(request) if floored else self._naming(request)
            return Judging(self._parts, self._storing, Recaller(self._parts)).why(asked, handle)

        return warned(self._answered(judge), query)

    def digest(self, recall: Recall, *, max_bytes: int | None = None, unasked: bool = False) -> str:
        """The hits as a framed block of text for a model; empty when there is nothing to say.

        Args:
            recall: an answer of `recall`.
            max_bytes: bound in UTF-8 bytes, frame included; 1,200 unless the settings say otherwise.
            unasked: nobody asked (a hook): at most two facts of one predicate.
        """
        bound = max_bytes if max_bytes is not None else self.policy.digest_bytes
        cap = PREDICATE_CAP if unasked else None
        return digest(recall.hits, recall.label, max_bytes=bound, predicate_cap=cap)

    def pack(
        self, recall: Recall, *, max_tokens: int = 500, target_tokens: int = 250, unasked: bool = False
    ) -> Pack:
        """The hits' whole statements within a token budget, for an assistant.

        Args:
            recall: an answer of `recall`.
            max_tokens: hard bound; a statement is packed whole or not at all.
            target_tokens: stop once reached.
            unasked: nobody asked: at most two facts of one predicate.
        """
        with self._lock:
            rows = self._parts.index.rows([hit.id for hit in recall.hits])
        facts = [
            Fact(": ".join(part for part in (hit.title, rows[hit.id].card.text) if part), hit.predicate)
            for hit in recall.hits
            if hit.id in rows
        ]
        cap = PREDICATE_CAP if unasked else None
        return pack(facts, max_tokens=max_tokens, target_tokens=target_tokens, predicate_cap=cap)

    def get(self, handle: str, *, as_of: datetime | None = None) -> Stored:
        """One record as its file says it now.

        Args:
            handle: id, key or unique prefix of an id.
            as_of: the link of its chain that held at that moment instead.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            Unreadable: its file does not parse any more.
        """
        if as_of is None:
            return self._addressed(lambda: self._storing.reread(self._storing.row(handle)))
        from vademecum.engine.looking_back import LookingBack

        view = self._viewpoint(as_of)
        return self._addressed(lambda: LookingBack(self._parts, self._storing).then(handle, view))

    def history(self, handle: str) -> History:
        """What a memory and its chain said, when and by whom; the same from any link of the chain.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            InvalidValue: an entity's page, which has no chain.
        """
        from vademecum.engine.history import Recounting

        return self._addressed(lambda: Recounting(self._parts, self._storing).history(handle))

    def list(
        self,
        *,
        include: str = "active",
        as_of: datetime | None = None,
        scopes: Sequence[str] | None = None,
        kinds: Sequence[str] = ("memory",),
        types: Sequence[str] = (),
        tags: Sequence[str] = (),
        statuses: Sequence[str] = (),
        limit: int = 20,
        offset: int = 0,
    ) -> Listed:
        """What there is, newest change first, with the true total.

        Args:
            include: ``active``, ``expired`` for what ran out or has not begun too, ``all`` for everything as
                it is stored.
            as_of: list what held and was known at that moment.
            scopes, types, tags: as in `recall`. `statuses`: only these, of everything as it is stored.
            kinds: ``memory``, ``entity`` or both.
            limit: 1-100.
            offset: records to skip.

        Raises:
            UsageError: a value that cannot be.
        """
        view = self._viewpoint(as_of, "all" if statuses else include)
        if offset < 0:
            raise InvalidValue("offset", f"{offset} is below 0")
        wanted = limit_within(limit, 20, LIST_MAX)
        wanted_kinds = tuple(kind_named(kind) for kind in kinds)

        def answer() -> Listed:
            filters = replace(self._filters(scopes, types, tags, view=view), kinds=wanted_kinds)
            from vademecum.engine.listing import Listing, statuses_named

            page = Listing(self._parts).page
            return page(filters, view, statuses_named(statuses), limit=wanted, offset=offset)

        return self._answered(answer)

    def plan(
        self,
        text: str,
        *,
        now: datetime | None = None,
        zone: str | None = None,
        scopes: Sequence[str] | None = None,
    ) -> Plan:
        """What would be looked for when this was said: intent, names, topics, times, queries. Nothing is
        searched.

        Args:
            text: an utterance in any language, finished or not.
            now: the present from which times are counted; that of the clock when not given. Without an offset
                it is what clocks of the stated zone show.
            zone: IANA name of the zone in which the speaker's days begin; this machine's when not given.
            scopes: whose names are known, as in `recall`.

        Raises:
            UsageError: a present without an offset and no zone, an unknown zone or scope.
        """
        if now is not None and now.tzinfo is None:
            if zone is None:
                raise InvalidValue("now", f"{now.isoformat()} has no offset; add one, e.g. +00:00, or a zone")
            now = now.replace(tzinfo=self._parts.zone_named(zone))

        def answer() -> Plan:
            self._syncer.before_answer()
            parts = self._parts
            reach = self._read_scopes(scopes)
            with parts.index.steady():
                return Plans(parts, reach).made(text, now=now, zone=zone)

        return self._guarded(answer)

    def aliases(self, *, scopes: Sequence[str] | None = None) -> tuple[AliasEntry, ...]:
        """The vocabulary of the scopes, in the order of its files."""
        from vademecum.engine.curating import Curating

        return Curating(self._parts, self._storing).aliases(self._named_scopes(scopes))

    def entity(self, handle: str) -> Stored:
        """The page with this name, alias, key or id.

        Raises:
            NotFound, Ambiguous: no page has it, or several.
        """
        return self._addressed(lambda: self._pages.find(handle))

    def entities(self, *, scopes: Sequence[str] | None = None, limit: int = 100, offset: int = 0) -> Listed:
        """Entity pages, newest change first, with the true total.

        Args:
            scopes, limit, offset: as in `list`.
        """
        return self.list(scopes=scopes, kinds=("entity",), limit=limit, offset=offset)
