"""Requests that name themselves: what is sent twice is done once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.web.served import Served

from vademecum.ports.replays import KEPT_S, Replays
from vademecum.vault.replays import FileReplays, MemoryReplays

KEY = {"Idempotency-Key": "a-1"}
MAKERS: list[Callable[[Path], Replays]] = [
    lambda _: MemoryReplays(),
    lambda path: FileReplays(str(path / "r")),
]


@pytest.fixture(params=MAKERS, ids=["memory", "files"])
def named(request: pytest.FixtureRequest, tmp_path: Path) -> Served:
    return Served(request.param(tmp_path))


def test_repeat_is_answered_as_the_first_one_was(named: Served) -> None:
    first = named.post("/v1/entities", {"name": "Rhea"}, headers=KEY)

    again = named.post("/v1/entities", {"name": "Rhea"}, headers=KEY)

    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["location"] == first.headers["location"]
    assert named.vade.entities().total == 1


def test_key_of_another_request_is_a_conflict(named: Served) -> None:
    named.post("/v1/entities", {"name": "Rhea"}, headers=KEY)

    answer = named.post("/v1/entities", {"name": "Iris"}, headers=KEY)

    assert named.refused(answer)[:2] == (409, "conflict")
    assert named.vade.entities().total == 1


def test_refused_request_may_be_mended_under_its_key(named: Served) -> None:
    assert named.post("/v1/entities", {"name": ""}, headers=KEY).status_code == 400

    assert named.post("/v1/entities", {"name": "Rhea"}, headers=KEY).status_code == 201


def test_repeat_is_known_for_a_day(named: Served) -> None:
    named.post("/v1/links", {"subject": "Rhea", "predicate": "knows", "object": "Iris"}, headers=KEY)
    named.clock.go_on(seconds=KEPT_S)

    answer = named.post("/v1/entities", {"name": "Ada"}, headers=KEY)

    assert answer.status_code == 201


def test_trial_is_no_repeat_of_the_deed(named: Served) -> None:
    named.post("/v1/entities", {"name": "Rhea", "dry_run": True}, headers=KEY)

    assert named.post("/v1/entities", {"name": "Rhea"}, headers=KEY).status_code == 201


@pytest.mark.parametrize("key", ["", "a b", "x" * 201, "\t"])
def test_key_that_is_none_is_refused(named: Served, key: str) -> None:
    answer = named.post("/v1/entities", {"name": "Rhea"}, headers={"Idempotency-Key": key})

    assert named.refused(answer) == (400, "invalid_value", "Idempotency-Key")


def test_answers_outlive_the_process(tmp_path: Path) -> None:
    first = Served(FileReplays(str(tmp_path))).post("/v1/entities", {"name": "Rhea"}, headers=KEY)

    again = Served(FileReplays(str(tmp_path))).post("/v1/entities", {"name": "Rhea"}, headers=KEY)

    assert again.content == first.content


def test_spoilt_answer_is_as_none(tmp_path: Path) -> None:
    named = Served(FileReplays(str(tmp_path)))
    named.post("/v1/entities", {"name": "Rhea"}, headers=KEY)
    next(tmp_path.glob("*.reply")).write_text("{")

    assert named.post("/v1/entities", {"name": "Rhea"}, headers=KEY).status_code == 201


def test_answer_of_an_erasure_is_not_kept(named: Served) -> None:
    record = named.remember("The port is 8080.")
    named.post("/v1/forget", {"handles": [record]}, headers=KEY)

    answer = named.post("/v1/forget", {"handles": [record]}, headers=KEY)

    assert named.refused(answer)[:2] == (404, "not_found")
