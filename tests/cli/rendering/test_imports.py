"""What a person sees while an import runs."""

from __future__ import annotations

import pytest

from vademecum.cli.rendering.imports import progress


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (("s1.jsonl", 1_500_000, 2_000_000), ("s1.jsonl", "1.5 of 2.0 MB")),
        (("a/" * 40 + "b", 0, 10), ("…" + ("a/" * 40 + "b")[-39:], "0.0 of 0.0 MB")),
        (("memories/x.md", 0, 0), ("memories/x.md", "")),
        (("\x1b[2J.json", 0, 0), (" [2J.json", "")),
        (("", 20, 1_469), ("indexing", "20 of 1,469 conversations")),
    ],
)
def test_bar_says_what_is_done_of_what(given: tuple[str, int, int], shown: tuple[str, str]) -> None:
    assert progress(*given) == shown
