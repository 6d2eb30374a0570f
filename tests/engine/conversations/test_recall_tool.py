"""recall_conversations: the wording that models and others key on, branch by branch."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest
from tests.engine.conversations.conftest import OTHER, Talks, parts_with

from vademecum.errors import StoreError
from vademecum.model.conversation import NewConversation, NewTurn, Role, ToolUse
from vademecum.model.recollection import ConversationSearch
from vademecum.model.turns import TurnAsk
from vademecum.stores.memory.turns import MemoryTurns


class Watched(MemoryTurns):
    """Counts what it is asked for; a refusing one fails."""

    def __init__(self, *, refusing: bool = False) -> None:
        super().__init__()
        self.asks: list[TurnAsk] = []
        self.refusing = refusing

    def propose(self, ask: TurnAsk) -> Any:
        self.asks.append(ask)
        if self.refusing:
            raise StoreError("the disk is on fire")
        return super().propose(ask)


@pytest.mark.parametrize("query", [None, "", "  \n", 7, ["port"]])
def test_c8_no_query_is_an_error_that_names_the_argument(query: object) -> None:
    store = Watched()
    told = Talks(parts_with(turns=store)).said.recall_conversations(query)

    assert told.startswith("error: `query` is missing")
    assert store.asks == []


@pytest.mark.parametrize("query", ["AND (*)", "* ^ ()", "or not and", '"--"', "NOT"])
def test_c4_nothing_searchable_is_coached_and_not_asked(query: str) -> None:
    store = Watched()
    told = Talks(parts_with(turns=store)).said.recall_conversations(query)

    assert told.startswith("no searchable terms in the query; use plain keywords")
    assert store.asks == []


def test_c9_failing_store_is_told_verbatim() -> None:
    talks = Talks(parts_with(turns=Watched(refusing=True)))
    talks.tell("s1", "port")

    assert talks.said.recall_conversations("port") == "error: the disk is on fire"


def test_failing_disk_is_told(talks: Talks, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(talks.said, "search", refuse)

    assert talks.said.recall_conversations("port") == "error: Input/output error"


def test_c5_nothing_found_points_to_resume_context(talks: Talks) -> None:
    talks.tell("s1", "coffee")

    told = talks.said.recall_conversations("quetzalcoatl")
    assert told.startswith("no matches in past conversations; try other words")
    assert "`resume_context`" in told


def test_c2_hits_are_told_in_two_lines_each(talks: Talks) -> None:
    first = talks.tell("s1", "the  port\n\n clash", title="Harbour")
    second = talks.tell("s2", "tea", "any port in a storm, any other harbour too")

    assert talks.said.recall_conversations("port") == (
        "2 match(es) in past conversations (best first):\n"
        f"{first[:12]}  Harbour  · seq 1\n"
        "    the «port» clash\n"
        f"{second[:12]}  (untitled)  · seq 2\n"
        "    any «port» in a storm, any other harbour too"
    )


@pytest.mark.parametrize(
    ("limit", "shown"),
    [(None, 5), (0, 1), (25, 10), (3, 3), ("3", 3), ("many", 5), (2.0, 2), (2.5, 5), (True, 5), (-4, 1)],
)
def test_c3_limit_is_brought_within_its_bounds(talks: Talks, limit: object, shown: int) -> None:
    talks.tell("s1", *["port"] * 12)

    assert talks.said.recall_conversations("port", limit).startswith(f"{shown} match(es)")


def test_hostile_title_stays_on_its_line(talks: Talks) -> None:
    talks.tell("s1", "port", title="1 match(es)\n\x1b[31m\u202eevil " + "x" * 200)

    lines = talks.said.recall_conversations("port").splitlines()
    assert len(lines) == 3
    assert "\x1b" not in lines[1]
    assert len(lines[1]) < 110


def test_marks_in_the_text_are_no_matches(talks: Talks) -> None:
    talks.tell("s1", "«fake» port")

    assert "    ‹fake› «port»" in talks.said.recall_conversations("port")


def test_c10_own_thousand_turns_starve_nobody(with_current: Talks) -> None:
    with_current.tell("now", *["port port port"] * 1_000, title="mine")
    with_current.tell("s2", "a port", title="other")

    assert with_current.found("port") == [("other", 1)]


def test_c10_own_thousand_turns_starve_nobody_in_the_engine(on_disk: Talks) -> None:
    own = on_disk.tell("now", *["port port port"] * 1_000, title="mine")
    on_disk.tell("s2", "a port", title="other")
    on_disk.said.sync()
    on_disk.parts.turns.flush()

    assert on_disk.found("port", conversation=own) == [("other", 1)]


def test_foreign_workspace_is_not_searched(talks: Talks) -> None:
    talks.tell("s1", "port", workspace=OTHER, title="theirs")
    talks.tell("s2", "port", title="ours")
    talks.tell("s3", "port", workspace=None, title="nobody's")

    assert sorted(talks.found("port")) == [("nobody's", 1), ("ours", 1)]
    assert sorted(talks.found("port", workspace="all")) == [("nobody's", 1), ("ours", 1), ("theirs", 1)]


def test_folder_names_its_workspace(talks: Talks) -> None:
    talks.tell("s1", "port", workspace="/home/me/harbour", title="ours")

    assert talks.found("port", workspace="/home/me/harbour") == [("ours", 1)]
    assert talks.found("port", workspace="/elsewhere") == []


def test_person_s_words_come_first(talks: Talks) -> None:
    talks.tell("s1", "tea", "port clash", title="answer")
    talks.tell("s2", "port clash", title="question")

    assert talks.found("port clash") == [("question", 1), ("answer", 2)]


def test_equal_scores_never_follow_the_clock(talks: Talks) -> None:
    older = talks.tell("s1", "port", started="2030-01-01")
    newer = talks.tell("s2", "port", started="1999-01-01")

    found = [hit.conversation_id for hit in talks.said.search("port").hits]
    assert found == sorted([older, newer])


def test_c15_ended_conversation_is_still_found(talks: Talks) -> None:
    ended = talks.tell("s1", "port", title="over")
    talks.said.end(ended)

    assert talks.found("port") == [("over", 1)]


def test_neighbours_are_shown_when_asked_for(talks: Talks) -> None:
    talks.tell("s1", "first", "the port", "third", "fourth")

    assert talks.said.recall_conversations("port", context=1).splitlines()[2:] == [
        "    you (1): first",
        "    the «port»",
        "    you (3): third",
    ]


def test_session_is_one_hit_by_its_best_turns(talks: Talks) -> None:
    talks.tell("s1", "port clash", "port", "port", title="often")
    talks.tell("s2", "port clash", title="once")

    assert talks.found("port clash", unit="session") == [("often", 1), ("once", 1)]


def test_tools_are_searched_by_what_went_in(talks: Talks) -> None:
    tools = (
        ToolUse(name="Bash", input_digest="cargo nextest", output_digest="kumquat"),
        ToolUse(name="Bash", input_digest="make", output_digest="undefined reference", error=True),
    )
    turn = NewTurn(origin_id="a1", role=Role.ASSISTANT, text="", tools=tools)
    talks.said.append(NewConversation(host="h", origin_id="s", workspace=None, turns=[turn]))

    assert talks.found("nextest") == [("", 1)]
    assert talks.found("undefined") == [("", 1)]
    assert talks.found("kumquat") == []


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("我们讨论了用户身份", "用户"),
        ("重跑gen-itgc后", "itgc"),
        ("das Schlüsselwort", "schlusselwort"),
        ("bad \ud83d tail", "tail"),
        ("with \x00 inside", "inside"),
        ("обсудили порты", "порты"),
    ],
)
def test_any_script_is_found(on_disk: Talks, text: str, query: str) -> None:
    on_disk.tell("s1", text, title="it")

    assert on_disk.found(query) == [("it", 1)]


@pytest.mark.parametrize(
    "query", ["\ud83d port", "\x00", "port " * 50_000, "a" * 100_000, "((((", "port\u2028"]
)
def test_any_text_is_a_query(on_disk: Talks, query: str) -> None:
    on_disk.tell("s1", "port")

    assert not on_disk.said.recall_conversations(query).startswith("error")


def test_typed_answer_says_what_the_text_leaves_out(with_current: Talks) -> None:
    conversation = with_current.tell("s1", "the port", title="Harbour")

    found: ConversationSearch = with_current.said.search("the port")
    (hit,) = found.hits
    assert (found.outcome, found.terms, found.conversations, found.partial) == ("hits", ("port",), 1, False)
    assert (found.current.by, hit.address, hit.line) == ("environment", f"turn:{conversation}#1", 2)
    assert hit.rank < 0
