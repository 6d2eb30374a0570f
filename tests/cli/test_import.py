"""import: what a person is shown, and what a program reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.importers.exports import answered, asked, claude_chat, document, written

Vade = Callable[..., Any]

MEM0 = [{"id": "m1", "memory": "Prefers oat milk", "user_id": "ada", "created_at": "2026-01-05T10:00:00Z"}]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    meta = asked("m1", "injected", isMeta=True)
    return written(tmp_path / "s1.jsonl", asked("u1", "Hi"), answered("a1", "Ho"), meta, "{broken}")


def test_import_tells_sums_and_reasons(vade: Vade, session: Path) -> None:
    run = vade("import", str(session))

    assert run.out == (
        "2 imported, 0 known already, 1 skipped, 1 rejected  (1 file)\n"
        "  2 turns of 1 conversation\n"
        "  rejected s1.jsonl, line 4: is no JSON (expecting property name enclosed in double quotes)\n"
        "  skipped 1: was put in by the host (isMeta)\n"
    )
    assert run.status == 13


def test_import_answers_as_json(vade: Vade, session: Path) -> None:
    answer = vade("import", str(session), "--json").json

    assert {name: answer[name] for name in ("imported", "duplicate", "skipped", "rejected")} == {
        "imported": 2,
        "duplicate": 0,
        "skipped": 1,
        "rejected": 1,
    }
    assert [one["outcome"] for one in answer["records"]] == ["skipped", "rejected", "imported"]


def test_second_import_says_that_nothing_changed(vade: Vade, session: Path) -> None:
    vade("import", str(session))

    assert (
        vade("import", str(session), "--quiet").out == "0 imported, 2 known already, 1 skipped, 1 rejected\n"
    )


@pytest.mark.flag("vade import --dry-run")
def test_trial_import_makes_no_home(vade: Vade, home: Path, session: Path) -> None:
    run = vade("import", str(session), "--dry-run")

    assert run.out.startswith("Would be: 2 imported")
    assert not home.exists()


@pytest.mark.flag("vade import --since")
def test_since_leaves_out_what_is_older(vade: Vade, session: Path) -> None:
    run = vade("import", str(session), "--since", "2026-12-01", "--json")

    assert (run.status, run.json["imported"], run.json["skipped"]) == (0, 0, 1)


@pytest.mark.flag("vade import --as")
def test_format_may_be_named(vade: Vade, tmp_path: Path) -> None:
    file = document(tmp_path / "x.json", [{**claude_chat(), "mapping": {}}])

    assert vade("import", str(file)).status == 2
    assert vade("import", str(file), "--as", "claude-ai").status == 0


@pytest.mark.flag("vade import --again")
def test_again_takes_in_what_was_removed(vade: Vade, home: Path, tmp_path: Path) -> None:
    file = document(tmp_path / "mem0.json", MEM0)
    vade("import", str(file))
    next((home / "memories" / "personal").glob("*.md")).unlink()

    assert vade("import", str(file), "--json").json["imported"] == 0
    assert vade("import", str(file), "--again", "--json").json["imported"] == 1


def test_imported_memory_is_recalled(vade: Vade, tmp_path: Path) -> None:
    vade("import", str(document(tmp_path / "mem0.json", MEM0)))

    assert vade("recall", "oat milk", "--json").json["results"][0]["summary"] == "Prefers oat milk"


def test_memories_go_to_the_scope_that_is_asked_for(vade: Vade, tmp_path: Path) -> None:
    vade("import", str(document(tmp_path / "mem0.json", MEM0)), "--scope", "org:acme")

    assert vade("list", "--scope", "org:acme", "--json").json["total"] == 1


def test_unknown_content_lists_the_formats(vade: Vade, tmp_path: Path) -> None:
    run = vade("import", str(document(tmp_path / "x.json", {"a": 1})))

    assert run.status == 2
    assert "claude-code, codex, chatgpt" in run.err


@pytest.mark.flag("vade conversations propose --dry-run")
def test_what_was_said_is_proposed_and_waits(vade: Vade, tmp_path: Path) -> None:
    file = written(tmp_path / "s1.jsonl", asked("u1", "Remember that the bins go out on Monday."))
    vade("import", str(file))

    assert "1 would wait in `vade review list`" in vade("conversations", "propose", "--dry-run").out
    assert vade("conversations", "propose", "--json").json["items"][0]["text"] == "the bins go out on Monday"
    assert "the bins go out on Monday" in vade("review", "list").out
