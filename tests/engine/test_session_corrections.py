"""What a session corrects, repeats or forgets never comes back, whoever writes it and whenever."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.homes_in_memory import MemoryHome

import vademecum
from vademecum.engine.sessions import Session
from vademecum.model.session import Snapshot

SPOKEN = {
    "en": ("I live in Rome.", "Actually, I live in Milan.", "I live"),
    "de": ("Ich wohne in Rom.", "Nein, ich wohne in Mailand.", "wohne"),
    "es": ("Vivo en Roma.", "En realidad, vivo en Milán.", "vivo"),
    "fr": ("J'habite à Rome.", "En fait, j'habite à Milan.", "habite"),
    "zh": ("我住在罗马。", "其实我住在米兰。", "我住在"),
    "hi": ("मैं रोम में रहता हूँ।", "असल में मैं मिलान में रहता हूँ।", "रहता"),
}


def told(snapshot: Snapshot) -> list[str]:
    return [
        fact.statement.removeprefix("mentioned earlier in this conversation: ") for fact in snapshot.facts
    ]


@pytest.fixture
def session(home: MemoryHome) -> Session:
    return home.vade.session("talk", zone="UTC")


@pytest.mark.parametrize("lang", SPOKEN)
def test_spoken_correction_stands_after_the_checkpoint(session: Session, lang: str) -> None:
    first, second, asked = SPOKEN[lang]
    (before,) = session.final(first).noted
    session.checkpoint()
    (after,) = session.final(second).noted
    done = session.checkpoint()

    assert [one.outcome for one in done.kept] == ["superseded"]
    assert told(session.recall(asked)) == [after.text]
    assert before.text not in told(session.recall(before.text))


def test_correction_without_a_value_stands(home: MemoryHome, session: Session) -> None:
    home.remember("The heron comes on Mondays.", subject="heron", predicate="visits")
    session.correct("The heron comes on Fridays.", subject="heron", predicate="visits")
    session.checkpoint()

    assert told(session.recall("when does the heron come")) == ["The heron comes on Fridays."]


def test_correction_of_what_was_just_said_stands(session: Session) -> None:
    session.note("The heron comes on Mondays.", subject="heron", predicate="visits")
    session.correct("The heron comes on Fridays.", subject="heron", predicate="visits")
    session.checkpoint()

    assert told(session.recall("when does the heron come")) == ["The heron comes on Fridays."]


def test_correction_leaves_other_likings_alone(home: MemoryHome, session: Session) -> None:
    home.remember("Ana likes coffee.", subject="Ana", predicate="likes", value="coffee")
    session.correct("Ana likes tea.", subject="Ana", predicate="likes", value="tea")

    assert set(told(session.recall("what does Ana like"))) == {"Ana likes coffee.", "Ana likes tea."}


def test_reconciling_keeps_every_liking(session: Session) -> None:
    for drink in ("coffee", "tea"):
        session.note(f"Ana likes {drink}.", subject="Ana", predicate="likes", value=drink)
    for _ in range(4):
        session.final("well")

    assert set(told(session.recall("what does Ana like"))) == {"Ana likes coffee.", "Ana likes tea."}


def test_proposed_correction_is_told_on(home: MemoryHome, session: Session) -> None:
    home.remember("Ana lives in Rome.", subject="Ana", predicate="lives_in", value="Rome")
    session.correct(
        "Ana lives in Milan.", subject="Ana", predicate="lives_in", value="Milan", source="inference"
    )
    done = session.checkpoint()

    assert [one.outcome for one in done.kept] == ["proposed"]
    assert told(session.recall("where does Ana live")) == ["Ana lives in Milan."]
    assert home.recalled("where does Ana live") == ["ana-lives-in-rome"]


def test_proposal_is_made_once(home: MemoryHome, session: Session) -> None:
    home.remember("Ana lives in Rome.", subject="Ana", predicate="lives_in", value="Rome")
    claim = {"subject": "Ana", "predicate": "lives_in", "value": "Milan", "source": "inference"}
    for _ in range(2):
        session.note("Ana lives in Milan.", **claim)  # type: ignore[arg-type]
        session.checkpoint()

    assert home.vade.queue().total == 1


def test_said_again_after_the_checkpoint_is_no_refusal(session: Session) -> None:
    session.final("Remember that I live in Rome.")
    session.checkpoint()
    session.final("I live in Rome.")
    done = session.checkpoint()

    assert (done.refused, [one.outcome for one in done.kept]) == ((), ["existing"])


def test_forgetting_reaches_what_a_session_has_not_written(home: MemoryHome, session: Session) -> None:
    gone = home.remember("The heronry lies behind the mill.")
    session.note("The heronry lies behind the mill.")
    receipt = home.vade.forget(gone)

    assert (receipt.outcome, session._journal.rows()) == ("forgotten", [])
    assert told(session.recall("heronry mill")) == []
    assert (session.close().kept, home.recalled("heronry")) == ((), [])


def test_forgetting_leaves_what_is_said_afterwards(home: MemoryHome, session: Session) -> None:
    home.vade.forget(home.remember("The heronry lies behind the mill."))
    home.clock.go_on(seconds=1)
    session.note("The heronry lies behind the mill.")
    home.vade.forget(home.remember("The mill turns."))

    assert told(session.recall("heronry mill")) == ["The heronry lies behind the mill."]
    assert len(session.close().kept) == 1


def test_forgetting_reaches_what_is_only_implied(home: MemoryHome, session: Session) -> None:
    gone = home.remember("I like herons")
    (noted,) = session.final("I guess I like herons.").noted
    assert noted.staged
    home.vade.forget(gone)
    session.final("well then")

    assert session.close().unconfirmed == ()


def test_forgetting_leaves_other_sayings_alone(home: MemoryHome, session: Session) -> None:
    gone = home.remember("The heronry lies behind the mill.", title="Heronry")
    session.note("Heronry keys hang in the hall.")
    receipt = home.vade.forget(gone)

    assert receipt.outcome == "forgotten"
    assert told(session.recall("heronry keys")) == ["Heronry keys hang in the hall."]


@pytest.mark.parametrize("lives", [True, False])
def test_forgetting_leaves_no_byte_in_a_journal(tmp_path: Path, lives: bool) -> None:
    with vademecum.open(tmp_path / "home") as vade:
        gone = vade.remember("The heronry lies behind the mill.").memory.record.id
        other = vade.session("other", zone="UTC")
        other.note("The heronry lies behind the mill.")
        other.note("Ana likes figs.")
        if not lives:
            other._journal.close()
        receipt = vade.forget(gone)
        (journal,) = (tmp_path / "home" / "state" / "sessions").glob("*.jsonl")

        assert receipt.outcome == "forgotten"
        assert b"heronry" not in journal.read_bytes()
        assert b"Ana likes figs." in journal.read_bytes()
