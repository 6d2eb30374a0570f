"""A plan becomes a snapshot: overlay, memories and optional channels ranked apart, fused, cut to a budget."""

from __future__ import annotations

from collections import OrderedDict
from datetime import timedelta

from vademecum.engine.gathering import (
    OVER_FETCH,
    anywhere,
    behind,
    fused_with,
    is_hidden,
    ranked_in,
    timely_in,
)
from vademecum.engine.planned import planned
from vademecum.model.plan import Intent
from vademecum.model.session import Origin, RecalledFact, Snapshot
from vademecum.model.value import replace
from vademecum.planning.normalising import cache_key, normalised
from vademecum.retrieval.fusion import Ranking, dropped
from vademecum.retrieval.packing import PREDICATE_CAP, Fact, select
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from vademecum.engine.gathering import Gathered
    from vademecum.engine.overlay import Overlay
    from vademecum.engine.parts import Parts
    from vademecum.engine.recalling import Request
    from vademecum.model.plan import Plan, PlannedEntity
    from vademecum.model.record import MemoryId
    from vademecum.ports import Channel

LASTS = timedelta(seconds=120)
"""A snapshot that was prepared longer ago belongs to another moment of the talk."""

MAX_TOKENS, TARGET_TOKENS = 500, 250
"""No snapshot costs more, and one that costs as much is enough (founding assembler)."""

INTERACTIVE_S, SPECULATIVE_S = 0.010, 0.100
"""What an optional channel may take while somebody waits, and while nobody does."""

MOST_CACHED = 128


class Assembler:
    """Makes snapshots, and remembers the latest ones.

    Args:
        session: name of the session.
        request: makes the request for a topic, with the scopes of the session and the present moment.
        channels: optional ones.
    """

    def __init__(
        self,
        session: str,
        request: Callable[[str], Request],
        channels: Sequence[Channel] = (),
    ) -> None:
        self._session = session
        self._request = request
        self._channels = tuple(channels)
        self._cache: OrderedDict[tuple[str, str, str], Snapshot] = OrderedDict()

    def served(
        self, parts: Parts, plan: Plan, overlay: Overlay, *, turn: int, prepared: Snapshot | None
    ) -> Snapshot | None:
        """The snapshot of an equal plan in an equal state, stamped for this turn; None when there is none.

        Args:
            prepared: one that waits, which may lack a channel that was late and is kept by nobody else.
        """
        key = (answer_key(normalised(plan)), parts.index.revision(), overlay.revision)
        known = self._cache.get(key)
        if known is None and prepared is not None and prepared.state == key:
            known = prepared
        if known is None or parts.now() >= known.expires:
            return None
        if key in self._cache:
            self._cache.move_to_end(key)
        return self._stamped(known, plan, turn)

    def assemble(self, parts: Parts, plan: Plan, overlay: Overlay, *, turn: int, budget_s: float) -> Snapshot:
        """What is known for a plan.

        Args:
            parts: the open home, looked at already.
            plan: any plan; it is kept to its bounds.
            overlay: what the session said.
            turn: whose words the plan was made from.
            budget_s: what each optional channel may take; the words are always asked.
        """
        plan = normalised(plan)
        key = (answer_key(plan), parts.index.revision(), overlay.revision)
        if not plan.requires_memory:
            return self._snapshot(key, plan, (), 0, turn=turn, at=parts.now())
        request = planned(parts, self._request(topic_of(plan)), plan)
        words, weak = _both(parts, overlay, request)
        names = self._named(parts, overlay, request, plan)
        wished = self._wished(parts, overlay, request, plan)
        channels, left_out = self._ask(parts, request, plan, budget_s)
        found = fused_with(parts, words, [("queries", wished)], channels, request)
        found = behind(found, names)
        if overlay.suppresses:
            kept = set(dropped(found, lambda one: is_hidden(found[one], overlay)))
            found = {one: entry for one, entry in found.items() if one in kept}
        facts = _cut(list(found.values()), plan)
        warnings = request.guide.warnings if request.guide else ()
        snapshot = self._snapshot(
            key, plan, facts, weak, turn=turn, at=parts.now(), left_out=left_out, warnings=warnings
        )
        if not left_out:
            self._cache[key] = snapshot
            while len(self._cache) > MOST_CACHED:
                self._cache.popitem(last=False)
        return snapshot

    def _named(self, parts: Parts, overlay: Overlay, request: Request, plan: Plan) -> list[Gathered]:
        """What is known of those who were named, whatever else was said. It comes behind everything: fused by
        rank, it was measured to push a right answer out of 1 question in 25 (LoCoMo)."""
        names = " ".join(dict.fromkeys(name for entity in plan.entities for name in _meant(entity)))
        if not names or not plan.topics:
            return []
        bare = replace(self._request(names), filters=request.filters, view=request.view)
        return _both(parts, overlay, bare)[0]

    def _wished(self, parts: Parts, overlay: Overlay, request: Request, plan: Plan) -> list[Gathered]:
        """What other words find by which a planner wants it looked for; each by a floor of its own."""
        own = {*topic_of(plan).split(), *(word for one in plan.entities for word in one.form.split())}
        found: dict[str, Gathered] = {}
        for query in plan.lexical_queries:
            if not own.issuperset(query.split()):
                bare = replace(self._request(query), filters=request.filters, view=request.view)
                for one in _both(parts, overlay, bare)[0]:
                    found.setdefault(one.fact.id, one)
        return list(found.values())

    def _ask(
        self, parts: Parts, request: Request, plan: Plan, budget_s: float
    ) -> tuple[list[Ranking], tuple[str, ...]]:
        """The rankings of the channels that came in time, and the names of the others."""
        rankings: list[Ranking] = []
        left_out: list[str] = []
        for channel in self._channels:
            ids, why = parts.open_deadlines().within(
                channel.name, budget_s, _question(channel, request, plan)
            )
            if ids is None:
                left_out.append(f"{channel.name}: {why}")
            else:
                rankings.append(Ranking(channel.name, channel.weight, tuple(dict.fromkeys(ids))[:OVER_FETCH]))
        return rankings, tuple(left_out)

    def _snapshot(
        self,
        key: tuple[str, str, str],
        plan: Plan,
        facts: tuple[RecalledFact, ...],
        weak: int,
        *,
        turn: int,
        at: datetime,
        left_out: tuple[str, ...] = (),
        warnings: tuple[str, ...] = (),
    ) -> Snapshot:
        bare = Snapshot(
            id="",
            answer_key=key[0],
            store_revision=key[1],
            overlay_revision=key[2],
            plan=plan,
            source_turn=turn,
            eligible_from_turn=turn + 1,
            tokens=sum(fact.tokens for fact in facts),
            facts=facts,
            weak=weak,
            left_out=left_out,
            created=at,
            expires=at + LASTS,
            warnings=warnings,
        )
        return self._stamped(bare, plan, turn)

    def _stamped(self, snapshot: Snapshot, plan: Plan, turn: int) -> Snapshot:
        said = (
            self._session,
            turn,
            snapshot.answer_key,
            snapshot.overlay_revision,
            [fact.id for fact in snapshot.facts],
            snapshot.created.isoformat(),
        )
        return replace(
            snapshot,
            id=sha256_hex(repr(said).encode("utf-8", "surrogatepass"))[:16],
            plan=plan,
            source_turn=turn,
            eligible_from_turn=turn + 1,
        )


