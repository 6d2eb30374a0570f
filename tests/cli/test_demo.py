"""The tour: every step works, and nothing of it reaches the person's own home."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]


def test_tour_shows_every_step(vade: Vade, home: Path) -> None:
    run = vade("demo")

    assert run.status == 0
    assert "oat milk" in run.out
    assert not home.exists()


@pytest.mark.flag("vade demo --keep")
def test_kept_tour_can_be_looked_at(vade: Vade, tmp_path: Path) -> None:
    assert vade("demo", "--keep", str(tmp_path / "kept"), "--json").json["ok"] is True
    assert list((tmp_path / "kept").rglob("*.md")) != []
