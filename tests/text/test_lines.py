"""Lines, budgets, first sentences."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.text.lines import (
    clip,
    collapse,
    first_sentence,
    normalise_space,
    one_line,
    shown_key,
    storable,
)

ANY_TEXT = st.text(st.characters(), max_size=80)

CONTROLS = [
    *map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), "\u2028", "\u2029", "\u200b", "\u200e", "\u200f",
    "\u202a", "\u202e", "\u2060", "\u2066", "\u2069", "\ufeff", "\u061c", "\U000e0001", "\U000e007f",
    "\ud83d", "\udfff",
]  # fmt: skip


@pytest.mark.parametrize("control", CONTROLS)
def test_control_becomes_one_space(control: str) -> None:
    assert one_line(f"a{control}b") == "a b"


def test_plain_text_stays_as_it_is() -> None:
    assert one_line("Grüße, 世界 – “ok” so\u00adft 👍🏽") == "Grüße, 世界 – “ok” so\u00adft 👍🏽"


@given(ANY_TEXT)
def test_one_line_keeps_the_length(text: str) -> None:
    line = one_line(text)

    assert len(line) == len(text)
    assert len(line.splitlines()) <= 1
    assert one_line(line) == line


def test_collapse_joins_and_trims() -> None:
    assert collapse(" a\t\n b\u3000c ") == "a b c"


def test_shown_key_is_one_visible_line() -> None:
    assert shown_key(" a\u200bkey\n ") == "a key"


def test_storable_drops_only_what_cannot_be_stored() -> None:
    assert storable("a\x00b\ud83d c\u0007") == "ab c\u0007"


def test_hashed_form_ignores_white_space_only() -> None:
    assert normalise_space("a  b\n") == normalise_space("a b") != normalise_space("A b")


SENTENCES = {
    "# Title here\nBody": "Title here",
    "## Closed ##\nBody": "Closed",
    "- item one. And two.\n- other": "item one.",
    "> - [ ] do it. Then rest.": "do it.",
    "12. twelfth thing": "twelfth thing",
    "Use a tool, e.g. This one. Then rest.": "Use a tool, e.g. This one.",
    "v1.2.3 is out. Yes": "v1.2.3 is out.",
    "It is 3.14 or more! Fine.": "It is 3.14 or more!",
    "J. Smith came. He left.": "J. Smith came.",
    "Apples etc. are fine. Yes.": "Apples etc. are fine.",
    "We said no. Then left.": "We said no.",
    "数据库在这里。第二句。": "数据库在这里。",
    "本当？はい！": "本当？",
    "यह सही है। दूसरा": "यह सही है।",
    "line one\nline two. Rest": "line one line two.",
    "---\n\nHi there": "Hi there",
    "No end": "No end",
    "```sh\nrun. it\n```\nThen rest. More": "Then rest.",
    "~~~\nonly code\n~~~": "only code",
    'He said "stop." Then left.': 'He said "stop."',
    "A word. Rest": "A word.",
    "First line\n  goes on. Rest": "First line goes on.",
    "First line\n# Title": "First line",
    "First line\n- item": "First line",
    "## Closed ## \nBody": "Closed",
    "# FOX\nBody": "FOX",
    "---\n```\ncode\n```\nwords": "words",
    "We met Mr! Then left.": "We met Mr!",
    "We like NASA. Then rest.": "We like NASA.",
    "Take plan b. Then rest.": "Take plan b.",
    "One (e.g. This) is it. Then rest.": "One (e.g. This) is it.",
    "Ask Xdr. Then rest.": "Ask Xdr.",
    "Bring it etc. iPhones too. Rest.": "Bring it etc. iPhones too.",
    "Ask the mr.": "Ask the mr.",
    "": "",
    "#\n---\n": "",
}


@pytest.mark.parametrize(("text", "sentence"), SENTENCES.items())
def test_first_sentence_ends_where_it_ends(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


@pytest.mark.parametrize(
    ("text", "limit", "clipped"),
    [
        ("hello world", 11, "hello world"),
        ("hello world foo", 12, "hello world…"),
        ("hello, world foo", 9, "hello…"),
        ("hello world", 3, "he…"),
        ("hello", 1, "…"),
        ("hello", 2, "h…"),
        ("hello", 0, ""),
        ("hello to you all", 13, "hello to you…"),
        ("hello to you allright", 16, "hello to you…"),
        ("some words 数据库配置文件", 15, "some words 数据库…"),
        ("hello\nworldly", 10, "hello…"),
        ("hello\tworldly", 10, "hello…"),
        ("hello worldlywise", 11, "hello…"),
        ("four worldlyword", 10, "four worl…"),
        ("hello  world", 10, "hello…"),
        ("helloXworld all", 9, "helloXwo…"),
        ("BOX, world foo", 9, "BOX…"),
        ("      x yz", 6, "…"),
        ("数据库配置文件", 5, "数据库配…"),
        ("e\u0301e\u0301e\u0301", 4, "e\u0301…"),
        ("aa👨\u200d👩\u200d👧b", 5, "aa…"),
        ("a🇩🇪🇫🇷x", 3, "a…"),
        ("a👍🏽bc", 3, "a…"),
    ],
)
def test_clip_cuts_on_a_border(text: str, limit: int, clipped: str) -> None:
    assert clip(text, limit) == clipped


@given(ANY_TEXT, st.integers(-1, 90))
def test_clip_holds_its_limit(text: str, limit: int) -> None:
    assert len(clip(text, limit)) <= max(0, limit)


@given(ANY_TEXT)
def test_first_sentence_is_one_line(text: str) -> None:
    assert "\n" not in first_sentence(text)


@pytest.mark.parametrize("unit", ["e.g. ", "- ", "> ", "a. ", "* * x", " ", "#", "\u0301", "🇩"])
def test_long_text_takes_linear_time(unit: str) -> None:
    began = time.process_time()
    first_sentence(unit * (300_000 // len(unit)))
    clip(unit * 200_000, 160)

    assert time.process_time() - began < 5
