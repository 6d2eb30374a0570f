"""The words of time keep the form that the grammar relies on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import vademecum.lexicon
from vademecum.lexicon.timing import load_time_words
from vademecum.model.temporal import Grain
from vademecum.planning import temporal
from vademecum.planning.temporal.anchors import PARTS, Narrow
from vademecum.planning.temporal.calendar import FOUNDING
from vademecum.planning.temporal.grammar import may_speak_of_time
from vademecum.planning.temporal.lines import ANCHORS
from vademecum.text.folding import bare
from vademecum.text.scripts import fold

FOLDER = Path(vademecum.lexicon.__file__).parent / "time"
FILES = sorted(FOLDER.glob("*.txt"))
WORDS = load_time_words()
PHRASES = [phrase for each in WORDS.phrases.values() for phrase in each]
LANGUAGES = {"de", "en", "es", "fr", "hi", "zh"}
SOURCE = "".join(path.read_text(encoding="utf-8") for path in Path(temporal.__file__).parent.glob("*.py"))


def names(role: str) -> set[str]:
    return {phrase.name for phrase in PHRASES if phrase.role == role}


def numbers(role: str, lang: str) -> set[int]:
    return {phrase.number for phrase in PHRASES if (phrase.role, phrase.lang) == (role, lang)}


def test_every_language_has_its_file() -> None:
    assert {path.stem for path in FILES} == {phrase.lang for phrase in PHRASES} == LANGUAGES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_lines_are_comments_or_roles_with_forms(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")

    assert [
        line for line in lines if not re.fullmatch(r"|#.*|[a-z_]+[?!]? ?[^:]*: \S.*\S|[^:]+: \S", line)
    ] == []


def test_forms_are_folded() -> None:
    forms = {word for phrase in PHRASES for word in phrase.words}

    assert {form for form in forms if form not in (fold(form), bare(fold(form)))} == set()


def test_no_phrase_stands_twice_in_a_role() -> None:
    keys = [(p.lang, p.role, p.words) for p in PHRASES if p.role in ANCHORS]

    assert sorted({key for key in keys if keys.count(key) > 1}) == []


def test_names_are_those_of_the_grammar() -> None:
    grains = {grain.value for grain in Grain}

    assert names("window") <= FOUNDING.keys()
    assert names("unit") | names("units") | names("whole") | names("short_unit") <= grains
    assert names("part") <= PARTS.keys()
    assert names("narrow") | names("narrow_post") <= {narrow.value for narrow in Narrow}


def test_no_role_is_unknown_to_the_grammar() -> None:
    roles = {phrase.role for phrase in PHRASES}
    spelt = {role.removesuffix("_post").removesuffix("_end") for role in roles if f'"{role}"' not in SOURCE}

    assert {role for role in spelt if f'"{role}"' not in SOURCE} == set()


@pytest.mark.parametrize("lang", sorted(LANGUAGES))
def test_language_knows_every_month_day_season_and_label(lang: str) -> None:
    founding = {phrase.name for phrase in PHRASES if (phrase.role, phrase.lang) == ("window", lang)}

    assert numbers("month", lang) == set(range(1, 13))
    assert numbers("weekday", lang) == set(range(7))
    assert numbers("season", lang) == {1, 2, 3, 4}
    assert founding >= {"last night", "this morning", "last week", "this week", "tonight", "the other day"}


def test_english_holds_the_founding_labels() -> None:
    said = {
        " ".join(p.words)
        for p in PHRASES
        if (p.role, p.lang) == ("window", "en") and p.name == " ".join(p.words)
    }

    assert said == set(FOUNDING)


def test_vocabulary_is_made_for_the_second_text() -> None:
    words = load_time_words()

    assert "harbour" in words.vocabulary()
    assert "harbour" not in words.vocabulary()
    assert {word for phrase in PHRASES for word in phrase.words if word not in words.vocabulary()} == set()


def test_heads_begin_what_makes_a_time() -> None:
    heads = {phrase.words[0] for phrase in PHRASES if phrase.role in ANCHORS}

    assert WORDS.heads >= heads


def test_anchors_let_every_plain_time_through() -> None:
    said = [" ".join(phrase.words) for phrase in PHRASES if phrase.role in ANCHORS]

    assert [text for text in said if not may_speak_of_time(text, WORDS)] == []
