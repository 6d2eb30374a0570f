"""Rules by which records are joined: what a person wrote, what they read, and what comparing showed."""

from __future__ import annotations

import json
from enum import StrEnum

from vademecum.model.plain import JsonMixin
from vademecum.model.value import fields_of, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.model.edges import Said
    from vademecum.model.entry import Place
    from vademecum.model.record import Kind, MemoryId, Scope

MOST_PAIRS = 10_000
"""Pairs that may share one value and are still compared: a hundred records that all say the same, or one page
that ten thousand name. A value of more says nothing of any two, and no write may cost more than this."""


class ConditionKind(StrEnum):
    """How two records are compared; the word is the one of the file."""

    KEY = "key"  # a field of one names the other
    EQUAL = "equal"  # a value in common
    OVERLAP = "overlap"  # enough values in common
    WITHIN = "within"  # numbers, or days, not further apart
    NEAR = "near"  # places not further apart
    PERIOD = "period"  # at the same time
    MEANING = "meaning"  # texts of like meaning
    ALL = "all"
    ANY = "any"


FINDING = (
    ConditionKind.KEY,
    ConditionKind.EQUAL,
    ConditionKind.OVERLAP,
    ConditionKind.WITHIN,
    ConditionKind.NEAR,
)
"""Kinds by which an index finds the records worth comparing; the others only judge what these found."""


@value(kw_only=True)
class Condition:
    """One comparison, or several.

    Attributes:
        subject_field, object_field: which field of either end; empty where the record itself is meant. Of a
            period two names with ``..`` between them.
        bound: least share or likeness (0-1), greatest distance (km, days, or as the numbers are counted), or
            fewest days in common.
        parts: of ``all`` and ``any``.
    """

    kind: ConditionKind
    subject_field: str = ""
    object_field: str = ""
    bound: float = 0.0
    parts: tuple[Condition, ...] = ()

    @property
    def is_symmetric(self) -> bool:
        """Whether it compares the same with the same."""
        if self.parts:
            return all(part.is_symmetric for part in self.parts)
        return self.kind is not ConditionKind.KEY and self.subject_field == self.object_field

    @property
    def finds(self) -> bool:
        """Whether what it joins can be found by a value, without comparing everything with everything."""
        if self.kind is ConditionKind.ALL:
            return any(part.finds for part in self.parts)
        if self.kind is ConditionKind.ANY:
            return all(part.finds for part in self.parts)
        return self.kind in FINDING

    @property
    def means(self) -> bool:
        """Whether it compares meanings."""
        return self.kind is ConditionKind.MEANING or any(part.means for part in self.parts)

    @property
    def shown(self) -> str:
        """In words, e.g. ``all of: equal employer; within age by 3``."""
        if self.parts:
            told = "; ".join(f"({part.shown})" if part.parts else part.shown for part in self.parts)
            return f"{self.kind} of: {told}"
        fields = _named(self.subject_field, self.object_field)
        told = _SHOWN.get(self.kind, "{kind} {fields}") if self.bound else "{kind} {fields}"
        return told.format(kind=self.kind, fields=fields, bound=f"{self.bound:g}")


_SHOWN = {
    ConditionKind.OVERLAP: "overlap {fields} at least {bound}",
    ConditionKind.WITHIN: "within {fields} by {bound}",
    ConditionKind.NEAR: "near {fields} within {bound} km",
    ConditionKind.PERIOD: "period {fields} at least {bound} days",
    ConditionKind.MEANING: "meaning at least {bound}",
}


def _named(subject: str, object: str) -> str:
    """The fields of both ends: one name where it is the same, or where one end is meant itself."""
    if not object or subject == object:
        return subject
    return f"{subject} and {object} of to" if subject else f"{object} of to"


@value(kw_only=True)
class Rule:
    """Which records are joined, and how the edge is called.

    Attributes:
        predicate: in the form of edges.
        scope: where at least one end stands, the other there or among the personal records; None for
            anywhere.
        subjects, objects: labels of either end in lower case, memories' types among them; ``entity`` means
            every page and ``memory`` every memory.
    """

    name: str
    predicate: str
    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    when: Condition
    scope: Scope | None = None

    @property
    def is_symmetric(self) -> bool:
        """Whether both ends are compared alike; such an edge begins at the older record."""
        return frozenset(self.subjects) == frozenset(self.objects) and self.when.is_symmetric


