"""Whatever happens to the bytes of a file: nothing crashes, no sound line is lost, each change is noticed."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from vademecum.errors import Unreadable
from vademecum.model.conversation import NewConversation, NewTurn, Role, Turn
from vademecum.text.chaining import conversation_id
from vademecum.vault.conversations.memory import MemoryConversations

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ID = conversation_id("claude-code", "s1")


def talk(*texts: str) -> NewConversation:
    turns = tuple(NewTurn(origin_id=f"t{n}", role=Role.USER, text=text) for n, text in enumerate(texts))
    return NewConversation(host="claude-code", origin_id="s1", turns=turns)


def kept(*texts: str) -> MemoryConversations:
    keeper = MemoryConversations()
    keeper.append(talk(*texts), NOW)
    return keeper


def put(keeper: MemoryConversations, data: bytes) -> None:
    keeper.raw[ID] = data.splitlines(keepends=True)


def seqs(keeper: MemoryConversations) -> list[int]:
    try:
        return [line.content.seq for line in keeper.lines(ID) if isinstance(line.content, Turn)]
    except Unreadable:  # the version was hit
        return []


@given(st.integers(0), st.integers(1, 255))
def test_c14_any_changed_byte_is_found(place: int, change: int) -> None:
    keeper = kept("one", "two", "three")
    data = bytearray(b"".join(keeper.raw[ID]))
    data[place % len(data)] ^= change
    put(keeper, bytes(data))

    # White space between fields says nothing; there is none, so every byte counts.
    assert not keeper.verify(ID).sound or keeper.verify(ID).faults


@given(st.integers(0), st.binary(max_size=40))
def test_any_bytes_in_between_hide_no_turn_before_them(place: int, rubbish: bytes) -> None:
    keeper = kept("one", "two", "three")
    data = b"".join(keeper.raw[ID])
    cut = place % len(data)
    whole = data[:cut].count(b"\n")
    put(keeper, data[:cut] + rubbish + data[cut:])

    assert seqs(keeper)[: whole - 1] == [1, 2, 3][: max(0, whole - 1)] or whole <= 1


@given(st.integers(0))
def test_any_cut_is_gone_on_from(place: int) -> None:
    keeper = kept("one", "two", "three")
    data = b"".join(keeper.raw[ID])
    header = data.index(b"\n") + 1
    put(keeper, data[: header + place % (len(data) - header)])
    keeper.append(talk("one", "two", "three"), NOW)

    assert seqs(keeper) == [1, 2, 3]


@given(st.lists(st.text(), min_size=1, max_size=5))
def test_any_text_comes_back(texts: list[str]) -> None:
    keeper = kept(*texts)

    turns = [line.content for line in keeper.lines(ID) if isinstance(line.content, Turn)]
    assert [turn.text for turn in turns] == texts
    assert keeper.verify(ID).faults == ()
