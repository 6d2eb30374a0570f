"""chat-sim: a talk replayed, as a person and a program read it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vademecum.cli.talks import read_talk
from vademecum.errors import InvalidValue

Vade = Callable[..., Any]

TALK = Path(__file__).parents[2] / "docs" / "examples" / "talk.jsonl"
MONDAY = ("--now", "2026-03-02T09:00:00+00:00", "--zone", "UTC")


@pytest.fixture(autouse=True)
def known(vade: Vade) -> None:
    vade("entity", "add", "Rhea", "--alias", "wife", "--label", "Person")
    vade("remember", "Rhea likes saffron rice.", "--title", "Rice", "--about", "Rhea")


def test_steps_show_what_was_recalled_when(vade: Vade) -> None:
    lines = vade("chat-sim", str(TALK), *MONDAY).out.splitlines()
    asked = next(
        n
        for n, line in enumerate(lines)
        if line.endswith("  book a table for my wife and me on Friday evening please") and "…" not in line
    )

    assert lines[asked + 1].split(",")[0].strip() == "waiting: 1 fact"
    assert lines[asked + 2].strip() == "rice Rice: Rhea likes saffron rice."


def test_summary_counts_turns(vade: Vade) -> None:
    assert vade("chat-sim", str(TALK), *MONDAY).out.splitlines()[-1].startswith("5 turns, 14 looks ahead")


def test_answer_for_programs_holds_every_step(vade: Vade) -> None:
    answer = vade("chat-sim", str(TALK), *MONDAY, "--json").json

    assert (answer["turns"], answer["prepared"], len(answer["results"])) == (5, 5, 54)
    assert answer["results"][12]["verdict"] == "fire"


def test_said_is_recalled_with_its_hedge(vade: Vade) -> None:
    told = [
        fact["statement"]
        for step in vade("chat-sim", str(TALK), "--json").json["results"]
        for fact in step["facts"]
    ]

    assert "mentioned earlier in this conversation: Rhea prefers the window seat" in told


def test_home_is_only_read(vade: Vade) -> None:
    vade("chat-sim", str(TALK))

    assert vade("search", "window seat", "--json").keys == []


@pytest.mark.flag("vade chat-sim --keep")
def test_keep_writes_what_was_said(vade: Vade) -> None:
    vade("chat-sim", str(TALK), "--keep")

    assert len(vade("search", "window seat", "--json").keys) == 1


@pytest.mark.flag("vade chat-sim --now")
def test_present_of_the_talk_is_its_beginning(vade: Vade) -> None:
    vade("remember", "Rhea is in Oslo.", "--title", "Oslo", "--valid-until", "2026-06-01", "--about", "Rhea")
    asked = ("chat-sim", "-", "--json", "--now")

    told = [
        [
            fact["key"]
            for fact in vade(*asked, when, stdin=b'{"final": "Rhea Oslo"}').json["results"][0]["facts"]
        ]
        for when in ("2026-03-02T09:00+00:00", "2026-07-01T09:00+00:00")
    ]

    assert ["oslo" in keys for keys in told] == [True, False]


@pytest.mark.flag("vade chat-sim --zone")
def test_unknown_zone_of_the_talk_is_refused(vade: Vade) -> None:
    run = vade("chat-sim", str(TALK), "--zone", "Mars/Olympus")

    assert (run.status, "IANA name" in run.err) == (2, True)


def test_quiet_shows_finished_utterances(vade: Vade) -> None:
    out = vade("chat-sim", str(TALK), "--quiet").out

    assert ("…" in out, "book a table" in out) == (False, True)


def test_talk_comes_from_standard_input(vade: Vade) -> None:
    answer = vade("chat-sim", "-", "--json", stdin=b'{"final": "what does Rhea eat"}\n').json

    assert [fact["key"] for fact in answer["results"][0]["facts"]] == ["rice"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no utterance"),
        ("nonsense", "line 1 is no JSON"),
        ('{"at": 1}', "line 1 is no utterance"),
        ('{"at": 2, "final": "a"}\n{"at": 1, "final": "b"}', "line 2 comes before"),
        ('{"at": "noon", "final": "a"}', "line 1 has a time"),
        ('{"at": NaN, "final": "a"}', "line 1 has a time"),
        ('{"final": 5}', "line 1 holds an utterance that is no text"),
        ('{"final": "a", "speaker": "dog"}', "line 1 has a speaker"),
    ],
)
def test_wrong_line_is_named(text: str, why: str) -> None:
    with pytest.raises(InvalidValue, match=why):
        read_talk(text)


def test_moments_become_seconds() -> None:
    talk = read_talk(
        '{"at": "2026-03-02T09:00:00+00:00", "partial": "a"}\n'
        '{"at": "2026-03-02T10:00:01+01:00", "final": "a b"}'
    )

    assert [said.at_s for said in talk] == [0.0, 1.0]
