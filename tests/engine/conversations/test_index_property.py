"""However an index came to know the conversations, it equals one that is built anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.engine.conversations.conftest import Talks, parts_with

from vademecum.engine.conversations.listening import Listener
from vademecum.model.value import replace
from vademecum.stores.memory.turns import MemoryTurns
from vademecum.text.chaining import conversation_id
from vademecum.vault.conversations.memory import MemoryConversations

Step = Callable[[Talks, str, int], Any]
WORDS = ("port", "clash", "用户", "café")


def tell(talks: Talks, origin: str, number: int) -> None:
    talks.tell(origin, *(f"{WORDS[n % 4]} {n}" for n in range(number)))


def rename(talks: Talks, origin: str, number: int) -> None:
    if known(talks, origin):
        talks.said.rename(conversation_id("claude-code", origin), f"title {number}")


def end(talks: Talks, origin: str, number: int) -> None:
    if known(talks, origin):
        talks.said.end(conversation_id("claude-code", origin), str(number))


def redact(talks: Talks, origin: str, _number: int) -> None:
    if known(talks, origin):
        talks.said.redact(conversation_id("claude-code", origin), 1)


def forget(talks: Talks, origin: str, _number: int) -> None:
    if known(talks, origin):
        talks.said.forget(conversation_id("claude-code", origin))


def damage(talks: Talks, origin: str, number: int) -> None:
    raw = raw_of(talks).get(conversation_id("claude-code", origin))
    if raw:
        place = number % len(raw)
        raw[place] = raw[place].replace(b"port", b"boat") if number % 2 else b"rubbish\n"
        # An edit in place that is followed by an append before anybody looked is met by `verify` alone.
        talks.said.sync()


def look(talks: Talks, _origin: str, _number: int) -> None:
    talks.said.sync()


def known(talks: Talks, origin: str) -> bool:
    talks.said.sync()
    return bool(talks.parts.turns.resolve(conversation_id("claude-code", origin)))


def raw_of(talks: Talks) -> dict[Any, list[bytes]]:
    keeper = talks.parts.keeper
    assert isinstance(keeper, MemoryConversations)
    return keeper.raw


STEPS: tuple[Step, ...] = (tell, tell, tell, rename, end, redact, forget, damage, look)


def state(talks: Talks) -> tuple[Any, ...]:
    turns = talks.parts.turns
    held = turns.held(tuple(turns.stamps()))
    return list(turns.spoken()), held, turns.corpus(), turns.frequencies(WORDS), turns.languages()


@given(st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from("ab"), st.integers(1, 6)), max_size=12))
def test_any_history_leaves_the_same_index(steps: list[tuple[Step, str, int]]) -> None:
    talks = Talks(parts_with())
    for step, origin, number in steps:
        step(talks, origin, number)
    talks.said.sync()
    fresh = Talks(replace(talks.parts, turns=MemoryTurns()))
    Listener(fresh.parts, 0.0).run()

    assert state(talks) == state(fresh)
