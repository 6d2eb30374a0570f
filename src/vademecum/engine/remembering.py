"""Remember: a text becomes a file, and the file becomes findable, in that order.

What is there already decides what becomes of it: the same text is no second memory, a claim may confirm,
refine or replace another, and what nearly repeats something is kept beside it and says so.
"""

from __future__ import annotations

import json

from vademecum.engine.entities import MAX_STUBS
from vademecum.engine.intake import Intake, NewMemory
from vademecum.engine.precedents import Precedents
from vademecum.errors import Conflict, InvalidValue, NotFound, VadeError, quoted
from vademecum.indexing.entry import body_hash
from vademecum.lifecycle.claims import VerdictKind, claim_of, corrected, judge
from vademecum.lifecycle.evidence import reinforced
from vademecum.lifecycle.reviewing import replacement
from vademecum.model.answer import Remembered, RememberOutcome
from vademecum.model.plain import plain
from vademecum.model.record import Memory, NeedsReview, SourceKind
from vademecum.model.value import fields_of, replace
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.entities import EntityPages
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.lifecycle.claims import Verdict
    from vademecum.model.answer import Stored
    from vademecum.model.file import Document
    from vademecum.model.record import Record

_ATTEMPTS = 3
"""Judgements made anew when another process changed what they rest on."""

_NO_PART_OF_A_REQUEST = ("idempotency_key", "session", "expected_updated", "dry_run")


