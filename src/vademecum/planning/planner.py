"""The deterministic planner: from an utterance to what is looked for, in microseconds and without a model.

It decides by content words whether to look at all, so every language is looked up; phrases and names only say
how. Equal inputs give equal plans.
"""

from __future__ import annotations

from vademecum.model.plan import (
    AS_OF,
    STRONG,
    Intent,
    NamedRun,
    Plan,
    PlannedEntity,
    Signal,
    Temporal,
    UnreadTime,
)
from vademecum.planning.normalising import MAX_ENTITIES, MAX_TOPICS, normalised
from vademecum.planning.signals import signals_of
from vademecum.planning.temporal import windows
from vademecum.planning.topics import Topics
from vademecum.text.digest import sha256_hex
from vademecum.text.scripts import fold, is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime, tzinfo

    from vademecum.model.lexicon import Lexicon
    from vademecum.model.plan import SignalWords
    from vademecum.model.temporal import TimeReading, TimeWords, Window
    from vademecum.ports import KnownForms
    from vademecum.text.analyzer import Analyzer

MAX_TEXT = 4_000
"""Characters that are planned: a plan holds eight topics, which nobody says behind six hundred words."""

_SIGNALS = tuple(Signal)
_STRONG_CONFIDENCE, _CONFIDENCE = 0.85, 0.6

_INTENTS = (
    (Signal.EXPLICIT_RECALL, Intent.EXPLICIT_RECALL),
    (Signal.PERSONAL_RECOMMENDATION, Intent.PERSONAL_RECOMMENDATION),
    (Signal.COMPARISON, Intent.COMPARISON),
    (Signal.PRIOR_EVENT_REFERENCE, Intent.PRIOR_EVENT_REFERENCE),
    (Signal.RELATIONSHIP_REFERENCE, Intent.RELATIONSHIP_REFERENCE),
    (Signal.KNOWN_ENTITY, Intent.RELATIONSHIP_REFERENCE),
)

_WEIGHING = ("preference", "relationship_preference", "location_preference")
_SCOPES = {
    Intent.EXPLICIT_RECALL: ("identity", "preference", "relationship", "routine"),
    Intent.PERSONAL_RECOMMENDATION: _WEIGHING,
    Intent.COMPARISON: _WEIGHING,
    Intent.PRIOR_EVENT_REFERENCE: ("episodic", "commitment"),
    Intent.RELATIONSHIP_REFERENCE: ("relationship", "relationship_preference", "episodic"),
    Intent.AMBIENT: ("preference",),
}

_PREDICATES = (
    (Signal.PREFERENCE_PREDICATE, "preference"),
    (Signal.RELATIONSHIP_REFERENCE, "relationship"),
)


