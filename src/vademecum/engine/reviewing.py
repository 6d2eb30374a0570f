"""The steps of a review: propose, approve, reject, publish, each kept in the memory's own file."""

from __future__ import annotations

from vademecum.engine.cascading import Cascading, Ripple
from vademecum.engine.intake import person_of, reason_of
from vademecum.engine.placing import took_its_place
from vademecum.errors import InvalidValue, UnknownName, VadeError, quoted
from vademecum.lifecycle.reviewing import RETIRED, Step, is_replacement, retirement, settled, stepped
from vademecum.lifecycle.transitions import Move, allowed, moved, superseded
from vademecum.model.record import HOLDING, Memory, Review, SourceKind, Status
from vademecum.model.reviewed import Reviewed
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.engine.intake import Screen
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.file import Document
    from vademecum.model.record import MemoryId, Record

_MACHINES = frozenset(kind.value for kind in SourceKind if kind is not SourceKind.USER)
_MOVES = {
    Status.RETRACTED: Move.RETRACT,
    Status.DEPRECATED: Move.DEPRECATE,
    Status.ARCHIVED: Move.ARCHIVE,
}


@value(kw_only=True)
class Act:
    """Who takes a step, why, and whether it is only tried.

    Attributes:
        by: a person's name, ``user``, or a kind of source.
    """

    by: str = "user"
    note: str | None = None
    dry_run: bool = False


def screened(act: Act, screen: Screen) -> Act:
    """A step as it may be kept in the file of what is decided.

    Raises:
        UsageError: nobody takes it, or the note is no single line of usual length.
    """
    return replace(act, by=person_of(act.by, screen), note=reason_of("note", act.note, screen))


