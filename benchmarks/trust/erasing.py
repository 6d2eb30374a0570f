"""What is forgotten stands in no byte."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import vademecum

ROUNDS = 5
"""Of the short form."""


def forgotten(scale: int) -> tuple[str, bool]:
    """Keep a word in every way there is, forget it, and read all bytes of home and cache."""
    left: list[str] = []
    read = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder, "cache"))
        for number in range(ROUNDS * scale):
            word = f"zq{os.urandom(8).hex()}"
            with vademecum.open(Path(folder, "home")) as vade:
                vade.remember(f"Neighbour {number} stays and says nothing of it.")
                kept = vade.remember(f"The {word} is under the third stone.", tags=[word]).memory.record.id
                vade.recall(f"where is the {word}?")
                vade.edit(kept, text=f"The {word} is under the fourth stone.")
                newer = vade.supersede(kept, f"The {word} was moved to the boat.").memory.record.id
                vade.after_answer()
                vade.forget(kept)
                vade.forget(newer)
            files = [file for file in Path(folder).rglob("*") if file.is_file()]
            read += len(files)
            left += [
                f"{file}" for file in files if word in file.name or word.encode() in file.read_bytes().lower()
            ]
    return f"{ROUNDS * scale} words forgotten, {read} files read, {len(left)} hold one", not left
