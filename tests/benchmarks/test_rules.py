"""What five rules cost is measured on edges that they derive."""

from __future__ import annotations

from rules import measured


def test_every_rule_is_paid_for() -> None:
    bare, ruled, anew = measured(120, 10)

    assert (bare["what"], ruled["what"], anew["what"]) == (
        "write without rules",
        "write with five rules",
        "derive everything",
    )
    assert isinstance(ruled["edges"], int)
    assert ruled["edges"] > 120
