"""history: the chain of a memory as a person and a program read it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]

OLD = "01JNTSW6X00000000000000001"
NEW = "01JNTSW6X00000000000000002"


@pytest.fixture
def chain(vade: Vade, home: Path) -> None:
    """A memory that another one replaced, and was doubted."""
    vade("init")
    folder = home / "memories" / "personal"
    (folder / "old.md").write_text(
        f"---\nid: {OLD}\ntitle: Port\nstatus: superseded\nsuperseded_by: {NEW}\n"
        "created: 2026-02-01T10:00:00Z\nupdated: 2026-02-05T11:30:00Z\n"
        "valid_until: 2026-02-05T11:30:00Z\nsources:\n- kind: user\n---\nIt is 8080.\n"
    )
    (folder / "new.md").write_text(
        f"---\nid: {NEW}\nsupersedes: [{OLD}]\ncreated: 2026-02-05T11:30:00Z\n"
        "updated: 2026-02-05T11:30:00Z\nneeds_review: {reason: its source changed}\n---\nIt is 8081.\n"
    )


@pytest.mark.usefixtures("chain")
def test_history_reads_from_old_to_new(vade: Vade) -> None:
    assert vade("history", "new").out == (
        "1. old  superseded until 2026-02-05\n"
        "   Port\n"
        "   It is 8080.\n"
        "   2026-02-01 10:00  written by user\n"
        "   2026-02-05 11:30  superseded by new\n"
        "   personal/old.md\n"
        "\n"
        "2. new  active  (asked for)\n"
        "   It is 8081.\n"
        "   2026-02-05 11:30  written\n"
        "                     in doubt: its source changed\n"
        "   personal/new.md\n"
    )


@pytest.mark.usefixtures("chain")
def test_quiet_history_is_keys(vade: Vade) -> None:
    assert vade("history", "old", "--quiet").out == "old\nnew\n"


@pytest.mark.usefixtures("chain")
def test_history_answers_as_json(vade: Vade) -> None:
    run = vade("history", OLD, "--json")

    assert (run.json["id"], run.json["current"], run.json["missing"]) == (OLD, NEW, [])
    assert [(link["key"], link["newer"], link["older"]) for link in run.json["results"]] == [
        ("old", NEW, []),
        ("new", None, [OLD]),
    ]
    assert run.json["results"][0]["events"][0]["what"] == "written"


def test_history_of_nothing_ends_with_four(vade: Vade) -> None:
    assert vade("history", "nothing").status == 4
