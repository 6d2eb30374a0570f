"""Legal values of what a caller states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.engine import checks
from vademecum.errors import InvalidValue, VadeError


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Favourite Drink!", "favourite_drink"),
        ("FooBar", "foo_bar"),
        ("worksAt", "works_at"),
        ("works-at", "works_at"),
        ("½ share² – Anteil", "share_anteil"),
        ("__HTTP  status__", "http_status"),
        ("любимый цвет", "любимый_цвет"),
        ("पसंदीदा रंग", "पसंदीदा_रंग"),
        ("", None),
        (None, None),
    ],
)
def test_predicate_becomes_snake_case(said: str | None, kept: str | None) -> None:
    assert checks.predicate_name(said) == kept


@given(st.text(st.characters(categories=["L", "N", "P", "Z"]), max_size=40))
def test_predicate_settles_at_once(said: str) -> None:
    try:
        once = checks.predicate_name(said)
    except VadeError:
        return
    assert checks.predicate_name(once) == once


@pytest.mark.parametrize("said", ["!", "---", "…"])
def test_predicate_without_word_is_refused(said: str) -> None:
    with pytest.raises(InvalidValue, match="works_at"):
        checks.predicate_name(said)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("de", "de"),
        ("DE", "de"),
        ("pt-BR", "pt"),
        ("zh_Hant_TW", "zh"),
        ("gsw", "gsw"),
        ("", None),
        (None, None),
    ],
)
def test_language_keeps_its_primary_code(said: str | None, kept: str | None) -> None:
    assert checks.language(said) == kept


@pytest.mark.parametrize("said", ["klingon", "12345", "d", "d1", "de-", "de-!", "дe", "en us"])
def test_no_language_is_refused(said: str) -> None:
    with pytest.raises(InvalidValue, match="two or three letters"):
        checks.language(said)
