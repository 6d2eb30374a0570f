"""Make the tables of how rare a word is, `src/vademecum/lexicon/rarity/<language>.txt`, from two packages.

    pip download --no-deps spacy-lookups-data==1.0.5 pyspellchecker==0.9.1 -d WHEELS
    python scripts/build_rarity.py WHEELS

Nothing of either package is shipped but the stems of common words, ordered by how often a text has them.
A table has a line for each half nat of -ln p, from 3 on; the stems of a line stand in order between spaces.
What stands in none is rarer than the last line.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

from vademecum.lexicon import load
from vademecum.retrieval.background import HIGHEST, LOWEST, STEP
from vademecum.text.analyzer import Analyzer

TARGET = Path(__file__).parents[1] / "src" / "vademecum" / "lexicon" / "rarity"
LOGARITHMS = "spacy_lookups_data-*.whl", "spacy_lookups_data/data/{}_lexeme_prob.json.gz"
"""A word -> the logarithm of its share."""
COUNTS = "pyspellchecker-*.whl", "spellchecker/resources/{}.json.gz"
"""A word -> how often it was counted."""
SOURCES = {
    **dict.fromkeys(("de", "en", "es"), LOGARITHMS),
    **dict.fromkeys(("fr", "it", "nl", "pt", "ru"), COUNTS),
}

MOST = 12_000
"""Stems of a language; beyond, all are about as rare, and a table of that length takes some 90 kB."""

WORDS = 150_000
"""Words that are read, the commonest; the forms of a stem are added up."""


def shares(language: str, folder: Path) -> dict[str, float]:
    """A word -> its share of all words."""
    pattern, name = SOURCES[language]
    found = sorted(folder.glob(pattern))
    if not found:
        raise SystemExit(f"{folder} holds no {pattern}; the docstring says how to get it")
    with ZipFile(found[-1]) as wheel:
        told: dict[str, float] = json.loads(gzip.decompress(wheel.read(name.format(language))))
    if SOURCES[language] is LOGARITHMS:
        return {word: math.exp(logarithm) for word, logarithm in told.items()}
    total = sum(told.values())
    return {word: count / total for word, count in told.items()}


def stems(language: str, folder: Path) -> dict[str, float]:
    """A stem -> the share of all its forms. What the analyzer reads as several words is left out."""
    analyzer = Analyzer(load(), default_language=language)
    added: defaultdict[str, float] = defaultdict(float)
    common = sorted(shares(language, folder).items(), key=lambda one: (-one[1], one[0]))[:WORDS]
    for word, share in common:
        if len(analyzer.exact(word)) == 1 and not any(letter.isdigit() for letter in word):
            for stem in set(analyzer.stems(word)):
                added[stem] += share
    return added


def lines(found: dict[str, float]) -> Iterator[str]:
    """The table, in the order of the bytes."""
    kept = sorted(found.items(), key=lambda one: (-one[1], one[0]))[:MOST]
    for stem, share in sorted(kept):
        nats = min(max(-math.log(share), LOWEST), HIGHEST)
        yield f"{stem} {min(round((nats - LOWEST) / STEP), round((HIGHEST - LOWEST) / STEP) - 1)}\n"


def main() -> int:
    """Write every table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("wheels", type=Path, help="folder that holds both wheels")
    folder = parser.parse_args().wheels
    TARGET.mkdir(exist_ok=True)
    for language in SOURCES:
        text = "".join(lines(stems(language, folder)))
        (TARGET / f"{language}.txt").write_bytes(text.encode())
        print(f"{language}: {text.count(chr(10)):,} stems, {len(text.encode()):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
