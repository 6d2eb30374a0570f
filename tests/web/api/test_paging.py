"""Pages that follow each other by a cursor, also while the list changes."""

from __future__ import annotations

import pytest
from tests.web.served import Served


def fill(served: Served, number: int, quay: str = "north") -> list[str]:
    """Ids of new memories, the newest first."""
    return [served.remember(f"Berth {n} of the {quay} quay is free.") for n in range(number)][::-1]


def page(served: Served, cursor: str | None = None, **how: object) -> tuple[list[str], str | None, list[str]]:
    """Ids of a page, where the next one begins, and what is warned of."""
    asked = {"limit": 2, **how, **({"cursor": cursor} if cursor else {})}
    told = served.get("/v1/memories", params=asked).json()
    return [one["id"] for one in told["results"]], told["meta"].get("next"), told["meta"]["warnings"]


def test_pages_follow_each_other_to_the_end(served: Served) -> None:
    ids = fill(served, 5)
    first, second_place, _ = page(served)
    second, third_place, _ = page(served, second_place)
    third, end, _ = page(served, third_place)

    assert [*first, *second, *third] == ids
    assert end is None


def test_what_comes_meanwhile_repeats_nothing(served: Served) -> None:
    ids = fill(served, 4)
    _, place, _ = page(served)
    fill(served, 3, "south")

    assert page(served, place) == (ids[2:], None, [])


def test_what_goes_meanwhile_leaves_nothing_out(served: Served) -> None:
    ids = fill(served, 5)
    _, place, _ = page(served)
    served.vade.forget(ids[0])

    assert page(served, place)[0] == ids[2:4]


def test_place_that_is_gone_is_warned_of(served: Served) -> None:
    ids = fill(served, 4)
    _, place, _ = page(served)
    served.vade.forget(ids[1])

    assert "changed while it was read" in page(served, place)[2][0]


@pytest.mark.parametrize(
    "cursor", ["", "?", "AAAA", "bnVsbA", "WzEsIDIsIDNd", "WzEsICJhIiwgImIiXQ", "x" * 2_000]
)
def test_cursor_that_nobody_gave_is_refused(served: Served, cursor: str) -> None:
    answer = served.get("/v1/memories", params={"cursor": cursor})

    assert served.refused(answer) == (400, "invalid_value", "cursor")


def test_cursor_of_another_question_is_refused(served: Served) -> None:
    fill(served, 3)
    _, place, _ = page(served)
    answer = served.get("/v1/memories", params={"cursor": place, "include": "all"})

    assert served.refused(answer) == (400, "invalid_value", "cursor")


@pytest.mark.parametrize("path", ["/v1/entities", "/v1/conversations"])
def test_every_list_has_pages(served: Served, path: str) -> None:
    for name in ("Rhea", "Acme"):
        served.vade.add_entity(name)
        served.post("/v1/conversations", {"host": "h", "origin_id": name, "turns": [_turn()]})
    first = served.get(path, params={"limit": 1}).json()

    second = served.get(path, params={"limit": 1, "cursor": first["meta"]["next"]}).json()

    assert first["results"] != second["results"]
    assert "next" not in second["meta"]


def _turn() -> dict[str, str]:
    return {"origin_id": "1", "role": "user", "text": "hello"}
