"""A hook that answers by itself loads no model, even where everything has a vector."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.embedders.building import model2vec_folder

HEAVY = {"numpy", "onnxruntime", "safetensors", "tokenizers"}

PREPARE = """\
import vademecum
with vademecum.open() as vade:
    vade.remember("The port of redis is 6379.")
    assert vade.embed(spare_s=60)
    assert vade._parts.index.vectors().coverage().is_whole
"""
HOOK = """\
import json, os, sys
from vademecum.hooks.alone import answer_alone
raw = json.dumps(
    {"hook_event_name": "UserPromptSubmit", "session_id": "s", "cwd": "/", "prompt": "which port has redis?"}
).encode()
said = []
answer_alone(
    "claude-code", "UserPromptSubmit", raw, lambda text: said.append(text) or True,
    home=os.environ["VADE_HOME"], environ=dict(os.environ), begins_helper=False,
)
assert b"6379" in b"".join(said), said
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def test_cold_hook_loads_no_model(tmp_path: Path) -> None:
    environ = {
        **os.environ,
        "VADE_HOME": str(tmp_path / "home"),
        "VADE_EMBEDDER": "model2vec",
        "VADE_MEANING_FOLDER": str(model2vec_folder(tmp_path / "model")),
    }
    subprocess.run([sys.executable, "-c", PREPARE], env=environ, check=True, cwd=tmp_path)

    told = subprocess.run([sys.executable, "-c", HOOK], env=environ, capture_output=True, check=True)

    assert set(json.loads(told.stdout)) & HEAVY == set()
