"""`vade capture` as a person and a program meet it."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Vade

CHAT = "Hi! Remember that the bins go out on Monday. Merk dir: der Hausmeister heißt Ivo Brandt. Do you?\n"


def test_proposals_are_told_and_nothing_is_written(vade: Vade) -> None:
    run = vade("capture", CHAT)

    assert run.status == 0
    assert "the bins go out on Monday" in run.out
    assert "`--keep` remembers it" in run.out
    assert vade("list", "--json").json["total"] == 0


@pytest.mark.flag("vade capture --keep")
@pytest.mark.flag("vade capture --ref")
def test_kept_requests_are_found(vade: Vade) -> None:
    run = vade("capture", "-", "--keep", "--ref", "file:chat.txt", "--json", stdin=CHAT.encode())

    results = run.json["results"]
    assert [each["remembered"]["outcome"] for each in results] == ["created", "created"]
    source = results[0]["remembered"]["memory"]["sources"][0]
    assert (source["kind"], source["ref"]) == ("keyword", "file:chat.txt")
    assert "bins" in vade("recall", "when do the bins go out?").out


def test_text_without_a_request_says_so(vade: Vade) -> None:
    assert "Nothing in it asks" in vade("capture", "I remember that summer well.").out


@pytest.mark.flag("vade capture --session")
def test_what_the_session_was_shown_is_not_captured(vade: Vade) -> None:
    vade("remember", "the bins go out on Monday")
    vade("recall", "when do the bins go out?", "--session", "s1")

    results = vade("capture", CHAT, "--keep", "--session", "s1", "--json").json["results"]

    assert [each["remembered"]["outcome"] for each in results] == ["echo", "created"]


@pytest.mark.flag("vade capture --lang")
def test_one_language_reads_no_other(vade: Vade) -> None:
    found = vade("capture", CHAT, "--lang", "de", "--json").json["results"]

    assert [each["lang"] for each in found] == ["de"]


def test_unknown_language_is_refused(vade: Vade) -> None:
    run = vade("capture", CHAT, "--lang", "???")

    assert run.status == 2
    assert "is no language" in run.err
