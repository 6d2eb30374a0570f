"""What is searched, told beside what records state, and changed."""

from __future__ import annotations

from vademecum.engine.storing import located
from vademecum.errors import InvalidValue, quoted
from vademecum.model.fields import (
    DEFAULTS,
    ENTITY,
    MEMORY,
    MOST_DECLARED,
    SUMMARY,
    Declaration,
    FieldUse,
    FieldUses,
    Pair,
    pair_named,
)
from vademecum.model.file import FAULTY, Quarantined
from vademecum.model.record import Kind
from vademecum.model.value import replace
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vademecum.engine.parts import Parts


class FieldsTold:
    """Tells what is searched in one open home, and has it changed.

    Args:
        look: has the files looked at, and the index brought up to date.
    """

    def __init__(self, parts: Parts, look: Callable[[], object]) -> None:
        self._parts = parts
        self._look = look

    def told(self) -> FieldUses:
        """What is searched, and what records state besides."""
        self._look()
        return self._uses(self._parts.declaring.look(self._parts.index))

    def changed(self, add: Sequence[str], remove: Sequence[str], *, dry_run: bool) -> FieldUses:
        """What is searched after a change; see `FieldVerbs.declare_fields`."""
        before, parts = self.told(), self._parts
        known = [Pair(use.label, use.field) for use in before.results]
        said = _said(add, remove, known)
        if dry_run:
            after = self._uses(_declared(parts.declaring.look(parts.index), said))
        else:
            parts.vault.write_fields(said)
            after = self.told()
        return replace(
            after,
            changed=_changed(before, after),
            dry_run=dry_run,
            warnings=(*after.warnings, *_unstated(said, known)),
        )

    def _uses(self, declared: Declaration) -> FieldUses:
        index = self._parts.index
        stated, kinds = index.fields().uses(), index.tally("kind")
        summaries = sum(number for pair, number in stated.items() if pair.field == SUMMARY)
        counts: dict[Pair, int] = {}
        for pair in DEFAULTS:
            records = kinds.get(Kind.MEMORY if pair.label == MEMORY else Kind.ENTITY, 0)
            counts[pair] = summaries if pair.field == SUMMARY else records
        counts |= {pair: number for pair, number in stated.items() if pair.field != SUMMARY}
        counts |= {pair: stated.get(pair, 0) for pair, _ in declared.said if pair not in counts}
        uses = [_use(declared, pair, number) for pair, number in counts.items()]
        uses.sort(key=lambda use: (not use.searched, not use.default, -use.records, use.label, use.field))
        return FieldUses(
            results=tuple(uses),
            room=max(0, MOST_DECLARED - declared.declared),
            warnings=self._unread(),
        )

    def _unread(self) -> tuple[str, ...]:
        if not self._parts.index.fields().state().startswith(FAULTY):
            return ()
        fault = self._parts.vault.read_fields()
        if not isinstance(fault, Quarantined):
            return ()
        return (f"{located(fault)}; what was declared before holds",)


def _use(declared: Declaration, pair: Pair, records: int) -> FieldUse:
    kind = Kind.MEMORY if pair.label == MEMORY else Kind.ENTITY
    return FieldUse(
        label=pair.label,
        field=pair.field,
        searched=declared.searches(kind, pair.label, pair.field),
        default=pair in DEFAULTS,
        records=records,
    )


def _said(add: Sequence[str], remove: Sequence[str], known: Sequence[Pair]) -> dict[Pair, bool | None]:
    """What is to be said of each pair; a default that holds again needs no word."""
    added, removed = ([_pair(text, known) for text in texts] for texts in (add, remove))
    both = [pair.shown for pair in added if pair in removed]
    if both:
        raise InvalidValue("field", f"{quoted(both[0])} is to be searched and not to be; say one of them")
    said: dict[Pair, bool | None] = dict.fromkeys(removed, False)
    return said | {pair: None if pair in DEFAULTS else True for pair in added}


def _pair(text: str, known: Sequence[Pair]) -> Pair:
    pair = pair_named(text)
    if pair is None:
        raise InvalidValue("field", f"{quoted(text)} is no label and field; write e.g. Person.birthplace")
    folded = pair.shown.casefold()
    return next((one for one in known if one.shown.casefold() == folded), pair)


def _declared(before: Declaration, said: Mapping[Pair, bool | None]) -> Declaration:
    changed = dict(before.said) | dict(said)
    return Declaration(tuple((pair, one) for pair, one in changed.items() if one is not None))


def _changed(before: FieldUses, after: FieldUses) -> tuple[str, ...]:
    searched = {(use.label, use.field): use.searched for use in before.results}
    return tuple(
        f"{use.label}.{use.field}"
        for use in after.results
        if searched.get((use.label, use.field), False) != use.searched
    )


def _unstated(said: Mapping[Pair, bool | None], known: Sequence[Pair]) -> tuple[str, ...]:
    """That nothing states a pair yet, with what was probably meant."""
    told: list[str] = []
    for pair in said:
        if pair not in known and pair.label not in (ENTITY, MEMORY):
            near = nearest(pair.shown, [one.shown for one in known])
            meant = f"; did you mean {near[0]}?" if near else ""
            told.append(f"no record states {pair.shown} yet{meant}")
    return tuple(told)
