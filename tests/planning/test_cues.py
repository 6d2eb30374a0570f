"""What makes a plan worth its while: every time and phrase that the planner reads, and few other words."""

from __future__ import annotations

import pytest
from tests.planning.temporal.reading import rows

from vademecum.lexicon import load
from vademecum.lexicon.phrasing import load_signal_words
from vademecum.model.plan import Signal
from vademecum.planning.cues import recall_words, worth_planning
from vademecum.text.scripts import is_unspaced
from vademecum.text.words import exact_words

CUES = load().plan_cues
COMMON = {
    "as of now",
    "from now on",
    "until now",
    "this March",
    "March mein",
    "hace mucho tiempo",
    "il y a un an",
    "il y a 2,5 ans",
    "FY25",
    "vor kurzem",
}
"""Times whose words stand in every other sentence."""

TIMES = [row.split(" => ")[0].replace("[", "").replace("]", "") for row in rows("phrases.txt") if "[" in row]
PHRASES = {
    phrase
    for phrase, signals in load_signal_words().phrases.items()
    if Signal.EXPLICIT_RECALL in signals and not is_unspaced(phrase[0])
}


def opens(text: str) -> bool:
    return worth_planning(text, exact_words(text), CUES)


@pytest.mark.parametrize("text", [text for text in TIMES if text not in COMMON])
def test_time_is_worth_a_plan(text: str) -> None:
    assert opens(text)


@pytest.mark.parametrize(
    "text",
    [
        "how do I run the tests?",
        "the parser fails on nested lists",
        "port 9077 is in use",
        "now fix the last one",
        "this may be wrong, tell me what the log says",
        "Spring Boot does not start",
        "march on, and remember to run the linter",
        "what does the readme say about retries",
        "重构解析器",
        "",
    ],
)
def test_plain_words_are_not(text: str) -> None:
    assert not opens(text)


def test_phrases_of_recall_are_all_known() -> None:
    assert CUES["recall"] == PHRASES


@pytest.mark.parametrize(
    "text", ["你还记得我的生日吗", "请提醒我买牛奶", "我说过什么", "名前を覚えていますか"]
)
def test_scripts_without_spaces_are_read(text: str) -> None:
    assert opens(text)


def test_words_of_recall_only_ask() -> None:
    assert {"remember", "told", "erinnerst", "recuerdas"} <= recall_words(CUES)
