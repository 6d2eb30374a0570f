"""Learn what each feature of a turn is worth, and show what each adds.

Listwise: the weights make the evidence of a question likelier than every other turn that was found for it.
The loss is convex, so its minimum does not depend on where the search begins, and the weights are rounded to
two decimals, far coarser than what two machines differ by: the table is the same everywhere.

LoCoMo is CC BY-NC and no data are part of this project: give the paths of files that may be learned from.
Only their development halves are read. Figures are cross-validated: every dialogue is ranked by what was
learned from the other four and from four fifths of LongMemEval's questions, and the other way round.

There are two tables, one for words alone and one for where turns have vectors: one table for both, learned
with and without meanings, lost half a point where there are none and two points where there are. The second
is learned with the embedder `static`, whose package must be installed (`pip install 'vademecum[meaning]'`).

Sessions need no weights of their own: the exponentials of their turns' scores are added up. A table shows
what that reaches, cross-validated in the same way.

    python benchmarks/train_turns.py --locomo locomo_dev.json --longmemeval longmemeval_evidence_dev.json
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from learning import Asked, Floats, minimum, parser_of
from vademecum.bench.measures import mean, of_ranking
from vademecum.bench.reading import locomo, longmemeval
from vademecum.bench.task import ALL, Gold, Store
from vademecum.embedders.opening import opened
from vademecum.engine.clocks import CallableClock
from vademecum.engine.embedding import Portions
from vademecum.indexing.turns import UNREAD, spoken_of
from vademecum.lexicon import load
from vademecum.model.conversation import ConversationId, Role, Turn
from vademecum.model.transcript import Mark
from vademecum.model.turns import Fence, Heard, Held, TurnChanges
from vademecum.model.vectors import ALIKE, Lacking, rounded
from vademecum.ports import Embedder
from vademecum.retrieval import turn_weights
from vademecum.retrieval.question import Question
from vademecum.retrieval.turn_features import FEATURES, MEANINGS
from vademecum.retrieval.turn_ranking import NEAREST, POOL, measured, only_one_with_all
from vademecum.retrieval.turns import rank, scorer_of
from vademecum.stores.memory.turns import MemoryTurns
from vademecum.text.analyzer import Analyzer

Place = tuple[ConversationId, int]

Weights = Sequence[tuple[str, float]]

NAMES = tuple(FEATURES)
MEASURES = ("r@5", "r@10", "r@20", "mrr")
FOLDS = 5
SHOWN_SESSIONS = 50


@dataclass(slots=True)
class Talked(Asked):
    """A question with the turns that were found for it.

    Attributes:
        sessions: of each row.
        by_words: sessions by their best three turns, best first.
        session_gold: those in which the evidence stands.
    """

    sessions: list[str]
    by_words: list[str]
    session_gold: Gold

    def ranked_sessions(self, scores: Floats) -> list[str]:
        """Sessions by the sum of the exponentials of their turns' scores, then by their words."""
        best = float(scores.max()) if len(scores) else 0.0
        sums: dict[str, float] = {}
        for session, score in zip(self.sessions, scores, strict=True):
            sums[session] = sums.get(session, 0.0) + float(np.exp(score - best))
        ordered = sorted(sums, key=lambda session: (-sums[session], session))
        return [*ordered, *(session for session in self.by_words if session not in sums)]


class Told:
    """The texts of a store, by their places."""

    def __init__(self, texts: dict[Place, str]) -> None:
        self._texts = texts

    def sample(self, number: int) -> Iterator[str]:
        return iter(list(self._texts.values())[:number])

    def read(self, keys: Sequence[tuple[Place, int]]) -> Iterator[tuple[int, str, str]]:
        return ((version, "", self._texts[place]) for place, version in keys)


@dataclass(slots=True)
class Alike:
    """How like one question the turns of an index are."""

    index: MemoryTurns
    model: str
    row: bytes
    enough: float | None = None

    def nearest(self, fence: Fence, limit: int) -> Mapping[Place, float]:
        found = self.index.vectors().nearest(self.model, self.row, fence, limit)
        return {place: likeness / ALIKE for place, likeness in found}

    def of(self, places: Sequence[Place]) -> Mapping[Place, float]:
        found = self.index.vectors().likenesses(self.model, self.row, places)
        return {place: likeness / ALIKE for place, likeness in found.items()}


