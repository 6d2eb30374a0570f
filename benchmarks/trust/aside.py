"""Files that change without us, and what an index makes of it."""

from __future__ import annotations

import random
import string
import tempfile
from collections.abc import Callable
from pathlib import Path

import vademecum
from trust.listing import every_id

ROUNDS = 60
"""Changes of the short form."""

_DAMAGE = (
    b"",
    b"\xff\xfe\x00",
    b"---\ntitle: [\n---\n",
    b"---\nid: x\n<<<<<<< HEAD\n=======\n>>>>>>> b\n---\n",
)


def _word(rng: random.Random) -> str:
    return "q" + "".join(rng.choices(string.ascii_lowercase, k=11))


class _Folder:
    """A vault's folder as its owner's editor sees it, and which word stands where."""

    def __init__(self, home: Path, rng: random.Random) -> None:
        self.home, self._rng = home, rng
        self.words: dict[Path, str] = {}
        self.gone: list[str] = []

    def change(self) -> None:
        """One change of somebody else's."""
        steps: list[Callable[[], None]] = [self._write, self._write]
        if self.words:
            steps += [self._edit, self._rename, self._delete]
        self._rng.choice(steps)()

    def _any(self) -> Path:
        return self._rng.choice(sorted(self.words))

    def _put(self, file: Path) -> None:
        word = _word(self._rng)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"The {word} stands here by hand.\n", encoding="utf-8")
        self.words[file] = word

    def _write(self) -> None:
        self._put(self.home / "memories" / "personal" / f"{_word(self._rng)}.md")

    def _edit(self) -> None:
        file = self._any()
        self.gone.append(self.words[file])
        text = file.read_text(encoding="utf-8").replace(self.words[file], word := _word(self._rng))
        file.write_text(text, encoding="utf-8")
        self.words[file] = word

    def _rename(self) -> None:
        file = self._any()
        new = file.with_name(f"{_word(self._rng)}.md")
        file.rename(new)
        self.words[new] = self.words.pop(file)

    def _delete(self) -> None:
        file = self._any()
        file.unlink()
        self.gone.append(self.words.pop(file))


def behind_its_back(scale: int) -> tuple[str, bool]:
    """Change files while a home is open; the next answer has it right, or says that it may not."""
    rng = random.Random(7)
    wrong = warned = 0
    with tempfile.TemporaryDirectory() as folder:
        changed = _Folder(Path(folder, "home"), rng)
        with vademecum.open(changed.home, sync_interval_s=0.0) as vade:
            vade.remember("A first note, so that the home is there.")
            for _ in range(ROUNDS * scale):
                changed.change()
                for word, stands in _asked(changed):
                    answer = vade.search(word)
                    right = bool(answer.hits) == stands
                    warned += bool(answer.warnings)
                    wrong += not right and not answer.warnings
    return (
        f"{ROUNDS * scale} changes, {wrong} answers wrong and silent, {warned} said that they may be",
        not wrong,
    )


def _asked(changed: _Folder) -> list[tuple[str, bool]]:
    present = [(word, True) for word in list(changed.words.values())[-3:]]
    return present + [(word, False) for word in changed.gone[-2:]]


def rebuilt(scale: int) -> tuple[str, bool]:
    """Change files by hand and by verbs, then compare what is found before and after a rebuild."""
    rng = random.Random(11)
    differs = 0
    with tempfile.TemporaryDirectory() as folder:
        changed = _Folder(Path(folder, "home"), rng)
        with vademecum.open(changed.home, sync_interval_s=0.0) as vade:
            for number in range(ROUNDS * scale):
                changed.change()
                kept = vade.remember(f"Note {number} speaks of harbours and {_word(rng)}.").memory.record.id
                if number % 3 == 0:
                    vade.supersede(kept, f"Note {number} speaks of piers now.")
                if number % 10 == 9:
                    questions = ["note harbours", "piers now", "stands by hand", *changed.words.values()]
                    before = [_found(vade, question) for question in questions]
                    vade.reindex()
                    differs += before != [_found(vade, question) for question in questions]
    return (
        f"{ROUNDS * scale} rounds, {ROUNDS * scale // 10} rebuilds, {differs} answered otherwise",
        not differs,
    )


def _found(vade: vademecum.Vade, question: str) -> list[tuple[str, float]]:
    return [(hit.id, hit.score) for hit in vade.search(question, limit=50).hits]


def damaged(scale: int) -> tuple[str, bool]:
    """Put files of arbitrary bytes beside good ones; none of the good may be missed."""
    rng = random.Random(5)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        with vademecum.open(home, sync_interval_s=0.0) as vade:
            kept = [vade.remember(f"The {(word := _word(rng))} is good.").memory.record.id for _ in range(20)]
            assert word
            for number in range(100 * scale):
                data = rng.choice(_DAMAGE) if number % 2 else rng.randbytes(rng.randrange(4_000))
                (home / "memories" / "personal" / f"damaged-{number}.md").write_bytes(data)
            vade.sync()
            there = set(every_id(vade))
            aside = sum(finding.code == "quarantined" for finding in vade.doctor().findings)
            lost = len(set(kept) - there)
    return f"{100 * scale} damaged files, {aside} findings of them, {lost} neighbours lost", not lost
