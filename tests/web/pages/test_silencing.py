"""Erasing what was said: the question, the words that confirm it, the receipt."""

from __future__ import annotations

import pytest
from tests.web.pages.desk import Desk, seen

from vademecum.errors import NotFound
from vademecum.model.conversation import NewConversation, NewTurn, Role


def turn(number: int, text: str) -> NewTurn:
    return NewTurn(origin_id=str(number), role=Role.USER, text=text)


@pytest.fixture
def talk(desk: Desk) -> str:
    turns = [turn(1, "The safe is *behind* the clock."), turn(2, "The oats are in the barn.")]
    said = NewConversation(host="codex", origin_id="1", title="A  secret", turns=turns)
    return desk.vade.conversations.append(said).id


def test_the_reader_leads_to_both(desk: Desk, talk: str) -> None:
    page = desk.get(f"/conversations/{talk}").text

    assert f'href="/conversations/{talk}/erase"' in page
    assert f'href="/conversations/{talk}/erase?turn=2"' in page


def test_a_conversation_is_erased_by_its_title(desk: Desk, talk: str) -> None:
    path = f"/conversations/{talk}/erase"
    assert "A secret 2 turns" in desk.text(path)

    told = seen(desk.post(path, turns="2", title="A secret").text)

    assert "Erased, and proven." in told
    assert talk in told
    assert "2 turns" in told
    assert "safe" not in told
    with pytest.raises(NotFound):
        desk.vade.conversations.show(talk)


def test_the_words_of_a_turn_are_erased_by_its_number(desk: Desk, talk: str) -> None:
    path = f"/conversations/{talk}/erase"
    assert "behind the clock" in desk.text(f"{path}?turn=1")

    told = seen(desk.post(path, turns="2", turn="1", title="1").text)

    assert "Erased, and proven." in told
    page = desk.get(f"/conversations/{talk}").text
    assert "these words were deleted for good" in page
    assert "clock" not in page
    assert "The oats are in the barn." in page
    assert "erase?turn=1" not in page
    assert desk.get(f"{path}?turn=1").status_code == 404


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"turns": "2", "title": "a secret"}, 400),
        ({"turns": "1", "title": "A secret"}, 409),
        ({"title": "A secret"}, 409),
        ({"turns": "2", "turn": "1", "title": "A secret"}, 400),
        ({"turns": "2", "turn": "3", "title": "3"}, 404),
        ({"turns": "2", "turn": "x", "title": "x"}, 400),
    ],
)
def test_nothing_is_erased_by_anything_else(desk: Desk, talk: str, form: dict[str, str], status: int) -> None:
    answer = desk.post(f"/conversations/{talk}/erase", **form)

    assert answer.status_code == status
    assert "The safe" in (desk.vade.conversations.show(talk).turns[0].text or "")


def test_what_is_said_meanwhile_stops_it(desk: Desk, talk: str) -> None:
    more = NewConversation(host="codex", origin_id="1", turns=[turn(3, "And the key?")])
    desk.vade.conversations.append(more)

    answer = desk.post(f"/conversations/{talk}/erase", turns="2", title="A secret")

    assert answer.status_code == 409
    assert "More was said there" in answer.text


def test_a_conversation_that_is_not_there_is_told(desk: Desk) -> None:
    assert desk.get("/conversations/0123456789abcdef01234567/erase").status_code == 404
