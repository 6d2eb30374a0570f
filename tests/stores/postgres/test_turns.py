"""Turns as rows of a tenant: the best are those that ranking finds everywhere else."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.test_turns import A, B, C, ask, hear, held, spoken

from vademecum.model.conversation import ConversationId, Role
from vademecum.model.tenancy import TenantId
from vademecum.model.turns import Fence, Heard, TurnAsk, TurnChanges
from vademecum.ports.turns import Turns
from vademecum.retrieval import turns as ranking
from vademecum.retrieval.question import Question
from vademecum.stores.local.turns.index import LocalTurns
from vademecum.stores.memory.turns import MemoryTurns
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.turns import scoring
from vademecum.stores.postgres.turns.index import PostgresTurns
from vademecum.text.analyzer import Term

_tenants = count(1)
STEMS = ("port", "lamp", "tea", "reed", "oak", "ash", "w" * 3_000)
LONG = "w" * 3_000
SAID = ("port", "port port", "lamp lamp", "lamp")

texts = st.lists(st.sampled_from(STEMS), min_size=0, max_size=12).map(" ".join)
said = st.lists(st.tuples(texts, st.sampled_from(Role), st.sampled_from((None, 5, 15))), max_size=9)
talks = st.dictionaries(st.sampled_from((A, B, C)), said, min_size=1)
fences = st.builds(
    Fence,
    workspaces=st.sampled_from(((), ("x",), ("", "x"))),
    without=st.sampled_from(((), (A,), (A, B))),
    only=st.sampled_from(((), (B,), (A, C))),
)
questions = st.fixed_dictionaries(
    {
        "words": st.lists(st.sampled_from(STEMS), min_size=1, max_size=4, unique=True),
        "fence": fences,
        "sessions": st.booleans(),
        "within": st.sampled_from((None, (0, 10))),
    }
)


def changes(talks: dict[ConversationId, Any], *, anew: bool = False) -> TurnChanges:
    """Conversations, the first of them in a workspace."""
    heard = []
    for id, turns in talks.items():
        told = tuple(spoken(seq, text, role, at) for seq, (text, role, at) in enumerate(turns, 1))
        conversation = held(id, turns=len(told), workspace="x" if id == A else None)
        heard.append(Heard(conversation=conversation, anew=anew, turns=told))
    return TurnChanges(heard=tuple(heard))


def found(index: Turns, words: list[str], *, fence: Fence, sessions: bool, within: Any) -> object:
    """What ranking says, scores and all."""
    question = Question(" ".join(words), tuple(Term(word, (word,)) for word in words))
    ranked = ranking.rank(index, question, fence, 3, sessions=sessions, within=within).ranked
    return [(one.candidate, one.score) for one in ranked]


@settings(max_examples=25, deadline=None)
@given(talks, talks, questions)
def test_turns_are_found_as_everywhere(
    postgres_database: Database, first: Any, then: Any, question: dict[str, Any]
) -> None:
    tenancy = postgres_database.tenancy(TenantId(f"turns-{next(_tenants)}"))
    with TemporaryDirectory() as folder:
        indexes: list[Turns] = [PostgresTurns(tenancy), MemoryTurns(), LocalTurns.open(Path(folder))]
        for index in indexes:
            index.apply(changes(first))
            index.apply(changes(then, anew=True))
        answers = [found(each, **question) for each in indexes]
        assert answers[0] == answers[1] == answers[2]
        assert [each.check() for each in indexes] == [(), (), ()]
        indexes[2].close()


def test_ranking_has_the_numbers_of_proposing() -> None:
    assert (scoring.K1, scoring.B) == (ranking.K1, ranking.B)


@pytest.mark.parametrize("depth", [1, 5, 20])
def test_ceiling_bounds_what_was_not_proposed(tenancy: Tenancy, depth: int) -> None:
    index, question = PostgresTurns(tenancy), Question("", (Term("port", ("port",)), Term("lamp", ("lamp",))))
    texts = [f"{SAID[n % 4]} {'other ' * (n * 37 % 50)}" for n in range(60)]
    index.apply(TurnChanges(heard=(hear(A, *texts),)))

    proposal = index.propose(TurnAsk(words=question.rank_by, fence=Fence(), role=Role.USER, depth=depth))
    shown = {one.seq for one in proposal.candidates}
    everything = index.propose(ask("port", "lamp", depth=99)).candidates
    scorer = ranking.scorer_of(index, question)

    assert (len(shown), proposal.exhausted) == (depth, False)
    left = [scorer.score(one) for one in everything if one.seq not in shown]
    assert max(left) <= proposal.ceiling * ranking.WEIGHTS[Role.USER]


def test_words_beyond_what_an_index_holds_are_counted(tenancy: Tenancy) -> None:
    index = PostgresTurns(tenancy)
    index.apply(TurnChanges(heard=(hear(A, f"{LONG} tea", f"{LONG}w"),)))

    assert index.frequencies([LONG, f"{LONG}w", "tea"]) == {LONG: 1, f"{LONG}w": 1, "tea": 1}
    assert [one.seq for one in index.propose(ask(LONG)).candidates] == [1]
    assert index.lingering([LONG, LONG[1:]]) == {LONG}