class Planner:
    """Plans utterances; holds the words of every language and no state of any dialogue."""

    def __init__(self, analyzer: Analyzer, lexicon: Lexicon, words: SignalWords, times: TimeWords) -> None:
        self._analyzer = analyzer
        self._topics = Topics(analyzer, lexicon, words)
        self._words = words
        self._times = times

    def plan(
        self,
        text: str,
        now: datetime,
        zone: tzinfo,
        known: KnownForms,
        *,
        turn_id: str = "",
        generation: int = 0,
        kind_filter: Sequence[str] = (),
    ) -> Plan:
        """What to look for when this was said; any text is legal, the first `MAX_TEXT` characters count.

        Args:
            text: an utterance, finished or not.
            now: the present, with an offset.
            zone: in which the speaker's days begin.
            known: the names of the store.
            turn_id, generation: as in `Plan`.
            kind_filter: sorts of memory that the caller wants to be kept to.
        """
        source = sha256_hex(text.encode("utf-8", "surrogatepass"))
        said = text[:MAX_TEXT]
        exact = self._analyzer.exact(said)
        times = windows(said, now, zone, self._times)
        runs = [run for run in known.mentioned(exact) if run.form not in self._words.owner]
        places = self._unspaced(said, runs)
        topics, listing = self._read_topics(said, exact, times, runs, places)
        entities = _entities(runs, {run.form: fold(said[start:end]) for run, (start, end) in places.items()})
        signals = self._signals(exact, times, entities)
        intent = _intent(signals) if topics or entities else Intent.NONE
        wanted = intent is not Intent.NONE
        sole = entities[0].canonical if len(entities) == 1 else None
        predicates = tuple(name for signal, name in _PREDICATES if signal in signals)
        ahead = [_temporal(window, said) for window in times.windows]
        return normalised(
            Plan(
                plan_id=_plan_id(turn_id, generation, source),
                turn_id=turn_id,
                generation=generation,
                requires_memory=wanted,
                confidence=_confidence(signals) if wanted else 1.0,
                intent=intent,
                signals=tuple([signal for signal in _SIGNALS if signal in signals]),
                entities=entities,
                topics=topics,
                predicates=predicates,
                lexical_queries=_queries(entities, topics),
                scopes=_scopes(intent, signals),
                kind_filter=tuple(kind_filter),
                subject_hint=sole,
                predicate_hint=predicates[0] if len(predicates) == 1 else None,
                temporal=ahead[0] if ahead else None,
                alternates=tuple(ahead[1:]),
                listing=listing and not times.windows[0].label.startswith(AS_OF),
                unread=tuple(UnreadTime(said[one.start : one.end], one.why.value) for one in times.unread),
                source_hash=source,
            )
        )

    def asks_for_talk(self, plan: Plan) -> bool:
        """Whether a word for all that was said at a plan's time asks for it: `last week's chats`."""
        topics, talk = set(plan.topics), self._words.talk
        return not plan.entities and not talk.isdisjoint(topics) and topics <= talk | self._words.doing

    def _unspaced(self, said: str, runs: Sequence[NamedRun]) -> dict[NamedRun, tuple[int, int]]:
        """Where the names in scripts without spaces stand, whose words are overlapping pairs."""
        if said.isascii():
            return {}
        wanted = [run for run in runs if any(map(is_unspaced, run.form))]
        tokens = self._analyzer.exact_tokens(said) if wanted else []
        return {run: (tokens[run.start].start, tokens[run.end - 1].end) for run in wanted}

    def _read_topics(
        self,
        said: str,
        exact: Sequence[str],
        times: TimeReading,
        runs: Sequence[NamedRun],
        places: Mapping[NamedRun, tuple[int, int]],
    ) -> tuple[tuple[str, ...], bool]:
        """The content words, and whether a time alone is asked for. Those of a time count only where nothing
        else is left to look for.

        A name that is said in full is an entity and no topic; the words of an alias stay, for a memory may
        speak of `my wife` without naming her.
        """
        own = [run for run in runs if _is_own_name(run, self._analyzer)]
        named = {word for run in own if run not in places for word in run.form.split()}
        cut = [places[run] for run in own if run in places]
        spans = [(window.start, window.end) for window in times.windows]
        topics = _without(named, self._topics.read(said, exact, sorted({*spans, *cut})))
        listing = bool(spans) and not runs and self._words.doing.issuperset(topics) and self._wants(exact)
        if not topics and spans and not runs:
            topics = _without(named, self._topics.read(said, exact))
        return tuple(topics)[:MAX_TOPICS], listing

    def _wants(self, exact: Sequence[str]) -> bool:
        said = f" {' '.join(exact)} "
        return any(f" {run} " in said for run in self._words.wanting)

    def _signals(
        self, exact: Sequence[str], times: TimeReading, entities: Sequence[PlannedEntity]
    ) -> list[Signal]:
        found = signals_of(exact, self._words)
        if entities:
            found.append(Signal.KNOWN_ENTITY)
        if times.windows:
            found.append(Signal.TEMPORAL_RECALL)
        return found


def _plan_id(turn_id: str, generation: int, source: str) -> str:
    return sha256_hex(f"{turn_id}\n{generation}\n{source}".encode("utf-8", "surrogatepass"))[:16]


def _without(named: set[str], topics: Iterable[str]) -> list[str]:
    return [topic for topic in topics if topic not in named]


def _is_own_name(run: NamedRun, analyzer: Analyzer) -> bool:
    said = set(run.form.split())
    return all(said.issubset(analyzer.exact(name)) for name in run.names)


def _entities(runs: Sequence[NamedRun], said: Mapping[str, str]) -> tuple[PlannedEntity, ...]:
    """Each name once, the longest first; `said` tells of some forms how they are written."""
    by_form = {run.form: run.names for run in runs}
    found = [
        PlannedEntity(said.get(form, form), names[0] if len(names) == 1 else None, names)
        for form, names in by_form.items()
    ]
    return tuple(found)[:MAX_ENTITIES]


def _intent(signals: Sequence[Signal]) -> Intent:
    for signal, intent in _INTENTS:
        if signal in signals:
            return intent
    return Intent.AMBIENT


def _confidence(signals: Sequence[Signal]) -> float:
    return _CONFIDENCE if STRONG.isdisjoint(signals) else _STRONG_CONFIDENCE


def _queries(entities: Sequence[PlannedEntity], topics: Sequence[str]) -> tuple[str, ...]:
    spoken = " ".join(topics)
    if not entities:
        return (spoken,) if spoken else ()
    names = " ".join(dict.fromkeys([entity.form for entity in entities]))
    said = set(names.split())
    both = " ".join([names, *(topic for topic in topics if topic not in said)])
    return (both, spoken, names)


def _scopes(intent: Intent, signals: Sequence[Signal]) -> tuple[str, ...]:
    if intent is Intent.NONE:
        return ()
    happened = ("episodic",) if Signal.TEMPORAL_RECALL in signals else ()
    return (*_SCOPES[intent], *happened)


def _temporal(window: Window, said: str) -> Temporal:
    return Temporal(
        window.after, window.before, window.label, window.grain.value, said[window.start : window.end]
    )
