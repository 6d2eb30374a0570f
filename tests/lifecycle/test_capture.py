"""Keyword capture: what somebody asks to be kept, and nothing that is only remembered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lifecycle.claiming import WORDING

from vademecum.lifecycle.capture import MAX_CAPTURED, MAX_CAPTURES, Capture, captured


def kept(text: str, lang: str | None = None) -> list[str]:
    return [one.text for one in captured(text, WORDING, lang)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Remember that the port is 8080.", "the port is 8080"),
        ("ok, please remember: two reviews per change", "two reviews per change"),
        ("TIL git has worktrees!", "git has worktrees"),
        ("覚えておいて、会議は3時です。", "会議は3時です"),
        ("기억해줘, 나는 채식주의자야.", "나는 채식주의자야"),
        ("- Don’t forget that Luca is allergic to walnuts", "Luca is allergic to walnuts"),
        ("Note to self: keep -5 as it is, e.g. in tests.", "keep -5 as it is, e.g. in tests"),
        ("Merk dir, dass der Server um drei neu startet.", "der Server um drei neu startet"),
        ("Rappelle-toi qu'il faut deux signatures.", "il faut deux signatures"),
        ("No olvides que Marta es celíaca.", "Marta es celíaca"),
        ("Запомни, что склад закрыт по средам.", "склад закрыт по средам"),
        ("对了，记住周五要交周报。", "周五要交周报"),
        ("会議は十時からということを覚えておいて。", "会議は十時から"),
        ("회의는 열 시라고 기억해 줘.", "회의는 열 시"),
        ("Anahtar kapıcıda duruyor, unutma.", "Anahtar kapıcıda duruyor"),
        ("אל תשכח שהמפתח אצל השומר.", "המפתח אצל השומר"),
    ],
)
def test_request_is_captured(text: str, expected: str) -> None:
    assert kept(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "I remember that summer",
        "Remember that summer by the lake.",
        "Do you remember that we changed the port?",
        "She told me to remember that the dog bites.",
        'He said "remember that the port is 80".',
        "We wait until tomorrow.",
        "> remember that this is quoted",
        "```\nremember that this is code\n```",
        "Remember!",
        "Ich merke mir Namen nur schwer.",
        "Recuerdo que aquel verano llovió.",
        "Я помню, что лето было жарким.",
        "我记得那个夏天很热。",
        "あの夏のことを覚えている。",
        "",
    ],
)
def test_remembering_is_not_captured(text: str) -> None:
    assert kept(text) == []


def test_capture_says_where_and_why() -> None:
    text = "Hello there. Please remember that the safe is blue."

    assert captured(text, WORDING) == (
        Capture(text="the safe is blue", start=34, end=50, cue="remember that", lang="en"),
    )
    assert text[34:50] == "the safe is blue"


def test_every_request_is_captured_in_order() -> None:
    assert kept("TIL bees dance. Nice. Note to self: buy more honey.") == ["bees dance", "buy more honey"]


def test_language_narrows_the_search() -> None:
    text = "Remember that the port is 8080.\nVergiss nicht: Tonnen rausstellen"

    assert kept(text, "de") == ["Tonnen rausstellen"]
    assert kept(text, "xx") == []


def test_captures_are_bounded() -> None:
    assert len(kept("Remember that bees dance.\n" * 40)) == MAX_CAPTURES
    assert kept(f"Remember that {'x y ' * MAX_CAPTURED}") == []


def test_polite_words_in_a_row_cost_nothing() -> None:
    assert kept("please ok, " * 80 + "remember that bees dance") == ["bees dance"]


@given(
    st.text()
    | st.lists(st.sampled_from(["remember that", "记住", ".", "?", "unutma", "\n", "x y"])).map(" ".join)
)
def test_captures_are_parts_of_the_text(text: str) -> None:
    assert all(text[one.start : one.end] == one.text != "" for one in captured(text, WORDING))
