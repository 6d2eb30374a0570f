"""Live sessions: what is prepared, what is told, what is kept, and what no crash loses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.engine.deadlines import CountedDeadlines
from vademecum.engine.sessions import Session
from vademecum.errors import Ambiguous, Busy, InvalidValue, NotFound
from vademecum.model.ask import Filters
from vademecum.model.plan import Plan
from vademecum.model.record import Memory, MemoryId, Status
from vademecum.model.session import Snapshot, Verdict
from vademecum.model.value import replace

ASKED = "so tell me what does Matthew usually drink in the morning before work"


@pytest.fixture
def session(home: MemoryHome) -> Session:
    home.remember(
        "Matthew drinks oat milk in the morning.", title="milk", subject="Matthew", predicate="drink"
    )
    home.remember("The harbour office opens at nine.", title="office")
    return home.vade.session("talk", zone="UTC")


def told(snapshot: Snapshot) -> list[str]:
    return [fact.key or fact.statement for fact in snapshot.facts]


def speak(home: MemoryHome, session: Session, text: str) -> list[Verdict]:
    """Partials word by word, 200 ms apart, and a pause before the end is found."""
    words = text.split()
    verdicts: list[Verdict] = []
    for number in range(1, len(words) + 1):
        home.clock.go_on(milliseconds=200)
        verdicts.append(session.partial(" ".join(words[:number])).verdict)
    home.clock.go_on(milliseconds=400)
    verdicts.append(session.partial(text).verdict)
    return verdicts


def counted(home: MemoryHome) -> None:
    """Let time limits be judged by the home's clock."""
    home.vade._parts = replace(home.vade._parts, open_deadlines=lambda: CountedDeadlines(home.clock))


class CountingIds:
    """The same ids in every run."""

    def __init__(self) -> None:
        self.made = 0

    def new(self, at: datetime) -> MemoryId:
        self.made += 1
        return MemoryId(f"01JNTSW6X0{self.made:0>16}")


def test_final_answers_at_once(session: Session) -> None:
    turn = session.final("what does Matthew drink?")

    assert (told(turn.snapshot), turn.prepared, turn.number) == (["milk"], False, 1)


def test_prepared_snapshot_serves(home: MemoryHome, session: Session) -> None:
    speak(home, session, ASKED)
    turn = session.final(ASKED)

    assert turn.prepared
    assert told(turn.snapshot) == ["milk"]


def test_prepared_equals_the_direct_answer(home: MemoryHome, session: Session) -> None:
    speak(home, session, ASKED)
    prepared = session.final(ASKED).snapshot
    direct = home.vade.session("other", zone="UTC").final(ASKED).snapshot

    assert prepared.facts == direct.facts


def test_other_ending_is_answered_anew(home: MemoryHome, session: Session) -> None:
    speak(home, session, ASKED)
    turn = session.final("what does Matthew usually drink in the morning before the harbour office")

    assert not turn.prepared


def test_change_of_the_store_is_seen(home: MemoryHome, session: Session) -> None:
    speak(home, session, ASKED)
    home.remember("Matthew drinks tea in the morning.", title="tea")
    turn = session.final(ASKED)

    assert (turn.prepared, set(told(turn.snapshot))) == (False, {"milk", "tea"})


def test_snapshot_names_turns_and_states(home: MemoryHome, session: Session) -> None:
    session.final("hello there")
    snapshot = session.final("what does Matthew drink?").snapshot

    assert (snapshot.source_turn, snapshot.eligible_from_turn) == (1, 2)
    assert snapshot.store_revision == home.vade.revision
    assert (snapshot.expires - snapshot.created).total_seconds() == 120


def test_small_talk_looks_nothing_up(session: Session) -> None:
    snapshot = session.final("what do you think").snapshot

    assert (snapshot.facts, snapshot.plan.requires_memory) == ((), False)


