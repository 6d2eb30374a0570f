"""The lists by which texts and claims are judged keep the form that the rules rely on."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import vademecum.lexicon
from vademecum.lexicon.wording import load_wording
from vademecum.text.scripts import fold

FOLDER = Path(vademecum.lexicon.__file__).parent
WORDING = load_wording()
PREDICATES = WORDING.predicates


def forms(name: str) -> list[str]:
    """Every form of a file, in order."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    lines = [line.partition(": ")[2] for line in text.splitlines() if line and not line.startswith("#")]
    return [form for line in lines for form in re.split(r" \| | / ", line)]


@pytest.mark.parametrize("name", ["predicates", "telling", "small_words", "dependents", "reservations"])
def test_forms_are_folded(name: str) -> None:
    assert [form for form in forms(name) if fold(form) != form or form != " ".join(form.split())] == []


def test_telling_word_has_one_meaning() -> None:
    assert [form for form, times in Counter(forms("telling")).items() if times > 1] == []


def test_telling_words_stand_alone() -> None:
    assert [form for form in WORDING.telling if " " in form] == []


def test_predicate_stands_in_one_group() -> None:
    text = (FOLDER / "predicates.txt").read_text(encoding="utf-8")
    groups = [line.partition(": ")[2] for line in text.splitlines() if line.startswith(("one", "many"))]
    listed = Counter(form for line in groups for form in re.split(r" \| | / ", line))

    assert [form for form, times in listed.items() if times > 1] == []
    assert set(listed) == set(PREDICATES.senses)


def test_uncertain_names_are_listed() -> None:
    assert PREDICATES.uncertain <= set(PREDICATES.senses)


def test_cues_reach_many_languages() -> None:
    assert len({cue.lang for cue in WORDING.cues}) >= 20
    assert [cue.words for cue in WORDING.cues if cue.words != " ".join(cue.words.split())] == []


def test_signs_in_cues_are_those_that_are_read() -> None:
    parts = {part for cue in WORDING.cues for part in cue.words.removesuffix("~").split()}

    assert {part for part in parts if not any(map(str.isalnum, part))} == {",", ":"}


def test_cue_is_listed_once() -> None:
    assert [
        cue
        for cue, times in Counter((c.lang, c.words) for c in WORDING.cues if not c.ends).items()
        if times > 1
    ] == []


def test_words_around_cues_have_cues() -> None:
    assert {*WORDING.fillers, *WORDING.reminiscing} <= {cue.lang for cue in WORDING.cues}


def test_dependents_are_listed_once_each() -> None:
    lines = (FOLDER / "dependents.txt").read_text(encoding="utf-8").splitlines()
    read = [line.partition(": ") for line in lines if line and not line.startswith("#")]
    sides = [(head.split()[0], rest.split(" / ")) for head, _, rest in read]

    assert {(kind, len(parts)) for kind, parts in sides} == {("same", 2), ("over", 3), ("resting", 1)}
    for side in (part.split(" | ") for _, parts in sides for part in parts):
        assert [form for form, times in Counter(side).items() if times > 1] == []


def test_denials_and_articles_of_reservations_are_single_words() -> None:
    kept = WORDING.reservations

    assert [
        form for form in (*kept.denying, *kept.helping, *kept.turning, *kept.limiting) if " " in form
    ] == []


def test_passing_forms_hold_a_sign() -> None:
    kept = WORDING.reservations
    signs = kept.opinion | kept.past | kept.more | kept.elsewhen | kept.supposed | kept.denying

    idle = [form for form in kept.passing if not any(f" {sign} " in f" {form} " for sign in signs)]

    assert idle == []
