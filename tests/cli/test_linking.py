"""link, unlink, entity merge, unmerge and alias: what each option leaves in the files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]


@pytest.fixture
def rhea(home: Path) -> Path:
    """Where her page stands once there is one."""
    return home / "memories" / "personal" / "entities" / "rhea.md"


@pytest.mark.flag("vade link --since")
@pytest.mark.flag("vade link --until")
def test_link_keeps_when_it_holds(vade: Vade, rhea: Path) -> None:
    span = ("--since", "2024-03-01T00:00:00Z", "--until", "2025-01-31T00:00:00Z")
    told = vade("link", "Rhea", "works at", "Acme", *span).out

    assert told.startswith("Linked: Rhea ─works_at→ Acme  since 2024-03-01 until 2025-01-31\n")
    assert told.endswith("  new names: Rhea, Acme\n")
    assert "    since: 2024-03-01T00:00:00+00:00\n" in rhea.read_text(encoding="utf-8")


def test_link_answers_with_the_page(vade: Vade) -> None:
    answer = vade("link", "Rhea", "works_at", "Acme", "--json").json

    assert (answer["entity"]["name"], answer["outcome"]) == ("Rhea", "created")
    assert (answer["subject"], answer["predicate"], answer["object"]) == ("Rhea", "works_at", "Acme")


@pytest.mark.flag("vade link --dry-run")
def test_link_dry_run_writes_nothing(vade: Vade, rhea: Path) -> None:
    told = vade("link", "Rhea", "works_at", "Acme", "--dry-run").out

    assert told.startswith("Nothing written; would be linked: Rhea")
    assert not rhea.exists()


def test_unlink_leaves_the_page_without_it(vade: Vade, rhea: Path) -> None:
    vade("link", "Rhea", "works_at", "Acme")

    assert vade("unlink", "Rhea", "works_at", "Acme").out.startswith("Unlinked: Rhea ─works_at→ Acme\n")
    assert "Acme" not in rhea.read_text(encoding="utf-8")


@pytest.mark.flag("vade unlink --dry-run")
def test_unlink_dry_run_writes_nothing(vade: Vade, rhea: Path) -> None:
    vade("link", "Rhea", "works_at", "Acme")
    vade("unlink", "Rhea", "works_at", "Acme", "--dry-run")

    assert "Acme" in rhea.read_text(encoding="utf-8")


def test_unlink_of_nothing_ends_with_near_ones(vade: Vade) -> None:
    vade("link", "Rhea", "works_at", "Acme")
    run = vade("unlink", "Rhea", "works_in", "Acme")

    assert (run.status, "did you mean 'works_at Acme'?" in run.err) == (4, True)


@pytest.fixture
def pages(vade: Vade) -> None:
    """A town by two names."""
    vade("entity", "add", "NYC")
    vade("entity", "add", "New York City")


@pytest.mark.usefixtures("pages")
def test_merged_pages_answer_as_one(vade: Vade) -> None:
    told = vade("entity", "merge", "NYC", "New York City").out

    assert told.startswith("nyc is one with New York City now, which stands for both\n")
    assert vade("entity", "show", "nyc", "--json").json["entity"]["name"] == "New York City"
    assert vade("entity", "merge", "new-york-city", "NYC").status == 2


@pytest.mark.usefixtures("pages")
def test_unmerged_pages_answer_apart(vade: Vade) -> None:
    vade("entity", "merge", "NYC", "New York City")

    assert vade("entity", "unmerge", "NYC").out.startswith("nyc stands for itself again")
    assert vade("entity", "show", "nyc", "--json").json["entity"]["name"] == "NYC"


@pytest.mark.usefixtures("pages")
@pytest.mark.flag("vade entity merge --dry-run")
@pytest.mark.flag("vade entity unmerge --dry-run")
def test_dry_runs_leave_pages_as_they_are(vade: Vade) -> None:
    assert vade("entity", "merge", "NYC", "New York City", "--dry-run").out.startswith("Nothing written; ")
    assert vade("entity", "unmerge", "NYC").status == 4

    vade("entity", "merge", "NYC", "New York City")
    assert vade("entity", "unmerge", "NYC", "--dry-run", "--json").json["outcome"] == "unmerged"
    assert vade("entity", "show", "nyc", "--json").json["entity"]["name"] == "New York City"


@pytest.mark.usefixtures("pages")
@pytest.mark.flag("vade entity alias --add")
@pytest.mark.flag("vade entity alias --remove")
@pytest.mark.flag("vade entity alias --dry-run")
def test_alias_comes_and_goes(vade: Vade) -> None:
    vade("entity", "alias", "NYC", "--add", "Big Apple")
    assert vade("entity", "show", "big apple", "--json").json["entity"]["aliases"] == ["Big Apple"]

    vade("entity", "alias", "NYC", "--remove", "Big Apple", "--dry-run")
    assert vade("entity", "show", "Big Apple").status == 0

    vade("entity", "alias", "Big Apple", "--remove", "big apple")
    assert vade("entity", "show", "Big Apple").status == 4
    assert vade("entity", "alias", "NYC").status == 2


@pytest.mark.usefixtures("pages")
@pytest.mark.flag("vade entity alike --limit")
def test_alike_pages_are_named_with_the_reason(vade: Vade) -> None:
    vade("entity", "add", "new york city!", "--scope", "org:acme")
    told = vade("entity", "alike", "--limit", "1").out

    assert told.startswith("PAGE                    MAY BE                   BECAUSE    BOTH JOINED TO\n")
    assert "same name" in told
    assert "2 more; raise --limit" in told
    assert vade("entity", "alike", "--limit", "1", "--json").json["total"] == 3


def test_nothing_alike_is_an_answer(vade: Vade) -> None:
    vade("init")

    assert vade("entity", "alike").out == "No two pages look as if they were about one and the same.\n"
