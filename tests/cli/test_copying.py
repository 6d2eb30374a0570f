"""export, backup and what they bring elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.importers.exports import answered, asked, document, written

import vademecum
from vademecum.surface.schemas import schema_of

Vade = Callable[..., Any]

WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "juniper"]
QUERIES = [f"{one} {other}" for one in WORDS for other in reversed(WORDS)]
"""A fixed list of a hundred questions."""


@pytest.fixture
def full(vade: Vade, home: Path, tmp_path: Path) -> Path:
    """A home of memories, an entity, aliases, conversations, tombstones and settings."""
    vade("init")
    with vademecum.open(home) as opened:
        for one in WORDS:
            for other in WORDS[::3]:
                opened.remember(f"The {one} stands by the {other}.", tags=[one], title=f"{one} and {other}")
        opened.supersede("amber-and-amber", "The amber was moved to the inlet.")
        opened.forget("birch-and-amber")
    vade("entity", "add", "Cedar House", "--label", "Place")
    vade("alias", "add", "fjord", "bay")
    vade("config", "set", "recall.limit", "4")
    lines = [asked(f"u{n}", f"where is the {one}?") for n, one in enumerate(WORDS)]
    vade("import", str(written(tmp_path / "s1.jsonl", *lines, answered("a", "By the fjord."))))
    return home


def answers(home: Path) -> list[tuple[object, ...]]:
    """What a home says to every question, of memories and of conversations."""
    with vademecum.open(home) as opened:
        return [
            (
                [(hit.id, hit.snippet, hit.score) for hit in opened.recall(query).hits],
                [hit.id for hit in opened.search(query).hits],
                [
                    (hit.conversation_id, hit.seq, hit.title, hit.snippet, hit.rank)
                    for hit in opened.conversations.search(query, workspace="all").hits
                ],
            )
            for query in QUERIES
        ]


@pytest.mark.parametrize("name", ["copy", "copy.zip"])
def test_export_into_an_empty_home_answers_alike(vade: Vade, full: Path, tmp_path: Path, name: str) -> None:
    vade("export", str(tmp_path / name))
    run = vade("import", str(tmp_path / name), "--home", str(tmp_path / "other"))

    assert run.status == 0
    assert len(QUERIES) == 100
    assert answers(tmp_path / "other") == answers(full)


@pytest.mark.usefixtures("full")
def test_export_carries_aliases_settings_and_chains(vade: Vade, tmp_path: Path) -> None:
    vade("export", str(tmp_path / "e.zip"))
    vade("import", str(tmp_path / "e.zip"), "--home", str(tmp_path / "other"))
    other = ("--home", str(tmp_path / "other"))

    assert vade("config", "get", "recall.limit", *other).out == vade("config", "get", "recall.limit").out
    assert (
        vade("alias", "list", "--json", *other).json["results"]
        == vade("alias", "list", "--json").json["results"]
    )
    assert vade("conversations", "verify", *other).status == 0


@pytest.mark.usefixtures("full")
def test_forgotten_stays_forgotten_where_an_export_went(vade: Vade, tmp_path: Path) -> None:
    vade("export", str(tmp_path / "e.zip"))
    vade("import", str(tmp_path / "e.zip"), "--home", str(tmp_path / "other"))
    one = {"id": "m", "memory": "The birch stands by the amber.", "user_id": "x"}
    run = vade(
        "import", str(document(tmp_path / "mem0.json", [one])), "--home", str(tmp_path / "other"), "--json"
    )

    assert (run.json["imported"], run.json["records"][0]["outcome"]) == (0, "skipped")


def test_forgotten_turns_come_back_by_no_export(vade: Vade, tmp_path: Path) -> None:
    other, copy = str(tmp_path / "other"), {"sessionId": "s2"}
    session = written(tmp_path / "s1.jsonl", asked("u1", "where is the heron?"))
    run = vade("import", str(session), "--home", other, "--json")
    vade("conversations", "forget", run.json["records"][0]["id"], "--yes", "--home", other)
    vade(
        "import",
        str(
            written(
                tmp_path / "s2.jsonl",
                asked("u1", "where is the heron?", **copy),
                asked("u2", "and the owl?", **copy),
            )
        ),
    )
    vade("export", str(tmp_path / "e.zip"))

    vade("import", str(tmp_path / "e.zip"), "--home", other)
    assert vade("conversations", "search", "heron", "--home", other, "--json").json["results"] == []
    assert len(vade("conversations", "search", "owl", "--home", other, "--json").json["results"]) == 1


@pytest.mark.usefixtures("full")
def test_export_brought_in_twice_adds_nothing(vade: Vade, tmp_path: Path) -> None:
    vade("export", str(tmp_path / "e.zip"))
    vade("import", str(tmp_path / "e.zip"), "--home", str(tmp_path / "other"))

    assert (
        vade("import", str(tmp_path / "e.zip"), "--home", str(tmp_path / "other"), "--json").json["imported"]
        == 0
    )


def test_export_takes_the_place_of_nothing(vade: Vade, full: Path, tmp_path: Path) -> None:
    vade("export", str(tmp_path / "e"))
    vade("edit", "cedar-and-amber", "--text", "Changed since.")
    run = vade("import", str(tmp_path / "e"), "--json")

    changed = [one for one in run.json["records"] if one["outcome"] == "skipped"]
    assert [one["reason"] for one in changed] == ["says something else here, which stays"]
    assert "Changed since." in (full / "memories/personal/cedar-and-amber.md").read_text()


def test_memory_forgotten_since_is_not_brought_back(vade: Vade, full: Path, tmp_path: Path) -> None:
    vade("export", str(tmp_path / "e"))
    vade("forget", "cedar-and-amber", "--yes")
    vade("import", str(tmp_path / "e"))

    assert not (full / "memories/personal/cedar-and-amber.md").exists()


def test_further_turns_of_an_export_are_added(vade: Vade, full: Path, tmp_path: Path) -> None:
    vade("export", str(tmp_path / "old"))
    vade("import", str(tmp_path / "old"), "--home", str(tmp_path / "other"))
    with (tmp_path / "s1.jsonl").open("a") as stream:
        stream.write(written(tmp_path / "more", asked("late", "one more thing about the heath")).read_text())
    vade("import", str(tmp_path / "s1.jsonl"))
    vade("export", str(tmp_path / "new"))
    vade("import", str(tmp_path / "new"), "--home", str(tmp_path / "other"))

    assert answers(tmp_path / "other") == answers(full)


def test_backup_is_named_by_day_and_time(vade: Vade, full: Path, tmp_path: Path) -> None:
    run = vade("backup", "--quiet")

    assert re.fullmatch(r"vademecum-backup-\d{8}-\d{6}\.zip\n", run.out)
    assert (tmp_path / "work" / run.out.strip()).exists()
    assert full.exists()


@pytest.mark.usefixtures("full")
def test_backup_alone_answers_as_its_schema_says(vade: Vade) -> None:
    answer = json.loads(vade("backup", "--json").out)

    assert list(Draft202012Validator(schema_of("backup")).iter_errors(answer)) == []


@pytest.mark.flag("vade backup restore --replace")
def test_backup_is_restored_only_over_what_may_go(vade: Vade, full: Path, tmp_path: Path) -> None:
    before = answers(full)
    vade("backup", str(tmp_path / "b.zip"))
    vade("remember", "Something later.")

    assert vade("backup", "restore", str(tmp_path / "b.zip")).status == 2
    run = vade("backup", "restore", str(tmp_path / "b.zip"), "--replace", "--json")
    assert run.json["aside"] == f"{full}.before-restore-1"
    assert answers(full) == before


def test_no_home_is_no_copy(vade: Vade, tmp_path: Path) -> None:
    assert vade("export", str(tmp_path / "e.zip")).status == 4


RULE = "- {rule: near, predicate: near, from: Person, to: Person, when: {equal: CITY}}\n"


@pytest.fixture
def exported(vade: Vade, home: Path, tmp_path: Path) -> str:
    """An export of a home that declares two fields and a rule."""
    vade("init")
    (home / "memories" / "fields.yaml").write_text("Person.iban: no\nPerson.city: yes\n")
    (home / "memories" / "rules.yaml").write_text(RULE)
    vade("export", str(tmp_path / "e.zip"))
    return str(tmp_path / "e.zip")


def test_fields_and_rules_arrive_in_an_empty_home(vade: Vade, exported: str, tmp_path: Path) -> None:
    vade("import", exported, "--home", str(tmp_path / "other"))

    memories = tmp_path / "other" / "memories"
    assert (memories / "rules.yaml").read_text() == RULE
    assert (memories / "fields.yaml").read_text() == "Person.iban: no\nPerson.city: yes\n"


def test_fields_and_rules_that_differ_stay_and_are_named(vade: Vade, exported: str, home: Path) -> None:
    memories = home / "memories"
    (memories / "fields.yaml").write_text("# Mine.\nPerson.iban: yes\n")
    (memories / "rules.yaml").write_text(RULE.replace("CITY", "team"))

    run = vade("import", exported)

    assert (memories / "fields.yaml").read_text() == "# Mine.\nPerson.iban: yes\nPerson.city: yes\n"
    assert (memories / "rules.yaml").read_text() == RULE.replace("CITY", "team")
    assert "Person.iban is searched here, which stays" in run.out
    assert "the rule 'near' says something else here, which stays" in run.out


def test_rules_of_a_copy_join_those_of_the_home(vade: Vade, exported: str, home: Path) -> None:
    rules = home / "memories" / "rules.yaml"
    rules.write_text(RULE.replace("rule: near", "rule: team"))

    vade("import", exported)
    again = vade("import", exported, "--json")

    told = vade("graph", "rules", "--json").json["results"]
    assert [one["name"] for one in told] == ["team", "near"]
    assert again.status == 0


@pytest.mark.usefixtures("full")
def test_a_backup_is_verified_beside_its_home(vade: Vade, tmp_path: Path, home: Path) -> None:
    vade("backup", str(tmp_path / "b.zip"))
    run = vade("backup", "verify", str(tmp_path / "b.zip"))

    assert run.status == 0
    assert "whole: every file is what was copied and can be read" in run.out
    assert f"{home} is as it was then" in run.out


@pytest.mark.usefixtures("full")
def test_a_damaged_backup_ends_with_1(vade: Vade, tmp_path: Path) -> None:
    vade("backup", str(tmp_path / "b"))
    (tmp_path / "b" / "config.toml").write_text("")
    run = vade("backup", "verify", str(tmp_path / "b"), "--json")

    assert run.status == 1
    assert [loss["path"] for loss in run.json["losses"]] == ["config.toml"]
    assert list(Draft202012Validator(schema_of("backup verify")).iter_errors(run.json)) == []
