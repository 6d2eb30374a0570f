"""Commands say what they put in doubt, and what is in doubt no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Vade = Callable[..., Any]

COMMUTE = "  in doubt now: rhea-commutes-for-20-minutes (commute may depend on lives_in of Rhea: "


def claim(vade: Vade, text: str, predicate: str, value: str, *more: str) -> Any:
    stated = ("--subject", "Rhea", "--predicate", predicate, "--value", value)
    return vade("remember", text, *stated, *more)


@pytest.fixture(autouse=True)
def commute(vade: Vade) -> None:
    claim(vade, "Rhea commutes for 20 minutes.", "commute", "20 minutes")


def test_remember_tells_what_it_puts_in_doubt(vade: Vade) -> None:
    claim(vade, "Rhea lives in Lyon.", "lives_in", "Lyon")

    told = claim(vade, "Rhea lives in Porto.", "lives_in", "Porto").out

    assert f"{COMMUTE}rhea-lives-in-lyon, which was superseded)" in told.splitlines()


def test_remember_tries_what_it_would_put_in_doubt(vade: Vade) -> None:
    claim(vade, "Rhea lives in Lyon.", "lives_in", "Lyon")

    run = claim(vade, "Rhea lives in Porto.", "lives_in", "Porto", "--dry-run", "--json")

    assert [one["key"] for one in run.json["doubted"]] == ["rhea-commutes-for-20-minutes"]
    assert vade("review", "list", "--json").json["results"] == []


def test_unlink_tells_what_it_puts_in_doubt(vade: Vade) -> None:
    vade("link", "Rhea", "lives_in", "Lyon")

    told = vade("unlink", "Rhea", "lives_in", "Lyon").out

    assert f"{COMMUTE}Rhea lives_in Lyon, which was taken back)" in told.splitlines()


def test_approving_tells_what_is_in_doubt_no_more(vade: Vade) -> None:
    vade("remember", "She leaves at 7:40.", "--source", "inference", "--ref", ref(vade))
    vade("link", "Rhea", "lives_in", "Lyon")
    vade("unlink", "Rhea", "lives_in", "Lyon")

    told = vade("review", "approve", "rhea-commutes-for-20-minutes").out

    assert told.splitlines()[-1] == "  in doubt no more: she-leaves-at-7-40"


def ref(vade: Vade) -> str:
    shown = vade("show", "rhea-commutes-for-20-minutes", "--json")
    return f"memory:{shown.json['memory']['id']}"
