"""Names of predicates: which mean the same, which the opposite, and how many values a subject has of one.

A name is folded, its words apart by one space. What the lists do not know is unknown, and nothing follows
from it: agents invent names, and a guess that retires a memory is worse than two memories side by side.
"""

from __future__ import annotations

from vademecum.model.wording import Holds, Over
from vademecum.text.scripts import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from vademecum.model.wording import PredicateNames, Sense

_CARRIERS = frozenset({"has", "the", "its", "his", "her", "their", "my", "our"})
"""First words that add nothing to an attribute: `has port`, `her birthday`."""


def name_of(predicate: str) -> str:
    """A predicate as a file has it, in the form in which the lists have it."""
    return " ".join(fold(predicate).replace("_", " ").split())


def dependents(predicate: str, names: PredicateNames) -> frozenset[str]:
    """Names of what may not hold any longer, of the same subject, once this one changes; see `depends`."""
    name = name_of(predicate)
    found: set[str] = set()
    for cause, effects in names.following.items():
        if same_name(name, cause, names):
            found |= effects
    return frozenset(form for form in _alike(found, names) if not same_name(name, form, names))


def dependents_over(predicate: str, names: PredicateNames) -> tuple[Over, ...]:
    """The relations over which a change of this predicate may bear on other subjects, each with what may
    follow there; names of the same meaning are among theirs."""
    name = name_of(predicate)
    return tuple(
        Over(_alike(over.relations, names), over.causes, _alike(over.effects, names))
        for over in names.over
        if any(same_name(name, cause, names) for cause in over.causes)
    )


def resting(names: PredicateNames) -> frozenset[str]:
    """Names of relations by which something rests on what they name."""
    return _alike(names.resting, names)


def depends(predicate: str, following: frozenset[str]) -> bool:
    """Whether a predicate is among some names, as those of `dependents`, however it is spelt."""
    return not _spellings(name_of(predicate)).isdisjoint(following)


def kin(predicate: str, names: PredicateNames) -> frozenset[str]:
    """The names that mean the same as one, itself among them."""
    return _alike((name_of(predicate),), names)


def _alike(found: Collection[str], names: PredicateNames) -> frozenset[str]:
    """Some names, and all that mean the same as one of them."""
    poles = {_pole(sense) for form in found if (sense := _sense(form, names)) is not None}
    return frozenset(found).union(form for form, sense in names.senses.items() if _pole(sense) in poles)


def same_name(one: str, other: str, names: PredicateNames) -> bool:
    """Whether two names mean the same."""
    if _spellings(one) & _spellings(other):
        return True
    mine, theirs = _sense(one, names), _sense(other, names)
    return mine is not None and theirs is not None and _pole(mine) == _pole(theirs)


def denied(one: str, other: str, names: PredicateNames) -> bool:
    """Whether two names mean the opposite: `loves` and `hates`, `eats` and `does not eat`."""
    mine, theirs = _sense(one, names), _sense(other, names)
    if mine is not None and theirs is not None:
        return mine.group == theirs.group and mine.denies != theirs.denies
    bare_one, bare_other = undenied(one, names), undenied(other, names)
    if (bare_one == one) == (bare_other == other):
        return False  # both deny something, or neither does
    return same_name(bare_one, bare_other, names)


def denies(name: str, names: PredicateNames) -> bool:
    """Whether a name says that something is not so: `does not eat`, `hates`."""
    sense = _sense(name, names)
    return sense.denies if sense is not None else undenied(name, names) != name


def holds(name: str, names: PredicateNames) -> Holds:
    """How many values a subject has of a predicate at a time."""
    sense = _sense(name, names)
    if sense is not None:
        doubtful = not names.uncertain.isdisjoint(_spellings(name))
        # `ports` is the plural of `port`: the same name, and a reason to expect several values.
        plural = sense.holds is Holds.ONE and {name, _without_carrier(name)}.isdisjoint(names.senses)
        return Holds.UNKNOWN if doubtful or plural else sense.holds
    words = _without_carrier(name).split()
    if len(words) > 1 and words[0] in names.superlatives:
        return Holds.UNKNOWN if _plural(words[-1]) else Holds.ONE
    if words[-1] in names.attributes and names.breaking.isdisjoint(words) and not _acts(words[:-1]):
        return Holds.ONE
    return Holds.UNKNOWN


def undenied(name: str, names: PredicateNames) -> str:
    """A name without the denial at its beginning or end, the longest that leaves something."""
    for denial in sorted(names.denials, key=len, reverse=True):
        if name.startswith(f"{denial} "):
            return name[len(denial) + 1 :]
        if name.endswith(f" {denial}"):
            return name[: -len(denial) - 1]
    return name


def _pole(sense: Sense) -> tuple[str, bool]:
    return sense.group, sense.denies


def _sense(name: str, names: PredicateNames) -> Sense | None:
    """The listed meaning of a name in any of its spellings, the one as it stands first."""
    for spelling in (name, _without_carrier(name), *sorted(_spellings(name))):
        if spelling in names.senses:
            return names.senses[spelling]
    return None


def _spellings(name: str) -> frozenset[str]:
    """A name with and without the ending of the third person or of a plural at its first word."""
    first, _, rest = _without_carrier(name).partition(" ")
    tail = f" {rest}" if rest else ""
    forms = {first}
    if first.isascii() and len(first) > 3 and first.endswith("s") and not first.endswith("ss"):
        forms.add(first[:-1])
        if first.endswith("ies"):
            forms.add(f"{first[:-3]}y")
        elif first.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
            forms.add(first[:-2])
    return frozenset(f"{form}{tail}" for form in forms) | {name}


def _without_carrier(name: str) -> str:
    first, _, rest = name.partition(" ")
    return rest if rest and first in _CARRIERS else name


def _plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


def _acts(words: list[str]) -> bool:
    """Whether a name holds a verb by its looks, so that its last word is what is done to something."""
    return any(word.endswith(("ed", "ing")) or _plural(word) for word in words)
