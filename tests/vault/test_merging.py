"""Rules of two homes in one file: what stands there stays, what is new follows it."""

from __future__ import annotations

import pytest

from vademecum.model.copies import BroughtRules, CopiedFile
from vademecum.model.rules import RuleBook
from vademecum.vault.copies.merging import fields_of, merged_rules
from vademecum.vault.ruling import read_rule_book

NEAR = "- {rule: near, predicate: near, from: Person, to: Person, when: {equal: city}}\n"
OTHER = "- {rule: near, predicate: near, from: Person, to: Person, when: {equal: team}}\n"
FIRM = "- {rule: firm, predicate: works_at, from: Person, to: [Firm, Robot], when: {key: employer}}\n"
RICH = """\
- rule: "yes: all"
  predicate: like
  from: Person
  to: Person
  scope: project:shop__0123456789ab
  when:
    all:
      - {equal: "a: b"}
      - {within: age, by: 2.5}
      - {near: home, km: 3}
      - {period: since..until, days: 30}
      - {meaning: 0.75}
      - any:
          - {overlap: {from: skills, to: needs}, at_least: 0.25}
          - {key: {to: friends}}
"""


def merged(present: str, brought: str) -> tuple[str, BroughtRules]:
    data, told = merged_rules(present.encode(), brought.encode())
    return data.decode(), told


def rules(text: str) -> RuleBook:
    found = read_rule_book(text.encode())
    assert isinstance(found, RuleBook), found
    return found


def test_new_rule_follows_what_stands_there() -> None:
    text, told = merged(f"# Ours.\n{NEAR}", FIRM + NEAR)

    assert text.startswith(f"# Ours.\n{NEAR}- {{rule: firm, ")
    assert rules(text) == rules(NEAR + FIRM)
    assert told == BroughtRules(added=("firm",), same=("near",))


def test_rule_that_differs_stays_as_it_is() -> None:
    assert merged(NEAR, OTHER) == (NEAR, BroughtRules(differing=("near",)))


@pytest.mark.parametrize(
    "present", ["", "# Nothing yet.", NEAR.rstrip("\n"), f"[{NEAR[2:].strip()}]", "[]\n"]
)
def test_rule_is_added_to_any_file(present: str) -> None:
    text, told = merged(present, RICH)

    assert told.added == ("yes: all",)
    assert rules(text).rules == (*rules(present).rules, *rules(RICH).rules)


def test_file_that_cannot_be_read_is_left_alone() -> None:
    text, told = merged("- rule", NEAR)

    assert text == "- rule"
    assert told.fault.startswith("this home's rules cannot be read: line 1")
    assert merged(NEAR, "- rule")[1].fault.startswith("the copy's rules cannot be read")


def test_too_many_rules_are_not_added() -> None:
    many = "".join(NEAR.replace("rule: near", f"rule: r{number}") for number in range(60))
    others = many.replace("rule: r", "rule: s")

    text, told = merged(many, others)

    assert (text, told.added) == (many, ())
    assert "holds more than 100 rules" in told.fault


def test_declaration_that_does_not_parse_says_nothing() -> None:
    assert fields_of(CopiedFile("memories/fields.yaml", b"- no")) is None
    assert fields_of(CopiedFile("memories/fields.yaml", b"Person.iban: no\n")) is not None
