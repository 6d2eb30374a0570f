"""A vault in a home of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from vademecum.vault.files import FileVault, ensure_home


@pytest.fixture
def root(tmp_path: Path) -> Path:
    ensure_home(tmp_path / "home")
    return tmp_path / "home" / "memories"


@pytest.fixture
def vault(root: Path) -> FileVault:
    return FileVault(root)
