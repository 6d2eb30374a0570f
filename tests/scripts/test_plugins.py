"""The plug-in folders are what the tables make of them, and hold what their hosts look for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from vademecum.hooks.hosts import EVENTS

ROOT = Path(__file__).parents[2]
PLUGINS = {"claude-code": ".claude-plugin", "codex": ".codex-plugin"}


def test_plugins_are_fresh() -> None:
    script = ROOT / "scripts" / "generate_plugins.py"

    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("host", PLUGINS)
def test_plugin_runs_every_event(host: str) -> None:
    hooks = json.loads((ROOT / "plugins" / host / "hooks" / "hooks.json").read_text(encoding="utf-8"))

    assert list(hooks["hooks"]) == list(EVENTS[host])


@pytest.mark.parametrize("host", PLUGINS)
def test_skill_says_what_it_is_for(host: str) -> None:
    text = (ROOT / "plugins" / host / "skills" / "vademecum" / "SKILL.md").read_text(encoding="utf-8")

    front = yaml.safe_load(text.split("---")[1])
    assert front["name"] == "vademecum"
    assert len(front["description"]) <= 1024


@pytest.mark.parametrize(("host", "folder"), PLUGINS.items())
def test_only_the_manifest_is_in_its_folder(host: str, folder: str) -> None:
    assert [path.name for path in (ROOT / "plugins" / host / folder).iterdir()] == ["plugin.json"]
