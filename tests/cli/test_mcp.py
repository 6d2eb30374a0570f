"""`vade mcp` as a command; what it serves is shown in tests/surfaces/test_mcp.py."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Vade
from tests.surfaces.mcp_pipes import listed


@pytest.mark.flag("vade mcp --profile")
def test_profile_chooses_the_tools(tmp_path: Path) -> None:
    assert listed(tmp_path, "--profile", "voice") == ["recall_context", "manage_memory"]


def test_unknown_profile_names_the_nearest(vade: Vade) -> None:
    run = vade("mcp", "--profile", "voise")

    assert (run.status, "did you mean voice?" in run.err) == (2, True)


def test_missing_library_says_what_to_install(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.types", None)
    monkeypatch.delitem(sys.modules, "vademecum.mcp.server", raising=False)
    monkeypatch.delitem(sys.modules, "vademecum.mcp.wire", raising=False)

    run = vade("mcp")

    assert run.status == 1
    assert "`pip install 'vademecum[mcp]'`" in run.err