def test_nothing_is_stable_at_first(session: Session) -> None:
    assert session.partial("what does").verdict is Verdict.NOTHING_STABLE


class Interrupting:
    """A channel that hears more of the talk while it is asked, once."""

    name, weight = "meaning", 2.0
    session: Session
    asked = 0

    def ask(self, text: str, plan: Plan, filters: Filters, limit: int) -> Sequence[MemoryId]:
        self.asked += 1
        if self.asked == 1:
            self.session.final("harbour office opens when on a Monday then")
        return ()


def test_older_result_overwrites_no_newer(home: MemoryHome) -> None:
    counted(home)
    channel = Interrupting()
    home.remember("The harbour office opens at nine.", title="office")
    channel.session = home.vade.session("talk", zone="UTC", channels=[channel])
    channel.session.partial("harbour office opens when on a")
    heard = channel.session.partial("harbour office opens when on a Monday")

    assert (heard.verdict, heard.snapshot) == (Verdict.FIRE, None)


def test_note_is_told_at_once_with_a_hedge(session: Session) -> None:
    session.note("Matthew has a sister called Ana.")

    assert told(session.recall("what about the sister of Matthew?"))[-1] == (
        "mentioned earlier in this conversation: Matthew has a sister called Ana."
    )


def test_memories_come_before_the_session(session: Session) -> None:
    session.note("Matthew will drink water in the morning.")
    facts = session.final("what does Matthew drink in the morning?").snapshot.facts

    assert [fact.origin.value for fact in facts] == ["memory", "session"]


def test_utterance_does_not_answer_itself(session: Session) -> None:
    turn = session.final("remember that Ana likes figs")

    assert [noted.text for noted in turn.noted] == ["Ana likes figs"]
    assert "figs" not in str(told(turn.snapshot))
    assert "figs" in str(told(session.recall("figs")))


@pytest.mark.parametrize("speaker", ["assistant", "other"])
def test_only_the_user_is_kept(session: Session, speaker: str) -> None:
    assert session.final("remember that Ana likes figs", speaker=speaker).noted == ()


def test_secret_never_reaches_the_journal(session: Session) -> None:
    noted = session.note("The key is AKIAIOSFODNN7EXAMPLE for the bucket.")

    assert noted.masked != ()
    assert "AKIAIOSFODNN7EXAMPLE" not in str(session._journal.rows())


def test_what_cannot_be_kept_is_refused_at_once(session: Session) -> None:
    with pytest.raises(InvalidValue):
        session.note("   ")


def test_correction_silences_the_old_claim(session: Session) -> None:
    session.correct("Matthew drinks tea in the morning.", subject="Matthew", predicate="drink", value="tea")

    assert told(session.recall("what does Matthew drink in the morning?")) == [
        "mentioned earlier in this conversation: Matthew drinks tea in the morning."
    ]


def test_corrected_memory_comes_through_no_channel(home: MemoryHome) -> None:
    wrong = home.remember("Matthew drinks oat milk.", title="milk", subject="Matthew", predicate="drink")

    class Meaning:
        name, weight = "meaning", 2.0

        def ask(self, text: str, plan: Plan, filters: Filters, limit: int) -> Sequence[MemoryId]:
            return (MemoryId(wrong),)

    session = home.vade.session("talk", zone="UTC", channels=[Meaning()])
    assert told(session.recall("beverages")) == ["milk"]
    session.correct("Matthew drinks tea.", replaces="milk")

    assert "milk" not in told(session.recall("beverages of the morning"))


def test_correction_replaces_for_good(home: MemoryHome, session: Session) -> None:
    session.correct("Matthew drinks tea in the morning.", replaces="milk")
    kept = session.close().kept

    assert [one.outcome for one in kept] == ["superseded"]
    assert [hit.because for hit in home.vade.recall("Matthew oat milk morning").hits] != [None]