def embedded(store: Store, index: MemoryTurns, ids: dict[tuple[str, int], str], table: Embedder) -> Embedder:
    """Give the turns vectors; the table as it was fitted to them."""
    texts = {passage.id: passage.text for passage in store.passages}
    places = {(ConversationId(session), seq): texts[name] for (session, seq), name in ids.items()}
    clock = CallableClock(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    Portions(index.vectors(), Told(places), clock).run(table, None)
    space = index.vectors().space()
    assert space is not None
    return table.refitted(space.fit)


def filled(store: Store, analyzer: Analyzer) -> tuple[MemoryTurns, dict[tuple[str, int], str]]:
    """The turns of a store as the product indexes them, and what each is called in the data."""
    index, ids = MemoryTurns(), dict[tuple[str, int], str]()
    sessions: dict[str, list[Turn]] = {}
    for passage in store.passages:
        said = sessions.setdefault(passage.session, [])
        seq = len(said) + 1
        ids[passage.session, seq] = passage.id
        role = Role.ASSISTANT if passage.by_assistant else Role.USER
        said.append(
            Turn(
                seq=seq,
                id=passage.id,
                role=role,
                text=passage.text,
                salt="",
                content_hash="",
                prev_hash="",
                hash="",
            )
        )
    start = Mark(0, 0, "")
    for session, said in sessions.items():
        id = ConversationId(session)
        held = Held(
            id=id,
            title=None,
            workspace=None,
            folder=None,
            host="bench",
            origin_id=session,
            started=None,
            parent=None,
            turns=len(said),
            stamp=UNREAD,
            mark=start,
        )
        turns = tuple(spoken_of(turn, start, analyzer) for turn in said)
        index.apply(TurnChanges(heard=(Heard(conversation=held, anew=True, turns=turns),)))
    return index, ids


def asked(store: Store, analyzer: Analyzer, table: Embedder | None) -> list[Talked]:
    """Every question of a store that has evidence, with meanings where there is a table."""
    index, ids = filled(store, analyzer)
    fitted = embedded(store, index, ids, table) if table else None
    languages = index.languages()
    found: list[Talked] = []
    for one in store.questions:
        gold = one.golds.get(ALL)
        question = Question.of(one.text, analyzer, languages)
        if gold and question is not None:
            alike = _alike(index, fitted, one.text) if fitted and not question.strict else None
            found.append(_asked(index, question, ids, gold, alike))
    return found


def _alike(index: MemoryTurns, fitted: Embedder, text: str) -> Alike:
    (row,) = rounded(fitted.embed([text], questions=True), fitted.dimension)
    return Alike(index, fitted.id, row)


def _asked(
    index: MemoryTurns, question: Question, ids: dict[tuple[str, int], str], gold: Gold, alike: Alike | None
) -> Talked:
    pool = rank(index, question, Fence(), POOL).ranked
    near = list(alike.nearest(Fence(), NEAREST)) if alike and pool else []
    scorer = scorer_of(index, question)
    features = measured(index, question, pool, scorer, near=near, likeness=alike)
    turns = sorted(features.turns, key=lambda turn: (turn.conversation, turn.seq))
    names = [ids[turn.conversation, turn.seq] for turn in turns]
    only = only_one_with_all(question, pool)
    matrix = np.zeros((len(turns), len(NAMES)))
    for number, turn in enumerate(turns):
        for name, amount in features.of(turn):
            matrix[number, NAMES.index(name)] = amount
    by_words = rank(index, question, Fence(), SHOWN_SESSIONS, sessions=True, scorer=scorer).ranked
    return Talked(
        names,
        matrix,
        turns.index(only) if only else None,
        gold,
        [str(turn.conversation) for turn in turns],
        [str(one.candidate.conversation) for one in by_words],
        {session: 1.0 for (session, _), name in ids.items() if name in gold},
    )


def learned(questions: Sequence[Talked], columns: list[int]) -> Floats:
    """The weights of least surprise at the evidence, rounded."""
    choices = [(one.matrix[:, columns], one.wanted, 1.0) for one in questions if one.wanted]
    return np.round(minimum(choices, len(columns)), 2)


def row(name: str, reached: Sequence[dict[str, float]]) -> str:
    """A line of the table."""
    cells = " | ".join(f"{100 * mean([one[each] for one in reached]):.1f}" for each in MEASURES)
    return f"| {name} | {len(reached)} | {cells} |"


def crossed(groups: Sequence[list[Talked]], columns: list[int]) -> list[list[dict[str, float]]]:
    """Every group ranked by what was learned from the others."""
    reached: list[list[dict[str, float]]] = []
    for number, own in enumerate(groups):
        rest = [one for place, each in enumerate(groups) if place != number for one in each]
        weights = learned(rest, columns)
        reached.append([of_ranking(one.ordered(one.matrix[:, columns] @ weights), one.gold) for one in own])
    return reached


def by_words(groups: Sequence[list[Talked]]) -> list[list[dict[str, float]]]:
    """The same turns by their words alone."""
    words = NAMES.index("words")
    return [
        [of_ranking(one.ordered(one.matrix[:, words], lifted=False), one.gold) for one in each]
        for each in groups
    ]


def sessions(groups: Sequence[list[Talked]], columns: list[int]) -> list[list[dict[str, float]]]:
    """The sessions of every group by what was learned from the others."""
    reached: list[list[dict[str, float]]] = []
    for number, own in enumerate(groups):
        weights = learned(
            [one for place, each in enumerate(groups) if place != number for one in each], columns
        )
        ranked = [one.ranked_sessions(one.matrix[:, columns] @ weights) for one in own]
        reached.append([of_ranking(each, one.session_gold) for each, one in zip(ranked, own, strict=True)])
    return reached


def sessions_by_words(groups: Sequence[list[Talked]]) -> list[list[dict[str, float]]]:
    """The same by the words of their best three turns."""
    return [[of_ranking(one.by_words, one.session_gold) for one in each] for each in groups]


Data = dict[str, list[list[Talked]]]


def folds(stores: Sequence[list[Talked]]) -> list[list[Talked]]:
    """As many groups as folds; a data set of fewer stores is dealt out by question."""
    if len(stores) == FOLDS:
        return list(stores)
    whole = [one for each in stores for one in each]
    return [whole[number::FOLDS] for number in range(FOLDS)]


def table(data: Data, every: list[int], *, ablate: bool) -> Iterator[str]:
    """The lines of the table, a block a way of ranking by these columns."""
    groups = [[one for each in data.values() for one in each[number]] for number in range(FOLDS)]
    ways = [("words alone", by_words(groups)), ("learned", crossed(groups, every))]
    for column in every if ablate else ():
        rest = [one for one in every if one != column]
        ways.append((f"without {NAMES[column]}", crossed(groups, rest)))
    ways += [
        ("sessions, words alone", sessions_by_words(groups)),
        ("sessions, learned", sessions(groups, every)),
    ]
    for name, reached in ways:
        begun = [0] * FOLDS
        for source, each in data.items():
            told = []
            for number, own in enumerate(each):
                told += reached[number][begun[number] : begun[number] + len(own)]
                begun[number] += len(own)
            yield row(f"{source}, {name}", told)


def write(name: str, weights: Weights) -> None:
    """Put a table of weights into the package."""
    path = Path(turn_weights.__file__)
    lines = "".join(f'    ("{feature}", {weight:g}),\n' for feature, weight in weights)
    text = path.read_text(encoding="utf-8")
    old = re.compile(
        rf"(?<=^{name}: tuple\[tuple\[str, float\], \.\.\.\] = \(\n)(?:    \(.*\),\n)*", re.MULTILINE
    )
    path.write_text(old.sub(lambda _: lines, text, count=1), encoding="utf-8")


def main() -> int:
    """Train, and print what came of it; 1 when the package holds other weights."""
    options = parser_of(__doc__).parse_args()
    files = (options.locomo, options.longmemeval)
    if not all(one is not None and one.is_file() for one in files):
        print(f"SKIPPED: LoCoMo or LongMemEval is not at {files}; nothing was learned")
        return 0
    table_of_vectors = opened("static")
    if isinstance(table_of_vectors, Lacking):
        print(f"SKIPPED: {table_of_vectors.reason}; nothing was learned")
        return 0
    analyzer = Analyzer(load(), default_language="en")
    tasks = {"LoCoMo": locomo.read(files[0], "dev"), "LongMemEval": longmemeval.read(files[1], "dev")}
    wrong = 0
    for name, held, embedder in (
        ("WEIGHTS", turn_weights.WEIGHTS, None),
        ("MEANT_WEIGHTS", turn_weights.MEANT_WEIGHTS, table_of_vectors),
    ):
        data = {
            source: folds([asked(one, analyzer, embedder) for one in task.stores])
            for source, task in tasks.items()
        }
        columns = [number for number, each in enumerate(NAMES) if embedder or each not in MEANINGS]
        print(
            f"\n{name}\n\n| ranking | questions | R@5 | R@10 | R@20 | MRR |\n|---|---:|---:|---:|---:|---:|"
        )
        for line in table(data, columns, ablate=options.ablate):
            print(line, flush=True)
        found = learned([one for each in data.values() for own in each for one in own], columns)
        weights = [(NAMES[column], float(weight)) for column, weight in zip(columns, found, strict=True)]
        if options.write:
            write(name, weights)
        elif list(held) != weights:
            print(f"\nThe package holds other {name} than {dict(weights)}.")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
