"""Which fields of which records `recall` and `search` look into: the declaration of a home."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.record import Kind
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MEMORY, ENTITY = "Memory", "Entity"
"""Labels that mean every memory and every page. A page that nobody described has the second one, too."""

GENERAL = {Kind.MEMORY: MEMORY, Kind.ENTITY: ENTITY}

TEXT, NAME, ALIASES, SUMMARY = "text", "name", "aliases", "summary"
"""Fields that records have by themselves; any other is a key of the front matter that is not ours."""

MOST_DECLARED = 32
"""Pairs that writing declares. Beyond, a person decides: a vault of notes may hold any number of keys that
say nothing of what its pages are about."""

_SIGNS = {True: "+", False: "-"}


@value
class Pair:
    """A field of the records with a label."""

    label: str
    field: str

    @property
    def shown(self) -> str:
        """As a person writes it, e.g. ``Person.birthplace``."""
        return f"{self.label}.{self.field}"


DEFAULTS = (
    Pair(MEMORY, TEXT),
    Pair(ENTITY, NAME),
    Pair(ENTITY, ALIASES),
    Pair(ENTITY, SUMMARY),
    Pair(ENTITY, TEXT),
)
"""What is searched unless a person says otherwise."""


def pair_named(text: str) -> Pair | None:
    """The pair that a person writes; None for what is none. A label holds no dot."""
    label, dot, field = text.partition(".")
    label, field = label.strip(), field.strip()
    whole = dot and label and field and f"{label}{field}".isprintable()
    return Pair(label, field) if whole else None


@value
class Declaration:
    """What a home says of its fields.

    Attributes:
        said: pair -> whether it is searched, in the order in which it was said. Of the two that concern a
            record, that of its label goes before that of every label. Labels are compared without case.
    """

    said: tuple[tuple[Pair, bool], ...] = ()

    def searches(self, kind: Kind, label: str, field: str) -> bool:
        """Whether a field of a record is looked into."""
        return self.stands(kind, label, field) or False

    def stands(self, kind: Kind, label: str, field: str) -> bool | None:
        """As `searches`, but None where neither a person nor a default says anything."""
        general = Pair(GENERAL[kind], field)
        told = {pair.label.casefold(): searched for pair, searched in self.said if pair.field == field}
        for one in (label.casefold(), general.label.casefold()):
            if one in told:
                return told[one]
        return True if general in DEFAULTS else None

    @property
    def searched(self) -> tuple[Pair, ...]:
        """Every pair that is looked into: those by default first."""
        said = dict(self.said)
        default = [pair for pair in DEFAULTS if said.get(pair, True)]
        return (*default, *(pair for pair, is_searched in self.said if is_searched and pair not in DEFAULTS))

    @property
    def declared(self) -> int:
        """How many pairs are searched beside those by default."""
        return sum(pair not in DEFAULTS for pair in self.searched)

    def changed(self, other: Declaration) -> tuple[Pair, ...]:
        """Pairs of which the two say something else."""
        mine, theirs = dict(self.said), dict(other.said)
        told = dict.fromkeys((*mine, *theirs))
        return tuple(pair for pair in told if _meaning(mine, pair) != _meaning(theirs, pair))

    @property
    def encoded(self) -> str:
        """As an index keeps it, a pair a line."""
        return "\n".join(f"{_SIGNS[is_searched]}{pair.shown}" for pair, is_searched in self.said)


def _meaning(said: Mapping[Pair, bool], pair: Pair) -> bool | None:
    return said.get(pair, True if pair in DEFAULTS else None)


def declaration_of(encoded: str) -> Declaration:
    """The inverse of `Declaration.encoded`."""
    told = ((pair_named(line[1:]), line[0] == _SIGNS[True]) for line in encoded.split("\n") if line)
    return Declaration(tuple((pair, is_searched) for pair, is_searched in told if pair is not None))


@value(kw_only=True)
class FieldUse(JsonMixin):
    """A field, and what becomes of it.

    Attributes:
        searched: it is looked into.
        default: it is searched unless somebody says otherwise.
        records: how many state it.
    """

    label: str
    field: str
    searched: bool
    default: bool
    records: int


@value(kw_only=True)
class FieldUses(JsonMixin):
    """The declaration of a home beside what its records state.

    Attributes:
        results: what is searched, then what is not; each by the number of records, then by name.
        room: how many pairs writing may still declare.
        changed: pairs of which the question changed something.
        warnings: why the file of the home is not heeded.
    """

    results: tuple[FieldUse, ...]
    room: int
    changed: tuple[str, ...] = ()
    dry_run: bool = False
    warnings: tuple[str, ...] = ()
