"""A hook without a helper answers from the index, and tells nothing that its file does not say any more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.hooks.conftest import payload

from vademecum.hooks.alone import HELPER, answer_alone, begin_helper
from vademecum.hooks.worker import Worker
from vademecum.wiring import open_vade

BARE = {"VADE_HOOKS_HELPER": "false", "VADE_HOOKS_CAPTURE": "false"}


def asked(home: Path, prompt: str, environ: dict[str, str] | None = None) -> str:
    printed: list[bytes] = []

    def say(text: bytes) -> bool:
        printed.append(text)
        return True

    raw = json.dumps(payload(home, session_id=f"s-{len(prompt)}", prompt=prompt)).encode()
    answer_alone("claude-code", "UserPromptSubmit", raw, say, home=str(home), environ=environ or {})
    return b"".join(printed).decode()


def note(home: Path, text: str) -> Path:
    """A file that an editor made behind our back."""
    place = home / "memories" / "personal" / "by-hand.md"
    place.write_text(text)
    return place


def known(home: Path, text: str) -> Path:
    place = note(home, text)
    with open_vade(home, create=False) as vade:
        vade.sync()
    return place


def test_hook_answers_and_begins_a_helper(home: Path, begun: list[str]) -> None:
    assert "7017" in asked(home, "which port does service 17 of the harbour project use?")
    assert begun == [HELPER]


@pytest.mark.usefixtures("begun")
def test_edited_file_is_told_as_it_is_now(home: Path) -> None:
    known(home, "The staging database is called walnut.\n")
    note(home, "The staging database is called hazel.\n")

    printed = asked(home, "what is the staging database called?")

    assert "hazel" in printed
    assert "walnut" not in printed


@pytest.mark.usefixtures("begun")
def test_deleted_file_is_not_told(home: Path) -> None:
    known(home, "The staging database is called walnut.\n").unlink()

    assert asked(home, "what is the staging database called?") == ""


@pytest.mark.usefixtures("begun")
def test_new_file_is_told_where_nobody_looks_later(home: Path) -> None:
    note(home, "The staging database is called walnut.\n")

    assert "walnut" in asked(home, "what is the staging database called?", BARE)


@pytest.mark.usefixtures("begun")
def test_worker_looks_where_no_helper_does(home: Path) -> None:
    note(home, "The staging database is called walnut.\n")
    asked(home, "what is the staging database called?", {"VADE_HOOKS_HELPER": "false"})

    Worker(str(home), lambda: open_vade(home, create=False), lambda: 4e9, looks=True).run()

    assert "walnut" in asked(home, "staging database, what is it called?", {"VADE_HOOKS_HELPER": "false"})


@pytest.mark.usefixtures("begun")
def test_first_index_is_made_before_the_answer(home: Path, tmp_path: Path) -> None:
    for file in (tmp_path / "cache").rglob("*"):
        if file.is_file():
            file.unlink()

    assert "7017" in asked(home, "which port does service 17 of the harbour project use?")


def test_helper_is_begun_for_who_missed_the_deadline(home: Path, begun: list[str]) -> None:
    begin_helper(str(home), {})
    begin_helper(str(home), BARE)
    begin_helper(str(home / "gone"), {})

    assert begun == [HELPER]
