"""What held at another moment, and what is shown of what does not hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import InvalidValue, NotFound, UnknownName
from vademecum.model.answer import MatchedVia

DAY = timedelta(days=1)


class Past:
    """A home with a chain of three, a day between each: 8080, 8081, 9000."""

    def __init__(self) -> None:
        self.home = MemoryHome()
        self.start = self.home.clock.at
        self.first = self.home.remember("The staging port is 8080.", title="Port")
        self.home.clock.at = self.start + DAY
        self.second = self._next(self.first, "The staging port is 8081.")
        self.home.clock.at = self.start + 2 * DAY
        self.third = self._next(self.second, "The staging port is 9000.")
        self.home.clock.at = self.start + 3 * DAY

    def _next(self, old: str, text: str) -> str:
        return str(self.home.vade.supersede(old, text).memory.record.id)

    def on(self, days: float) -> datetime:
        return self.start + days * DAY


@pytest.fixture
def past() -> Past:
    return Past()


@pytest.mark.parametrize(("days", "text"), [(0.5, "8080"), (1, "8081"), (1.5, "8081"), (2, "9000")])
def test_a_question_of_the_past_gets_its_answer(past: Past, days: float, text: str) -> None:
    vade, at = past.home.vade, past.on(days)
    snippets = [
        [hit.snippet for hit in vade.search("staging port", as_of=at).hits],
        [hit.snippet for hit in vade.recall("staging port", as_of=at).hits],
    ]

    assert snippets == [[f"The «staging» «port» is {text}."]] * 2
    assert [hit.summary for hit in vade.list(as_of=at).items] == [f"Port: The staging port is {text}."]
    assert vade.get("port", as_of=at).record.body == f"The staging port is {text}."


def test_old_words_lead_to_what_held_then(past: Past) -> None:
    (hit,) = past.home.vade.search("8080", as_of=past.on(1.5)).hits

    assert (hit.id, hit.because, hit.matched_via) == (past.second, past.first, MatchedVia.OTHER)


def test_words_that_nobody_had_said_yet_find_nothing(past: Past) -> None:
    assert past.home.vade.search("9000", as_of=past.on(1.5)).hits == ()


def test_before_the_first_nothing_was_known(past: Past) -> None:
    at = past.on(-1)

    assert past.home.vade.search("port", as_of=at).hits == ()
    assert past.home.vade.list(as_of=at).total == 0
    with pytest.raises(NotFound, match="nothing of"):
        past.home.vade.get(past.third, as_of=at)


def test_a_list_of_the_past_counts_each_chain_once(past: Past) -> None:
    listed = past.home.vade.list(as_of=past.on(1.5))

    assert ([hit.id for hit in listed.items], listed.total, listed.dangling) == ([past.second], 1, 0)


def test_what_is_shown_of_the_past_says_that_it_is_over(past: Past) -> None:
    (hit,) = past.home.vade.search("port", as_of=past.on(0.5)).hits

    assert (hit.mark, hit.status) == ("superseded", "superseded")


def test_what_was_retracted_never_held(past: Past) -> None:
    past.home.vade.retract(past.third)

    assert past.home.vade.search("9000", as_of=past.on(2.5)).hits == ()
    assert [hit.id for hit in past.home.vade.search("port", as_of=past.on(1.5)).hits] == [past.second]


def test_what_was_valid_before_it_was_written_counts(past: Past) -> None:
    past.home.remember("The quay was built.", valid_from=past.on(-100))

    assert past.home.vade.search("quay", as_of=past.on(-50)).hits[0].key == "the-quay-was-built"


@pytest.mark.parametrize(("days", "found"), [(4, 1), (6, 0)])
def test_what_expires_held_until_then(past: Past, days: float, found: int) -> None:
    past.home.remember("The quay is closed.", expires=past.on(5))

    assert len(past.home.vade.search("quay", as_of=past.on(days)).hits) == found


def test_a_link_of_several_ways_answers_itself(past: Past) -> None:
    other = past.home.note(
        "other", "The other port is 1.", "status: superseded", f"superseded_by: {past.third}"
    )
    past.home.vade.sync()
    path = past.home.vade.get(past.third).path
    data = past.home.vault._files[path][0]
    past.home.vault.put(path, data.replace(b"supersedes:\n", f"supersedes:\n  - {other}\n".encode()))

    assert past.home.vade.get(other, as_of=past.on(1.5)).record.id == other
    assert past.home.vade.get(past.first, as_of=past.on(1.5)).record.id in (past.second, other)


def test_a_deep_vault_answers_of_its_first_day() -> None:
    home = MemoryHome()
    first = home.remember("The port of the first day.")
    at = home.clock.at
    home.clock.go_on(days=1)
    for number in range(30):
        home.remember(f"port {number}")

    assert [hit.id for hit in home.vade.recall("port", as_of=at).hits] == [first]


# ── what does not hold ───────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def mixed(home: MemoryHome) -> MemoryHome:
    home.note("holds", "the quay")
    home.note("over", "the quay was wet", "valid_until: 2026-02-02T00:00:00Z")
    home.note("early", "the quay will be dry", "valid_from: 2027-01-01T00:00:00Z")
    home.note("gone", "the quay was a lie", "status: retracted")
    home.note("away", "the quay in a box", "status: archived")
    old = home.note(
        "old", "the quay of old", "status: superseded", "superseded_by: 01JNTSW6X00000000000000001"
    )
    home.note("new", "the quay for you", "review: proposed", f"supersedes: [{old}]")
    return home


MARKS = {
    "holds": None,
    "over": "expired",
    "early": "not yet valid",
    "gone": "retracted",
    "away": "archived",
    "old": "superseded",
    "new": "proposed",
}


@pytest.mark.parametrize(
    ("include", "shown"),
    [("active", {"holds"}), ("expired", {"holds", "over", "early"}), ("all", set(MARKS))],
)
def test_l6_what_does_not_hold_is_shown_on_request(mixed: MemoryHome, include: str, shown: set[str]) -> None:
    vade = mixed.vade
    given: dict[str, Any] = {"include": include}
    answers = [vade.search("quay", **given).hits, vade.recall("quay", limit=20, **given).hits]

    expected = {name: MARKS[name] for name in shown}
    assert [{hit.key: hit.mark for hit in hits} for hits in (*answers, vade.list(**given).items)] == [
        expected
    ] * 3
    assert [hits[0].key for hits in answers] == ["holds", "holds"]


def test_pinned_never_runs_out(home: MemoryHome) -> None:
    home.note("a", "the quay", "expires: 2026-02-02T00:00:00Z", "pinned: true")

    assert home.found("quay") == home.recalled("quay") == ["a"]


@pytest.fixture(params=["search", "recall", "list"])
def ask(request: pytest.FixtureRequest, home: MemoryHome) -> Callable[..., object]:
    verbs: dict[str, Callable[..., object]] = {
        "search": lambda **given: home.vade.search("x", **given),
        "recall": lambda **given: home.vade.recall("x", **given),
        "list": home.vade.list,
    }
    return verbs[request.param]


def test_one_moment_and_everything_are_not_asked_together(
    home: MemoryHome, ask: Callable[..., object]
) -> None:
    with pytest.raises(InvalidValue, match="give either"):
        ask(as_of=home.clock.at, include="all")
    with pytest.raises(InvalidValue, match="offset"):
        ask(as_of=home.clock.at.replace(tzinfo=None))
    with pytest.raises(UnknownName, match="include"):
        ask(include="everything")