class Reviewing:
    """The use case of deciding about one memory."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing
        self._cascading = Cascading(parts)

    def propose(self, handle: str, act: Act) -> Reviewed:
        """Put a memory before its reviewers.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            InvalidValue: it is none that can be proposed from where it stands.
        """
        document, memory = self._memory(handle)
        after = stepped(memory, Step.PROPOSE, by=act.by, at=self._parts.now(), note=act.note)
        return self._written(document, after, Step.PROPOSE, "proposed", act)

    def propose_retirement(self, handle: str, proposes: Status, act: Act) -> Reviewed:
        """Propose that a memory be retracted, deprecated or archived; it holds until somebody approves.

        Raises:
            InvalidValue: it does not hold, or waits for such a decision already.
        """
        document, memory = self._memory(handle)
        reason = act.note or "no reason was given"
        after = retirement(memory, proposes, by=act.by, at=self._parts.now(), reason=reason)
        return self._written(document, after, Step.PROPOSE, "proposed", act)

    def approve(self, handle: str, act: Act) -> Reviewed:
        """Say yes to what waits: a proposal stands, a replacement takes its place, a retirement happens, and
        what was in doubt still holds.

        Raises:
            InvalidValue: nothing waits, an agent asks, or what it would replace does not hold any more.
        """
        self._need_a_person(act, "approves")
        document, memory = self._memory(handle)
        if memory.needs_review is not None and memory.needs_review.proposes is not None:
            return self._retire(document, memory, memory.needs_review.proposes, act)
        if is_replacement(memory):
            return self._replace(document, memory, act)
        now = self._parts.now()
        if memory.needs_review is not None and memory.review is not Review.PROPOSED:
            return self._settled(document, memory, act)
        after = stepped(memory, Step.APPROVE, by=act.by, at=now, note=act.note)
        return self._written(document, after, Step.APPROVE, "approved", act)

    def reject(self, handle: str, act: Act) -> Reviewed:
        """Say no to what waits; what it concerned is as it was.

        Raises:
            InvalidValue: nothing waits that could be rejected, or an agent asks.
        """
        self._need_a_person(act, "rejects")
        document, memory = self._memory(handle)
        now = self._parts.now()
        if memory.needs_review is not None and memory.needs_review.proposes is not None:
            after = settled(memory, approved=False, by=act.by, at=now, note=act.note)
            return self._written(document, after, Step.REJECT, "kept", act)
        if memory.needs_review is not None and memory.review in (None, Review.PUBLISHED):
            settled(memory, approved=False, by=act.by, at=now)  # says why a mere doubt cannot be rejected
        after = stepped(memory, Step.REJECT, by=act.by, at=now, note=act.note)
        if took_its_place(self._parts, memory):
            after = replace(after, status=memory.status)  # what a team does not want may still hold
        return self._written(document, after, Step.REJECT, "rejected", act)

    def publish(self, handle: str, act: Act) -> Reviewed:
        """Move an approved memory of a project into its team's folder, where their git reviews it.

        Raises:
            InvalidValue: it is not approved, not a project's, or not for everybody; or an agent asks.
            NotFound: no clone of the project is known.
        """
        self._need_a_person(act, "publishes")
        document, memory = self._memory(handle)
        after = stepped(memory, Step.PUBLISH, by=act.by, at=self._parts.now(), note=act.note)
        if act.dry_run:
            return self._written(document, after, Step.PUBLISH, "published", act)
        stored = self._storing.indexed(self._parts.vault.publish(document.path, after, document.state))
        return Reviewed(memory=stored, step="publish", outcome="published", warnings=stored.warnings)

    def _memory(self, handle: str) -> tuple[Document, Memory]:
        document = self._storing.changeable(handle)
        if not isinstance(document.record, Memory):
            raise InvalidValue("id", f"{quoted(document.key)} is an entity; only memories are reviewed")
        return document, document.record

    def _need_a_person(self, act: Act, does: str) -> None:
        if self._parts.policy.review_agents and act.by in _MACHINES:
            raise InvalidValue(
                "by",
                f"{act.by} proposes, a person {does}; `vade config set review.agents false` trusts agents",
            )

    def _written(self, document: Document, after: Record, step: Step, outcome: str, act: Act) -> Reviewed:
        if act.dry_run:
            stored = replace(self._storing.answer(document), record=after)
        else:
            stored = self._storing.replace(document, after)
        return Reviewed(
            memory=stored, step=step.value, outcome=outcome, warnings=stored.warnings, dry_run=act.dry_run
        )

    def _settled(self, document: Document, memory: Memory, act: Act) -> Reviewed:
        """What was in doubt still holds, and so does what was in doubt only because of that."""
        after = settled(memory, approved=True, by=act.by, at=self._parts.now(), note=act.note)
        relieved = self._cascading.relieved(document, act.by)
        done = self._written(document, after, Step.APPROVE, "still_holds", act)
        warnings = done.warnings
        for other, free in () if act.dry_run else relieved:
            try:
                self._storing.replace(other, free)
            except VadeError as error:
                warnings += (
                    f"{other.key} is in doubt no more, but its file was not changed: {error.message}",
                )
        return replace(done, relieved=tuple(other.key for other, _ in relieved), warnings=warnings)

    def _retire(self, document: Document, memory: Memory, status: Status, act: Act) -> Reviewed:
        now = self._parts.now()
        decided = settled(memory, approved=True, by=act.by, at=now, note=act.note)
        after = moved(decided, _MOVES[status], at=now, placed=took_its_place(self._parts, memory))
        ripple = self._cascading.ripple(document, status) if status is Status.RETRACTED else Ripple()
        if act.dry_run:
            done = self._written(document, after, Step.APPROVE, status.value, act)
            return replace(done, doubted=ripple.doubted, warnings=(*done.warnings, *ripple.warnings))
        marked, warnings = self._cascading.spread(ripple)
        written = self._parts.vault.replace(document.path, after, document.state)
        stored = self._storing.all_indexed((written, *marked))[0]
        told = (*stored.warnings, *warnings)
        return Reviewed(
            memory=stored, step="approve", outcome=status.value, doubted=ripple.doubted, warnings=told
        )

    def _replace(self, document: Document, memory: Memory, act: Act) -> Reviewed:
        """Approve first, then supersede: a crash between leaves a chain that the next look completes.

        What takes the place of a published memory is published with it: the team would else be left with a
        chain that leads nowhere.
        """
        old = [found for found in map(self._present, memory.supersedes) if found is not None]
        for each in old:
            _refuse_late(each, memory, placed=took_its_place(self._parts, each.record))
        now = self._parts.now()
        after = stepped(memory, Step.APPROVE, by=act.by, at=now, note=act.note)
        share = any(
            isinstance(each.record, Memory) and each.record.review is Review.PUBLISHED for each in old
        )
        if share:
            after = stepped(after, Step.PUBLISH, by=act.by, at=now, note=act.note)
        outcome = Status.SUPERSEDED.value if old else Review.APPROVED.value
        past = [(each, _past(each, after, now, act)) for each in old]
        ripples = [self._cascading.ripple(each, Status.SUPERSEDED) for each in old]
        doubted = tuple(dict.fromkeys(one for ripple in ripples for one in ripple.doubted))
        if act.dry_run:
            done = self._written(document, after, Step.APPROVE, outcome, act)
            would = tuple(replace(self._storing.answer(each), record=record) for each, record in past)
            return replace(done, replaced=would, doubted=doubted)
        put = self._parts.vault.publish if share else self._parts.vault.replace
        written = [put(document.path, after, document.state)]
        spread = [self._cascading.spread(ripple) for ripple in ripples]
        written += [self._parts.vault.replace(each.path, record, each.state) for each, record in past]
        marked = [one for found, _ in spread for one in found]
        # One step for all, so that no question meets two truths; until then it meets the old one.
        stored, *others = self._storing.all_indexed((*written, *marked))
        return Reviewed(
            memory=stored,
            step=Step.APPROVE.value,
            outcome=outcome,
            replaced=tuple(others[: len(past)]),
            doubted=doubted,
            warnings=(*stored.warnings, *(line for _, told in spread for line in told)),
        )

    def _present(self, record_id: MemoryId) -> Document | None:
        row = self._parts.index.rows([record_id]).get(record_id)
        return self._storing.present(row.path) if row else None


def _past(old: Document, new: Memory, at: datetime, act: Act) -> Memory:
    """What an old memory says once `new` has taken its place."""
    memory = old.record
    assert isinstance(memory, Memory)
    return memory if memory.superseded_by == new.id else superseded(memory, new, at=at, by=act.by)


def _refuse_late(old: Document, new: Memory, *, placed: bool) -> None:
    memory = old.record
    if not isinstance(memory, Memory):
        raise InvalidValue("supersedes", f"{quoted(old.key)} is an entity; a memory cannot replace it")
    if memory.superseded_by == new.id:
        return
    if memory.status in HOLDING:
        allowed(memory, Move.SUPERSEDE, placed=placed)
        return
    raise InvalidValue(
        "review",
        f"{quoted(old.key)}, which it would replace, is {memory.status.value} by now; "
        "reject it, and propose it anew against what holds",
    )


def retired_state(name: str) -> Status:
    """The state of that name, if it may be proposed for a memory.

    Raises:
        UnknownName: it is none of the three.
    """
    states = {status.value: status for status in RETIRED}
    if name not in states:
        raise UnknownName("state", name, suggestions=tuple(states))
    return states[name]
