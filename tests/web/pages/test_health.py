"""A check-up and counts."""

from __future__ import annotations

from tests.web.pages.desk import Desk


def test_good_order_is_told(desk: Desk) -> None:
    desk.remember("It is blue.", title="Sky", type="fact")
    told = desk.text("/health?check=1")

    assert "In good order" in told
    assert "fact 1" in told


def test_a_fault_is_told_with_its_remedy(desk: Desk) -> None:
    desk.write("personal/broken.md", "---\nid: [\n---\nHello\n")

    assert "personal/broken.md" in desk.text("/health?check=1")


def test_nothing_is_checked_unasked(desk: Desk) -> None:
    assert "Check now" in desk.text("/health")


def test_a_check_up_is_kept_until_something_changes(desk: Desk) -> None:
    desk.get("/health?check=1")
    kept = desk.text("/health")
    desk.remember("It is blue.")

    assert "In good order" in kept
    assert "In good order" not in desk.text("/health")
