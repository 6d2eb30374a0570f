"""Questions about conversations that speak of a time, as a user or an agent asks them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.engine.conversations.searching import in_turn
from vademecum.model.conversation import ConversationId, NewConversation, NewTurn, Role
from vademecum.model.recollection import SaidTotals

YESTERDAY = datetime(2026, 2, 28, 12, tzinfo=UTC)
JANUARY = datetime(2026, 1, 14, 12, tzinfo=UTC)
MONTHS_AGO = datetime(2025, 9, 1, 12, tzinfo=UTC)


def tell(home: MemoryHome, title: str, at: datetime | None, *said: str, started: str | None = None) -> None:
    """A conversation whose turns are a minute apart, the person first."""
    turns = [
        NewTurn(
            origin_id=str(number),
            role=(Role.USER, Role.ASSISTANT)[number % 2],
            text=text,
            at=None if at is None else (at + timedelta(minutes=number)).isoformat(),
        )
        for number, text in enumerate(said)
    ]
    home.vade.conversations.append(
        NewConversation(host="bench", origin_id=title, title=title, started=started, turns=turns)
    )


@pytest.fixture
def told(home: MemoryHome) -> MemoryHome:
    tell(home, "parser", YESTERDAY, "Fix the parser", "Done.", "And the lexer", "Done as well.")
    tell(home, "tea", YESTERDAY - timedelta(hours=1), "Which tea is best?", "Green tea.")
    tell(home, "old parser", JANUARY, "The parser fails on tabs", "The parser needs spaces.")
    return home


def found(home: MemoryHome, query: str, unit: str = "turn", limit: int = 5) -> list[tuple[str | None, int]]:
    answer = home.vade.conversations.search(query, workspace="all", unit=unit, limit=limit)
    return [(hit.title, hit.seq) for hit in answer.hits]


THEN = [("parser", 1), ("tea", 1), ("parser", 3)]


@pytest.mark.parametrize(
    "query",
    [
        "what did we talk about yesterday",
        "What did we discuss yesterday?",
        "yesterday's conversations",
        "show me the chats from yesterday",
        "what did I ask you yesterday",
        "yesterday",
        "last week's sessions",
        "was haben wir gestern besprochen?",
        "Gespräche von gestern",
        "¿de qué hablamos ayer?",
        "las conversaciones de ayer",
        "de quoi avons-nous parlé hier ?",
        "les discussions de la semaine dernière",
        "我们昨天聊了什么？",
        "昨天的对话",
        "कल की बातचीत",
        "hamne kal kya baat ki",
    ],
)
def test_time_alone_lists_what_was_said_then(told: MemoryHome, query: str) -> None:
    assert found(told, query) == THEN


def test_sessions_of_a_time_are_listed_once_each(told: MemoryHome) -> None:
    assert found(told, "what did we talk about yesterday", "session") == [("parser", 1), ("tea", 1)]


def test_limit_shows_as_many_conversations_as_can_be(told: MemoryHome) -> None:
    assert found(told, "what did we talk about yesterday", limit=2) == [("parser", 1), ("tea", 1)]


def test_list_of_a_time_tells_how_much_there_is(told: MemoryHome) -> None:
    text = told.vade.conversations.recall_conversations(
        "what did we talk about yesterday", 1, workspace="all"
    )

    order = "of yesterday, latest conversation first; 6 turns in 2 conversations"
    assert text.startswith(f"1 match(es) in past conversations ({order}):\n")
    assert text.endswith("  parser  · seq 1\n    Fix the parser")


def test_empty_time_says_so(told: MemoryHome) -> None:
    answer = told.vade.conversations.search("what did we talk about in May 2025", workspace="all")
    text = told.vade.conversations.recall_conversations("what did we talk about in May 2025")

    assert (answer.outcome, answer.time, answer.then) == (
        "no_match",
        "2025-05",
        SaidTotals(conversations=0, turns=0),
    )
    assert text.startswith("no matches in past conversations of 2025-05; ")


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("what did we say about the parser in January", [("old parser", 1), ("old parser", 2)]),
        ("parser yesterday", [("parser", 1)]),
        ("der Parser im Januar", [("old parser", 1), ("old parser", 2)]),
    ],
)
def test_words_of_a_time_come_first(told: MemoryHome, query: str, first: list[tuple[str, int]]) -> None:
    shown = found(told, query)

    assert shown[: len(first)] == first
    assert len(shown) == 3


def test_session_of_the_time_comes_first(told: MemoryHome) -> None:
    assert found(told, "parser in January", "session") == [("old parser", 1), ("parser", 1)]
    assert found(told, "parser yesterday", "session") == [("parser", 1), ("old parser", 1)]


def test_words_of_the_time_itself_find_nothing(told: MemoryHome) -> None:
    tell(told, "calendar", MONTHS_AGO, "yesterday was long")

    assert ("calendar", 1) not in found(told, "parser yesterday")


def test_words_of_no_time_are_shown_and_told(told: MemoryHome) -> None:
    text = told.vade.conversations.recall_conversations("parser in 2019", workspace="all")

    assert text.startswith("3 match(es) in past conversations (best first; none is of 2019):")


def test_weaker_turn_of_the_time_is_not_denied(told: MemoryHome) -> None:
    tell(told, "weak", MONTHS_AGO, "parser" + " and once more words" * 30)
    query = "parser fails on tabs in September 2025"

    text = told.vade.conversations.recall_conversations(query, 1, workspace="all")

    assert ("weak", 1) in found(told, query)
    assert found(told, query, limit=1) == [("old parser", 1)]
    assert text.startswith("1 match(es) in past conversations (best first; none is of 2025-09):")


def test_crowded_times_keep_nobody_out(told: MemoryHome) -> None:
    tell(told, "crowd", MONTHS_AGO, *["The parser fails on tabs"] * 300)

    assert found(told, "parser in January")[0] == ("old parser", 1)


def test_turn_without_a_time_is_of_the_beginning(home: MemoryHome) -> None:
    tell(home, "undated", None, "Hello", "Hi", started=JANUARY.isoformat())

    assert found(home, "what did we talk about in January") == [("undated", 1)]


def test_current_conversation_is_not_listed(told: MemoryHome) -> None:
    said = told.vade.conversations
    current = next(held.id for held in said.list().items if held.title == "parser")
    answer = said.search("what did we talk about yesterday", workspace="all", conversation=current)

    assert [hit.title for hit in answer.hits] == ["tea"]


def test_unreadable_time_is_a_warning(told: MemoryHome) -> None:
    answer = told.vade.conversations.search("parser at Easter", workspace="all")

    assert len(answer.warnings) == 1
    assert answer.time is None


def test_places_are_taken_in_turn() -> None:
    one, other = ConversationId("a" * 24), ConversationId("b" * 24)

    assert in_turn([(one, (1, 3, 5)), (other, (2,))], 2) == [(one, 1), (other, 2), (one, 3)]
