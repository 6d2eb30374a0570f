"""What `rules.yaml` says, and what is said of a file that cannot be read."""

from __future__ import annotations

import pytest

from vademecum.model.file import Quarantined
from vademecum.model.record import Scope
from vademecum.model.rules import Condition, ConditionKind, Rule, RuleBook, book_of
from vademecum.vault.ruling import read_rule_book

ALONE = "finds no records by itself; put it into `all`, beside one of"
FINDING = "key, equal, overlap, within, near"
COLLEAGUES = """\
# Who works with whom.
- rule: colleagues
  predicate: colleague_of
  from: Person
  to: [Person, person, Robot]
  scope: project:shop__0123456789ab
  when:
    all:
      - equal: Employer
      - period: since .. until
        days: 30
      - any:
          - overlap: {from: skills, to: needs}
            at_least: 0.25
          - key: {to: friends}
"""


def one(kind: ConditionKind, subject: str, object: str, bound: float = 0.0) -> Condition:
    return Condition(kind=kind, subject_field=subject, object_field=object, bound=bound)


def read(condition: str) -> Condition:
    text = f"- {{rule: r, predicate: p, from: A, to: B, when: {condition}}}"
    book = read_rule_book(text.encode())
    assert isinstance(book, RuleBook), book
    return book.rules[0].when


def refused(text: str) -> tuple[int | None, str]:
    found = read_rule_book(text.encode())
    assert isinstance(found, Quarantined), found
    return found.line, found.message


def test_rule_is_read_with_all_it_says() -> None:
    some = Condition(
        kind=ConditionKind.ANY,
        parts=(one(ConditionKind.OVERLAP, "skills", "needs", 0.25), one(ConditionKind.KEY, "", "friends")),
    )
    parts = (
        one(ConditionKind.EQUAL, "employer", "employer"),
        one(ConditionKind.PERIOD, "since..until", "since..until", 30),
        some,
    )
    assert read_rule_book(COLLEAGUES.encode()) == RuleBook(
        (
            Rule(
                name="colleagues",
                predicate="colleague_of",
                subjects=("person",),
                objects=("person", "robot"),
                scope=Scope("project:shop__0123456789ab"),
                when=Condition(kind=ConditionKind.ALL, parts=parts),
            ),
        )
    )


def test_book_survives_an_index() -> None:
    book = read_rule_book(COLLEAGUES.encode())

    assert isinstance(book, RuleBook)
    assert book_of(book.encoded) == book


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("{key: employer}", one(ConditionKind.KEY, "employer", "")),
        ("{key: {from: employer}}", one(ConditionKind.KEY, "employer", "")),
        ("{overlap: skills}", one(ConditionKind.OVERLAP, "skills", "skills", 0.5)),
        ("{within: born, by: 365}", one(ConditionKind.WITHIN, "born", "born", 365)),
        ("{near: location, km: 0.5}", one(ConditionKind.NEAR, "location", "location", 0.5)),
    ],
)
def test_condition_is_read(text: str, condition: Condition) -> None:
    assert read(text) == condition


def test_empty_file_has_no_rules() -> None:
    assert read_rule_book(b"# nothing yet\n") == RuleBook()


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        (
            "{period: a..b}",
            f"`period` finds no records by itself; put it into `all`, beside one of {FINDING}",
        ),
        ("{meaning: 1.5}", "`meaning` has to be more than 0 and at most 1"),
        ("{within: age}", "`within` needs `by`, how far apart they may be"),
        ("{within: age, by: soon}", "`by` needs a number, not 'soon'"),
        ("{near: place, km: 9000}", "`km` has to be more than 0 and at most 2,000"),
        ("{equal: city, km: 3}", "`km` does not go with `equal`"),
        ("{equal: {from: city}}", "`equal` needs a field, or one of `from` and one of `to`"),
        ("{equals: city}", "a condition has no 'equals'; did you mean equal?"),
        ("{all: []}", "`all` needs a list of conditions"),
        ("{any: [{equal: a}, {meaning: 1}]}", f"`any` needs in every part one that finds records: {FINDING}"),
        ("{all: [{meaning: 1}]}", f"`all` needs a part that finds records: {FINDING}"),
    ],
)
def test_condition_that_cannot_be_is_refused(condition: str, told: str) -> None:
    text = f"- {{rule: r, predicate: p, from: A, to: B, when: {condition}}}"

    assert refused(text) == (1, told)


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("rules: none", 1, "is no list of rules; begin each with `- rule: its name`"),
        ("\n- rule: r\n  predicate: p\n", 2, "a rule needs `from`"),
        (
            "- {rule: r, predicate: Works At, from: A, to: B, when: {equal: city}}",
            1,
            "predicate 'Works At' is not in lower case with `_` between words: works_at",
        ),
        (
            "- {rule: r, predicate: p, from: A, to: B, scope: home, when: {equal: city}}",
            1,
            "'home' is no scope; write it as `vade list --json` shows it",
        ),
        (
            "- {rule: r, predicate: p, from: A, to: B, when: {equal: c}}\n" * 2,
            2,
            "the rule 'r' stands there twice; rename one",
        ),
    ],
)
def test_rule_that_cannot_be_is_refused(text: str, line: int, told: str) -> None:
    assert refused(text) == (line, told)
