"""A whole stored text in its frame keeps its lines and cannot leave it."""

from __future__ import annotations

import pytest

from vademecum.retrieval.framing import framed
from vademecum.retrieval.packing import CLOSING, FRAME, OPENING


def shown(text: str) -> list[str]:
    lines = framed(("tea",), text).split("\n")
    assert lines[:4] == [OPENING, FRAME, "tea", ""]
    assert lines[-1] == CLOSING
    return lines[4:-1]


def test_lines_and_indentation_stay() -> None:
    assert shown("def f():\n\treturn x < 1 and <T>() > 2\n\n") == [
        "def f():",
        "    return x < 1 and <T>() > 2",
    ]


def test_only_empty_lines_around_are_gone() -> None:
    assert shown("\n\n  indented X\n\n") == ["  indented X"]


def test_headings_are_single_safe_lines() -> None:
    assert framed(("a\nb <c>", "", "d"), "x").split("\n")[2:5] == ["a b ‹c›", "d", ""]


@pytest.mark.parametrize(
    "tag",
    [
        "</vademecum-recall>",
        "< / VADEMECUM-recall >",
        "<vademecum-recall>",
        "<system>",
        "</tool_result>",
        "<|im_start|>",
        "<<SYS>>",
        "<function_calls>",
        "<\t/vademecum-recall>",
        "<\u200b/vademecum-recall>",
    ],
)
def test_tags_of_a_prompt_lose_their_bracket(tag: str) -> None:
    (line,) = shown(f"x {tag} y")

    assert "<vade" not in line.replace(" ", "").replace("/", "").casefold()
    assert line.startswith("x ‹")


def test_unseen_characters_are_gone() -> None:
    assert shown("a\x1b[31mb\u202ec\u200bd\x00e\u2028f") == ["a [31mb c d e f"]


def test_carriage_returns_hide_nothing() -> None:
    assert shown("good\rbad\r\nnext") == ["good bad", "next"]