class Remembering:
    """The use case of adding one memory."""

    def __init__(self, parts: Parts, storing: Storing, pages: EntityPages) -> None:
        self._parts = parts
        self._storing = storing
        self._pages = pages
        self._precedents = Precedents(parts, storing)

    def remember(self, new: NewMemory) -> Remembered:
        """Write a memory, or report what stands in its place.

        Raises:
            UsageError: a type, scope, source or value that cannot be, or an empty text.
            LimitExceeded: the text or a list is too long.
            Conflict: the key of another request, or another state than the caller expects.
            VaultError: the disk refuses; nothing was stored.
        """
        done = self._done_before(new)
        if done is not None:
            return done
        intake = Intake(self._parts)
        memory = intake.memory(new)
        answer = self._settle(memory, new)
        screen = intake.screen
        told = (*screen.warnings(), *intake.warnings, *answer.warnings, *answer.memory.warnings)
        answer = replace(
            answer,
            masked=screen.masked,
            warnings=tuple(dict.fromkeys(told)),
            dry_run=new.dry_run,
        )
        if new.idempotency_key and not new.dry_run:
            return self._kept(new.idempotency_key, answer, new)
        return answer

    def _kept(self, key: str, answer: Remembered, new: NewMemory) -> Remembered:
        """The answer, once the key of its request is kept. The memory is durable by then, so that what the
        ledger refuses is only told."""
        try:
            self._parts.ledger.keep(key, answer.memory.record.id, _digest(new), self._parts.now())
        except VadeError as error:
            told = f"remembered, but the key {quoted(key)} was not kept: {error.message}"
            return replace(answer, warnings=(*answer.warnings, told))
        return answer

    def _done_before(self, new: NewMemory) -> Remembered | None:
        """What the request of this key led to, when it was made before.

        Raises:
            Conflict: the key was used for something else, or what it led to is gone.
        """
        if not new.idempotency_key:
            return None
        known = self._parts.ledger.outcome(new.idempotency_key, _digest(new), self._parts.now())
        if known is None:
            return None
        if not known.same:
            raise Conflict(
                f"the idempotency key {quoted(new.idempotency_key)} was used to remember something else; "
                "give every request a key of its own"
            )
        try:
            stored = self._storing.stored(known.id)
        except NotFound:
            raise Conflict(
                f"what was remembered under the key {quoted(new.idempotency_key)} is gone by now; "
                "remember it under a new key if it shall come back"
            ) from None
        return Remembered(memory=stored, outcome=RememberOutcome.EXISTING, dry_run=new.dry_run)

    def _settle(self, memory: Memory, new: NewMemory) -> Remembered:
        echo = self._echo(memory, new)
        if echo is not None:
            return echo
        for attempt in range(_ATTEMPTS):
            try:
                return self._judged(memory, new)
            except Conflict:
                # Another process changed what the judgement rests on: look again. What was written of the
                # first attempt is kept aside under the first id.
                if new.expected_updated is not None or attempt == _ATTEMPTS - 1:
                    raise
                memory = replace(memory, id=self._parts.ids.new(self._parts.now()))
        raise AssertionError("every attempt answers or raises")

    def _echo(self, memory: Memory, new: NewMemory) -> Remembered | None:
        """The memory whose text this session was shown, when this is that text again."""
        if not new.session:
            return None
        digest = body_hash(memory.body)
        if not self._parts.ledger.recalled(new.session, [digest], self._parts.now()):
            return None
        scopes = dict.fromkeys((memory.scope, *self._parts.glance.scopes()))
        for scope in scopes:
            document = self._precedents.exact(replace(memory, scope=scope))
            if document is not None:
                stored = self._storing.answer(document)
                return Remembered(memory=stored, outcome=RememberOutcome.ECHO)
        return None

    def _judged(self, memory: Memory, new: NewMemory) -> Remembered:
        existing = self._precedents.exact(memory)
        if existing is not None:
            return self._confirmed(existing, memory, new, RememberOutcome.EXISTING)
        self._refuse_forgotten(memory)
        rivals = self._precedents.rivals(memory) if new.corrects or claim_of(memory) else {}
        claims = [one.record for one in rivals.values() if isinstance(one.record, Memory)]
        verdict = corrected(memory, claims, self._parts.wording) if new.corrects else None
        verdict = verdict or judge(memory, claims, self._parts.wording, self._precedents.read)
        target = rivals.get(verdict.target.id) if verdict.target is not None else None
        if target is None:
            return self._added(memory, new)
        _expect(target.record, new)
        match verdict.kind:
            case VerdictKind.CREATE:
                return self._doubted(target, memory, new, verdict)
            case VerdictKind.REINFORCE:
                return self._confirmed(target, memory, new, RememberOutcome.REINFORCED, verdict.reason)
            case VerdictKind.PROPOSE:
                return self._proposed(target, memory, new, verdict)
            case VerdictKind.REFINE | VerdictKind.SUPERSEDE:
                also = tuple(rivals[one.id] for one in verdict.others)
                return self._replacing((target, *also), memory, new, verdict)

    def _doubted(self, target: Document, memory: Memory, new: NewMemory, verdict: Verdict) -> Remembered:
        """Keep both, and let somebody look at them: they may contradict each other."""
        doubt = NeedsReview(reason=verdict.reason, because=target.record.id)
        answer = self._added(replace(memory, needs_review=memory.needs_review or doubt), new)
        told = f"{target.key} says {verdict.reason}; `vade supersede` settles it if only one holds"
        return replace(answer, warnings=(told, *answer.warnings))

    def _confirmed(
        self,
        document: Document,
        memory: Memory,
        new: NewMemory,
        outcome: RememberOutcome,
        reason: str = "",
    ) -> Remembered:
        """Let a memory that says it already gain the new source; what else was said is named, not kept."""
        record = document.record
        assert isinstance(record, Memory)
        _expect(record, new)
        grown = reinforced(record, memory.sources[0], self._parts.now())
        stored = self._storing.answer(document)
        if grown != record:
            stored = replace(stored, record=grown) if new.dry_run else self._storing.replace(document, grown)
        lost = _differing(record, memory, claimed=outcome is RememberOutcome.EXISTING)
        told = [reason] if reason else []
        if lost:
            told.append(
                f"this text is remembered as {stored.key}; {', '.join(lost)} of the repeat "
                f"{'was' if len(lost) == 1 else 'were'} not taken over, `vade edit {stored.key}` changes it"
            )
        return Remembered(memory=stored, outcome=outcome, warnings=tuple(told))

    def _proposed(self, target: Document, memory: Memory, new: NewMemory, verdict: Verdict) -> Remembered:
        """Keep it as a replacement that waits for somebody's approval; what stands, stands."""
        assert isinstance(target.record, Memory)
        by = memory.sources[0].kind.value
        at = self._parts.now()
        answer = self._added(replacement(memory, target.record, by=by, at=at, note=verdict.reason), new)
        if answer.outcome is not RememberOutcome.CREATED:
            return answer
        told = f"{verdict.reason}; it waits in `vade review list`, and {target.key} holds meanwhile"
        return replace(answer, outcome=RememberOutcome.PROPOSED, warnings=(told, *answer.warnings))

    def _replacing(
        self, targets: tuple[Document, ...], memory: Memory, new: NewMemory, verdict: Verdict
    ) -> Remembered:
        """Put it in the place of what held until now."""
        from vademecum.engine.revising import Revising

        refined = verdict.kind is VerdictKind.REFINE
        outcome = RememberOutcome.REFINED if refined else RememberOutcome.SUPERSEDED
        provisional, told = self._strangers(memory)
        told = (f"{verdict.reason}: it takes the place of {', '.join(one.key for one in targets)}", *told)
        revising = Revising(self._parts, self._storing, self._pages)
        if new.dry_run:
            ids = tuple(one.record.id for one in targets)
            stored = self._storing.preview(replace(memory, supersedes=ids))
            doubted = () if refined else revising.in_doubt_after(targets[0])
        else:
            stored, doubted = revising.replace_by(
                targets[0], memory, reason=verdict.reason, cascade=not refined, also=targets[1:]
            )
            told = (*told, *self._exhumed(memory))
            self._pages.begin(provisional, memory.scope)
        return Remembered(
            memory=stored, outcome=outcome, doubted=doubted, provisional=provisional, warnings=told
        )

    def _added(self, memory: Memory, new: NewMemory) -> Remembered:
        """Keep it as a memory of its own."""
        provisional, told = self._strangers(memory)
        similar = self._precedents.similar(memory)
        outcome = RememberOutcome.CREATED
        if new.dry_run:
            stored = self._storing.preview(memory)
        else:
            stored = self._create(memory)
            if stored.record.id != memory.id:
                return Remembered(memory=stored, outcome=RememberOutcome.EXISTING)
            told = (*told, *self._exhumed(memory))
            self._pages.begin(provisional, memory.scope)
        return Remembered(
            memory=stored, outcome=outcome, similar=similar, provisional=provisional, warnings=told
        )

    def _strangers(self, memory: Memory) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names that get a provisional page, and what to tell of those that get none."""
        provisional, left_out = self._pages.unknown(memory.entities, memory.scope)
        told = f"{left_out} more names got no page: one write begins {MAX_STUBS}"
        return provisional, (told,) if left_out else ()

    def _refuse_forgotten(self, memory: Memory) -> None:
        """A machine that repeats what it once read does not know that it was forgotten.

        Raises:
            InvalidValue: it was, and nobody said it in person.
        """
        kind, ref = memory.sources[0].kind, memory.sources[0].ref
        if kind not in (SourceKind.IMPORT, SourceKind.INFERENCE, SourceKind.FILE):
            return
        origins = (ref,) if ref and kind is SourceKind.IMPORT else ()
        tombstone = self._parts.ledger.buried(body_hash(memory.body), origins)
        if tombstone is not None:
            raise InvalidValue(
                "text",
                f"was forgotten on {tombstone.at:%Y-%m-%d} and is not taken up again from an {kind.value}; "
                "say it with source=user to remember it after all",
            )

    def _exhumed(self, memory: Memory) -> tuple[str, ...]:
        """Lift the tombstone of what somebody said again and is stored by now; what the ledger refuses is
        told, since the memory stands anyway."""
        digest = body_hash(memory.body)
        try:
            if self._parts.ledger.buried(digest) is not None:
                self._parts.ledger.exhume(digest, self._parts.now())
        except VadeError as error:
            return (f"remembered, but an import may still leave it out as forgotten: {error.message}",)
        return ()

    def _create(self, memory: Memory) -> Stored:
        """Write the memory, unless another process wrote the same a moment ago and holds its name."""
        try:
            return self._storing.create(memory, alone=True)
        except Conflict as conflict:
            twin = self._storing.present(conflict.path) if conflict.path else None
            if twin is not None and self._precedents.says_the_same(twin, memory):
                return self._storing.indexed(twin)
        return self._storing.create(memory)


def _expect(record: Record, new: NewMemory) -> None:
    """Refuse to touch a record that is not as the caller read it.

    Raises:
        Conflict: it was changed at another time.
    """
    if new.expected_updated is not None and record.updated != new.expected_updated:
        raise Conflict(
            f"{record.id} was changed at {record.updated}, not at {new.expected_updated} as expected; "
            "read it again and repeat"
        )


def _digest(new: NewMemory) -> str:
    """Of everything that is asked for."""
    asked = {name: plain(getattr(new, name)) for name in fields_of(new) if name not in _NO_PART_OF_A_REQUEST}
    return sha256_hex(json.dumps(asked, sort_keys=True, default=str).encode("utf-8", "surrogatepass"))


_SAID = ("title", "type", "tags", "aliases", "entities", "subject", "predicate", "value", "qualifier", "lang")
_SAID_TOO = ("confidence", "valid_from", "valid_until", "expires", "pinned", "importance", "sensitivity")
_CLAIM = frozenset({"subject", "predicate", "value", "qualifier"})


def _differing(record: Record, memory: Memory, *, claimed: bool) -> list[str]:
    """Names of fields that the repeat states and the stored record does not hold.

    Args:
        claimed: the claim counts too; that of a confirmed claim means the same in other words.
    """
    bare = Memory(id=memory.id, scope=memory.scope)
    return [
        name
        for name in (*_SAID, *_SAID_TOO)
        if (claimed or name not in _CLAIM)
        and getattr(memory, name) not in (getattr(bare, name), getattr(record, name, None))
    ]
