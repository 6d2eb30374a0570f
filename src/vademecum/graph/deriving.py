"""A rule book, ready to be asked: where records stand, and which edge joins two of them."""

from __future__ import annotations

from vademecum.graph.comparing import compare, holds, values_by_which
from vademecum.model.edges import EdgeOrigin, Said, id_end
from vademecum.model.record import PERSONAL
from vademecum.model.rules import ConditionKind, Stand
from vademecum.text.digest import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.model.rules import Compared, Condition, Rule, RuleBook, Traits


class Rules:
    """Implements `ports.deriving.Deriving`."""

    def __init__(self, book: RuleBook) -> None:
        """Take the rules of a home."""
        self._rules = {rule.name: rule for rule in book.rules}
        self._symmetric = {rule.name for rule in book.rules if rule.is_symmetric}

    @property
    def means(self) -> bool:
        """See `Deriving.means`."""
        return any(rule.when.means for rule in self._rules.values())

    def predicate(self, rule: str) -> str:
        """See `Deriving.predicate`."""
        return self._rules[rule].predicate

    def stands(self, record: Traits) -> Iterator[Stand]:
        """See `Deriving.stands`."""
        for rule in self._rules.values():
            if rule.scope is not None and record.scope not in (rule.scope, PERSONAL):
                continue
            for as_object, labels in ((False, rule.subjects), (True, rule.objects)):
                if _is_one_of(record, labels):
                    for way, condition in enumerate(_ways(rule.when)):
                        found = values_by_which(condition, record, as_object=as_object)
                        for text in dict.fromkeys(found):
                            yield Stand(rule.name, as_object, way, _block(rule.name, f"{way} {text}"))

    def derived(self, rule: str, subject: Traits, object: Traits) -> Said | None:
        """See `Deriving.derived`."""
        if subject.id >= object.id and (subject.id == object.id or rule in self._symmetric):
            return None  # half of all that is asked, and the cheapest to tell
        wanted = self._rules[rule]
        if not joins(wanted, subject, object) or not holds(wanted.when, subject, object):
            return None
        ends = id_end(subject.id), wanted.predicate, id_end(object.id)
        return Said(*ends, wanted.name, "", None, None, EdgeOrigin.RULE)


def joins(rule: Rule, subject: Traits, object: Traits) -> bool:
    """Whether a rule has anything to say of two records, by their labels and where they stand."""
    scopes = {subject.scope, object.scope}
    together = len(scopes) == 1 or PERSONAL in scopes
    within = rule.scope is None or (rule.scope in scopes and scopes <= {rule.scope, PERSONAL})
    return together and within and _is_one_of(subject, rule.subjects) and _is_one_of(object, rule.objects)


def compared(rule: Rule, one: Traits, other: Traits) -> Compared | None:
    """What a rule shows of two records that it joins, in this direction; None when it does not."""
    if one.id == other.id or (rule.is_symmetric and one.id > other.id) or not joins(rule, one, other):
        return None
    shown = compare(rule.when, one, other)
    return shown if shown.holds else None


def _ways(when: Condition) -> tuple[Condition, ...]:
    """Conditions by each of which everything is found that a rule joins."""
    if when.kind is ConditionKind.ALL:
        return tuple(way for part in when.parts if part.finds for way in _ways(part))
    return (when,)


def _is_one_of(record: Traits, labels: Sequence[str]) -> bool:
    return record.label.casefold() in labels or record.kind.value in labels


def _block(rule: str, text: str) -> int:
    """A number of 63 bits, so that no value is stored twice; should two be the same, what they find is
    compared all the same."""
    digest = sha256(f"{rule}\0{text}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> 1
