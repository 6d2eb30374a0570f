"""Recall by what texts mean, beside and behind what their words say."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.embedders.hashed import HashedEmbedder
from vademecum.engine.deadlines import CountedDeadlines
from vademecum.engine.meaning import Embedding
from vademecum.errors import ModelError
from vademecum.model.answer import MatchedVia, Outcome
from vademecum.ports import Clock, Embedder
from vademecum.retrieval.memory_weights import MINILM, STATIC

SAME = "the heron"
"""What the questions below mean, whatever they say."""


class Knowing(HashedEmbedder):
    """Knows that some questions mean the heron; called like the embedder the weights were learned with."""

    broken = False

    @property
    def id(self) -> str:
        return "wordllama-256:test"

    def embed(self, texts: Sequence[str], *, questions: bool = False) -> bytes:
        if self.broken:
            raise ModelError("the server is gone")
        return super().embed([SAME if "bird" in text or "heron" in text else text for text in texts])


class Transformer(Knowing):
    """The same, called like another one that weights were learned with."""

    @property
    def id(self) -> str:
        return "minilm-384:test"


class Foreign(Knowing):
    """The same by another name."""

    @property
    def id(self) -> str:
        return "foreign:test"


def home(embedder: Embedder) -> MemoryHome:
    def meaning(clock: Clock) -> Embedding:
        return Embedding(
            lacking=lambda: None,
            open_embedder=lambda: embedder,
            open_deadlines=lambda: CountedDeadlines(clock),
            deadline_s=5.0,
            clock=clock,
        )

    made = MemoryHome(meaning=meaning)
    made.remember("heron nest in the reeds", title="nest")
    made.remember("The oak was planted in 1890.", title="oak")
    made.vade._parts.meaning.embed(None)
    return made


def test_meaning_alone_brings_what_shares_no_word() -> None:
    (hit,) = home(Knowing()).vade.recall("where do birds sleep").hits
    assert (hit.key, hit.matched_via, hit.covered, hit.terms) == ("nest", MatchedVia.MEANING, 0, 2)


def test_weights_are_those_of_the_model_that_gave_the_vectors() -> None:
    homes = [home(Knowing()), home(Transformer())]
    static, other = [hit.score for each in homes for hit in each.vade.recall("where do birds sleep").hits]
    weights = dict(STATIC.order)["likeness"], dict(MINILM.order)["likeness"]
    assert static / other == pytest.approx(weights[0] / weights[1])


def test_explanation_names_likeness_and_sums_to_the_score() -> None:
    (hit,) = home(Knowing()).vade.recall("where do birds sleep", explain=True).hits
    assert hit.explanation is not None
    told = hit.explanation.contributions
    assert [each.source for each in told] == ["likeness", "said by the owner"]
    assert abs(sum(each.amount for each in told) - hit.score) < 1e-9
    assert "likeness 1.00" in hit.explanation.floor


def test_filters_hold_for_what_is_alike() -> None:
    assert home(Knowing()).vade.recall("where do birds sleep", types=["decision"]).outcome is Outcome.NO_MATCH


def test_failing_model_leaves_an_answer_by_words_that_says_so() -> None:
    embedder = Knowing()
    made = home(embedder)
    embedder.broken = True
    answer = made.vade.recall("when was the oak planted")
    assert [hit.key for hit in answer.hits] == ["oak"]
    assert answer.warnings == ("the embedder failed with ModelError",)


def test_new_memory_is_found_at_once_beside_those_with_vectors() -> None:
    embedder = Knowing()
    made = home(embedder)
    embedder.broken = True
    made.remember("The willow was planted in 1950.", title="willow")
    embedder.broken = False
    assert made.vade.recall("when was the willow planted").hits[0].key == "willow"


def test_likeness_of_another_model_is_not_heeded() -> None:
    assert home(Foreign()).vade.recall("where do birds sleep").outcome is Outcome.NO_MATCH


def test_superseded_memory_that_is_alike_is_shown_by_the_newest() -> None:
    made = home(Knowing())
    made.vade.supersede("nest", "They moved to the island.")
    made.vade._parts.meaning.embed(None)
    (hit,) = made.vade.recall("where do birds sleep").hits
    assert hit.summary == "They moved to the island."


def test_why_tells_likeness_of_what_was_refused() -> None:
    told = home(Knowing()).vade.why("where do birds sleep", "oak").explanation
    assert "likeness 0.23" in told.floor
    assert told.hidden == "none of the terms stands in it"