def test_forgotten_memory_is_silent_at_once(home: MemoryHome, session: Session) -> None:
    session.forget("Matthew drinks oat milk in the morning")

    assert told(session.recall("what does Matthew drink in the morning?")) == []
    assert [one.outcome for one in session.close().kept] == ["archived"]
    assert home.recalled("Matthew oat milk") == []


def test_erasing_takes_it_out_of_the_world(home: MemoryHome, session: Session) -> None:
    record = session.forget("milk", erase=True).replaces
    session.close()

    with pytest.raises(NotFound):
        home.vade.get(str(record))


def test_note_can_be_taken_back(home: MemoryHome, session: Session) -> None:
    noted = session.note("Ana likes figs.")
    session.forget(noted.id)

    assert (session.close().kept, home.recalled("figs")) == ((), [])


def test_unclear_forgetting_lists_what_it_may_mean(home: MemoryHome, session: Session) -> None:
    home.remember("Matthew drinks oat milk at night in the morning.", title="more")

    with pytest.raises(Ambiguous, match="more"):
        session.forget("Matthew oat milk morning")


def test_forgetting_the_unknown_is_told(session: Session) -> None:
    with pytest.raises(NotFound):
        session.forget("volcanoes of Iceland")


def test_checkpoint_makes_memories(home: MemoryHome, session: Session) -> None:
    session.note("Ana likes figs.", subject="Ana", predicate="likes", value="figs")
    done = session.checkpoint()

    assert [one.outcome for one in done.kept] == ["created"]
    assert [hit.summary for hit in home.vade.recall("figs").hits] == ["Ana likes figs."]
    assert session.checkpoint().kept == ()


def test_checkpoint_comes_by_itself(home: MemoryHome, session: Session) -> None:
    session.note("Ana likes figs.")
    home.clock.go_on(minutes=11)

    assert session.final("hello there").checkpoint is not None
    assert home.recalled("figs") != []


def test_close_twice_is_harmless(session: Session) -> None:
    session.note("Ana likes figs.")

    assert (len(session.close().kept), session.close().kept) == (1, ())


def test_closed_session_says_so(session: Session) -> None:
    session.close()

    with pytest.raises(InvalidValue, match="closed"):
        session.final("hello")


@pytest.mark.usefixtures("session")
def test_two_sessions_share_no_name(home: MemoryHome) -> None:
    with pytest.raises(Busy):
        home.vade.session("talk")


def test_dropped_session_loses_nothing(home: MemoryHome, session: Session) -> None:
    session.note("Ana likes figs.")
    home.vade._parts.open_sessions().drop("talk")  # type: ignore[attr-defined]
    fresh = home.vade.session("next", zone="UTC")

    assert [one.outcome for one in fresh.recovered.kept] == ["created"]
    assert home.recalled("figs") != []


def test_reconciling_keeps_the_latest(session: Session) -> None:
    for value in ("figs", "dates"):
        session.note(f"Ana likes {value} best.", subject="Ana", predicate="favourite_fruit", value=value)
    for _ in range(4):
        session.final("well")

    assert told(session.recall("what does Ana like best?")) == [
        "mentioned earlier in this conversation: Ana likes dates best."
    ]


def test_late_channel_is_named(home: MemoryHome) -> None:
    class Slow:
        name, weight = "meaning", 2.0

        def ask(self, text: str, plan: Plan, filters: Filters, limit: int) -> Sequence[MemoryId]:
            home.clock.go_on(milliseconds=50)
            return ()

    counted(home)
    home.remember("Matthew drinks oat milk.", title="milk")
    session = home.vade.session("talk", zone="UTC", channels=[Slow()])
    speculated = session_partial(home, session)
    snapshot = session.final("Matthew and his milk").snapshot

    assert speculated.left_out == ()
    assert (told(snapshot), snapshot.left_out) == (["milk"], ("meaning: did not answer in time",))


