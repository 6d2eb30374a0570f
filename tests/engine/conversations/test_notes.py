"""save_note over a home: the notes are a memory like any other, and a session sees them as they were."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.engine.conversations.verbs import ConversationVerbs


@pytest.fixture
def said() -> ConversationVerbs:
    return MemoryHome().vade.conversations


def test_first_note_begins_the_memory(said: ConversationVerbs) -> None:
    told = said.save_note("add", "prefers tabs")

    assert told == "note saved: prefers tabs\n12 of 2200 characters used, 1 notes"
    assert said.notes() == "prefers tabs"


def test_notes_change_one_by_one(said: ConversationVerbs) -> None:
    said.save_note("add", "prefers tabs")
    said.save_note("add", "deploys on Tuesdays")
    said.save_note("replace", "prefers spaces", "tabs")
    told = said.save_note("remove", None, "Tuesdays")

    assert told.startswith("note removed: deploys on Tuesdays\n")
    assert said.notes() == "prefers spaces"


def test_last_note_can_go(said: ConversationVerbs) -> None:
    said.save_note("add", "prefers tabs")
    said.save_note("remove", None, "tabs")

    assert said.notes() == ""
    assert said.save_note("add", "prefers tea").startswith("note saved")


def test_session_keeps_the_notes_it_began_with(said: ConversationVerbs) -> None:
    said.save_note("add", "prefers tabs")
    begun = said.notes("s1")
    said.save_note("add", "prefers tea")

    assert said.notes("s1") == begun == "prefers tabs"
    assert said.notes("s2").endswith("prefers tea")


@pytest.mark.parametrize("given", [(None, None, None), (7, "x", "y"), ("add", None, None)])
def test_unusable_arguments_are_told(said: ConversationVerbs, given: tuple[object, object, object]) -> None:
    assert said.save_note(*given).startswith("error: ")
