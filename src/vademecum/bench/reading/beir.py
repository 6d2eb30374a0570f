"""Classical collections: folders as BEIR publishes them, and Cranfield in its old form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vademecum.bench.reading.files import json_lines, text_file, wrong
from vademecum.bench.task import ALL, Passage, Question, Store, Task
from vademecum.errors import NotFound, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROTOCOL = "beir"
_CRANFIELD = ("cran.all.1400", "cran.qry", "cranqrel")
_FIELD = re.compile(r"\.([ITABW])\b ?(.*)")


def read(data: Path | None, split: str | None) -> Task:
    """A collection: the folder itself, or the first below it that is one.

    Raises:
        NotFound, InvalidValue, LimitExceeded: the folder is not there, or something else.
    """
    if data is None:
        raise NotFound("beir has no sample of ours; name a folder with --data")
    for folder in (data, *sorted(one for one in data.glob("*") if one.is_dir())):
        if (folder / "corpus.jsonl").is_file():
            return _task(folder, _beir(folder, split))
        if (folder / _CRANFIELD[0]).is_file():
            return _task(folder, _cranfield(folder, split))
    raise NotFound(
        f"neither corpus.jsonl (with queries.jsonl and qrels/) nor {_CRANFIELD[0]} at {quoted(str(data))}"
    )


def _task(folder: Path, store: Store) -> Task:
    if not store.questions:
        raise wrong(folder, "no judged question stands in it")
    source = f"{folder.name}, {len(store.passages):,} passages, {len(store.questions):,} questions"
    return Task(protocol=PROTOCOL, source=source, units=("memory",), stores=[store], categories=(ALL,))


def _beir(folder: Path, split: str | None) -> Store:
    judged = folder / "qrels" / f"{split or 'test'}.tsv"
    try:
        passages = [
            _passage(str(one["_id"]), f"{one.get('title', '')}\n{one['text']}")
            for one in json_lines(folder / "corpus.jsonl")
        ]
        texts = {str(one["_id"]): str(one["text"]) for one in json_lines(folder / "queries.jsonl")}
    except KeyError as error:
        raise wrong(folder, f"a line without {error}") from error
    golds: dict[str, dict[str, float]] = {}
    for number, line in enumerate(text_file(judged).splitlines()[1:], 2):
        parts = line.split("\t")
        if len(parts) != 3 or not parts[2].strip().lstrip("-").isdigit():
            raise wrong(judged, f"line {number} is not query, passage and grade between tabs")
        if int(parts[2]) > 0:
            golds.setdefault(parts[0], {})[parts[1]] = float(parts[2])
    known = {one.id for one in passages}
    return _store(folder, passages, ((key, texts.get(key, ""), gold) for key, gold in golds.items()), known)


def _cranfield(folder: Path, split: str | None) -> Store:
    """Abstracts with titles. Any grade but -1 counts alike; questions are judged by their place, not number.
    The odd places are for development."""
    abstracts, asked, judged = (folder / name for name in _CRANFIELD)
    passages = [
        _passage(one["I"], f"{one.get('T', '')}\n{one.get('W', '')}")
        for one in _records(text_file(abstracts))
    ]
    golds: dict[int, dict[str, float]] = {}
    for line in text_file(judged).splitlines():
        parts = line.split()
        if len(parts) != 3:
            raise wrong(judged, f"{quoted(line)} is not question, abstract and grade")
        if int(parts[2]) > 0:
            golds.setdefault(int(parts[0]), {})[parts[1]] = 1.0
    known = {one.id for one in passages}
    places = list(enumerate(_records(text_file(asked)), 1))
    half = {"dev": 1, "test": 0}.get(split or "")
    chosen = ((str(n), one.get("W", ""), golds.get(n, {})) for n, one in places if half in (None, n % 2))
    return _store(folder, passages, chosen, known)


def _records(text: str) -> Iterator[dict[str, str]]:
    record: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        field = _FIELD.fullmatch(line.rstrip())
        if field is None:
            record[name] = f"{record.get(name, '')}{line}\n"
            continue
        name = field[1]
        if name == "I":
            if record:
                yield record
            record = {"I": field[2].strip()}
        else:
            record.setdefault(name, "")
    if record:
        yield record


def _passage(name: str, text: str) -> Passage:
    return Passage(id=name, text=text.strip(), session=name)


def _store(
    folder: Path, passages: list[Passage], asked: Iterator[tuple[str, str, dict[str, float]]], known: set[str]
) -> Store:
    questions: list[Question] = []
    for key, text, judged in asked:
        gold = {one: grade for one, grade in judged.items() if one in known}
        if gold and text.strip():
            questions.append(Question(id=key, text=" ".join(text.split()), golds={ALL: gold}))
    kept = [one for one in passages if one.text]
    return Store(id=folder.name, passages=kept, questions=questions)
