"""A table that `benchmarks/distil.py` made, of words by their stems, and of pieces for all other words.

None comes with the package: beside the table in the wheel of wordllama it finds what shares no word better,
and orders turns a point worse (docs/meaning.md).
"""

from __future__ import annotations

from vademecum.embedders.files import stamp, table, text
from vademecum.embedders.rows import unit
from vademecum.embedders.static import StaticEmbedder
from vademecum.embedders.words import WordCutter
from vademecum.errors import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

ROWS, WORDS = "rows.npy", "words.txt"

TEMPER = 0.75
"""Of rarities. With 1 a name or a misspelling outweighs the rest of a text: Cranfield loses two points."""


def distilled(folder: Path) -> StaticEmbedder:
    """The table of a folder.

    Raises:
        ModelError: a file is missing or damaged.
    """
    import numpy as np

    held = table(folder / ROWS)
    told = [line.partition(" ") for line in text(folder / WORDS).splitlines()]
    try:
        weights = np.array([float(weight) for _, _, weight in told], np.float32)
    except ValueError as error:
        raise _damaged(folder) from error
    if len(told) != len(held):
        raise _damaged(folder)
    rows = unit(held.astype(np.float32)) * weights[:, None]
    cut = WordCutter({word: number for number, (word, _, _) in enumerate(told)}, "en")
    name = f"distilled-{held.shape[1]}:{stamp(folder / ROWS, folder / WORDS)}"
    return StaticEmbedder(name, cut, rows, temper=TEMPER)


def _damaged(folder: Path) -> ModelError:
    return ModelError(f"{folder / WORDS} is damaged; make the table again, or name another folder")
