"""What forgetting does to the graph around what goes: edges that go with it, and who goes on saying it."""

from __future__ import annotations

from vademecum.engine.rederiving import Turn, placed, turned
from vademecum.graph.net import moment
from vademecum.indexing.edges import predicate_form
from vademecum.model.brief import COUNTED
from vademecum.model.edges import EdgeOrigin, id_end
from vademecum.model.receipt import Aftermath
from vademecum.model.record import Entity
from vademecum.model.value import value
from vademecum.text.links import link_form
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.model.edges import Said, Statement
    from vademecum.model.file import AliasEntry
    from vademecum.model.record import Key, MemoryId, Record

MOST_NOTES = 10
"""Records that go on saying it and are named."""

_MOST_READ = 10_000
"""Statements of one name and side that are looked through for them."""


@value
class _Told:
    """Who goes on saying something."""

    notes: tuple[Key, ...]
    floor: int | None


class Aftermaths:
    """Looks before anything is written."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def of_record(self, record: Record, key: Key, *, dropped: Iterable[AliasEntry] = ()) -> Aftermath:
        """Of a record as a whole.

        Args:
            record: what goes.
            key: its own.
            dropped: entries of the vocabulary that go with it.
        """
        names = self._only(record)
        told = self._saying(record.id, (id_end(record.id), *map(link_form, names)))
        went = turned(self._parts.index, [Turn(old=record, new=None, key=key)])
        return Aftermath(
            mode=record.kind.value,
            target=key,
            manual_edges=len(_stated(record, key)),
            derived_edges=len(went.edges.goes),
            notes=told.notes[:MOST_NOTES],
            notes_total=len(told.notes),
            history_floor=moment(told.floor),
            aliases_rewritten=names if isinstance(record, Entity) else (),
            alias_keys_remain=self._declared(record, names, set(dropped)),
        )

    def of_property(self, old: Record, new: Record, key: Key, name: str) -> Aftermath:
        """Of one property of a record."""
        lost = tuple(one for one in self._only(old) if one not in _names(new))
        if lost:  # who goes on calling it so
            told = self._saying(old.id, tuple(map(link_form, lost)))
        else:
            subject = (id_end(old.id), *map(link_form, _names(old)))
            told = self._saying(old.id, subject, (predicate_form(name),), out=True)
        went = turned(self._parts.index, [Turn(old=old, new=new, key=key)])
        stated = _stated(new, key)
        return Aftermath(
            mode="property",
            target=f"{key}.{name}",
            manual_edges=sum(one not in stated for one in _stated(old, key)),
            derived_edges=len(went.edges.goes),
            notes=told.notes[:MOST_NOTES],
            notes_total=len(told.notes),
            history_floor=moment(told.floor),
            aliases_rewritten=lost,
            alias_keys_remain=(*new.aliases, *self._declared(old, lost, ())) if lost else (),
        )

    def of_fact(
        self, old: Record, new: Record, key: Key, fact: tuple[str, str, str], forms: Collection[str]
    ) -> Aftermath:
        """Of one relation of a page.

        Args:
            old: the page as it is.
            new: as it would be.
            key: its own.
            fact: subject, predicate and object.
            forms: ends by which the object is named.
        """
        subject = (id_end(old.id), *map(link_form, _names(old)))
        told = self._saying(old.id, subject, (fact[1],), objects=forms, out=True)
        stated, went = _stated(new, key), turned(self._parts.index, [Turn(old=old, new=new, key=key)])
        return Aftermath(
            mode="fact",
            target=" ".join(fact),
            changed=old != new,
            manual_edges=sum(one not in stated for one in _stated(old, key)),
            derived_edges=len(went.edges.goes),
            notes=told.notes[:MOST_NOTES],
            notes_total=len(told.notes),
            history_floor=moment(told.floor),
        )

    def _only(self, record: Record) -> tuple[str, ...]:
        """Names of a page that no other page bears."""
        if not isinstance(record, Entity):
            return ()
        names = _names(record)
        others = {
            form
            for vertex in self._parts.index.edges().bearing([link_form(one) for one in names], keys=False)
            if vertex.id != record.id
            for form in vertex.forms
        }
        return tuple(one for one in names if link_form(one) not in others)

    def _declared(
        self, record: Record, names: Sequence[str], dropped: Collection[AliasEntry]
    ) -> tuple[str, ...]:
        """Words of the vocabulary that go on meaning these names."""
        folded = set(map(fold_name, names))
        entries, _ = self._parts.vault.read_aliases()
        return tuple(
            dict.fromkeys(
                other
                for entry in entries
                if entry.scope == record.scope and entry not in dropped
                for one, other in ((entry.alias, entry.target), (entry.target, entry.alias))
                if fold_name(one) in folded
            )
        )

    def _saying(
        self,
        own: MemoryId,
        ends: Sequence[str],
        predicates: Sequence[str] = (),
        *,
        objects: Collection[str] = (),
        out: bool = False,
    ) -> _Told:
        """Records but `own` that say something of the ends, or with `out` of them as subjects."""
        wanted = tuple(dict.fromkeys(filter(None, ends)))
        found = self._parts.index.edges().touching(wanted, predicates=predicates, most=_MOST_READ)
        said = [
            one
            for one in found
            if one.id != own
            and one.origin is not EdgeOrigin.RULE
            and (not out or one.subject in wanted)
            and (not objects or one.object.removeprefix("@") in objects)
        ]
        rows = self._parts.index.rows(list(dict.fromkeys(one.id for one in said)))
        keys = tuple(sorted(row.key for row in rows.values()))
        return _Told(keys, min((at for one in said if (at := _begins(one)) is not None), default=None))


def _begins(one: Statement) -> int | None:
    return next((at for at in (one.since, one.valid_from, one.created) if at is not None), None)


def _stated(record: Record, key: Key) -> tuple[Said, ...]:
    return placed(record, key).said if record.status in COUNTED else ()


def _names(record: Record) -> tuple[str, ...]:
    if not isinstance(record, Entity):
        return record.aliases
    return tuple(dict.fromkeys((record.name, *record.aliases)))
