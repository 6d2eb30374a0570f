"""Any text is a question, and is answered in bounded time."""

from __future__ import annotations

import tempfile
import time
from contextlib import suppress
from pathlib import Path

import vademecum
from vademecum.errors import VadeError

SLOWEST_S = 2.0
"""CPU; 0.8 s was measured on a machine that was busy otherwise."""

_PIECES = (
    "which port does the staging database use ", "猫はソファで寝る", "데이터베이스 포트 ", "база данных ",
    "قاعدة البيانات ", "ฐานข้อมูล", "e\u0301\u0302\u0303", "\ud800\udfff", "\0", '"', "(", "NOT ", "* ",
    "👩\u200d👩\u200d👧",
    "a:b ", "AND OR ", "-", "\u202e", "\\", "'; DROP TABLE record; --", "word" * 100,
    "a-", "1:2 ", "数据库端口是多少，",
)  # fmt: skip


def queries(scale: int) -> tuple[str, bool]:
    """Ask each piece once, a thousand times over, and a megabyte of it, in every mode."""
    slowest, asked = 0.0, 0
    with tempfile.TemporaryDirectory() as folder, vademecum.open(Path(folder, "home")) as vade:
        for number in range(200 * scale):
            vade.remember(f"Note {number}: the staging database listens on port {6000 + number}.")
        for piece in _PIECES:
            for length in (1, 1_000, 1_000_000 // len(piece)):
                for mode in ("recall", "any", "all", "expert"):
                    begun = time.process_time()
                    with suppress(VadeError):  # it says what is wrong, which is an answer
                        _ask(vade, piece * length, mode)
                    slowest, asked = max(slowest, time.process_time() - begun), asked + 1
    return f"{asked} questions, the slowest {slowest:.2f} s (≤ {SLOWEST_S:.0f})", slowest <= SLOWEST_S


def _ask(vade: vademecum.Vade, text: str, mode: str) -> None:
    if mode == "recall":
        vade.recall(text)
    else:
        vade.search(text, mode=mode)
