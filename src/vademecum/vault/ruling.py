"""The text of ``rules.yaml``: which records are joined, a list entry for each rule."""

from __future__ import annotations

import re
from math import isfinite

from vademecum.errors import quoted
from vademecum.markdown.outcome import Refusal
from vademecum.markdown.tree import Items, Pairs, Source, Text, compose
from vademecum.model.file import Quarantined, QuarantineReason
from vademecum.model.rules import FINDING, Condition, ConditionKind, Rule, RuleBook
from vademecum.text.nearest import nearest
from vademecum.vault.paths import RULES
from vademecum.vault.scopes import folder_scope, scope_folder
from vademecum.vault.vocabulary import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.markdown.tree import Tree
    from vademecum.model.record import Scope

MOST_RULES = 100
MOST_NESTED = 4
"""``all`` and ``any`` within each other."""

MOST_KM = 2_000.0
"""What is further away is not near, and cells of that size (`graph.measures`) would hold everything."""

USUAL_SHARE = 0.5
USUAL_LIKENESS = 0.8

_SOURCE = Source("rules", "- rule: colleagues", max_nodes=20_000)
_PREDICATE = re.compile(r"[^\W_A-Z]+(?:_[^\W_A-Z]+)*")
_KEYS = ("rule", "predicate", "from", "to", "scope", "when")
BOUNDS = {
    ConditionKind.OVERLAP: "at_least",
    ConditionKind.WITHIN: "by",
    ConditionKind.NEAR: "km",
    ConditionKind.PERIOD: "days",
}
_GROUPS = (ConditionKind.ALL, ConditionKind.ANY)
_FINDING_PARTS = {ConditionKind.ALL: "a part", ConditionKind.ANY: "in every part one"}
_LONGEST_NAME = 80


def read_rule_book(data: bytes) -> RuleBook | Quarantined:
    """The rules of a file, in its order, or why it cannot be read."""
    try:
        return _Reading(decoded(data)).book()
    except Refusal as refusal:
        fault = refusal.fault
        return Quarantined(RULES, fault.reason, fault.message, fault.line)


