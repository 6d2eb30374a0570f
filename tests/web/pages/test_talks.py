"""Conversations: list, search, reader."""

from __future__ import annotations

import pytest
from tests.web.pages.desk import Desk

from vademecum.model.conversation import NewConversation, NewTurn, Role


@pytest.fixture
def talk(desk: Desk) -> str:
    turns = [
        NewTurn(origin_id=str(n), role=Role.USER, text=f"Sentence *number* {n}.", at="2026-02-03T04:05:00Z")
        for n in range(1, 151)
    ]
    said = NewConversation(host="codex", origin_id="1", title="A long talk", turns=turns)
    return desk.vade.conversations.append(said).id


def test_no_conversation_is_explained(desk: Desk) -> None:
    assert "No conversation is kept yet." in desk.text("/conversations")


@pytest.mark.usefixtures("talk")
def test_conversations_are_listed(desk: Desk) -> None:
    assert "A long talk 150 turns" in desk.text("/conversations")


@pytest.mark.usefixtures("talk")
def test_what_was_said_is_found(desk: Desk) -> None:
    page = desk.get("/conversations?q=sentence+77").text

    assert "<mark>77</mark>" in page
    assert "#turn-77" in page


def test_turns_are_rendered(desk: Desk, talk: str) -> None:
    assert "<p>Sentence <em>number</em> 1.</p>" in desk.get(f"/conversations/{talk}").text


def test_long_conversations_have_pages(desk: Desk, talk: str) -> None:
    first, second = (desk.get(f"/conversations/{talk}?from={seq}").text for seq in (51, 101))

    assert f'href="/conversations/{talk}?from=101"' in first
    assert 'id="turn-101"' not in first
    assert 'id="turn-150"' in second
    assert f'href="/conversations/{talk}?from=51"' in second


def test_redacted_words_are_told_as_such(desk: Desk, talk: str) -> None:
    desk.vade.conversations.redact(talk, 1)

    assert "redacted: these words were deleted for good" in desk.text(f"/conversations/{talk}")


def test_an_unknown_conversation_is_not_found(desk: Desk) -> None:
    assert desk.get("/conversations/ffffff").status_code == 404
