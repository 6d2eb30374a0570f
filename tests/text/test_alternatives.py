from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from vademecum.text.alternatives import any_of

WORDS = st.lists(st.text(alphabet="ab.ü", min_size=1, max_size=5), min_size=1, max_size=8)


@given(words=WORDS, text=st.text(alphabet="ab.üx", max_size=30))
def test_matches_are_those_of_the_words_longest_first(words: list[str], text: str) -> None:
    plain = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))

    assert re.findall(any_of(words), text) == re.findall(plain, text)


def test_word_within_a_word_ends_where_it_must() -> None:
    assert re.findall(any_of(["pass", "password"]), "passwords pass passwor") == ["password", "pass", "pass"]


def test_pattern_branches_where_words_part() -> None:
    assert any_of(["ab"]) == "ab"
    assert any_of(["ab", "ac"]) == "a(?:b|c)"
    assert any_of(["a", "ab", "ac", "."]) == r"(?:a(?:(?:b|c))?|\.)"
