"""When a half-spoken utterance is looked up, and which part of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from vademecum.model.session import Verdict
from vademecum.planning.speculation import (
    MOST_HEARD,
    Listening,
    heard,
    spoken,
    stable_words,
)

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(milliseconds: int) -> datetime:
    return START + timedelta(milliseconds=milliseconds)


def listened(*partials: tuple[str, int]) -> tuple[Listening, list[Verdict]]:
    """State and verdicts after partials, each with its milliseconds."""
    state, verdicts = Listening(), []
    for text, when in partials:
        state, verdict = heard(state, text.split(), at(when))
        verdicts.append(verdict)
    return state, verdicts


@pytest.mark.parametrize(
    ("before", "now", "stable"),
    [
        ("", "what does", ""),
        ("what", "what does my", "what"),
        ("what does my", "what does my wife", "what does my"),
        ("what does my", "what does my", "what does"),
        ("what does me", "what does my wife", "what does"),
        ("water", "what does", ""),
        ("what does my wife", "what", ""),
    ],
)
def test_stable_is_what_stood_twice(before: str, now: str, stable: str) -> None:
    state, _ = listened((before, 0))

    assert " ".join(stable_words(state, now.split(), at(100))) == stable


def test_pause_makes_the_last_word_stable() -> None:
    state, _ = listened(("what does my wife", 0))

    assert stable_words(state, ["what", "does", "my", "wife"], at(349)) == ("what", "does", "my")
    assert stable_words(state, ["what", "does", "my", "wife"], at(350)) == ("what", "does", "my", "wife")


def test_fourth_new_word_fires() -> None:
    _, verdicts = listened(
        ("one two three", 0), ("one two three four", 100), ("one two three four five", 200)
    )

    assert verdicts == [Verdict.NOTHING_STABLE, Verdict.INSUFFICIENT_NEW_CONTENT, Verdict.FIRE]


def test_second_look_waits_for_the_debounce() -> None:
    long = " ".join(f"w{n}" for n in range(20))
    _, verdicts = listened(
        ("w0 w1 w2 w3 w4", 0), ("w0 w1 w2 w3 w4", 10), (long, 20), (long, 359), (long, 370)
    )

    assert verdicts[1:] == [
        Verdict.FIRE,
        Verdict.DEBOUNCED,
        Verdict.DEBOUNCED,
        Verdict.FIRE,
    ]


def test_strong_signal_waits_for_nothing() -> None:
    state, _ = listened(("my wife", 0), ("my wife likes", 1))

    assert heard(state, ["my", "wife", "likes", "tea"], at(2), strong=True)[1] is Verdict.FIRE


def test_same_words_fire_once() -> None:
    state, verdicts = listened(("a b c d e", 0), ("a b c d e", 10))
    again = heard(state, ["a", "b", "c", "d", "e"], at(20), strong=True)[1]

    assert (verdicts[-1], again) == (Verdict.FIRE, Verdict.INSUFFICIENT_NEW_CONTENT)


def test_one_word_before_a_pause_fires() -> None:
    _, verdicts = listened(("a b c d e", 0), ("a b c d e", 10), ("a b c d e f", 400), ("a b c d e f", 800))

    assert verdicts[-1] is Verdict.FIRE


def test_every_look_is_a_generation() -> None:
    state, _ = listened(("a b c d e", 0), ("a b c d e", 10))

    assert (state.generation, state.over().generation) == (1, 2)
    assert state.over().words == ()


def test_revised_words_are_new() -> None:
    state, _ = listened(("a b c d e", 0), ("a b c d e", 10), ("x y z v w", 400))

    assert heard(state, ["x", "y", "z", "v", "w", "u"], at(800))[1] is Verdict.FIRE


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ()),
        ("  what  does\n", ("what", "does")),
        ("我昨天 drank 茶tea茶", ("我", "昨", "天", "drank", "茶", "tea", "茶")),
        ("한국어 말", ("한", "국", "어", "말")),
        ("मुझे याद", ("मुझे", "याद")),
        ("🎉🎉 déjà", ("🎉🎉", "déjà")),
    ],
)
def test_words_are_characters_where_no_spaces_are(text: str, words: tuple[str, ...]) -> None:
    found, ends = spoken(text)

    assert found == words
    assert tuple(text[end - len(word) : end] for word, end in zip(found, ends, strict=True)) == words


def test_endless_partial_is_heard_in_part() -> None:
    assert len(spoken("x " * 10**6)[0]) == MOST_HEARD // 2


def test_clock_that_goes_back_ends_the_debounce() -> None:
    state, verdicts = listened(("a b c d e", 5000), ("a b c d e", 5010), ("a b c d e f g h i j", 10))

    assert verdicts[1] is Verdict.FIRE
    assert heard(state, ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"], at(20))[1] is Verdict.FIRE
