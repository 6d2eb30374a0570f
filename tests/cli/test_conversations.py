"""conversations: what a person is shown, and what each option does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import vademecum
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.text.chaining import conversation_id

Vade = Callable[..., Any]
ID = conversation_id("claude-code", "s1")
OTHER = conversation_id("chatgpt", "g1")


def said(*texts: str) -> tuple[NewTurn, ...]:
    roles = (Role.USER, Role.ASSISTANT)
    return tuple(
        NewTurn(origin_id=f"t{n}", role=roles[n % 2], text=text, at=f"2026-03-0{n + 1}T10:00:00Z")
        for n, text in enumerate(texts)
    )


@pytest.fixture(autouse=True)
def talks(vade: Vade, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two conversations: one of another project with an agent, one of none."""
    monkeypatch.delenv("CLAUDE_CODE_SESSION_ID", raising=False)
    vade("init")
    with vademecum.open(home) as opened:
        opened.conversations.append(
            NewConversation(
                host="claude-code",
                origin_id="s1",
                title="The port clash",
                workspace="project:elsewhere__0123456789ab",
                turns=said("Why does the dashboard fail?", "Port 8080 is taken.", "Then use 8081."),
            )
        )
        opened.conversations.append(
            NewConversation(host="chatgpt", origin_id="g1", turns=said("Which port wine is sweet?"))
        )


def test_list_shows_the_latest_first(vade: Vade) -> None:
    assert vade("conversations", "list").out == (
        "id            last        turns  host         title           state\n"
        f"{ID[:12]}  2026-03-03      3  claude-code  The port clash\n"
        f"{OTHER[:12]}  2026-03-01      1  chatgpt      (untitled)\n"
    )


@pytest.mark.flag("vade conversations list --here")
def test_here_leaves_other_projects_out(vade: Vade) -> None:
    found = vade("conversations", "list", "--here", "--json").json

    assert [one["id"] for one in found["results"]] == [OTHER]


@pytest.mark.flag("vade conversations list --host")
def test_host_narrows_the_list(vade: Vade) -> None:
    found = vade("conversations", "list", "--host", "claude-code", "--json").json

    assert ([one["id"] for one in found["results"]], found["total"]) == ([ID], 1)


@pytest.mark.flag("vade conversations list --archived")
@pytest.mark.flag("vade conversations end --archive")
def test_archived_ones_are_listed_when_asked_for(vade: Vade) -> None:
    ended = vade("conversations", "end", ID, "--archive")

    assert ended.out == f"{ID[:12]}  The port clash  ended and archived\n"
    assert vade("conversations", "list", "--json").json["total"] == 1
    assert vade("conversations", "list", "--archived", "--json").json["total"] == 2


@pytest.mark.flag("vade conversations list --limit")
@pytest.mark.flag("vade conversations list --offset")
def test_pages_tell_of_the_rest(vade: Vade) -> None:
    first = vade("conversations", "list", "--limit", "1")
    rest = vade("conversations", "list", "--offset", "1", "--json").json

    assert first.out.endswith("1 of 2; --limit and --offset show more\n")
    assert [one["id"] for one in rest["results"]] == [OTHER]


def test_list_without_any_says_how_to_begin(vade: Vade) -> None:
    vade("conversations", "forget", ID, OTHER, "--yes")

    assert vade("conversations", "list").out.startswith("No conversations yet. `vade import`")


def test_show_prints_who_said_what(vade: Vade) -> None:
    shown = vade("conversations", "show", ID[:6]).out

    assert shown.startswith("The port clash\n")
    assert "\n2  assistant  2026-03-02T10:00:00Z\n  Port 8080 is taken.\n" in shown


@pytest.mark.flag("vade conversations show --last")
def test_last_shows_the_end(vade: Vade) -> None:
    shown = vade("conversations", "show", ID, "--last", "1", "--json").json

    assert [turn["seq"] for turn in shown["results"]] == [3]


def test_one_turn_is_shown_by_its_number(vade: Vade) -> None:
    shown = vade("conversations", "show", f"{ID}#2", "--json").json

    assert [turn["text"] for turn in shown["results"]] == ["Port 8080 is taken."]


def test_unknown_id_is_not_found(vade: Vade) -> None:
    run = vade("conversations", "show", "ffffffff")

    assert (run.status, run.out) == (4, "")
    assert "vade conversations list" in run.err


def test_search_prints_the_tool_s_text(vade: Vade) -> None:
    assert vade("conversations", "search", "8081").out == (
        "1 match(es) in past conversations (best first):\n"
        f"{ID[:12]}  The port clash  · seq 3\n"
        "    Then use «8081».\n"
    )


@pytest.mark.flag("vade conversations search --explain")
def test_explained_search_adds_up(vade: Vade) -> None:
    (hit,) = vade("conversations", "search", "8081", "--explain", "--json").json["results"]
    shown = vade("conversations", "search", "8081", "--explain").out

    assert sum(each["amount"] for each in hit["contributions"]) == pytest.approx(-hit["rank"], abs=1e-5)
    assert shown.splitlines()[-1].split() == ["score", "sum", f"{-hit['rank']:.4f}"]
    assert vade("conversations", "search", "8081", "--json").json["results"][0]["contributions"] == []


@pytest.mark.flag("vade conversations search --here")
def test_here_keeps_search_in_this_project(vade: Vade) -> None:
    found = vade("conversations", "search", "port", "--here", "--json").json

    assert [hit["conversation_id"] for hit in found["results"]] == [OTHER]


@pytest.mark.flag("vade conversations search --conversation")
def test_the_current_conversation_is_not_searched(vade: Vade) -> None:
    found = vade("conversations", "search", "port", "--conversation", "claude-code:s1", "--json").json

    assert [hit["conversation_id"] for hit in found["results"]] == [OTHER]
    assert found["current"] == {"id": ID, "by": "argument"}


