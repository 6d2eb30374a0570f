"""Past conversations are found by what was meant, too."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.conversations.conftest import StandingClock, Talks, parts_with
from tests.engine.test_recalling_by_meaning import Foreign, Knowing

from vademecum.engine.conversations.turn_texts import TurnTexts
from vademecum.engine.deadlines import CountedDeadlines
from vademecum.engine.meaning import Embedding, Meaning
from vademecum.model.value import replace
from vademecum.ports import Embedder

BIRDS = "where do birds sleep"
"""Means the heron, and shares no word with what is said of it."""


def talks(embedder: Embedder) -> Talks:
    """Two conversations, and what they mean."""
    parts = parts_with()
    embedding = Embedding(
        lacking=lambda: None,
        open_embedder=lambda: embedder,
        open_deadlines=lambda: CountedDeadlines(StandingClock()),
        deadline_s=5.0,
        clock=StandingClock(),
    )
    texts = TurnTexts(parts.turns, parts.keeper)
    made = Talks(replace(parts, meaning=Meaning(parts.turns.vectors, texts, embedding)))
    made.tell("one", "heron nest in the reeds", title="nest")
    made.tell("two", "Oaks grow slowly.", title="oak")
    made.found("oak")
    assert made.parts.meaning is not None
    made.parts.meaning.embed(None)
    return made


@pytest.mark.parametrize("unit", ["turn", "session"])
def test_what_shares_no_word_is_found_by_its_meaning(unit: Any) -> None:
    assert talks(Knowing()).found(BIRDS, unit=unit) == [("nest", 1)]


def test_nothing_is_like_enough_by_an_unknown_model() -> None:
    assert talks(Foreign()).found(BIRDS) == []


def test_words_find_a_session_beside_meaning() -> None:
    assert talks(Knowing()).found("how do oaks grow", unit="session")[0] == ("oak", 1)
