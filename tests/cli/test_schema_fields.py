"""schema fields: what of memories is searched, as a person shows and changes it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]

PAGE = """---
kind: entity
id: 01JD5ZQ4Y7T3V9N5K2M6P8R001
name: Rhea
label: Person
birthplace: Porto
---
"""


@pytest.fixture(name="rhea", autouse=True)
def _rhea(vade: Vade, home: Path) -> None:
    """The page of somebody, written by hand."""
    vade("init")
    page = home / "memories" / "personal" / "entities" / "rhea.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(PAGE, encoding="utf-8")
    vade("recall", "Porto")


def searched(vade: Vade) -> list[str]:
    told = vade("schema", "fields", "--json").json["results"]
    return [f"{one['label']}.{one['field']}" for one in told if one["searched"]]


def found(vade: Vade) -> list[str]:
    return [hit["title"] for hit in vade("recall", "who comes from Porto?", "--json").json["results"]]


def test_field_of_a_page_is_told_and_found(vade: Vade) -> None:
    assert "Person.birthplace" in searched(vade)
    assert "birthplace" in vade("schema", "fields").out
    assert found(vade) == ["Rhea"]


@pytest.mark.flag("vade schema fields --remove")
@pytest.mark.flag("vade schema fields --add")
def test_field_is_searched_no_more_and_again(vade: Vade) -> None:
    vade("schema", "fields", "--remove", "Person.birthplace")
    gone = ("Person.birthplace" in searched(vade), found(vade))
    vade("schema", "fields", "--add", "Person.birthplace")

    assert gone == (False, [])
    assert ("Person.birthplace" in searched(vade), found(vade)) == (True, ["Rhea"])


@pytest.mark.flag("vade schema fields --dry-run")
def test_tried_change_changes_nothing(vade: Vade) -> None:
    told = vade("schema", "fields", "--remove", "Person.birthplace", "--dry-run", "--json").json

    assert (told["changed"], told["dry_run"]) == (["Person.birthplace"], True)
    assert found(vade) == ["Rhea"]


def test_what_is_no_field_is_refused_with_an_example(vade: Vade) -> None:
    run = vade("schema", "fields", "--add", "birthplace")

    assert (run.status, run.out) == (2, "")
    assert "Person.birthplace" in run.err
