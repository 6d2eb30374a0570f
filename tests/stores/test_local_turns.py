"""The index of conversations in files: what its engine leaves out cannot score above the ceiling it tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from vademecum.model.conversation import ConversationId, Role
from vademecum.model.file import Stamp
from vademecum.model.transcript import Mark
from vademecum.model.turns import Fence, Heard, Held, Spoken, TurnAsk, TurnCandidate, TurnChanges, bag_of
from vademecum.retrieval import turns as ranking
from vademecum.retrieval.question import Question
from vademecum.retrieval.turns import TurnScorer
from vademecum.stores.local.turns import proposing
from vademecum.stores.local.turns.index import LocalTurns
from vademecum.text.analyzer import Term

TALK = ConversationId("a" * 24)
TURNS = 120
QUESTION = Question("port lamp", (Term("port", ("port",)), Term("lamp", ("lamp",))))


def held() -> Held:
    return Held(
        id=TALK,
        title=None,
        workspace=None,
        folder=None,
        host="bench",
        origin_id="s1",
        started=None,
        parent=None,
        stamp=Stamp(1, 2, 3, 4, 5),
        mark=Mark(0, 0, ""),
    )


def spoken(seq: int) -> Spoken:
    """A turn of one to two hundred words, among them one of those asked for, up to three times."""
    stems = [("port", "lamp")[seq % 3 == 0]] * (seq % 3 + 1) + ["other"] * (seq * 37 % 200)
    return Spoken(
        seq=seq,
        role=Role.ASSISTANT,
        line=seq,
        start=seq,
        lang="en",
        length=len(stems),
        bag=bag_of(stems),
    )


def filled(folder: Path, step: int) -> LocalTurns:
    """An index that was flushed every `step` turns."""
    index = LocalTurns.open(folder)
    for first in range(1, TURNS + 1, step):
        turns = tuple(map(spoken, range(first, first + step)))
        index.apply(TurnChanges(heard=(Heard(conversation=held(), anew=False, turns=turns),)))
        index.flush()
    return index


def scores(index: LocalTurns) -> dict[int, float]:
    scorer = TurnScorer(QUESTION, index.corpus(), index.frequencies(QUESTION.rank_by))
    return {
        each.seq: scorer.score(TurnCandidate(TALK, each.seq, each.role, each.length, each.bag))
        for _, each in index.spoken()
    }


def test_engine_imitates_the_length_normalisation_of_ranking() -> None:
    assert proposing.RANKING_B == ranking.B


@pytest.mark.parametrize("step", [12, 120])
@pytest.mark.parametrize("depth", [5, 20, 60])
def test_ceiling_bounds_what_was_not_proposed(tmp_path: Path, step: int, depth: int) -> None:
    index = filled(tmp_path, step)

    found = index.propose(TurnAsk(words=QUESTION.rank_by, fence=Fence(), role=Role.ASSISTANT, depth=depth))
    shown = {candidate.seq for candidate in found.candidates}

    assert not found.exhausted
    assert max(score for seq, score in scores(index).items() if seq not in shown) <= found.ceiling
