"""LoCoMo: dialogues of two people over months, questions with the turns that answer them.

The format is that of the public file: a list of dialogues, each with `conversation` (`session_1`,
`session_1_date_time`, …, turns with `dia_id`, `speaker`, `text`, perhaps `blip_caption`) and `qa`.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from vademecum.bench.reading.files import DATA, json_file, json_objects, located, wrong
from vademecum.bench.task import ALL, Gold, Passage, Question, Store, Task

if TYPE_CHECKING:
    from pathlib import Path

PROTOCOL = "locomo"
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
ADVERSARIAL = 5
"""Asks what the named person never did; its evidence is what somebody else did. `all` leaves it out."""

EVERY, SOUND, MENDED = "all with adversarial", "all without gold errors", "all with corrected gold"

DEVELOPMENT = frozenset({"conv-26", "conv-30", "conv-41", "conv-42", "conv-43"})
"""Dialogues that may be learned from; the others are the test set."""

_EVIDENCE = re.compile(r"D\d+:\d+")
_SESSION = re.compile(r"session_(\d+)")


def read(data: Path | None, split: str | None) -> Task:
    """The dialogues, or our own small sample.

    Raises:
        NotFound, InvalidValue, LimitExceeded: the file is not there, or something else.
    """
    path = located(data, "locomo*.json", but="gold_errors") if data else DATA / "dialogues.json"
    expected = "a LoCoMo file, which is a list of objects with `conversation` and `qa`,"
    dialogues = json_objects(path, lambda one: {"conversation", "qa"} <= one.keys(), expected)
    chosen = [one for one in dialogues if split is None or data is None or _half(one) == split]
    if not chosen:
        raise wrong(path, f"no dialogue of the {split} half stands in it")
    errors = _gold_errors(path)
    stores: list[Store] = []
    for number, one in enumerate(chosen):
        try:
            stores.append(_store(one, str(one.get("sample_id", number)), errors))
        except (AttributeError, KeyError, TypeError) as error:
            raise wrong(path, f"dialogue {number + 1} is no LoCoMo dialogue ({error!r})") from error
    more = (SOUND, MENDED) if errors else ()
    return Task(
        protocol=PROTOCOL,
        source=f"{path.name}, {len(stores)} dialogues",
        units=("turn", "session"),
        stores=stores,
        categories=(ALL, EVERY, *more, *CATEGORIES.values()),
    )


def _half(dialogue: Any) -> str:
    return "dev" if dialogue.get("sample_id") in DEVELOPMENT else "test"


def _gold_errors(path: Path) -> dict[tuple[str, tuple[str, ...]], list[str]]:
    """(question, evidence as cited) -> the evidence that a public audit holds right, where it objects."""
    found = sorted(path.parent.glob("locomo*gold_errors.json"))
    if not found:
        return {}
    audited = json_file(found[0])
    try:
        return {(one["question"], tuple(one["cited_evidence"])): one["correct_evidence"] for one in audited}
    except (KeyError, TypeError) as error:
        raise wrong(found[0], f"no list of gold errors ({error!r})") from error


def _store(dialogue: Any, name: str, errors: dict[tuple[str, tuple[str, ...]], list[str]]) -> Store:
    talk = dialogue["conversation"]
    passages: list[Passage] = []
    numbers = sorted(int(found[1]) for key in talk if (found := _SESSION.fullmatch(key)))
    for number in numbers:
        date = talk.get(f"session_{number}_date_time", "")
        passages += [_passage(turn, f"session_{number}", date) for turn in talk[f"session_{number}"] or ()]
    known = {one.id for one in passages}
    questions: list[Question] = []
    for number, asked in enumerate(dialogue["qa"]):
        golds = _golds(asked, known, errors)
        if golds:
            questions.append(Question(id=f"{name}/{number}", text=str(asked["question"]), golds=golds))
    names = tuple(talk[key] for key in ("speaker_a", "speaker_b") if key in talk)
    return Store(id=name, passages=passages, questions=questions, names=names)


def _passage(turn: Any, session: str, date: str) -> Passage:
    photo = f" [photo: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
    return Passage(
        id=turn["dia_id"],
        text=f"[{date}] {turn['speaker']}: {turn['text']}{photo}",
        session=session,
        at=_moment(date),
    )


def _moment(date: str) -> str | None:
    try:
        return datetime.strptime(date, "%I:%M %p on %d %B, %Y").isoformat()  # noqa: DTZ007 - a claim
    except ValueError:
        return None


def _golds(
    asked: Any, known: set[str], errors: dict[tuple[str, tuple[str, ...]], list[str]]
) -> dict[str, Gold]:
    """Categories in which a question counts; none when no turn of the dialogue answers it."""
    cited = tuple(asked.get("evidence") or ())
    gold = _turns(cited, known)
    if not gold:
        return {}
    category = int(asked["category"])
    golds = {EVERY: gold, CATEGORIES.get(category, f"category {category}"): gold}
    if category != ADVERSARIAL:
        golds[ALL] = gold
        corrected = errors.get((asked["question"], cited))
        if corrected is None:
            golds[SOUND] = gold
        golds[MENDED] = _turns(corrected or (), known) or gold
    return golds


def _turns(evidence: Any, known: set[str]) -> Gold:
    """Evidence as ids of turns; some of the file is written as one string with two ids in it."""
    return {one: 1.0 for text in evidence for one in _EVIDENCE.findall(text) if one in known}
