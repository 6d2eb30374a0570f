"""What every keeper of conversations promises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from vademecum.errors import NotFound, Unreadable
from vademecum.model.conversation import (
    ConversationId,
    Event,
    EventKind,
    Header,
    NewConversation,
    NewTurn,
    Role,
    ToolUse,
    Turn,
)
from vademecum.model.transcript import Fault, FaultKind, Line
from vademecum.model.value import replace
from vademecum.ports import Conversations
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.truth.journals import PostgresJournalRows
from vademecum.stores.postgres.truth.talks import PostgresTalkRows
from vademecum.text.chaining import conversation_id
from vademecum.vault.conversations.files import FileConversations
from vademecum.vault.conversations.memory import MemoryConversations
from vademecum.vault.conversations.rows import RowConversations
from vademecum.vault.rows.journals import row_ends

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ID = conversation_id("claude-code", "s1")
Change = Callable[[list[bytes]], list[bytes]]


class Damageable:
    """A keeper, and a way to change its bytes behind its back."""

    def __init__(self, keeper: Conversations, change: Callable[[Change], None]) -> None:
        self.keeper = keeper
        self.change = change


def in_memory(_: pytest.FixtureRequest) -> Damageable:
    keeper = MemoryConversations()

    def change(edit: Change) -> None:
        keeper.raw[ID] = edit(keeper.raw[ID])

    return Damageable(keeper, change)


def in_postgres(request: pytest.FixtureRequest) -> Damageable:
    tenancy: Tenancy = request.getfixturevalue("tenancy")
    rows = PostgresTalkRows(tenancy)

    def change(edit: Change) -> None:
        rows.replace(ID, edit(list(rows.lines(ID))), rows.year(ID))

    return Damageable(RowConversations(rows, row_ends(PostgresJournalRows(tenancy))), change)


def in_files(request: pytest.FixtureRequest) -> Damageable:
    home: Path = request.getfixturevalue("tmp_path")
    keeper = FileConversations(home)

    def change(edit: Change) -> None:
        place = Path(keeper.locate(ID))
        place.write_bytes(b"".join(edit(place.read_bytes().splitlines(keepends=True))))

    return Damageable(keeper, change)


@pytest.fixture(params=[in_memory, in_files, in_postgres], name="kept")
def _kept(request: pytest.FixtureRequest) -> Damageable:
    made: Damageable = request.param(request)
    return made


@pytest.fixture(name="keeper")
def _keeper(kept: Damageable) -> Conversations:
    return kept.keeper


def turn(origin: str, text: str = "", role: Role = Role.USER, **more: Any) -> NewTurn:
    return NewTurn(origin_id=origin, role=role, text=text or f"words of {origin}", **more)


def talk(*turns: NewTurn, **more: object) -> NewConversation:
    given: dict[str, Any] = {"host": "claude-code", "origin_id": "s1", "title": "Ports", **more}
    return NewConversation(turns=turns, **given)


def turns(keeper: Conversations) -> list[Turn]:
    return [line.content for line in keeper.lines(ID) if isinstance(line.content, Turn)]


def faults(keeper: Conversations) -> list[tuple[FaultKind, int]]:
    return [(fault.kind, fault.line) for fault in keeper.verify(ID).faults]


def test_turn_comes_back_as_it_was(keeper: Conversations) -> None:
    tool = ToolUse(name="bash", input_digest="ls", output_digest="a.py", error=True)
    keeper.append(
        talk(turn("u1", "hello", Role.ASSISTANT, tools=(tool,), at="2026-03-01T10:00Z", tokens=7)), NOW
    )

    (kept,) = turns(keeper)
    assert (kept.seq, kept.id, kept.role, kept.text) == (1, "u1", Role.ASSISTANT, "hello")
    assert (kept.tools, kept.at, kept.tokens) == ((tool,), "2026-03-01T10:00Z", 7)


def test_header_comes_first_and_whole(keeper: Conversations) -> None:
    new = talk(turn("u1"), workspace="project:a__0123456789ab", started="2024-05-01", parent="s0")
    keeper.append(new, NOW, folder="/home/me/a")

    header = next(keeper.lines(ID)).content
    assert isinstance(header, Header)
    assert (header.id, header.host, header.origin_id, header.title) == (ID, "claude-code", "s1", "Ports")
    assert (header.workspace, header.folder) == ("project:a__0123456789ab", "/home/me/a")
    assert (header.started, header.parent) == ("2024-05-01", conversation_id("claude-code", "s0"))


def test_append_says_what_came_of_it(keeper: Conversations) -> None:
    first = keeper.append(talk(turn("u1"), turn("u2")), NOW)
    second = keeper.append(talk(turn("u2"), turn("u3"), turn("u1")), NOW)

    assert (first.created, first.appended, first.first, first.last, first.repeated) == (True, 2, 1, 2, ())
    assert (second.created, second.appended, second.first, second.last) == (False, 1, 3, 3)
    assert second.repeated == ("u2", "u1")


def test_repeated_turn_changes_no_byte(keeper: Conversations) -> None:
    keeper.append(talk(turn("u1")), NOW)
    before = list(keeper.lines(ID))
    keeper.append(talk(turn("u1", "other words")), NOW)

    assert list(keeper.lines(ID)) == before


def test_repeat_within_one_append_counts_once(keeper: Conversations) -> None:
    assert keeper.append(talk(turn("u1"), turn("u1")), NOW).repeated == ("u1",)


def test_nothing_said_begins_no_conversation(keeper: Conversations) -> None:
    assert not keeper.append(talk(), NOW).created
    assert keeper.stamps() == {}


def test_turns_before_a_failing_source_are_kept(keeper: Conversations) -> None:
    def failing() -> Iterator[NewTurn]:
        yield turn("u1")
        raise OSError("the source broke")

    with pytest.raises(OSError, match="the source broke"):
        keeper.append(replace(talk(), turns=failing()), NOW)

    assert [each.id for each in turns(keeper)] == ["u1"]


def test_half_a_surrogate_pair_and_nul_survive(keeper: Conversations) -> None:
    keeper.append(talk(turn("u\ud83d1", "bad \ud83d and \x00 and \u2028")), NOW)

    assert [each.text for each in turns(keeper)] == ["bad \ud83d and \x00 and \u2028"]
    assert keeper.origins(ID) == {"u\ud83d1"}
    assert keeper.verify(ID).sound


def test_reading_goes_on_behind_a_mark(keeper: Conversations) -> None:
    keeper.append(talk(turn("u1"), turn("u2")), NOW)
    lines = list(keeper.lines(ID))

    assert list(keeper.lines(ID, lines[1].mark)) == lines[2:]


def test_events_leave_turns_alone(keeper: Conversations) -> None:
    keeper.append(talk(turn("u1")), NOW)
    event = keeper.note(ID, EventKind.RENAMED, NOW, "Another name")
    keeper.append(talk(turn("u2")), NOW)

    assert (event.text, event.at) == ("Another name", NOW.isoformat())
    assert [each.seq for each in turns(keeper)] == [1, 2]
    assert keeper.verify(ID).sound


def test_event_of_no_conversation_is_refused(keeper: Conversations) -> None:
    with pytest.raises(NotFound):
        keeper.note(ID, EventKind.ENDED, NOW)


def test_stamp_changes_with_every_line(keeper: Conversations) -> None:
    keeper.append(talk(turn("u1")), NOW)
    before = keeper.stamps()
    keeper.append(talk(turn("u2")), NOW)

    assert list(before) == [ID]
    assert keeper.stamps() != before


def test_untouched_conversation_verifies(keeper: Conversations) -> None:
    keeper.append(talk(turn("u1"), turn("u2")), NOW)

    assert (keeper.verify(ID).turns, keeper.verify(ID).faults) == (2, ())


def test_one_changed_byte_is_found(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1", "narwhal"), turn("u2")), NOW)
    kept.change(lambda lines: [line.replace(b"narwhal", b"marwhal") for line in lines])

    assert faults(kept.keeper) == [(FaultKind.CHANGED, 2)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"role":"user"', b'"role":"assistant"'),
        (b'"seq":1,', b'"seq":4,'),
        (b'"at":null', b'"at":"2026"'),
        (b'"tokens":null', b'"tokens":1'),
        (b'"id":"u1"', b'"id":"u9"'),
        (b'"error":false', b'"error":true'),
        (b'"input":"ls"', b'"input":"rm"'),
        (b'"title":"Ports"', b'"title":"Docks"'),
        (b'"workspace":null', b'"workspace":"project:b__0123456789ab"'),
    ],
)
def test_every_field_is_covered(kept: Damageable, before: bytes, after: bytes) -> None:
    kept.keeper.append(talk(turn("u1", tools=(ToolUse(name="bash", input_digest="ls"),))), NOW)
    kept.change(lambda lines: [line.replace(before, after) for line in lines])

    assert FaultKind.CHANGED in [kind for kind, _ in faults(kept.keeper)]


def test_missing_turn_is_found(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1"), turn("u2"), turn("u3")), NOW)
    kept.change(lambda lines: [*lines[:2], *lines[3:]])

    assert faults(kept.keeper) == [(FaultKind.BROKEN, 3)]


def test_swapped_turns_are_found(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1"), turn("u2"), turn("u3")), NOW)
    kept.change(lambda lines: [*lines[:2], lines[3], lines[2]])

    assert (FaultKind.BROKEN, 3) in faults(kept.keeper)


def test_turns_missing_at_the_end_are_found(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1"), turn("u2")), NOW)
    kept.change(lambda lines: lines[:-1])

    assert faults(kept.keeper) == [(FaultKind.TRUNCATED, 0)]


def test_file_that_is_gone_is_found(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1")), NOW)
    kept.change(lambda _: [])

    assert faults(kept.keeper) == [(FaultKind.MISSING, 0)]
    assert kept.keeper.known() == (ID,)


def test_forged_chain_does_not_end_as_known(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1", "the true words")), NOW)
    forger = MemoryConversations()
    forger.append(talk(turn("u1", "other words")), NOW)
    kept.change(lambda _: forger.raw[ID])

    assert faults(kept.keeper) == [(FaultKind.TRUNCATED, 0)]


def test_header_of_another_is_found(kept: Damageable) -> None:
    other = MemoryConversations()
    other.append(talk(turn("u1"), origin_id="s2"), NOW)
    kept.keeper.append(talk(turn("u1")), NOW)
    kept.change(lambda _: other.raw[conversation_id("claude-code", "s2")])

    assert (FaultKind.MISPLACED, 1) in faults(kept.keeper)


def test_torn_last_line_is_told_and_the_rest_lives(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1")), NOW)
    kept.change(lambda lines: [*lines, b'{"kind":"turn","seq":2,"id":"u2'])

    assert faults(kept.keeper) == [(FaultKind.TORN, 3)]
    assert kept.keeper.verify(ID).sound
    assert [each.id for each in turns(kept.keeper)] == ["u1"]


def test_next_turn_sets_a_torn_line_aside(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1")), NOW)
    kept.change(lambda lines: [*lines, b'{"kind":"turn","seq":2,"id":"u2'])
    kept.keeper.append(talk(turn("u2")), NOW)

    assert [each.id for each in turns(kept.keeper)] == ["u1", "u2"]
    assert kept.keeper.verify(ID).faults == ()


def test_unreadable_line_hides_no_other(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1"), turn("u2"), turn("u3")), NOW)
    kept.change(lambda lines: [*lines[:2], b"\xff{]\n", *lines[3:]])

    assert [each.id for each in turns(kept.keeper)] == ["u1", "u3"]
    assert faults(kept.keeper) == [(FaultKind.UNREADABLE, 3), (FaultKind.BROKEN, 4)]


@pytest.mark.parametrize(
    "line",
    [b"{}", b"[]", b"1", b'{"kind":[]}', b'{"kind":"turn"}', b'{"kind":"turn","seq":true}', b"[" * 9_999],
)
def test_line_that_is_none_of_ours_is_told(kept: Damageable, line: bytes) -> None:
    kept.keeper.append(talk(turn("u1")), NOW)
    kept.change(lambda lines: [*lines, line + b"\n"])

    assert faults(kept.keeper) == [(FaultKind.UNREADABLE, 3)]


def test_damaged_conversation_still_takes_turns(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1")), NOW)
    kept.change(lambda lines: [*lines, b"not ours\n"])
    kept.keeper.append(talk(turn("u2")), NOW)

    assert [each.id for each in turns(kept.keeper)] == ["u1", "u2"]
    assert faults(kept.keeper) == [(FaultKind.UNREADABLE, 3)]


def test_unknown_version_is_an_error(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1")), NOW)
    kept.change(lambda lines: [lines[0].replace(b'"version":1', b'"version":2'), *lines[1:]])

    with pytest.raises(Unreadable, match="version 2"):
        list(kept.keeper.lines(ID))
    assert not kept.keeper.verify(ID).sound


def test_redacted_turn_says_nothing_and_verifies(keeper: Conversations) -> None:
    secret = turn("u1", "the word kumquat", tools=(ToolUse(name="t", input_digest="kumquat"),))
    keeper.append(talk(secret, turn("u2")), NOW)

    assert keeper.redact(ID, [1], NOW) == 1
    first, _ = turns(keeper)
    assert (first.text, first.salt, first.tools, first.redacted) == (None, None, (), True)
    assert (keeper.verify(ID).redacted, keeper.verify(ID).faults) == (1, ())


def test_redaction_is_told_as_an_event(keeper: Conversations) -> None:
    keeper.append(talk(turn("u1")), NOW)
    keeper.redact(ID, [1], NOW)

    last = list(keeper.lines(ID))[-1].content
    assert isinstance(last, Event)
    assert (last.event, last.turn) == (EventKind.REDACTED, 1)


def test_redacting_twice_changes_nothing(keeper: Conversations) -> None:
    keeper.append(talk(turn("u1")), NOW)
    keeper.redact(ID, [1], NOW)
    before = list(keeper.lines(ID))

    assert keeper.redact(ID, [1], NOW) == 0
    assert list(keeper.lines(ID)) == before


def test_redacted_conversation_goes_on(keeper: Conversations) -> None:
    keeper.append(talk(turn("u1")), NOW)
    keeper.redact(ID, [1], NOW)
    keeper.append(talk(turn("u1"), turn("u2")), NOW)

    assert [each.id for each in turns(keeper)] == ["u1", "u2"]
    assert keeper.verify(ID).faults == ()


def test_redacting_what_is_not_there_changes_nothing(keeper: Conversations) -> None:
    keeper.append(talk(turn("u1")), NOW)

    with pytest.raises(NotFound, match="no turn 2"):
        keeper.redact(ID, [1, 2], NOW)
    assert [each.redacted for each in turns(keeper)] == [False]


def test_erased_conversation_was_never_there(keeper: Conversations) -> None:
    keeper.append(talk(turn("u1")), NOW)

    assert keeper.erase(ID) == 1
    assert keeper.stamps() == {}
    assert keeper.known() == ()
    assert list(keeper.lines(ID)) == []


def test_erasing_twice_is_harmless(keeper: Conversations) -> None:
    assert keeper.erase(ID) == 0


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "x" * 24, "ABCDEF" * 4, "a/b", "\x00"])
def test_other_names_lead_nowhere(keeper: Conversations, name: str) -> None:
    with pytest.raises(NotFound):
        keeper.locate(ConversationId(name))
    assert list(keeper.lines(ConversationId(name))) == []
    assert keeper.origins(ConversationId(name)) == frozenset()


def test_fault_carries_the_mark_before_it(kept: Damageable) -> None:
    kept.keeper.append(talk(turn("u1")), NOW)
    whole = list(kept.keeper.lines(ID))
    kept.change(lambda lines: [*lines, b"torn"])

    torn = list(kept.keeper.lines(ID))[-1]
    assert isinstance(torn, Line)
    assert isinstance(torn.content, Fault)
    assert torn.mark == whole[-1].mark