def answer_key(plan: Plan) -> str:
    """Equal for plans that are answered alike while a snapshot lasts.

    A time counts by what it is called: `last week` is another stretch every moment, and the same for whoever
    said it a moment ago. One that is reckoned in days also counts by its day.
    """
    times = (plan.temporal, *plan.alternates)
    called = [
        (t.label, t.grain, t.after and t.after.date(), t.before and t.before.date()) for t in times if t
    ]
    timeless = cache_key(replace(plan, temporal=None, alternates=()))
    return sha256_hex(repr((timeless, called)).encode("utf-8", "surrogatepass"))


def _both(parts: Parts, overlay: Overlay, request: Request) -> tuple[list[Gathered], int]:
    """What memories and session hold of a topic, ranked apart, in one order; and what the floor refused."""
    timely = timely_in(parts, request, Origin.MEMORY)
    if len(overlay):
        timely += timely_in(overlay.parts(), anywhere(request), Origin.SESSION)
    if timely:
        return sorted(timely, key=lambda one: one.order), 0
    remembered, weak = ranked_in(parts, request, Origin.MEMORY)
    said = ranked_in(overlay.parts(), anywhere(request), Origin.SESSION)[0] if len(overlay) else []
    return sorted([*remembered, *said], key=lambda one: one.order), weak


def _meant(entity: PlannedEntity) -> tuple[str, ...]:
    return (entity.canonical,) if entity.canonical else entity.candidates


def topic_of(plan: Plan) -> str:
    """The text that a plan is looked up by: the names as they were said, then the topics."""
    named = [word for entity in plan.entities for word in entity.surface.split()]
    return " ".join(dict.fromkeys([*named, *plan.topics]))


def _question(channel: Channel, request: Request, plan: Plan) -> Callable[[], Sequence[MemoryId]]:
    return lambda: channel.ask(request.text, plan, request.filters, OVER_FETCH)


def _cut(found: Sequence[Gathered], plan: Plan) -> tuple[RecalledFact, ...]:
    """The facts that fit, memories first; one theme takes two places unless it was asked for outright."""
    outright = plan.intent is Intent.EXPLICIT_RECALL
    chosen, _ = select(
        [Fact(one.fact.statement, one.fact.predicate) for one in found],
        max_tokens=MAX_TOKENS,
        target_tokens=TARGET_TOKENS,
        predicate_cap=None if outright else PREDICATE_CAP,
    )
    facts = [found[place].fact for place in chosen]
    return tuple(sorted(facts, key=lambda fact: fact.origin is Origin.SESSION))
