"""Lists that state relations, and all that only looks like it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from vademecum.markdown.body_relations import body_relations, without_relations
from vademecum.model.record import Relation


def pairs(body: str) -> list[tuple[str, str]]:
    return [(one.predicate, one.object) for one in body_relations(body)]


@pytest.mark.parametrize(
    "line",
    [
        "- works_at [[Acme]]",
        "* works_at [[Acme]]",
        "  + works_at  [[Acme]]  ",
        "- works_at [[Acme|her employer]]",
        "- works_at [[Acme#History]]",
        "- works_at [[Acme]] (as a cook)",
        "- works_at [[Acme]]\r",
    ],
)
def test_list_item_states_a_relation(line: str) -> None:
    assert pairs(f"Words.\n\n{line}\nMore.") == [("works_at", "Acme")]


@pytest.mark.parametrize(
    "line",
    [
        "- [x] task",
        "- [ ] call [[Acme]]",
        "- [x] [[Acme]]",
        "- [10:30] call [[Acme]]",
        "- 10:30 [[Acme]]",
        "- 2024-01-01 [[Acme]]",
        "note: see [[A]] and [[B]]",
        "- see [[A]] and [[B]]",
        "- works at [[Acme]]",
        "- works_at [[Acme]] since spring",
        "- works_at: [[Acme]]",
        "- [[Acme]] works_at",
        "works_at [[Acme]]",
        "-works_at [[Acme]]",
        "- works_at Acme",
        "- works_at [[]]",
        "- works_at [[ ]]",
        "- works_at [[Acme",
        "- 1st [[Acme]]",
        "`- works_at [[Acme]]`",
        "```\n- works_at [[Acme]]\n```",
    ],
)
def test_what_only_looks_like_one_is_prose(line: str) -> None:
    assert pairs(line) == []


def test_several_targets_are_several_relations() -> None:
    assert pairs("- knows [[Iris]], [[Paul]] ,[[Nora]]") == [
        ("knows", "Iris"),
        ("knows", "Paul"),
        ("knows", "Nora"),
    ]


def test_predicate_may_be_of_any_script() -> None:
    assert pairs("- 住在 [[東京]]\n- работает_в [[Акме]]") == [("住在", "東京"), ("работает_в", "Акме")]


def day(year: int, month: int = 1, day: int = 1) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


@pytest.mark.parametrize(
    ("aside", "since", "until"),
    [
        ("since 2021-03-05", day(2021, 3, 5), None),
        ("since 2021-03, until 2023", day(2021, 3), day(2023)),
        ("as a cook until 2022", None, day(2022)),
        ("since 2021-13", None, None),
        ("since 2023 until 2021", None, None),
        ("since 20211", None, None),
    ],
)
def test_aside_may_tell_when(aside: str, since: datetime | None, until: datetime | None) -> None:
    assert body_relations(f"- works_at [[Acme]] ({aside})") == (
        Relation(predicate="works_at", object="Acme", since=since, until=until),
    )


BODY = "Words.\n- knows [[Iris]], [[Paul|her brother]]\r\n- knows [[Nora]]\n```\n- knows [[Iris]]\n```\n"


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("Iris", BODY.replace("[[Iris]], ", "")),
        ("Paul", BODY.replace(", [[Paul|her brother]]", "")),
        ("Nora", BODY.replace("- knows [[Nora]]\n", "")),
        ("Else", BODY),
    ],
)
def test_relation_is_cut_out_of_its_line(name: str, left: str) -> None:
    assert without_relations(BODY, lambda predicate, target: (predicate, target) == ("knows", name)) == left
