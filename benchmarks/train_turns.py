"""Learn what each feature of a turn is worth, and show what each adds.

Listwise: the weights make the evidence of a question likelier than every other turn that was found for it.
The loss is convex, so its minimum does not depend on where the search begins, and the weights are rounded to
two decimals, far coarser than what two machines differ by: the table is the same everywhere.

LoCoMo is CC BY-NC and no data are part of this project: give the paths of files that may be learned from.
Only their development halves are read. Figures are cross-validated: every dialogue is ranked by what was
learned from the other four and from four fifths of LongMemEval's questions, and the other way round.

    python benchmarks/train_turns.py --locomo locomo_dev.json --longmemeval longmemeval_evidence_dev.json
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vademecum.bench.measures import mean, of_ranking
from vademecum.bench.reading import locomo, longmemeval
from vademecum.bench.task import ALL, Gold, Store
from vademecum.indexing.turns import UNREAD, spoken_of
from vademecum.lexicon import load
from vademecum.model.conversation import ConversationId, Role, Turn
from vademecum.model.transcript import Mark
from vademecum.model.turns import Fence, Heard, Held, TurnChanges
from vademecum.retrieval import turn_weights
from vademecum.retrieval.question import Question
from vademecum.retrieval.turn_features import FEATURES
from vademecum.retrieval.turn_ranking import POOL, measured, only_one_with_all
from vademecum.retrieval.turns import rank
from vademecum.stores.memory.turns import MemoryTurns
from vademecum.text.analyzer import Analyzer

Floats = NDArray[np.float64]

NAMES = tuple(FEATURES)
PENALTY = 1.0
"""Of the squared weights. Cross-validated, 0.1 and 1 reached the same, 10 and 30 two and five points less."""

MEASURES = ("r@5", "r@10", "r@20", "mrr")
FOLDS = 5


@dataclass(slots=True)
class Asked:
    """A question with what was found for it.

    Attributes:
        ids: of the turns found.
        matrix: a row a turn, a column a feature.
        alone: row of the turn that holds the question word for word, when only one does.
        wanted: rows of the evidence that was found.
    """

    ids: list[str]
    matrix: Floats
    alone: int | None
    gold: Gold
    wanted: list[int]


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


def asked(store: Store, analyzer: Analyzer) -> list[Asked]:
    """Every question of a store that has evidence."""
    index, ids = filled(store, analyzer)
    languages = index.languages()
    found: list[Asked] = []
    for one in store.questions:
        gold = one.golds.get(ALL)
        question = Question.of(one.text, analyzer, languages)
        if gold and question is not None:
            found.append(_asked(index, question, ids, gold))
    return found


def _asked(index: MemoryTurns, question: Question, ids: dict[tuple[str, int], str], gold: Gold) -> Asked:
    pool = rank(index, question, Fence(), POOL).ranked
    features = measured(index, question, pool)
    turns = sorted(features.turns, key=lambda turn: (turn.conversation, turn.seq))
    names = [ids[turn.conversation, turn.seq] for turn in turns]
    only = only_one_with_all(question, pool)
    matrix = np.zeros((len(turns), len(NAMES)))
    for number, turn in enumerate(turns):
        for name, amount in features.of(turn):
            matrix[number, NAMES.index(name)] = amount
    return Asked(
        ids=names,
        matrix=matrix,
        alone=turns.index(only) if only else None,
        gold=gold,
        wanted=[number for number, name in enumerate(names) if name in gold],
    )


def loss(weights: Floats, questions: Sequence[Asked], columns: list[int]) -> float:
    """Mean surprise at the evidence, and the penalty."""
    total = PENALTY / 2 * float(weights @ weights)
    for one in questions:
        scores = one.matrix[:, columns] @ weights
        top = scores.max()
        total += float(top + np.log(np.exp(scores - top).sum()) - scores[one.wanted].mean())
    return total


def learned(questions: Sequence[Asked], columns: list[int]) -> Floats:
    """The weights of least loss, by Newton's method with halved steps."""
    told = [one for one in questions if one.wanted]
    weights = np.zeros(len(columns))
    before = loss(weights, told, columns)
    while True:
        slope, bend = -PENALTY * weights, PENALTY * np.eye(len(columns))
        for one in told:
            matrix = one.matrix[:, columns]
            scores = matrix @ weights
            likely = np.exp(scores - scores.max())
            likely /= likely.sum()
            middle = likely @ matrix
            slope += matrix[one.wanted].mean(axis=0) - middle
            bend += (matrix * likely[:, None]).T @ matrix - np.outer(middle, middle)
        step = np.linalg.solve(bend, slope)
        while (after := loss(weights + step, told, columns)) > before and np.abs(step).max() > 1e-9:
            step /= 2
        weights = weights + step
        if before - after < 1e-8:
            return np.round(weights, 2)
        before = after


