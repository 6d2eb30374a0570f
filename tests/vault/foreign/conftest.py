"""A person's home folder with hosts in it, and a project."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum.model.record import Scope
from vademecum.vault.foreign.looking import Hosts

PROJECT = Scope("project:harbour__0123456789ab")

Put = Callable[[str, str], Path]


@pytest.fixture
def person(tmp_path: Path) -> Path:
    (tmp_path / "person").mkdir()
    return tmp_path / "person"


@pytest.fixture
def hosts(person: Path) -> Hosts:
    return Hosts(
        person=str(person),
        claude=(str(person / ".claude"),),
        codex=(str(person / ".codex"),),
    )


@pytest.fixture
def project(person: Path) -> Path:
    (person / "work").mkdir()
    return person / "work"


@pytest.fixture
def put(person: Path) -> Put:
    """Write a file below the person's folder."""

    def write(name: str, text: str) -> Path:
        place = person / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        return place

    return write


def trust(person: Path, *folders: Path) -> None:
    """Do what Claude Code does when its user trusts folders."""
    projects = {str(folder): {"hasTrustDialogAccepted": True} for folder in folders}
    (person / ".claude.json").write_text(json.dumps({"projects": projects}))
