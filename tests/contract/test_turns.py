"""What every index of conversations promises."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from vademecum.model.conversation import ConversationId, Role
from vademecum.model.file import Stamp
from vademecum.model.transcript import Mark
from vademecum.model.turns import (
    NOWHERE,
    Choice,
    Fence,
    Heard,
    Held,
    SaidThen,
    Spoken,
    TurnAsk,
    TurnChanges,
    bag_of,
)
from vademecum.model.value import replace
from vademecum.ports.turns import Turns
from vademecum.stores.local.turns.index import LocalTurns
from vademecum.stores.memory.turns import MemoryTurns
from vademecum.stores.postgres.turns.index import PostgresTurns

A, B, C = (ConversationId(letter * 24) for letter in "abc")
ALL = Fence()


class FlushingTurns(LocalTurns):
    """Nothing is ever pending."""

    def apply(self, changes: TurnChanges) -> None:
        super().apply(changes)
        self.flush()


@pytest.fixture(params=[MemoryTurns, LocalTurns, FlushingTurns, PostgresTurns], name="turns")
def _turns(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Turns]:
    kind = request.param
    made: Turns = MemoryTurns()
    if kind is PostgresTurns:
        made = PostgresTurns(request.getfixturevalue("tenancy"))
    elif kind is not MemoryTurns:
        made = kind.open(tmp_path)
    yield made
    assert made.check() == ()
    made.close()


def held(id: ConversationId, **more: Any) -> Held:
    given: dict[str, Any] = {
        "title": None,
        "workspace": None,
        "folder": None,
        "host": "claude-code",
        "origin_id": "s1",
        "started": None,
        "parent": None,
        "stamp": Stamp(10, 20, 30, 40, 50),
        "mark": Mark(1, 10, "hash"),
        **more,
    }
    return Held(id=id, **given)


def spoken(seq: int, text: str, role: Role = Role.USER, at: int | None = None) -> Spoken:
    stems = text.split()
    return Spoken(
        seq=seq,
        role=role,
        line=seq + 1,
        start=seq * 100,
        lang="en",
        length=len(stems),
        bag=bag_of(stems),
        at=at,
    )


def hear(id: ConversationId, *texts: str, anew: bool = False, first: int = 1, **more: object) -> Heard:
    turns = tuple(spoken(seq, text) for seq, text in enumerate(texts, first))
    return Heard(conversation=held(id, turns=len(texts), **more), anew=anew, turns=turns)


def ask(*words: str, fence: Fence = ALL, role: Role | None = None, depth: int = 10) -> TurnAsk:
    return TurnAsk(words=words, fence=fence, role=role, depth=depth)


def proposed(turns: Turns, question: TurnAsk) -> list[tuple[ConversationId, int]]:
    return sorted((each.conversation, each.seq) for each in turns.propose(question).candidates)


def test_turn_is_proposed_by_any_of_its_words(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "port clash", "coffee"), hear(B, "port"))))

    assert proposed(turns, ask("port", "tea")) == [(A, 1), (B, 1)]


def test_proposal_carries_what_ranks(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "port clash port"),)))

    (found,) = turns.propose(ask("port")).candidates
    assert (found.role, found.length, found.bag) == (Role.USER, 3, " port  clash  port ")


def timed(id: ConversationId, *said: tuple[Role, int | None], **more: object) -> Heard:
    turns = tuple(spoken(seq, "port", role, at) for seq, (role, at) in enumerate(said, 1))
    return Heard(conversation=held(id, turns=len(said), **more), anew=False, turns=turns)


YOU, ME = Role.USER, Role.ASSISTANT


@pytest.mark.parametrize(
    ("within", "found"),
    [((10, 20), [1]), ((10, 21), [1, 2]), ((21, 99), []), ((-(1 << 62), 1 << 62), [1, 2])],
)
def test_only_turns_of_the_time_are_proposed(turns: Turns, within: tuple[int, int], found: list[int]) -> None:
    turns.apply(TurnChanges(heard=(timed(A, (YOU, 10), (ME, 20), (YOU, None)),)))

    asked = replace(ask("port"), within=within)
    assert [seq for _, seq in proposed(turns, asked)] == found


def test_turn_keeps_when_it_was_said(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(timed(A, (YOU, -5), (ME, None)),)))

    assert [each.at for _, each in turns.spoken()] == [-5, None]
    assert min(turns.at([(A, 1), (A, 2)]), key=lambda one: one.seq).at == -5


def test_what_was_said_then_is_told_latest_first(turns: Turns) -> None:
    first = timed(A, (YOU, 10), (ME, 11), (YOU, 12), (YOU, 40))
    turns.apply(TurnChanges(heard=(first, timed(B, (ME, 13), (ME, 14)), timed(C, (YOU, 30)))))

    assert turns.said_in(ALL, (10, 20), limit=2) == SaidThen(((B, (1, 2)), (A, (1, 3))), 2, 5)
    assert turns.said_in(ALL, (10, 20), limit=1) == SaidThen(((B, (1,)),), 2, 5)
    assert turns.said_in(ALL, (50, 60), limit=9) == SaidThen((), 0, 0)


def test_what_was_said_then_stays_in_its_fence(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(timed(A, (YOU, 10), workspace="project:x"), timed(B, (YOU, 10)))))

    assert turns.said_in(Fence(workspaces=(NOWHERE,)), (0, 99), limit=9) == SaidThen(((B, (1,)),), 1, 1)
    assert turns.said_in(Fence(without=(B,)), (0, 99), limit=9) == SaidThen(((A, (1,)),), 1, 1)


def test_equally_late_conversations_stand_by_id(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(timed(B, (YOU, 10)), timed(A, (YOU, 10)))))

    assert [each for each, _ in turns.said_in(ALL, (0, 99), limit=9).places] == [A, B]


def test_few_turns_are_proposed_whole(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "port"),)))

    assert turns.propose(ask("port")).exhausted


@pytest.mark.parametrize(
    ("fence", "found"),
    [
        (Fence(), [A, B, C]),
        (Fence(workspaces=("project:x",)), [A]),
        (Fence(workspaces=("project:x", NOWHERE)), [A, C]),
        (Fence(workspaces=("project:z",)), []),
        (Fence(without=(A, C)), [B]),
        (Fence(only=(A, C)), [A, C]),
        (Fence(only=(A, B), workspaces=("project:x",)), [A]),
        (Fence(only=(A,), without=(A,)), []),
        (Fence(workspaces=("project:x", "project:y"), without=(A,)), [B]),
        (Fence(workspaces=("\ud83d",), without=(ConversationId("\ud83d"),)), []),
    ],
)
def test_fence_holds_in_the_query(turns: Turns, fence: Fence, found: list[ConversationId]) -> None:
    turns.apply(
        TurnChanges(
            heard=(
                hear(A, "port", workspace="project:x"),
                hear(B, "port", workspace="project:y"),
                hear(C, "port"),
            )
        )
    )

    assert proposed(turns, ask("port", fence=fence)) == [(each, 1) for each in found]


def test_own_thousand_turns_starve_nobody(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, *["port port port"] * 1_000), hear(B, "port of call"))))

    assert proposed(turns, ask("port", fence=Fence(without=(A,)), depth=5)) == [(B, 1)]


def test_role_narrows(turns: Turns) -> None:
    said = (spoken(1, "port"), spoken(2, "port", Role.ASSISTANT))
    turns.apply(TurnChanges(heard=(Heard(conversation=held(A, turns=2), anew=True, turns=said),)))

    assert proposed(turns, ask("port", role=Role.ASSISTANT)) == [(A, 2)]


def test_unspeakable_words_find_nothing(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "port"),)))

    assert proposed(turns, ask("\ud83d", "\x00")) == []


def test_counts_follow_every_change(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "port clash port", "port"), hear(B, "tea"))))
    turns.apply(TurnChanges(gone=(B,)))

    assert (turns.corpus().turns, turns.corpus().terms) == (2, 4)
    assert turns.frequencies(["port", "clash", "tea"]) == {"port": 2, "clash": 1}
    assert turns.languages() == ("en",)


def test_turns_join_what_is_there(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "one"),)))
    turns.apply(TurnChanges(heard=(hear(A, "two", first=2),)))

    assert [(id, turn.seq) for id, turn in turns.spoken()] == [(A, 1), (A, 2)]


def test_turns_read_by_two_at_once_stand_once(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "one"),)))
    for _ in range(2):
        turns.apply(TurnChanges(heard=(hear(A, "two", "three", first=2),)))
    turns.apply(TurnChanges(heard=(hear(A, "three", "four", first=3),)))

    assert [turn.seq for _, turn in turns.spoken()] == [1, 2, 3, 4]
    assert turns.frequencies(["two", "three", "four"]) == {"two": 1, "three": 1, "four": 1}


def test_conversation_heard_anew_replaces_what_was(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "port", "tea"),)))
    turns.apply(TurnChanges(heard=(hear(A, "coffee", anew=True),)))

    assert proposed(turns, ask("port", "tea", "coffee")) == [(A, 1)]
    assert turns.frequencies(["port", "coffee"]) == {"coffee": 1}


def test_gone_conversation_leaves_nothing(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "port"), hear(B, "tea"))))
    turns.apply(TurnChanges(gone=(A, C)))
    turns.scrub()

    assert proposed(turns, ask("port")) == []
    assert turns.lingering(["port", "tea"]) == {"tea"}
    assert list(turns.stamps()) == [B]


def test_conversation_comes_back_as_it_was(turns: Turns) -> None:
    whole = held(
        A,
        title="Ports \ud83d",
        workspace="project:x",
        folder="/home/me/x",
        started="2026-03-01",
        parent=B,
        ended="",
        archived=True,
        live=True,
        turns=7,
        last="2026-03-02",
        claimed=5,
        stamp=Stamp(1, 2, 3, 2**64 - 1, 4),
        mark=Mark(8, 900, "hash"),
        fault="line 3: it is no JSON",
    )
    turns.apply(TurnChanges(heard=(Heard(conversation=whole, anew=True, turns=()),)))

    assert turns.held([A, C]) == {A: whole}
    assert turns.stamps() == {A: whole.stamp}


@pytest.mark.parametrize(
    ("handle", "found"), [("a", (A,)), (B, (B,)), ("", (A, B, C)), ("x", ()), ("\ud83d", ()), ("%", ())]
)
def test_beginning_of_an_id_resolves(turns: Turns, handle: str, found: tuple[str, ...]) -> None:
    turns.apply(TurnChanges(heard=(hear(A), hear(B), hear(C))))

    assert turns.resolve(handle) == found


@pytest.mark.parametrize(
    ("choice", "found"),
    [
        (Choice(fence=ALL), [B, A]),
        (Choice(fence=ALL, archived=True), [C, B, A]),
        (Choice(fence=ALL, open=True), [A]),
        (Choice(fence=ALL, live=True), [B]),
        (Choice(fence=ALL, host="chatgpt"), [A]),
        (Choice(fence=Fence(without=(B,))), [A]),
    ],
)
def test_page_shows_what_is_chosen(turns: Turns, choice: Choice, found: list[ConversationId]) -> None:
    turns.apply(
        TurnChanges(
            heard=(
                hear(A, host="chatgpt"),
                hear(B, claimed=5, live=True, ended="done"),
                hear(C, claimed=9, archived=True, ended=""),
            )
        )
    )

    rows, total = turns.page(choice, limit=10)
    assert ([row.id for row in rows], total) == (found, len(found))


def test_page_counts_what_it_does_not_show(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, claimed=1), hear(B, claimed=2), hear(C, claimed=3))))

    rows, total = turns.page(Choice(fence=ALL), limit=1, offset=1)
    assert ([row.id for row in rows], total) == ([B], 3)


def test_place_is_the_end_of_the_line_before(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "one", "two"),)))

    assert turns.place(A, 2) == Mark(2, 200, "")
    assert (turns.place(A, 3), turns.place(B, 1), turns.place(A, 2**70)) == (None, None, None)


def test_revision_moves_with_changes_alone(turns: Turns) -> None:
    before = turns.revision()
    turns.apply(TurnChanges())
    unchanged = turns.revision()
    turns.apply(TurnChanges(heard=(hear(A),)))

    assert unchanged == before
    assert turns.revision() != before


def test_rebuilt_index_takes_the_place(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "port"),)))
    with turns.rebuilding() as fresh:
        fresh.apply(TurnChanges(heard=(hear(B, "tea"),)))

    assert proposed(turns, ask("port", "tea")) == [(B, 1)]


def test_turns_are_given_by_their_places(turns: Turns) -> None:
    turns.apply(TurnChanges(heard=(hear(A, "tokio panic", "retry"), hear(B, "zebra"))))

    found = turns.at([(A, 2), (B, 1), (A, 3), (C, 1), (A, 2), (A, -1), (ConversationId("\ud800"), 1)])

    assert sorted((one.conversation, one.seq, one.bag) for one in found) == [
        (A, 2, " retry "),
        (B, 1, " zebra "),
    ]


def test_what_shows_in_a_turn_is_kept(turns: Turns) -> None:
    said = replace(spoken(1, "port"), speaker="mira okoro", asks=True, tells=True)
    turns.apply(TurnChanges(heard=(Heard(conversation=held(A, turns=1), anew=True, turns=(said,)),)))

    proposed = turns.propose(TurnAsk(words=("port",), fence=ALL, depth=5)).candidates

    assert [(one.speaker, one.asks, one.tells) for one in proposed] == [("mira okoro", True, True)]
    assert list(turns.spoken()) == [(A, said)]