def measures(one: Asked, scores: Floats, *, lifted: bool = True) -> dict[str, float]:
    """What an order reaches."""
    if lifted and one.alone is not None:
        scores = scores.copy()
        scores[one.alone] = np.inf
    order = sorted(range(len(one.ids)), key=lambda row: (-scores[row], row))
    return of_ranking([one.ids[row] for row in order[:50]], one.gold)


def row(name: str, reached: Sequence[dict[str, float]]) -> str:
    """A line of the table."""
    cells = " | ".join(f"{100 * mean([one[each] for one in reached]):.1f}" for each in MEASURES)
    return f"| {name} | {len(reached)} | {cells} |"


def crossed(groups: Sequence[list[Asked]], columns: list[int]) -> list[list[dict[str, float]]]:
    """Every group ranked by what was learned from the others."""
    reached: list[list[dict[str, float]]] = []
    for number, own in enumerate(groups):
        rest = [one for place, each in enumerate(groups) if place != number for one in each]
        weights = learned(rest, columns)
        reached.append([measures(one, one.matrix[:, columns] @ weights) for one in own])
    return reached


def by_words(groups: Sequence[list[Asked]]) -> list[list[dict[str, float]]]:
    """The same turns by their words alone."""
    return [[measures(one, one.matrix[:, 0], lifted=False) for one in each] for each in groups]


def folds(stores: Sequence[list[Asked]]) -> list[list[Asked]]:
    """As many groups as folds; a data set of fewer stores is dealt out by question."""
    if len(stores) == FOLDS:
        return list(stores)
    whole = [one for each in stores for one in each]
    return [whole[number::FOLDS] for number in range(FOLDS)]


def table(data: dict[str, list[list[Asked]]], *, ablate: bool) -> Iterator[str]:
    """The lines of the table, a block a way of ranking."""
    groups = [[one for each in data.values() for one in each[number]] for number in range(FOLDS)]
    every = list(range(len(NAMES)))
    ways = [("words alone", by_words(groups)), ("learned", crossed(groups, every))]
    for column in every if ablate else ():
        rest = [one for one in every if one != column]
        ways.append((f"without {NAMES[column]}", crossed(groups, rest)))
    for name, reached in ways:
        begun = [0] * FOLDS
        for source, each in data.items():
            told = []
            for number, own in enumerate(each):
                told += reached[number][begun[number] : begun[number] + len(own)]
                begun[number] += len(own)
            yield row(f"{source}, {name}", told)


def write(weights: Floats) -> None:
    """Put the weights into the package."""
    path = Path(turn_weights.__file__)
    lines = "".join(f'    ("{name}", {weight:g}),\n' for name, weight in zip(NAMES, weights, strict=True))
    text = path.read_text(encoding="utf-8")
    old = re.compile(r"(?<== \(\n)(?:    \(.*\),\n)*(?=\)\n)")
    path.write_text(old.sub(lambda _: lines, text, count=1), encoding="utf-8")


def main() -> int:
    """Train, and print what came of it; 1 when the package holds other weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--locomo", type=Path, metavar="FILE")
    parser.add_argument("--longmemeval", type=Path, metavar="FILE")
    parser.add_argument("--ablate", action="store_true", help="measure without each feature in turn")
    parser.add_argument("--write", action="store_true", help="put the weights into the package")
    options = parser.parse_args()
    files = (options.locomo, options.longmemeval)
    if not all(one is not None and one.is_file() for one in files):
        print(f"SKIPPED: LoCoMo or LongMemEval is not at {files}; nothing was learned")
        return 0
    analyzer = Analyzer(load(), default_language="en")
    tasks = {"LoCoMo": locomo.read(files[0], "dev"), "LongMemEval": longmemeval.read(files[1], "dev")}
    data = {name: folds([asked(one, analyzer) for one in task.stores]) for name, task in tasks.items()}
    print("| ranking | questions | R@5 | R@10 | R@20 | MRR |\n|---|---:|---:|---:|---:|---:|")
    for line in table(data, ablate=options.ablate):
        print(line, flush=True)
    weights = learned([one for each in data.values() for own in each for one in own], list(range(len(NAMES))))
    if options.write:
        write(weights)
    elif [weight for _, weight in turn_weights.WEIGHTS] != weights.tolist():
        print(f"\nThe package holds other weights than {dict(zip(NAMES, weights.tolist(), strict=True))}.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
