"""The last prompt of a transcript, whatever stands in it, and the whole transcript of two."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vademecum.hooks.transcripts import last_prompt, whole


def asked(number: object, content: object, kind: str = "USER_INPUT") -> str:
    return json.dumps({"step_index": number, "type": kind, "content": content}) + "\n"


def test_last_prompt_is_found(tmp_path: Path) -> None:
    file = tmp_path / "transcript.jsonl"
    file.write_text(
        asked(0, "one") + asked(3, "<USER_REQUEST>\ntwo\n</USER_REQUEST>") + asked(4, "", "OTHER")
    )

    assert last_prompt(str(file)) == ("step-3", "two")


def test_answer_that_speaks_of_prompts_is_none(tmp_path: Path) -> None:
    file = tmp_path / "transcript.jsonl"
    file.write_text(asked(0, "one") + asked(1, "USER_INPUT is a type", "PLANNER_RESPONSE"))

    assert last_prompt(str(file)) == ("step-0", "one")


@pytest.mark.parametrize(
    "text", ["", "USER_INPUT", "[]", asked("x", "one"), asked(1, None), "\0USER_INPUT\xff"]
)
def test_what_is_no_prompt_is_none(text: str, tmp_path: Path) -> None:
    file = tmp_path / "transcript.jsonl"
    file.write_text(text)

    assert last_prompt(str(file)) == ("", "")


def test_missing_transcript_has_no_prompt(tmp_path: Path) -> None:
    assert last_prompt(str(tmp_path / "gone")) == ("", "")


def test_prompt_far_from_the_end_is_found(tmp_path: Path) -> None:
    file = tmp_path / "transcript.jsonl"
    file.write_text(asked(0, "one") + asked(1, "x" * 900_000, "OTHER"))

    assert last_prompt(str(file)) == ("step-0", "one")


def test_whole_transcript_goes_before_the_short_one(tmp_path: Path) -> None:
    short = tmp_path / "transcript.jsonl"

    assert whole(str(short)) == str(short)
    (tmp_path / "transcript_full.jsonl").touch()
    assert whole(str(short)) == str(tmp_path / "transcript_full.jsonl")
