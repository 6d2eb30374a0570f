"""From conversations to memories: what was said is put before the person, once."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.homes_in_memory import MemoryHome
from tests.importers.exports import answered, asked, written

from vademecum.model.answer import RememberOutcome
from vademecum.model.proposed import Proposals
from vademecum.model.record import Memory, Review, Status


@pytest.fixture
def talk(home: MemoryHome, tmp_path: Path) -> Path:
    file = written(
        tmp_path / "s1.jsonl",
        asked("u1", "Remember that the bins go out on Monday."),
        answered("a1", "Remember that I am an assistant."),
        asked("u2", "How are you today?"),
    )
    home.vade.import_from(str(file))
    return file


def texts(answer: Proposals) -> list[str]:
    return [item.text for item in answer.items]


def only(home: MemoryHome) -> Memory:
    (hit,) = home.vade.list(include="all").items
    record = home.vade.get(hit.id).record
    assert isinstance(record, Memory)
    return record


@pytest.mark.usefixtures("talk")
def test_what_the_person_asked_to_be_kept_is_proposed(home: MemoryHome) -> None:
    answer = home.vade.propose_from_conversations()

    assert texts(answer) == ["the bins go out on Monday"]
    assert (answer.conversations, answer.turns) == (1, 3)


@pytest.mark.usefixtures("talk")
def test_proposal_waits_in_the_review_and_names_its_turn(home: MemoryHome) -> None:
    (item,) = home.vade.propose_from_conversations().items

    record = only(home)
    assert (record.review, record.sources[0].ref) == (Review.PROPOSED, item.turn)
    assert item.turn.startswith("turn:")
    assert [queued.id for queued in home.vade.queue().items] == [record.id]


@pytest.mark.usefixtures("talk")
def test_nothing_is_proposed_twice(home: MemoryHome) -> None:
    home.vade.propose_from_conversations()
    again = home.vade.propose_from_conversations()

    assert (texts(again), again.conversations) == ([], 0)


def test_only_further_turns_are_read(home: MemoryHome, talk: Path) -> None:
    home.vade.propose_from_conversations()
    with talk.open("a") as stream:
        stream.write(
            written(talk.parent / "more", asked("u3", "Remember that I park on level 2.")).read_text()
        )
    home.vade.import_from(str(talk))

    answer = home.vade.propose_from_conversations()
    assert (texts(answer), answer.turns) == (["I park on level 2"], 1)


@pytest.mark.usefixtures("talk")
def test_trial_run_proposes_nothing(home: MemoryHome) -> None:
    assert texts(home.vade.propose_from_conversations(dry_run=True)) == ["the bins go out on Monday"]
    assert home.vade.list().total == 0


@pytest.mark.usefixtures("talk")
def test_what_is_known_already_gains_its_turn(home: MemoryHome) -> None:
    home.remember("the bins go out on Monday")
    (item,) = home.vade.propose_from_conversations().items

    assert item.outcome is RememberOutcome.EXISTING
    assert only(home).review is None
    assert only(home).sources[-1].ref == item.turn


@pytest.mark.usefixtures("talk")
def test_near_repeat_is_linked(home: MemoryHome) -> None:
    near = home.remember("the bins go out on a Monday")
    (item,) = home.vade.propose_from_conversations().items

    assert item.similar == (near,)
    (queued,) = home.vade.queue().items
    record = home.vade.get(queued.id).record
    assert isinstance(record, Memory)
    assert near in (record.review_history[0].note or "")


@pytest.mark.usefixtures("talk")
def test_rejected_proposal_is_out_of_sight_and_does_not_come_back(home: MemoryHome) -> None:
    home.vade.propose_from_conversations()
    home.vade.reject(only(home).id)

    assert only(home).status is Status.ARCHIVED
    assert texts(home.vade.propose_from_conversations()) == []


def test_secrets_are_not_proposed(home: MemoryHome, tmp_path: Path) -> None:
    said = "Remember that my PIN code is 4711."
    home.vade.import_from(str(written(tmp_path / "s2.jsonl", asked("u1", said))))

    assert texts(home.vade.propose_from_conversations()) == []


def test_named_conversation_alone_is_read(home: MemoryHome, talk: Path) -> None:
    other = written(
        tmp_path := talk.parent / "s2.jsonl", {**asked("x", "Remember to lock up."), "sessionId": "s2"}
    )
    home.vade.import_from(str(other))
    (record,) = (one for one in home.vade.import_from(str(tmp_path), again=True).records if one.id)

    answer = home.vade.propose_from_conversations(str(record.id))
    assert (len(answer.items), answer.conversations) == (1, 1)
