"""Our own set: the life and the software project of a person we made up, asked for in ever other words.

`life.txt` holds a memory a line. `asked.txt` holds memories that are asked for: blocks with the memory, then
lines of ``kind: question``. Five kinds are tiers, from an echo of the memory's words to a question that has
to be reasoned about; from the third on some questions share no word with their memory. ``remote`` questions
share hardly any and are counted apart. Two letters are an English memory asked for in that language; ``own``
and two letters are a memory in that language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.bench.reading.files import DATA, located, text_file, wrong
from vademecum.bench.task import ALL, Gold, Passage, Question, Store, Task
from vademecum.errors import InvalidValue

if TYPE_CHECKING:
    from pathlib import Path

PROTOCOL = "paraphrase"
TIERS = ("echo", "direct", "indirect", "synonym", "inferential")
LANGUAGES = ("de", "es", "fr", "zh")
REMOTE = "remote"
ACROSS, OWN = "other languages", "own languages"
KINDS = (*TIERS, REMOTE, *LANGUAGES, *(f"own {language}" for language in LANGUAGES))
PERSON = "Tamsin"
"""Who says "I" in it."""

_EVERY_SECOND = {"dev": 0, "test": 1}


def read(data: Path | None, split: str | None) -> Task:
    """The set; with `split`, every second memory is asked for, and all are searched.

    Args:
        data: a folder with `asked.txt` and `life.txt`; ours when not given or when it holds none.

    Raises:
        NotFound, InvalidValue, LimitExceeded: the files are not there, or something else.
    """
    folder = data if data and (data / "asked.txt").is_file() else DATA
    asked = located(folder / "asked.txt", "asked.txt")
    passages: list[Passage] = []
    questions: list[Question] = []
    half = _EVERY_SECOND.get(split or "")
    for number, block in enumerate(text_file(asked).strip().split("\n\n")):
        fact, *lines = block.splitlines()
        passages.append(_passage(f"asked-{number}", fact))
        for place, line in enumerate(lines if half in (None, number % 2) else ()):
            kind, colon, text = line.partition(": ")
            if kind not in KINDS or not colon:
                raise wrong(asked, f"{line[:60]!r} begins with none of {', '.join(KINDS)}")
            gold = {passages[-1].id: 1.0}
            questions.append(Question(id=f"asked-{number}/{place}", text=text, golds=_golds(kind, gold)))
    facts = text_file(located(folder / "life.txt", "life.txt")).splitlines()
    passages += [_passage(f"life-{number}", fact) for number, fact in enumerate(facts) if fact.strip()]
    if not questions:
        raise InvalidValue("data", f"{asked} asks nothing")
    return Task(
        protocol=PROTOCOL,
        source=f"{len(passages):,} memories, {len(questions):,} questions",
        units=("memory",),
        stores=[Store(id="life", passages=passages, questions=questions, names=(PERSON,))],
        categories=(ALL, *TIERS, REMOTE, ACROSS, *LANGUAGES, OWN, *KINDS[-len(LANGUAGES) :]),
    )


def _passage(name: str, text: str) -> Passage:
    return Passage(id=name, text=text, session=name)


def _golds(kind: str, gold: Gold) -> dict[str, Gold]:
    """`all` is the five tiers: questions in the language of the memory that most are in."""
    if kind == REMOTE:
        return {kind: gold}
    together = ALL if kind in TIERS else ACROSS if kind in LANGUAGES else OWN
    return {together: gold, kind: gold}
