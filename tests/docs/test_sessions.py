"""What docs/sessions.md shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import vademecum

PAGE = (Path(__file__).parents[2] / "docs" / "sessions.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VADE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    with vademecum.open() as vade:
        vade.add_entity("Rhea", aliases=("wife",), label="Person")
        vade.remember("Rhea likes saffron rice.", about=["Rhea"], type="preference")


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_programs_of_the_page_run(number: int) -> None:
    exec(PROGRAMS[number], {"vademecum": vademecum})


def test_first_program_finds_the_fact() -> None:
    names: dict[str, Any] = {}
    exec(PROGRAMS[0], names)

    assert [fact.statement for fact in names["turn"].snapshot.facts] == ["Rhea likes saffron rice."]
