"""The words of a topic before they become terms."""

from __future__ import annotations

import pytest

from vademecum.text.topic import TopicWord, topic_words


def fragments(topic: str) -> list[str]:
    return [word.text for word in topic_words(topic, ()) if word.fragment]


def test_word_of_its_own_is_joined_to_nothing() -> None:
    first, second = topic_words("port key", ())

    assert first == TopicWord("port", "", first.group, fragment=False, last=False)
    assert second == TopicWord("key", "", second.group, fragment=False, last=False)
    assert first.group != second.group


def test_parts_of_a_written_word_share_a_group() -> None:
    found = list(topic_words("GitHub字 GitHub", ()))

    assert [(word.text, word.joined) for word in found] == [
        ("git", "github"),
        ("hub", "github"),
        ("字", ""),
        ("git", "github"),
        ("hub", "github"),
    ]
    assert [found.index(next(w for w in found if w.group == word.group)) for word in found] == [0, 0, 2, 3, 3]


def test_written_word_of_function_words_stays_joined() -> None:
    (first, second) = topic_words("WhatIf WhatIf", frozenset({"what", "if"}))

    assert first == TopicWord("whatif", "", first.group, fragment=False, last=False)
    assert second == TopicWord("whatif", "", second.group, fragment=False, last=False)
    assert first.group != second.group


@pytest.mark.parametrize(
    ("topic", "last"),
    [
        ("데이터를", [False, False, True]),
        ("데이터를x", [False, False, True, False]),
        ("x데이터", [False, False, True]),
        ("데이", [False]),
        ("데이a", [False, False]),
        ("를", [False]),
    ],
)
def test_last_pair_ends_a_longer_run(topic: str, last: list[bool]) -> None:
    assert [word.last for word in topic_words(topic, ())] == last


@pytest.mark.parametrize(
    ("topic", "torn"),
    [
        ("what's I'm", ["s", "m"]),
        ("'s", []),
        ("k8's", []),
        ("ain't WON'T", ["ain", "t", "won", "t"]),
        ("can'table", []),
        ("can'ta-b", []),
        ("open'source open'X", []),
        ("children' n'", []),
        ("l'arbre d'un", ["l", "d"]),
        ("l'or-gris", ["l"]),
        ("a'b x-ray", []),
    ],
)
def test_apostrophe_tears_off_fragments(topic: str, torn: list[str]) -> None:
    assert fragments(topic) == torn


@pytest.mark.parametrize(
    ("pair", "last", "joins"),
    [
        ("の本", False, True),
        ("本の", False, True),
        ("のり", False, False),
        ("本", False, False),
        ("는다", True, False),
        ("집는", False, False),
        ("집는", True, True),
        ("不是", False, True),
        ("的本", False, True),
    ],
)
def test_particle_spoils_what_it_only_joins(pair: str, last: bool, joins: bool) -> None:
    word = TopicWord(pair, "", "", fragment=False, last=last)

    assert word.only_joins({"の", "는", "的", "不是"}) is joins
