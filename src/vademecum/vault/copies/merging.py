"""What a copy says of fields and rules, and rules of two homes in one file, where nothing changes that stands
there."""

from __future__ import annotations

import json
import re

from vademecum.model.copies import BroughtRules
from vademecum.model.file import Quarantined
from vademecum.model.rules import Condition, ConditionKind, Rule
from vademecum.vault.declaring import read_declaration
from vademecum.vault.ruling import BOUNDS, read_rule_book

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.model.copies import CopiedFile
    from vademecum.model.fields import Declaration

_PLAIN = re.compile(r"[^\W\d_][\w .-]*(?<![ .])")
_UNLIKE = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})


def fields_of(file: CopiedFile) -> Declaration | None:
    """What a declaration of a copy says; None when it does not parse."""
    found = read_declaration(file.data)
    return None if isinstance(found, Quarantined) else found


def merged_rules(present: bytes, brought: bytes) -> tuple[bytes, BroughtRules]:
    """A rule file with what another one says besides, and what became of each of its rules.

    A rule that stands here under its name stays, whatever the other file says.
    """
    here, other = read_rule_book(present), read_rule_book(brought)
    if isinstance(other, Quarantined):
        return present, BroughtRules(fault=_told("the copy's", other))
    if isinstance(here, Quarantined):
        return present, BroughtRules(fault=_told("this home's", here))
    known = {rule.name: rule for rule in here.rules}
    new = [rule for rule in other.rules if rule.name not in known]
    merged = _appended(present, new)
    whole = read_rule_book(merged)
    if isinstance(whole, Quarantined):
        return present, BroughtRules(fault=f"together they cannot be read: {whole.message}")
    assert whole.rules == (*here.rules, *new)
    same = [rule.name for rule in other.rules if known.get(rule.name) == rule]
    differing = [rule.name for rule in other.rules if rule.name in known and rule.name not in same]
    names = tuple(rule.name for rule in new)
    return merged, BroughtRules(added=names, same=tuple(same), differing=tuple(differing))


def _told(whose: str, fault: Quarantined) -> str:
    line = f"line {fault.line}: " if fault.line else ""
    return f"{whose} rules cannot be read: {line}{fault.message}"


def _appended(present: bytes, rules: Iterable[Rule]) -> bytes:
    """The file with further rules behind the last; one in brackets is written anew, as nothing can follow."""
    lines = "".join(f"- {_rule(rule)}\n" for rule in rules)
    if not lines:
        return present
    text = present.decode()
    if text and not text.endswith("\n"):
        text += "\n"
    together = f"{text}{lines}".encode()
    here = read_rule_book(present)
    if isinstance(read_rule_book(together), Quarantined) and not isinstance(here, Quarantined):
        kept = "".join(f"- {_rule(rule)}\n" for rule in here.rules)
        comments = "".join(f"# {line}\n" for line in text.splitlines())
        return f"{comments}{kept}{lines}".encode()
    return together


def _rule(rule: Rule) -> str:
    parts = {
        "rule": _word(rule.name),
        "predicate": _word(rule.predicate),
        "from": _words(rule.subjects),
        "to": _words(rule.objects),
        **({"scope": _word(rule.scope)} if rule.scope is not None else {}),
        "when": _condition(rule.when),
    }
    return "{" + ", ".join(f"{key}: {told}" for key, told in parts.items()) + "}"


def _condition(one: Condition) -> str:
    if one.parts:
        return f"{{{one.kind}: [{', '.join(map(_condition, one.parts))}]}}"
    if one.kind is ConditionKind.MEANING:
        return f"{{{one.kind}: {one.bound!r}}}"
    bound = BOUNDS.get(one.kind)
    told = f", {bound}: {one.bound!r}" if bound is not None else ""
    return f"{{{one.kind}: {_ends(one)}{told}}}"


def _ends(one: Condition) -> str:
    subject, object = one.subject_field, one.object_field
    if one.kind is ConditionKind.KEY:
        return _word(subject) if subject else f"{{to: {_word(object)}}}"
    return _word(subject) if subject == object else f"{{from: {_word(subject)}, to: {_word(object)}}}"


def _words(words: tuple[str, ...]) -> str:
    return _word(words[0]) if len(words) == 1 else f"[{', '.join(map(_word, words))}]"


def _word(word: str) -> str:
    plain = _PLAIN.fullmatch(word) is not None and word.casefold() not in _UNLIKE
    return word if plain else json.dumps(word, ensure_ascii=False)
