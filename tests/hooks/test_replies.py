"""Each host gets the form it documents, and silence where there is nothing to say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.hooks.test_payload import EVENTS, event_of

from vademecum.hooks.replies import reply

CODEX = Draft202012Validator(
    {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "continue": {"const": True},
            "stopReason": {"type": "string"},
            "suppressOutput": {"type": "boolean"},
            "systemMessage": {"type": "string"},
            "hookSpecificOutput": {
                "type": "object",
                "additionalProperties": False,
                "required": ["hookEventName"],
                "properties": {
                    "hookEventName": {"enum": ["SessionStart", "UserPromptSubmit"]},
                    "additionalContext": {"type": "string"},
                },
            },
        },
    }
)


def said(host: str, event: str, text: str = "known") -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(reply(event_of(host, event), text))
    return answer


@pytest.mark.parametrize(("host", "name"), EVENTS)
def test_nothing_to_say_is_silence(host: str, name: str) -> None:
    assert reply(event_of(host, name), "") == ""


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit"])
def test_codex_takes_the_answer_strictly(event: str) -> None:
    CODEX.validate(said("codex", event))


def test_claude_code_gets_context() -> None:
    assert said("claude-code", "UserPromptSubmit") == {
        "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "known"}
    }


def test_cursor_is_told_to_go_on() -> None:
    assert said("cursor", "beforeSubmitPrompt") == {"continue": True, "additional_context": "known"}
    assert said("cursor", "sessionStart") == {"additional_context": "known"}


def test_gemini_gets_its_own_event_name() -> None:
    assert said("gemini", "BeforeAgent")["hookSpecificOutput"]["hookEventName"] == "BeforeAgent"


def test_antigravity_gets_a_step() -> None:
    assert said("antigravity", "PreInvocation") == {"injectSteps": [{"ephemeralMessage": "known"}]}


def test_copilot_gets_both_spellings() -> None:
    answer = said("copilot", "userPromptSubmitted")

    assert answer["additionalContext"] == answer["hookSpecificOutput"]["additionalContext"] == "known"


def test_any_text_is_one_line_of_ascii() -> None:
    line = reply(event_of("claude-code", "UserPromptSubmit"), "a\nb \ud83d \u2028 é")

    assert line.isascii()
    assert "\n" not in line
