"""Measuring in a process of its own, whose memory and whose imports are nobody else's."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Mapping


def peak_mb() -> float:
    """Most memory that this process ever held, in MB of 2**20 bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Linux counts kilobytes, macOS bytes.
    return peak / (1_048_576 if sys.platform == "darwin" else 1_024)


def measured_apart(script: str, *arguments: str, env: Mapping[str, str]) -> dict[str, float]:
    """What a script prints as one JSON object when it is run in a fresh process.

    Args:
        script: its file.
        arguments: of its command line.
        env: variables on top of those of this process.
    """
    answer = subprocess.run(
        [sys.executable, script, *arguments],
        env={**os.environ, **env},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    measured: dict[str, float] = json.loads(answer.stdout)
    return measured
