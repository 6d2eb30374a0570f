"""Stems and what is remembered of them."""

from __future__ import annotations

import pytest

from vademecum.text.stemming import Stemming, _snowball, primary


@pytest.mark.parametrize(
    ("language", "tongue"),
    [("de-AT", "de"), ("EN", "en"), ("vi", "vi"), ("yi", "yi"), ("xx", "und"), ("", "und")],
)
def test_unknown_languages_share_one_tongue(language: str, tongue: str) -> None:
    assert Stemming("en", {}).tongue(language) == tongue


@pytest.mark.parametrize(
    ("tag", "subtag"), [("de-AT", "de"), ("pt_BR", "pt"), (" EN ", "en"), ("", ""), (None, "")]
)
def test_language_is_known_by_its_primary_subtag(tag: str | None, subtag: str) -> None:
    assert primary(tag) == subtag


@pytest.mark.parametrize(("default", "stem"), [("en", "key"), ("de", "keys"), ("vi", "keys"), ("tlh", "key")])
def test_foreign_word_is_stemmed_by_the_default(default: str, stem: str) -> None:
    assert Stemming(default, {}).stem("keys", "ru") == stem


@pytest.mark.parametrize("word", ["cat5s", "mp3s", "2024s"])
def test_word_with_a_digit_stays(word: str) -> None:
    assert Stemming("en", {}).stem(word, "en") == word


def test_stem_is_remembered_by_language() -> None:
    stemming = Stemming("en", {})

    assert [stemming.stem("häuser", tongue) for tongue in ("en", "de")] == ["häuser", "haus"]
    assert stemming._memos == {"en": {"häuser": "häuser"}, "de": {"häuser": "haus"}}


def test_remembered_stem_is_not_made_again() -> None:
    stemming = Stemming("en", {})
    stemming._memos["en"] = {"keys": "kept"}

    assert stemming.stem("keys", "en") == "kept"


def test_stemmer_is_made_once() -> None:
    stemming = Stemming("en", {})
    stemming._stemmers["english"] = (_snowball("german"), {})

    assert stemming.stem("häuser", "en") == "haus"


def test_remembered_stems_stay_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vademecum.text.stemming._MEMO_LIMIT", 2)
    stemming = Stemming("en", {})

    assert [stemming.stem(word, "en") for word in ("keys", "doors", "locks")] == ["key", "door", "lock"]
    assert stemming._memos == {"en": {"locks": "lock"}}
