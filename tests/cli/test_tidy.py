"""tidy: what a person is shown, and what --apply writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]

OLD = "01JNTSW6X00000000000000001"
NEW = "01JNTSW6X00000000000000002"


@pytest.fixture
def repeats(vade: Vade, home: Path) -> None:
    """Two files of the same text, one of which links to nothing besides."""
    vade("init")
    folder = home / "memories" / "personal"
    (folder / "a.md").write_text(f"---\nid: {OLD}\n---\nPort 8080, see [[nowhere]].\n")
    (folder / "b.md").write_text(f"---\nid: {NEW}\n---\nPort 8080,  see [[nowhere]].\n")


@pytest.mark.usefixtures("repeats")
def test_tidy_proposes_and_writes_nothing(vade: Vade) -> None:
    assert vade("tidy").out == (
        "Said twice (1)\n"
        "  b says the same as a\n"
        "    vade tidy --apply\n"
        "\n"
        "Links to nothing (2)\n"
        "  a links to [[nowhere]], which no note is called\n"
        "    add it, or unlink\n"
        "  b links to [[nowhere]], which no note is called\n"
        "    add it, or unlink\n"
        "\n"
        "Nothing written; 1 can be repaired without losing anything: `vade tidy --apply`\n"
    )


@pytest.mark.usefixtures("repeats")
@pytest.mark.flag("vade tidy --apply")
def test_tidy_repairs_what_is_safe(vade: Vade, home: Path) -> None:
    run = vade("tidy", "--apply")

    assert "  b says the same as a  repaired\n" in run.out
    assert run.out.endswith("Repaired 1; the rest is for you to decide.\n")
    assert f"superseded_by: {OLD}" in (home / "memories/personal/b.md").read_text()


@pytest.mark.usefixtures("repeats")
def test_tidy_answers_as_json(vade: Vade) -> None:
    run = vade("tidy", "--json")

    assert (run.json["repairable"], run.json["repaired"], run.json["applied"]) == (1, 0, False)
    assert [one["kind"] for one in run.json["results"]] == ["exact_repeat", "broken_link", "broken_link"]


def test_tidy_home_says_so(vade: Vade) -> None:
    vade("init")

    assert vade("tidy").out == "Nothing to tidy up.\n"
