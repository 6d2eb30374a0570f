"""A home is where it was said to be; what is derived from it lies in the cache."""

from __future__ import annotations

from pathlib import Path

from vademecum.places import home_folder


def test_home_prefers_the_argument(tmp_path: Path) -> None:
    assert home_folder(tmp_path, {"VADE_HOME": "/elsewhere"}) == str(tmp_path)


def test_home_falls_to_the_variable() -> None:
    assert home_folder(None, {"VADE_HOME": "/else//where/"}) == "/else/where"


def test_home_falls_to_the_person() -> None:
    assert home_folder(None, {}) == str(Path.home() / ".vademecum")


def test_home_expands_the_tilde() -> None:
    assert home_folder(Path("~/notes"), {}) == str(Path.home() / "notes")