class _Reading:
    """One reading of one text; whatever it refuses is refused with its line."""

    def __init__(self, text: str) -> None:
        self._text = text

    def book(self) -> RuleBook:
        root = compose(self._text, _SOURCE)
        if root is None:
            return RuleBook()
        if not isinstance(root, Items):
            raise self._refusal(root, "is no list of rules; begin each with `- rule: its name`")
        if len(root.items) > MOST_RULES:
            raise self._refusal(root.items[MOST_RULES], f"holds more than {MOST_RULES} rules")
        rules: dict[str, Rule] = {}
        for item in root.items:
            rule = self._rule(item)
            if rule.name in rules:
                raise self._refusal(item, f"the rule {quoted(rule.name)} stands there twice; rename one")
            rules[rule.name] = rule
        return RuleBook(tuple(rules.values()))

    def _rule(self, item: Tree) -> Rule:
        said = self._pairs(item, "a rule", _KEYS)
        for key in ("rule", "predicate", "from", "to", "when"):
            if key not in said:
                raise self._refusal(item, f"a rule needs `{key}`")
        name = self._word(said["rule"], "rule")
        predicate = self._word(said["predicate"], "predicate")
        if not _PREDICATE.fullmatch(predicate):
            message = f"predicate {quoted(predicate)} is not in lower case with `_` between words: works_at"
            raise self._refusal(said["predicate"], message)
        when = self._condition(said["when"], 1)
        self._found(said["when"], when)
        return Rule(
            name=name,
            predicate=predicate,
            subjects=self._labels(said["from"], "from"),
            objects=self._labels(said["to"], "to"),
            scope=self._scope(said["scope"]) if "scope" in said else None,
            when=when,
        )

    def _found(self, tree: Tree, when: Condition) -> None:
        """Refuse what could only be found by comparing everything with everything."""
        if when.finds:
            return
        if when.kind not in _GROUPS:
            told = f"`{when.kind}` finds no records by itself; put it into `all`, beside one of"
        else:
            told = f"`{when.kind}` needs {_FINDING_PARTS[when.kind]} that finds records:"
        raise self._refusal(tree, f"{told} {', '.join(FINDING)}")

    def _condition(self, tree: Tree, depth: int) -> Condition:
        kinds = [kind.value for kind in ConditionKind]
        said = self._pairs(tree, "a condition", [*kinds, *BOUNDS.values()])
        chosen = [kind for kind in ConditionKind if kind.value in said]
        if len(chosen) != 1:
            raise self._refusal(tree, f"a condition needs one of {', '.join(kinds)}; join several by `all`")
        kind = chosen[0]
        for key in said:
            if key not in (kind.value, BOUNDS.get(kind)):
                raise self._refusal(said[key], f"`{key}` does not go with `{kind}`")
        stated = said[kind.value]
        if kind in _GROUPS:
            return Condition(kind=kind, parts=self._parts(stated, kind, depth))
        if kind is ConditionKind.MEANING:
            return Condition(kind=kind, bound=self._share(stated, kind.value))
        subject, object = self._ends(stated, kind)
        bound = self._bound(kind, tree, said.get(BOUNDS.get(kind, "")))
        return Condition(kind=kind, subject_field=subject, object_field=object, bound=bound)

    def _parts(self, tree: Tree, kind: ConditionKind, depth: int) -> tuple[Condition, ...]:
        if depth > MOST_NESTED:
            raise self._refusal(tree, f"`all` and `any` stand more than {MOST_NESTED} deep")
        if not isinstance(tree, Items) or not tree.items:
            raise self._refusal(tree, f"`{kind}` needs a list of conditions")
        return tuple(self._condition(item, depth + 1) for item in tree.items)

    def _ends(self, tree: Tree, kind: ConditionKind) -> tuple[str, str]:
        """The fields of both ends: one name for both, or one each; `key` has but one."""
        if not isinstance(tree, Pairs):
            field = self._field(tree, kind)
            return field, "" if kind is ConditionKind.KEY else field
        said = self._pairs(tree, f"`{kind}`", ("from", "to"))
        if kind is ConditionKind.KEY:
            if len(said) != 1:
                raise self._refusal(tree, "`key` needs the field that names the other end, of `from` or `to`")
        elif len(said) != 2:
            raise self._refusal(tree, f"`{kind}` needs a field, or one of `from` and one of `to`")
        subject, object = (self._field(said[end], kind) if end in said else "" for end in ("from", "to"))
        return subject, object

    def _field(self, tree: Tree, kind: ConditionKind) -> str:
        name = self._word(tree, kind.value).casefold()
        first, dots, last = name.partition("..")
        if (kind is ConditionKind.PERIOD) != bool(dots and first.strip() and last.strip()):
            message = f"{quoted(name)} is no field"
            if kind is ConditionKind.PERIOD:
                message = f"{quoted(name)} does not name two fields, e.g. `since..until`"
            raise self._refusal(tree, message)
        return f"{first.strip()}..{last.strip()}" if dots else name

    def _bound(self, kind: ConditionKind, tree: Tree, stated: Tree | None) -> float:
        key = BOUNDS.get(kind)
        if key is None:
            return 0.0
        if stated is None:
            if kind in (ConditionKind.WITHIN, ConditionKind.NEAR):
                raise self._refusal(tree, f"`{kind}` needs `{key}`, how far apart they may be")
            return USUAL_SHARE if kind is ConditionKind.OVERLAP else 0.0
        if kind is ConditionKind.OVERLAP:
            return self._share(stated, key)
        bound = self._number(stated, key)
        if kind is ConditionKind.NEAR and not 0 < bound <= MOST_KM:
            raise self._refusal(stated, f"`{key}` has to be more than 0 and at most {MOST_KM:,.0f}")
        if bound < 0:
            raise self._refusal(stated, f"`{key}` cannot be less than 0")
        return bound

    def _share(self, tree: Tree, key: str) -> float:
        share = self._number(tree, key)
        if not 0 < share <= 1:
            raise self._refusal(tree, f"`{key}` has to be more than 0 and at most 1")
        return share

    def _number(self, tree: Tree, key: str) -> float:
        word = self._word(tree, key)
        try:
            number = float(word)
        except ValueError:
            number = float("nan")
        if not isfinite(number):
            raise self._refusal(tree, f"`{key}` needs a number, not {quoted(word)}")
        return number

    def _labels(self, tree: Tree, key: str) -> tuple[str, ...]:
        items = tree.items if isinstance(tree, Items) else (tree,)
        if not items:
            raise self._refusal(tree, f"`{key}` needs a label, e.g. Person")
        return tuple(dict.fromkeys(self._word(item, key).casefold() for item in items))

    def _scope(self, tree: Tree) -> Scope:
        word = self._word(tree, "scope")
        scope = folder_scope(word.replace(":", "__", 1))
        if scope is None or scope_folder(scope) != word.replace(":", "__", 1):
            message = f"{quoted(word)} is no scope; write it as `vade list --json` shows it"
            raise self._refusal(tree, message)
        return scope

    def _pairs(self, tree: Tree, what: str, keys: Sequence[str]) -> dict[str, Tree]:
        if not isinstance(tree, Pairs):
            raise self._refusal(tree, f"{what} needs keys and values: {', '.join(keys)}")
        for key, _ in tree.entries:
            if key.value not in keys:
                near = nearest(key.value, keys, limit=1)
                meant = f"; did you mean {near[0]}?" if near else f"; it has {', '.join(keys)}"
                raise self._refusal(key, f"{what} has no {quoted(key.value)}{meant}")
        return {key.value: value for key, value in tree.entries}

    def _word(self, tree: Tree, key: str) -> str:
        word = tree.value.strip() if isinstance(tree, Text) else ""
        if not word or len(word) > _LONGEST_NAME or not word.isprintable():
            raise self._refusal(tree, f"`{key}` needs a text of at most {_LONGEST_NAME} characters")
        return word

    def _refusal(self, tree: Tree, message: str) -> Refusal:
        return Refusal(QuarantineReason.INVALID, message, self._text.count("\n", 0, tree.start) + 1)
