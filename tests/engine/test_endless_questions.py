"""A question of any length is read as far as one bound, by every verb that takes one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.engine.vade import Vade
from vademecum.errors import LimitExceeded
from vademecum.lexicon import load
from vademecum.model.answer import Outcome
from vademecum.model.value import replace
from vademecum.retrieval.question import TOPIC_LIMIT, warned
from vademecum.text.analyzer import Analyzer, Term, Token

ENDLESS = ("which port, Anna (猫は) last week\n" * TOPIC_LIMIT)[: 10 * TOPIC_LIMIT]
TOLD = "of the 200,000 characters of the question the first 20,000 were read"

VERBS: dict[str, Callable[[Vade, str], Any]] = {
    "recall": lambda vade, text: vade.recall(text),
    "search any": lambda vade, text: vade.search(text),
    "search all": lambda vade, text: vade.search(text, mode="all"),
    "why of a recall": lambda vade, text: vade.why(text, "gate"),
    "why of a search": lambda vade, text: vade.why(text, "gate", verb="search"),
    "conversations": lambda vade, text: vade.conversations.search(text, workspace="all"),
}


class Measuring(Analyzer):
    """Knows the longest text that it was ever handed."""

    def __init__(self) -> None:
        super().__init__(load())
        self.longest = 0

    def _measured(self, text: str) -> str:
        self.longest = max(self.longest, len(text))
        return text

    def exact(self, text: str) -> list[str]:
        return super().exact(self._measured(text))

    def exact_tokens(self, text: str) -> list[Token]:
        return super().exact_tokens(self._measured(text))

    def terms(self, topic: str, *, languages: Iterable[str] = (), limit: int = 24) -> tuple[Term, ...]:
        return super().terms(self._measured(topic), languages=languages, limit=limit)

    def wholes(self, topic: str) -> tuple[str, ...]:
        return super().wholes(self._measured(topic))


@pytest.fixture
def gate(home: MemoryHome) -> MemoryHome:
    home.vade.add_entity("Anna", label="Person")
    home.remember("Anna's cat sleeps behind port 12.", title="gate", about=["Anna"])
    return home


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_behind_the_bound_is_read(gate: MemoryHome, verb: str) -> None:
    measuring = Measuring()
    gate.vade._parts = replace(gate.vade._parts, analyzer=measuring)
    VERBS[verb](gate.vade, ENDLESS)

    assert 0 < measuring.longest <= TOPIC_LIMIT


@pytest.mark.parametrize("verb", VERBS)
def test_answer_is_that_to_the_part_read(gate: MemoryHome, verb: str) -> None:
    answer, read = (VERBS[verb](gate.vade, text) for text in (ENDLESS, ENDLESS[:TOPIC_LIMIT]))

    assert answer == replace(read, warnings=(TOLD, *read.warnings))


def test_unread_letters_are_told_where_signs_stand_first(gate: MemoryHome) -> None:
    answer = gate.vade.recall("!" * 199_996 + "port")

    assert (answer.outcome, answer.warnings) == (Outcome.NOTHING_TO_SEARCH, (TOLD,))


def test_question_within_the_bound_warns_of_nothing(gate: MemoryHome) -> None:
    answer = gate.vade.recall("port")

    assert warned(answer, "x" * TOPIC_LIMIT) is answer


def test_endless_expert_query_is_refused(gate: MemoryHome) -> None:
    with pytest.raises(LimitExceeded, match="200,000"):
        gate.vade.search(ENDLESS, mode="expert")