@pytest.mark.flag("vade conversations search --limit")
def test_limit_bounds_the_hits(vade: Vade) -> None:
    assert len(vade("conversations", "search", "port", "--limit", "1", "--json").json["results"]) == 1


@pytest.mark.flag("vade conversations search --unit")
def test_unit_session_answers_once_a_conversation(vade: Vade) -> None:
    found = vade("conversations", "search", "dashboard 8080 8081", "--unit", "session", "--json").json

    assert [hit["conversation_id"] for hit in found["results"]] == [ID]


@pytest.mark.flag("vade conversations search --context")
def test_context_shows_what_came_before_and_after(vade: Vade) -> None:
    assert vade("conversations", "search", "8080", "--context", "1").out.splitlines()[2:] == [
        "    you (1): Why does the dashboard fail?",
        "    Port «8080» is taken.",
        "    you (3): Then use 8081.",
    ]


def test_nothing_found_is_no_failure(vade: Vade) -> None:
    run = vade("conversations", "search", "quetzalcoatl")

    assert run.status == 0
    assert run.out.startswith("no matches in past conversations")


@pytest.mark.flag("vade conversations resume --conversation")
@pytest.mark.flag("vade conversations resume --limit")
def test_resume_prints_the_last_exchanges(vade: Vade) -> None:
    run = vade("conversations", "resume", "--conversation", ID, "--limit", "2")

    assert run.out == "you: Why does the dashboard fail?\n    me: Port 8080 is taken.\nyou: Then use 8081.\n"


def test_resume_without_a_conversation_says_so(vade: Vade) -> None:
    assert vade("conversations", "resume").out.startswith("nothing of this conversation is stored yet")


def test_renamed_conversation_is_listed_by_its_new_title(vade: Vade) -> None:
    vade("conversations", "rename", ID, "Taken ports")

    titles = [one["title"] for one in vade("conversations", "list", "--json").json["results"]]
    assert titles == ["Taken ports", None]


@pytest.mark.flag("vade conversations end --reason")
def test_ended_conversation_is_still_found(vade: Vade) -> None:
    ended = vade("conversations", "end", ID, "--reason", "done", "--json").json

    assert ended["conversation"]["ended"] == "done"
    assert vade("conversations", "search", "8081").out.startswith("1 match(es)")


def test_sound_conversations_verify(vade: Vade) -> None:
    run = vade("conversations", "verify")

    assert (run.status, run.out) == (0, "Sound: 2 conversations, 4 turns; all is as it was kept.\n")


def test_changed_byte_fails_the_check(vade: Vade, home: Path) -> None:
    (file,) = home.rglob(f"{ID}.jsonl")
    file.write_text(file.read_text().replace("8081", "8082"))

    run = vade("conversations", "verify")
    assert run.status == 1
    assert run.out.startswith(f"{ID[:12]}  line 4 is not what was written\nNot sound: 1 of 2")


@pytest.mark.flag("vade conversations export --format")
def test_export_writes_markdown_or_lines(vade: Vade, home: Path) -> None:
    (file,) = home.rglob(f"{ID}.jsonl")
    lines = vade("conversations", "export", ID, "--format", "jsonl").out.splitlines()

    assert [json.loads(line) for line in lines] == [
        json.loads(line) for line in file.read_text().splitlines()
    ]
    assert vade("conversations", "export", ID).out.startswith("# The port clash\n\n## 1. user")


@pytest.mark.flag("vade conversations forget --yes")
def test_forgotten_conversation_leaves_nothing(vade: Vade, home: Path) -> None:
    run = vade("conversations", "forget", ID, "--yes")

    assert run.status == 0
    assert run.out.startswith(f"3 turns of {ID[:12]} forgotten.\nProven: searched once")
    assert list(home.rglob(f"{ID}*")) == []


@pytest.mark.flag("vade conversations forget --dry-run")
def test_dry_run_forgets_no_conversation(vade: Vade) -> None:
    run = vade("conversations", "forget", ID, "--dry-run")

    assert run.out == f"Nothing written; 3 turns of {ID[:12]} would be forgotten.\n"
    assert vade("conversations", "list", "--json").json["total"] == 2


def test_forgetting_asks_first(vade: Vade) -> None:
    assert vade("conversations", "forget", ID).status == 2
    assert vade("conversations", "redact", ID, "1").status == 2


@pytest.mark.flag("vade conversations redact --yes")
def test_redacted_turn_is_not_found_again(vade: Vade) -> None:
    run = vade("conversations", "redact", ID, "3", "--yes")

    assert run.out.startswith(f"1 turn of {ID[:12]} redacted.\nProven:")
    assert vade("conversations", "search", "8081").out.startswith("no matches")
    assert vade("conversations", "verify").status == 0


@pytest.mark.flag("vade conversations redact --dry-run")
def test_dry_run_redacts_nothing(vade: Vade) -> None:
    run = vade("conversations", "redact", ID, "3", "--dry-run")

    assert run.out == f"Nothing written; 1 turn of {ID[:12]} would be redacted.\n"
    assert vade("conversations", "search", "8081").out.startswith("1 match(es)")


@pytest.mark.flag("vade recall --in")
def test_recall_looks_where_it_is_told(vade: Vade) -> None:
    vade("remember", "Port 8080 belongs to the proxy.")

    assert "match(es)" not in vade("recall", "8080").out
    assert vade("recall", "8080", "--in", "conversations").out.startswith("1 match(es)")
    both = vade("recall", "8080", "--in", "all", "--json").json
    assert (len(both["results"]), len(both["conversations"]["results"])) == (1, 1)
