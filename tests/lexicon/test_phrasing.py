"""The words by which the planner knows what is asked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import vademecum.lexicon.phrasing
from vademecum.lexicon.phrasing import load_signal_words
from vademecum.model.plan import Signal
from vademecum.text.words import exact_words

FILES = sorted((Path(vademecum.lexicon.phrasing.__file__).parent / "signals").glob("*-*.txt")) + sorted(
    (Path(vademecum.lexicon.phrasing.__file__).parent / "signals").glob("??.txt")
)
ROLES = {
    *("recall", "recommendation", "comparison", "prior", "relation", "preference"),
    *("asking", "owner", "wanting", "doing", "talk"),
}
WORDS = load_signal_words()


def lines(path: Path) -> list[list[str]]:
    return [line.split(": ", 1) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_line_has_a_role_and_forms(path: Path) -> None:
    assert {role for role, _ in lines(path)} <= ROLES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_form_stands_twice_in_a_role(path: Path) -> None:
    twice = {
        (role, form): number
        for role, forms in lines(path)
        for form, number in Counter(forms.split(" | ")).items()
        if number > 1
    }

    assert twice == {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_form_has_words(path: Path) -> None:
    assert [form for _, forms in lines(path) for form in forms.split(" | ") if not exact_words(form)] == []


@pytest.mark.parametrize("signal", set(Signal) - {Signal.KNOWN_ENTITY, Signal.TEMPORAL_RECALL})
def test_every_signal_has_phrases(signal: Signal) -> None:
    assert any(signal in shown for shown in WORDS.phrases.values())


def test_owner_has_names() -> None:
    assert {"user", "the user", "benutzer"} <= WORDS.owner


def test_unspaced_words_come_longest_first() -> None:
    assert [len(word) for word in WORDS.unspaced] == sorted(map(len, WORDS.unspaced), reverse=True)