@value
class RuleBook:
    """The rules of a home, in file order."""

    rules: tuple[Rule, ...] = ()

    @property
    def encoded(self) -> str:
        """As an index keeps it."""
        return json.dumps([_plain(rule) for rule in self.rules], ensure_ascii=False)


def book_of(encoded: str) -> RuleBook:
    """The inverse of `RuleBook.encoded`; an empty text is an empty book."""
    return RuleBook(tuple(_rule(plain) for plain in json.loads(encoded or "[]")))


def _plain(rule: Rule) -> dict[str, Any]:
    return {name: getattr(rule, name) for name in fields_of(Rule)} | {"when": _plain_condition(rule.when)}


def _plain_condition(one: Condition) -> dict[str, Any]:
    parts = [_plain_condition(part) for part in one.parts]
    return {name: getattr(one, name) for name in fields_of(Condition)} | {"parts": parts}


def _rule(plain: dict[str, Any]) -> Rule:
    ends = {name: tuple(plain[name]) for name in ("subjects", "objects")}
    told: dict[str, Any] = {**plain, **ends, "when": _condition(plain["when"])}
    return Rule(**told)


def _condition(plain: dict[str, Any]) -> Condition:
    kind, parts = ConditionKind(plain["kind"]), tuple(map(_condition, plain["parts"]))
    told: dict[str, Any] = {**plain, "kind": kind, "parts": parts}
    return Condition(**told)


@value
class Traits:
    """What rules read of a record.

    Attributes:
        forms: folded names by which relations may name it, its key among them.
        fields: name of a field in lower case -> its texts.
        rows: vectors of what it says; empty unless a rule compares meanings.
    """

    id: MemoryId
    kind: Kind
    scope: Scope
    label: str
    forms: tuple[str, ...]
    fields: Mapping[str, tuple[str, ...]]
    rows: tuple[bytes, ...] = ()


def traits_of(
    record: MemoryId, kind: Kind, scope: Scope, place: Place, rows: tuple[bytes, ...] = ()
) -> Traits:
    """What rules read of a record that stands so in the graph, and has these vectors."""
    forms = tuple(dict.fromkeys(filter(None, (*place.forms, place.key_form))))
    return Traits(record, kind, scope, place.label, forms, dict(place.fields), rows)


@value
class Stand:
    """Where a rule looks for a record.

    Attributes:
        as_object: it stands there as the other end.
        way: which of several ways of finding it this is; what a rule joins is found by every way.
        block: number of the value by which it is found; records with a block in common are compared.
    """

    rule: str
    as_object: bool
    way: int
    block: int


@value(kw_only=True)
class Compared(JsonMixin):
    """What one condition showed of two records.

    Attributes:
        kind: as in the file.
        subject_values, object_values: what was compared.
        result: what came of it, in words.
        score: 0-1; of ``all`` the least, of ``any`` the greatest of what holds.
    """

    kind: ConditionKind
    subject_field: str
    subject_values: tuple[str, ...]
    object_field: str
    object_values: tuple[str, ...]
    result: str
    holds: bool
    score: float
    parts: tuple[Compared, ...] = ()


@value
class RuleTally:
    """What a rule brought.

    Attributes:
        edges: how many.
        crowded: values that too many records have, by which nothing is joined.
    """

    edges: int = 0
    crowded: int = 0


@value
class Rederived:
    """Edges that a change of records makes come and go, each in order of rule, subject and object."""

    comes: tuple[Said, ...] = ()
    goes: tuple[Said, ...] = ()


@value(kw_only=True)
class RuleUse(JsonMixin):
    """A rule and what it brought.

    Attributes:
        when: its condition in words.
        edges: edges that it derived, whoever may see them.
        crowded: as in `RuleTally`.
        note: why it brings less than it might; empty when it does not.
    """

    name: str
    predicate: str
    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    scope: Scope | None
    symmetric: bool
    when: str
    edges: int
    crowded: int
    note: str = ""


@value(kw_only=True)
class GraphRules(JsonMixin):
    """Every rule, in file order."""

    results: tuple[RuleUse, ...]
    truncated: bool = False
    warnings: tuple[str, ...] = ()
