"""LongMemEval: questions about one's own talks with an assistant.

Two forms are read. An *evidence pool* (`sessions` with `date` and `turns`) holds only the turns that answer,
of all questions together in one store. The official files (`haystack_sessions`, `haystack_session_ids`,
`answer_session_ids`) give each question a store of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from vademecum.bench.reading.files import DATA, json_objects, located, text_file, wrong
from vademecum.bench.task import ALL, Passage, Question, Store, Task

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PROTOCOL = "longmemeval"
UNANSWERABLE = "_abs"
"""End of the id of a question that nothing answers."""

MOST_QUESTIONS = 10_000
_MALFORMED = (AttributeError, KeyError, TypeError, ValueError)


def read(data: Path | None, split: str | None) -> Task:
    """The questions with their talks, or our own small sample.

    Raises:
        NotFound, InvalidValue, LimitExceeded: the file is not there, or something else.
    """
    path = located(data, "longmemeval*.json") if data else DATA / "assistant.json"
    expected = "a LongMemEval file, which is a list of questions with `sessions` or `haystack_sessions`,"
    items = json_objects(path, _is_one, expected)
    if len(items) > MOST_QUESTIONS:
        raise wrong(path, f"{len(items):,} questions, and {MOST_QUESTIONS:,} are the most")
    if split is not None and data is not None:
        ours = frozenset(text_file(DATA / "longmemeval_dev.txt").split())
        items = [one for one in items if (one["question_id"] in ours) == (split == "dev")]
        if not items:
            raise wrong(path, f"no question of the {split} half stands in it")
    try:
        pooled = "sessions" in items[0]
        stores: Sequence[Store] = [_pool(items)] if pooled else _Haystacks(items, path)
    except _MALFORMED as error:
        raise wrong(path, f"no LongMemEval file ({error!r})") from error
    count = len(stores[0].questions) if pooled else len(stores)
    kinds = sorted({str(one["question_type"]) for one in items})
    return Task(
        protocol=PROTOCOL,
        source=f"{path.name}, {count} questions",
        units=("turn", "session"),
        stores=stores,
        categories=(ALL, *kinds),
    )


def _is_one(item: Mapping[str, Any]) -> bool:
    wanted = {"question_id", "question", "question_type"}
    return wanted <= item.keys() and bool({"sessions", "haystack_sessions"} & item.keys())


def _pool(items: Sequence[Any]) -> Store:
    passages: list[Passage] = []
    questions: list[Question] = []
    for item in items:
        own: list[Passage] = []
        for number, session in enumerate(item["sessions"]):
            name = f"{item['question_id']}/{number}"
            own += _turns(session["turns"], name, session.get("date", ""))
        passages += own
        if own:
            gold = {one.id: 1.0 for one in own}
            golds = {ALL: gold, str(item["question_type"]): gold}
            questions.append(Question(id=item["question_id"], text=str(item["question"]), golds=golds))
    return Store(id="pool", passages=passages, questions=questions)


def _turns(turns: Sequence[Any], session: str, date: str) -> list[Passage]:
    return [
        Passage(
            id=f"{session}/{place}",
            text=str(turn["content"]),
            session=session,
            by_assistant=turn["role"] == "assistant",
            at=_moment(date),
        )
        for place, turn in enumerate(turns)
    ]


def _moment(date: str) -> str | None:
    try:
        return datetime.strptime(date, "%Y/%m/%d (%a) %H:%M").isoformat()  # noqa: DTZ007 - a claim
    except ValueError:
        return None


class _Haystacks(Sequence[Store]):
    """A store of its own for every question, made when it is asked for: together they would not fit."""

    def __init__(self, items: Sequence[Any], path: Path) -> None:
        self._path = path
        self._items = [one for one in items if not one["question_id"].endswith(UNANSWERABLE)]
        for one in self._items:
            if len(one["haystack_sessions"]) != len(one["haystack_session_ids"]):
                raise ValueError(f"{one['question_id']}: as many ids as sessions are expected")

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, place: Any) -> Any:
        return self._made(self._items[place])

    def __iter__(self) -> Iterator[Store]:
        return map(self._made, self._items)

    def _made(self, item: Any) -> Store:
        try:
            return _haystack(item)
        except _MALFORMED as error:
            raise wrong(self._path, f"{item['question_id']} is malformed ({error!r})") from error


def _haystack(item: Any) -> Store:
    """One question's store. Turns count that are marked as answering; where none is, all of its sessions."""
    dates = item.get("haystack_dates") or [""] * len(item["haystack_sessions"])
    passages: list[Passage] = []
    marked: list[str] = []
    for place, (name, turns, date) in enumerate(
        zip(item["haystack_session_ids"], item["haystack_sessions"], dates, strict=True)
    ):
        said = _turns(turns, f"{name}#{place}", date)
        marked += [one.id for one, turn in zip(said, turns, strict=True) if turn.get("has_answer")]
        passages += said
    answers = set(item["answer_session_ids"])
    marked = marked or [one.id for one in passages if one.session.rpartition("#")[0] in answers]
    gold = dict.fromkeys(marked, 1.0)
    golds = {ALL: gold, str(item["question_type"]): gold} if gold else {}
    asked = Question(id=item["question_id"], text=str(item["question"]), golds=golds)
    return Store(id=item["question_id"], passages=passages, questions=[asked] if golds else [])
