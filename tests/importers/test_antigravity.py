from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.importers.exports import AT, batches, items, said, turns, written

from vademecum.model.conversation import ToolUse
from vademecum.model.importing import Batch, Left, Reached

LOGS = "brain/c-1/.system_generated/logs"
ASKED = (
    "<USER_REQUEST>\nList the files\n</USER_REQUEST>\n"
    "<ADDITIONAL_METADATA>\nIt is ten.\n</ADDITIONAL_METADATA>"
)


def step(number: int, kind: str, content: str = "", source: str = "MODEL", **more: Any) -> dict[str, Any]:
    known = {"step_index": number, "source": source, "type": kind, "status": "DONE", "created_at": AT}
    return {**known, "content": content, **more}


ASK = step(0, "USER_INPUT", ASKED, "USER_EXPLICIT")
CALL = step(1, "PLANNER_RESPONSE", "I look.", thinking="hm", tool_calls=[{"name": "ls", "args": {"d": "."}}])
FOUND = step(2, "LIST_DIRECTORY", "a.txt")
SAY = step(3, "PLANNER_RESPONSE", "One file.")


def transcript(folder: Path, *steps: dict[str, Any] | str, name: str = "transcript_full.jsonl") -> Path:
    return written(folder / LOGS / name, *steps)


def reasons(file: Path) -> list[str]:
    return [item.reason for item in items(file) if isinstance(item, Left)]


def test_exchange_is_read(tmp_path: Path) -> None:
    file = transcript(tmp_path, ASK, CALL, FOUND, SAY)

    assert said(file) == [
        ("user", "List the files"),
        ("assistant", "I look."),
        ("assistant", "One file."),
    ]


def test_folder_names_the_conversation(tmp_path: Path) -> None:
    (batch,) = batches(transcript(tmp_path, ASK))

    assert (batch.conversation.host, batch.conversation.origin_id) == ("antigravity", "c-1")


def test_tool_is_kept_with_its_answer(tmp_path: Path) -> None:
    file = transcript(tmp_path, ASK, CALL, FOUND, SAY)

    assert turns(file)[1].tools == (ToolUse(name="ls", input_digest='{"d": "."}', output_digest="a.txt"),)


def test_calls_without_words_join_the_answer(tmp_path: Path) -> None:
    more = step(3, "PLANNER_RESPONSE", tool_calls=[{"name": "cat"}])
    file = transcript(tmp_path, ASK, CALL, FOUND, more, step(4, "VIEW_FILE", "text", status="ERROR"))

    assert [(tool.name, tool.output_digest, tool.error) for tool in turns(file)[1].tools] == [
        ("ls", "a.txt", False),
        ("cat", "text", True),
    ]


def test_words_of_the_host_are_nobodys(tmp_path: Path) -> None:
    system = step(1, "EPHEMERAL_MESSAGE", "remember the rules", "SYSTEM")
    put_in = step(2, "USER_INPUT", "go on", "USER_IMPLICIT")
    file = transcript(tmp_path, ASK, system, put_in)

    assert said(file) == [("user", "List the files")]
    assert reasons(file) == ["is the host's own record (EPHEMERAL_MESSAGE)", "was put in by the host"]


@pytest.mark.parametrize("status", ["RUNNING", "CORTEX_STEP_STATUS_PENDING", "WAITING"])
def test_step_under_way_waits(status: str, tmp_path: Path) -> None:
    file = transcript(tmp_path, ASK, {**SAY, "status": status}, SAY)

    assert said(file) == [("user", "List the files"), ("assistant", "One file.")]


def test_prompt_without_a_wrapper_is_read(tmp_path: Path) -> None:
    bare = step(0, "USER_INPUT", "List them\n<USER_SETTINGS_CHANGE>x</USER_SETTINGS_CHANGE>", "USER_EXPLICIT")

    assert said(transcript(tmp_path, bare)) == [("user", "List them")]


def test_short_transcript_gives_way_to_the_whole(tmp_path: Path) -> None:
    transcript(tmp_path, ASK, SAY)
    short = transcript(tmp_path, ASK, name="transcript.jsonl")

    assert reasons(short) == ["is told in full by transcript_full.jsonl beside it"]


def test_short_transcript_alone_is_read(tmp_path: Path) -> None:
    assert said(transcript(tmp_path, ASK, name="transcript.jsonl")) == [("user", "List the files")]


def test_grown_file_is_read_on_from_its_last_exchange(tmp_path: Path) -> None:
    file = transcript(tmp_path, ASK, SAY)
    (place,) = [item for item in items(file) if isinstance(item, Reached)]
    again = {**ASK, "step_index": 4}
    transcript(tmp_path, ASK, SAY, again)

    found = [item for item in items(file, place) if isinstance(item, Batch)]

    assert [turn.origin_id for batch in found for turn in batch.conversation.turns] == [
        "c-1/0",
        "c-1/3",
        "c-1/4",
    ]


@pytest.mark.parametrize(
    "broken",
    [
        "{",
        '{"step_index": 1, "source": "MODEL", "type": "PLANNER_RESPONSE"}',
        '{"step_index": 1, "source": "MODEL", "type": "PLANNER_RESPONSE", "content": 5, "tool_calls": "x"}',
        '{"step_index": 1, "source": null, "type": null, "status": 7}',
    ],
)
def test_broken_step_costs_no_other(broken: str, tmp_path: Path) -> None:
    assert said(transcript(tmp_path, ASK, broken, SAY)) == [
        ("user", "List the files"),
        ("assistant", "One file."),
    ]
