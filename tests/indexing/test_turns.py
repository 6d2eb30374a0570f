"""What an index keeps of a turn besides its words."""

from __future__ import annotations

import pytest
from tests.retrieval.building import ANALYZER

from vademecum.indexing.turns import spoken_of
from vademecum.model.conversation import Role, ToolUse, Turn
from vademecum.model.transcript import Mark

START = Mark(1, 100, "")


def turn(text: str | None, *tools: ToolUse) -> Turn:
    return Turn(
        seq=2, id="t", role=Role.USER, text=text, tools=tools, salt="", content_hash="", prev_hash="", hash=""
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mira: Did you plant two beans?", ("mira", True, True)),
        ("Beans. [photo: six beans?]", ("", False, False)),
        (None, ("", False, False)),
    ],
)
def test_what_shows_in_a_turn_is_indexed(text: str | None, expected: tuple[str, bool, bool]) -> None:
    found = spoken_of(turn(text), START, ANALYZER)

    assert (found.speaker, found.asks, found.tells) == expected


def test_tools_neither_ask_nor_tell() -> None:
    found = spoken_of(turn("Looking.", ToolUse(name="grep", input_digest="42 beans?")), START, ANALYZER)

    assert (found.asks, found.tells) == (False, False)