def session_partial(home: MemoryHome, session: Session) -> Snapshot:
    session.partial("tell me about Matthew and oat milk")
    home.clock.go_on(milliseconds=400)
    snapshot = session.partial("tell me about Matthew and oat milk").snapshot
    assert snapshot is not None
    return snapshot


def test_failing_channel_costs_nothing_else(home: MemoryHome) -> None:
    class Broken:
        name, weight = "meaning", 2.0

        def ask(self, text: str, plan: Plan, filters: Filters, limit: int) -> Sequence[MemoryId]:
            raise RuntimeError(text)

    home.remember("Matthew drinks oat milk.", title="milk")
    session = home.vade.session("talk", zone="UTC", channels=[Broken()])
    snapshot = session.recall("Matthew milk")

    assert (told(snapshot), snapshot.left_out) == (["milk"], ("meaning: failed with RuntimeError",))


def test_contributions_sum_to_every_score(session: Session) -> None:
    session.note("Matthew will drink water in the morning.")

    for fact in session.final("what does Matthew drink in the morning?").snapshot.facts:
        amounts = [addend.amount for addend in fact.explanation.contributions]
        assert sum(amounts) == pytest.approx(fact.score, rel=1e-12)


def test_kinds_are_a_hard_filter(session: Session) -> None:
    assert session.recall("Matthew milk", kinds=("routine",)).facts == ()


def test_wrong_hints_lose_nothing(session: Session) -> None:
    assert told(session.recall("Matthew milk", about="Nobody", attribute="address")) == ["milk"]


def test_map_counts_subjects_and_predicates(home: MemoryHome, session: Session) -> None:
    home.remember("Matthew lives in Oslo.", subject="Matthew", predicate="lives_in", about=["Oslo"])
    made = session.memory_map()

    assert made.subjects == (("Matthew", 2), ("Oslo", 1))
    assert made.predicates == (("drink", 1), ("lives_in", 1))


def test_days_dialogue_is_the_same_twice() -> None:
    assert day_of_talk() == day_of_talk()


def day_of_talk() -> list[dict[str, Any]]:
    home = MemoryHome()
    home.vade._parts = replace(home.vade._parts, ids=CountingIds())
    home.vade.remember("Matthew drinks oat milk in the morning.")
    session = home.vade.session("day", zone="UTC")
    turns: list[dict[str, Any]] = []
    for hour in range(24):
        home.clock.go_on(hours=1)
        speak(home, session, f"remember that room {hour} is painted by Matthew today")
        turns.append(session.final(f"remember that room {hour} is painted by Matthew today").to_dict())
    for turn in turns:
        del turn["snapshot"]["store_revision"]  # names the process's own index
    return turns


def test_overheard_errand_ends_by_itself(home: MemoryHome, session: Session) -> None:
    (noted,) = session.final("I have a dentist appointment tomorrow.").noted
    (kept,) = session.close().kept
    record = home.vade.get(str(kept.memory)).record

    assert noted.deed.value == "remember"
    assert isinstance(record, Memory)
    assert record.expires is not None


def test_end_of_a_session_sweeps(home: MemoryHome, session: Session) -> None:
    guess = home.note("guess", "They seem to like tea", "confidence: 0.5", "sources: [{kind: inference}]")
    home.clock.go_on(days=200)
    session.note("Ana likes figs.")
    session.close()

    assert home.vade.get(guess).record.status is Status.ARCHIVED


def test_name_alone_ends_nothing(home: MemoryHome, session: Session) -> None:
    home.remember("Rhea likes saffron rice.", title="rice", about=["Rhea"])

    with pytest.raises(NotFound):
        session.forget("Rhea has a dog called Bruno")


def test_named_person_is_recalled_whatever_else_is_said(home: MemoryHome, session: Session) -> None:
    home.vade.add_entity("Rhea", aliases=("wife",), label="Person")
    home.remember("Rhea likes saffron rice.", title="rice", about=["Rhea"])

    assert told(session.final("book a table for my wife").snapshot) == ["rice"]
