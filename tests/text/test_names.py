"""Folded names and slugs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.text.names import fold_name, slugify

ANY_TEXT = st.text(st.characters(), max_size=120)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Anna-Lena  MÜLLER ", "anna lena müller"),
        ("GitHub", "github"),
        ("Ｎｅｗ York", "new york"),
        ("Müller", "müller"),
        ("王小明", "王小 小明"),
        ("!?", ""),
    ],
)
def test_name_is_folded(text: str, folded: str) -> None:
    assert fold_name(text) == folded


@given(ANY_TEXT)
def test_folded_name_stays_folded(text: str) -> None:
    assert fold_name(fold_name(text)) == fold_name(text)


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Hello, World!", "hello-world"),
        ("don't panic", "dont-panic"),
        ("C++ vs C#", "c-vs-c"),
        ("../../etc/passwd", "etc-passwd"),
        (".hidden", "hidden"),
        ("CON", "con-note"),
        ("lpt1.", "lpt1-note"),
        ("重跑gen-itgc后", "重跑-gen-itgc-后"),
        ("Ключ от дома", "ключ-от-дома"),
        ("naïve café", "naïve-café"),
        ("…", ""),
    ],
)
def test_slug_is_readable(text: str, slug: str) -> None:
    assert slugify(text) == slug


def test_slug_is_cut_on_a_word_border() -> None:
    assert slugify("alpha beta gamma", limit=12) == "alpha-beta"
    assert slugify("alpha beta gamma", limit=10) == "alpha-beta"
    assert slugify("alpha beta gamma", limit=9) == "alpha"
    assert slugify("a" * 100, limit=12) == "a" * 12
    assert slugify("a" * 100) == "a" * 60


@pytest.mark.parametrize(("gap", "slug"), [(398, "a-b"), (399, "a")])
def test_slug_is_made_of_the_beginning(gap: int, slug: str) -> None:
    assert slugify("a" + " " * gap + "b", limit=10) == slug


def test_slug_is_found_behind_many_signs() -> None:
    assert slugify("!" * 5_000 + " a word") == "a-word"


@given(ANY_TEXT, st.integers(8, 60))
def test_slug_is_a_safe_file_name(text: str, limit: int) -> None:
    slug = slugify(text, limit=limit)

    assert len(slug) <= max(limit, len("conout-note"))
    assert not set(slug) & set('/\\:*?"<>|. \x00')
    assert bool(slug) == bool(fold_name(text.translate(dict.fromkeys(map(ord, "'\u2019\u02bc")))))
