from __future__ import annotations

import pytest

from vademecum.retrieval.packing import CLOSING, FRAME, OPENING
from vademecum.text.utterance import DIGEST_LENGTH, digest_of, typed, without_recalls

BLOCK = f"{OPENING}\n{FRAME}\nvademecum recall (1 related memories in personal):\n- a note\n{CLOSING}"


def test_recalled_block_is_cut_out() -> None:
    assert without_recalls(f"before\n{BLOCK}\nafter") == "before\nafter"


def test_several_blocks_are_cut_out() -> None:
    assert without_recalls(f"{BLOCK}\none\n{BLOCK}\ntwo") == "one\ntwo"


def test_block_that_the_host_cut_off_goes_too() -> None:
    assert without_recalls(f"before\n{BLOCK[:-30]}") == "before\n"


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (f"a \t{BLOCK} \t\n b", "a b"),
        (f"aX {BLOCK} X b", "aXX b"),
        (f"aX\t{OPENING}{FRAME}", "aX"),
        (f"a\n{BLOCK}\n\nb", "a\n\nb"),
        (f"{BLOCK} {BLOCK}b", "b"),
        (f"a {CLOSING} b {BLOCK}\nc", f"a {CLOSING} bc"),
        (f"{OPENING}x{OPENING}y{CLOSING}z{CLOSING}", f"z{CLOSING}"),
        (f"{OPENING} {BLOCK[:-30]}{OPENING}", f"{OPENING}"),
        (f"a\n \t{OPENING}\n{FRAME}", "a\n"),
    ],
)
def test_block_goes_with_the_space_around_it(said: str, left: str) -> None:
    assert without_recalls(said) == left


def test_openings_without_an_end_are_read_once() -> None:
    said = OPENING * 20_000

    assert without_recalls(said) == said


def test_tag_that_somebody_mentions_stays() -> None:
    said = f"what does {OPENING} mean?"

    assert without_recalls(said) == said


def test_text_without_a_block_is_the_same_object() -> None:
    said = "nothing recalled"

    assert without_recalls(said) is said


@pytest.mark.parametrize(
    ("text", "digest"),
    [("ls  -l\n /tmp", "ls -l /tmp"), ("", ""), ("a" * DIGEST_LENGTH, "a" * DIGEST_LENGTH)],
)
def test_short_words_of_a_tool_stay_whole(text: str, digest: str) -> None:
    assert digest_of(text) == digest


def test_long_words_of_a_tool_are_cut() -> None:
    assert digest_of("a" * 10_000) == "a" * (DIGEST_LENGTH - 2) + " …"


def test_long_words_of_a_tool_are_cut_between_words() -> None:
    assert digest_of("word " * 100) == "word " * 47 + "…"


def test_blank_beginning_hides_no_cut() -> None:
    assert digest_of(" " * 2_000 + "late") == "…"


@pytest.mark.parametrize(
    ("text", "digest"),
    [
        ("x" * 120 + " " + "y" * 300, "x" * 120 + " …"),
        ("x" * 119 + " " + "y" * 300, "x" * 119 + " " + "y" * 118 + " …"),
        ("x" * 150 + " " + "y" * 87 + " " + "z" * 99, "x" * 150 + " " + "y" * 87 + " …"),
        ("x" * 150 + " " + "y" * 88 + " " + "z" * 99, "x" * 150 + " …"),
        ("x " + "y" * 300, "x " + "y" * 236 + " …"),
    ],
)
def test_cut_falls_on_a_border_of_the_second_half(text: str, digest: str) -> None:
    assert digest_of(text) == digest


def test_four_times_the_length_is_read() -> None:
    assert digest_of("a" + " " * 958 + "b") == "a b"
    assert digest_of("a" + " " * 959 + "b") == "a …"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (" plain \n", "plain"),
        ("<USER_REQUEST>\nhello\nyou\n</USER_REQUEST>\n<OPEN_FILES>\na.py\n</OPEN_FILES>", "hello\nyou"),
        ("<USER_REQUEST>one</USER_REQUEST>x<USER_REQUEST> two </USER_REQUEST>", "one\n\n two"),
        ("<OPEN_FILES>\na.py\n</OPEN_FILES>\n\nhello <b>you</b>", "hello <b>you</b>"),
        ("a <OPEN_FILES>x</OPEN_FILES> b<TIME>9</TIME>", "a b"),
        ("<USER_REQUEST></USER_REQUEST>", ""),
        ("<TIME>nine<TIME>ten", "<TIME>nine<TIME>ten"),
        ("a</TIME>b <TIME>9</TIME>  c", "a</TIME>b c"),
        ("<TIME>9</TIME>a<TIME>10</TIME> b", "ab"),
    ],
)
def test_prompt_is_taken_out_of_what_surrounds_it(content: str, said: str) -> None:
    assert typed(content) == said
