"""Learn what admits a memory and what puts it in its place, and show what each feature adds.

Every question is put to a store with what answers it and without it, every store is asked what another one is
asked, with the names of its own people, and what nobody's memories know. The floor's weights make what
answers likelier than everything else that was found and than nothing; two numbers more turn its sum into the
probability that the best memory found answers. The order's weights make what answers likelier than whatever
else was found. All three losses are convex and weights are rounded, so that every machine learns the same.
Beside them stands how like a memory has to be that a search finds for its meaning alone.

LoCoMo is CC BY-NC and no data of others are part of this project: give the paths of files that may be learned
from. Only their development halves are read, and that of our own paraphrases. Figures are cross-validated in
five parts: the dialogues of LoCoMo, and a fifth of the questions of the others.

    python benchmarks/train_memories.py --locomo locomo_dev.json --longmemeval longmemeval_evidence_dev.json
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np

from learning import Asked, Choice, Floats, minimum, parser_of
from vademecum.bench.measures import auroc, mean, of_ranking
from vademecum.bench.methods.method import DEPTH
from vademecum.bench.methods.own import memory_of
from vademecum.bench.reading import locomo, longmemeval, paraphrase
from vademecum.bench.silence import swapped, world
from vademecum.bench.task import ALL, Gold, Store
from vademecum.embedders.opening import opened
from vademecum.engine.meant import MEANT, with_meant
from vademecum.indexing.entry import entry_of
from vademecum.lexicon import load
from vademecum.model.ask import Filters
from vademecum.model.entry import Changes, Entry
from vademecum.model.file import Document, FileState, Stamp
from vademecum.model.record import PERSONAL, Key, MemoryId
from vademecum.model.value import replace
from vademecum.model.vectors import Lacking
from vademecum.ports.meaning import Embedder
from vademecum.retrieval import memory_weights
from vademecum.retrieval.background import Background
from vademecum.retrieval.floor import least_share
from vademecum.retrieval.lexical import Need, score_round
from vademecum.retrieval.memory_ranking import POOL, Evidences, measures, weighing_of
from vademecum.retrieval.question import Question
from vademecum.stores.memory.index import MemoryIndex
from vademecum.text.analyzer import Analyzer

NAMES = ("constant", "share", "substance", "stranger", "words", "covered", "likeness", "terms")
FLOOR = ("constant", "share", "substance", "stranger")
ORDER: tuple[str, ...] = ()
"""By words alone nothing that is learned beats what covers most and then scores most; see `--ablate`."""

BY_MEANING = (*FLOOR, "likeness"), ("covered", "likeness")
"""Beside likeness, BM25 would get a weight below 0: what it tells more than coverage does is told better."""
TABLES = {"BY_WORDS": "", "STATIC": "static", "MINILM": "minilm", "MULTILINGUAL": "multilingual"}
"""Table of weights -> the embedder that it is learned with, if any."""

FOLDS = 5
COUNTS = {"answerable": 1.0, "removed-gold": 0.2, "swapped": 1.0, "world": 1.5}
"""What a question of each kind counts. Without what answers, most of LoCoMo's questions are still about what
was talked of; learning much from them costs more elsewhere than it gains there."""

MOST = 60
"""Memories of a question that are learned from where words alone are known, the best by their words."""

EVERYTHING = Need(hits=MOST, least_covered=0, fill=True, weak=0, boost=1.1, solid=lambda _: True)

OTHER_ORDERS = (
    ("covered", "words"),
    ("covered", "words", "share"),
    ("covered", "likeness", "words"),
    ("covered", "likeness", "share"),
    ("likeness", "share"),
)
"""Features by which order is tried too."""

MEANT_ALONE = 1.0
"""Memories that a search may find for their meaning alone where nothing answers, the mean of the sets."""

LOST = 0.05
"""Share of the answerable questions that are found and not told, on the average of the three sets."""


@dataclass(slots=True)
class Trial(Asked):
    """A question as it was put to one store.

    Attributes:
        source: one of `SOURCES`.
        kind: ``answerable`` or one of `KINDS`.
        fold: the part in which it is judged by what was learned from the others.
    """

    source: str
    kind: str
    fold: int


class Filled:
    """The memories of a store as the product indexes them."""

    def __init__(self, store: Store, analyzer: Analyzer, embedder: Embedder | None) -> None:
        lexicon = load()
        self._analyzer, self._background = analyzer, Background(lexicon.rarity)
        self._index = MemoryIndex()
        self._names: dict[str, str] = {}
        entries: list[Entry] = []
        for place, passage in enumerate(store.passages):
            memory = memory_of(place, passage)
            self._names[memory.id] = passage.id
            key = Key(f"memory-{place}")
            state = FileState(Stamp(0, 0, 0, 0, 0), key)
            document = Document(memory, f"{PERSONAL}/{key}.md", key, PERSONAL, state)
            entries.append(entry_of(document, analyzer, lexicon))
        self._index.apply(Changes(put=tuple(entries)))
        self._ids = [entry.id for entry in entries]
        self._embedder = None
        if embedder is not None:
            texts = [passage.text for passage in store.passages]
            self._embedder = embedder.fitted(texts)
            self._rows = _rows(self._embedder, texts)

    def asked(self, text: str, source: str, kind: str, fold: int, gold: Gold) -> Trial:
        languages = self._index.languages()
        question = Question.of(text, self._analyzer, languages)
        empty = Trial([], np.zeros((0, len(NAMES))), None, gold, source, kind, fold)
        if question is None or question.strict:
            return empty
        scored = score_round(self._index, question, Filters(), EVERYTHING, 0)
        best = sorted(scored.judged, key=lambda one: (-one.covered, -one.score, one.candidate.id))
        scored = replace(scored, judged=tuple(best[: POOL if self._embedder else MOST]))
        alike = self._likenesses(text)
        meant = sorted(alike, key=lambda one: (-alike[one], one))[:MEANT]
        scored = with_meant(self._index, scored, meant)
        if not scored.judged:
            return empty
        holding = self._index.frequencies
        weighing = weighing_of(question, self._analyzer, self._background, languages, holding)
        evidences = Evidences(weighing)
        unit = scored.scorer.ideal or 1.0
        ids = [self._names[one.candidate.id] for one in scored.judged]
        matrix = np.zeros((len(ids), len(NAMES)))
        for row, one in enumerate(scored.judged):
            likeness = alike.get(one.candidate.id)
            evidence = evidences.of(one.found, likeness)
            told = {
                **measures(evidence),
                "constant": 1.0,
                "share": evidence.share,
                "substance": evidence.substance,
                "stranger": float(evidence.stranger),
                "terms": float(evidence.terms),
                "words": one.score / unit,
            }
            matrix[row] = [told[name] for name in NAMES]
        whole = [row for row, one in enumerate(scored.judged) if one.covered == len(question.terms)]
        alone = whole[0] if len(whole) == 1 and len(question.terms) > 1 else None
        return Trial(ids, matrix, alone, gold, source, kind, fold)

    def _likenesses(self, text: str) -> dict[MemoryId, float]:
        if self._embedder is None:
            return {}
        (row,) = _rows(self._embedder, [text], questions=True)
        return dict(zip(self._ids, (self._rows @ row).tolist(), strict=True))


def _rows(embedder: Embedder, texts: Sequence[str], *, questions: bool = False) -> Floats:
    rows = embedder.embed(texts, questions=questions)
    return np.frombuffer(rows, "<f4").reshape(len(texts), -1).astype(np.float64)


def gathered(files: Sequence[Path], analyzer: Analyzer, embedder: Embedder | None) -> Iterator[Trial]:
    """Every question of every kind."""
    talks = locomo.read(files[0], "dev").stores
    pool = longmemeval.read(files[1], "dev").stores[0]
    life = paraphrase.read(None, "dev").stores[0]
    strangers = locomo.read(None, None).stores[0]
    sets: list[tuple[str, Store, Store, int | None]] = [
        ("LoCoMo", store, talks[(n + 1) % len(talks)], n) for n, store in enumerate(talks)
    ]
    sets += [("LongMemEval", pool, talks[0], None), ("paraphrases", life, strangers, None)]
    for source, store, other, part in sets:
        filled = Filled(store, analyzer, embedder)

        def fold(text: str, part: int | None = part) -> int:
            return crc32(text.encode()) % FOLDS if part is None else part

        for question in store.questions:
            if gold := question.golds.get(ALL):
                yield filled.asked(question.text, source, "answerable", fold(question.text), gold)
        for kind, texts in (("swapped", swapped(other, store)), ("world", world())):
            for text in texts:
                yield filled.asked(text, source, kind, fold(text), {})


def without(one: Trial) -> Trial:
    """The same question where what answers was taken out."""
    kept = [row for row, name in enumerate(one.ids) if name not in one.gold]
    ids = [one.ids[row] for row in kept]
    return Trial(ids, one.matrix[kept], None, {}, one.source, "removed-gold", one.fold)


def scaled(best: Floats, answers: Floats, counts: Floats) -> tuple[float, float]:
    """Slope and shift by which the best sum of a question becomes the logit of a probability (Platt)."""

    def loss(scale: Floats) -> float:
        logits = scale[0] * best + scale[1]
        return float(counts @ (np.logaddexp(0.0, logits) - answers * logits))

    scale = np.array([0.1, 0.0])
    before = loss(scale)
    while True:
        likely = 1 / (1 + np.exp(-(scale[0] * best + scale[1])))
        error, spread = counts * (answers - likely), counts * likely * (1 - likely)
        side = np.array([error @ best, error.sum()])
        step = np.linalg.solve(
            np.array([[spread @ best**2, spread @ best], [spread @ best, spread.sum()]]), side
        )
        while (after := loss(scale + step)) > before and np.abs(step).max() > 1e-9:
            step /= 2
        scale = scale + step
        if before - after < 1e-8:
            return float(scale[0]), float(scale[1])
        before = after


def by_words(one: Trial) -> list[str]:
    """What was found: what covers most comes first, of these what scores most."""
    covered, words = one.matrix[:, NAMES.index("covered")], one.matrix[:, NAMES.index("words")]
    order = np.lexsort((-words, -covered))
    return [one.ids[row] for row in order[:DEPTH]]


FAR = -20.0
"""Sum of a question for which nothing was found."""


@dataclass(slots=True)
class Model:
    """Weights, rounded, by feature; the other numbers are those of `memory_weights.Weights`."""

    floor: dict[str, float]
    order: dict[str, float]
    enough: float
    like_enough: float = 1.0
    as_like: float = 0.0

    def logits(self, one: Trial) -> Floats:
        """The sums of the floor, a number a row."""
        weights: Floats = np.array([self.floor.get(name, 0.0) for name in NAMES])
        sums = np.asarray(one.matrix @ weights, np.float64)
        if "likeness" not in self.floor:
            needed = np.array([least_share(int(terms)) for terms in one.matrix[:, NAMES.index("terms")]])
            sums[one.matrix[:, NAMES.index("share")] < needed] = FAR
        return sums

    def surest(self, one: Trial) -> float:
        """The best of them."""
        return float(self.logits(one).max()) if one.ids else FAR

    def ranked(self, one: Trial) -> list[str]:
        """What was found, best first."""
        if not self.order:
            return by_words(one)
        scores = one.matrix @ np.array([self.order.get(name, 0.0) for name in NAMES])
        return one.ordered(scores)


def learned(asked: Sequence[Trial], floor: Sequence[str], order: Sequence[str]) -> Model:
    """Both tables, from answerable questions and from those that nothing answers."""
    columns = [NAMES.index(name) for name in floor]
    told: list[Choice] = [
        (one.matrix[:, columns], one.wanted if one.gold else None, COUNTS[one.kind])
        for one in asked
        if one.ids and (one.wanted or not one.gold)
    ]
    sums = minimum(told, len(columns), nothing=True)
    judged = [one for one in asked if one.ids]
    best = np.array([float((one.matrix[:, columns] @ sums).max()) for one in judged])
    answers = np.array([float(bool(one.gold)) for one in judged])
    counts = np.array([COUNTS[one.kind] for one in judged])
    slope, shift = scaled(best, answers, counts)
    weights = np.round(slope * sums, 2)
    weights[columns.index(0)] = round(slope * sums[columns.index(0)] + shift, 2)
    rows = [NAMES.index(name) for name in order]
    places: list[Choice] = [(one.matrix[:, rows], one.wanted, 1.0) for one in asked if one.wanted]
    orders: Floats = np.round(minimum(places, len(rows)), 2) if rows else np.zeros(0)
    model = Model(
        dict(zip(floor, weights.tolist(), strict=True)), dict(zip(order, orders.tolist(), strict=True)), 0
    )
    model.enough = enough(model, asked)
    return model


def enough(model: Model, asked: Sequence[Trial]) -> float:
    """The highest probability that loses no more than `LOST` of what was found, the mean of the sets."""
    by_source: dict[str, list[float]] = {}
    for one in asked:
        if one.wanted:
            by_source.setdefault(one.source, []).append(model.surest(one))
    for percent in range(99, 0, -1):
        logit = float(np.log(percent / (100 - percent)))
        lost = [mean([float(each < logit) for each in surest]) for surest in by_source.values()]
        if mean(lost) <= LOST:
            return percent / 100
    return 0.0


def alone_by_meaning(one: Trial, least: float) -> list[int]:
    """Rows of what shares no word with the question and is so like it."""
    words, likeness = one.matrix[:, NAMES.index("words")], one.matrix[:, NAMES.index("likeness")]
    return [int(row) for row in np.flatnonzero((words == 0) & (likeness >= least))]


def found_for_nothing(asked: Sequence[Trial], source: str, least: float) -> float:
    """How many memories a question of a set finds so that nothing answers."""
    own = [one for one in asked if one.source == source and one.kind in ("swapped", "world")]
    return mean([float(len(alone_by_meaning(one, least))) for one in own])


def like_enough(asked: Sequence[Trial]) -> float:
    """The least likeness by which no more than `MEANT_ALONE` are found."""
    for percent in range(100):
        found = [found_for_nothing(asked, source, percent / 100) for source in SOURCES]
        if mean(found) <= MEANT_ALONE:
            return percent / 100
    return 1.0


def as_like(asked: Sequence[Trial]) -> float:
    """Mean likeness of what holds every term of an answerable question."""
    covered, likeness = NAMES.index("covered"), NAMES.index("likeness")
    whole = [row for one in asked if one.gold for row in one.matrix if row[covered] == 1.0]
    return round(mean([float(row[likeness]) for row in whole]), 2)


def likenesses(asked: Sequence[Trial]) -> Iterator[str]:
    """What each least likeness lets a search find, and what is learned in each part from the others."""
    yield f"\n| likeness | {' | '.join(f'{source}, nothing answers | answers' for source in SOURCES)} |"
    yield "|---|" + "---:|" * 6
    for percent in (0, 15, 20, 25, 27, 30, 35, 40):
        cells: list[str] = []
        for source in SOURCES:
            answered = [one for one in asked if one.source == source and one.kind == "answerable"]
            found = [set(alone_by_meaning(one, percent / 100)) for one in answered]
            right = sum(len(rows.intersection(one.wanted)) for rows, one in zip(found, answered, strict=True))
            cells += [f"{found_for_nothing(asked, source, percent / 100):.2f}", str(right)]
        yield f"| {percent / 100:.2f} | {' | '.join(cells)} |"
    for fold in range(FOLDS):
        least = like_enough([one for one in asked if one.fold != fold])
        own = [one for one in asked if one.fold == fold]
        told = mean([found_for_nothing(own, each, least) for each in sorted({one.source for one in own})])
        yield f"part {fold}: {least:.2f} learned from the others finds {told:.2f} where nothing answers"


SOURCES = ("LoCoMo", "LongMemEval", "paraphrases")
KINDS = ("removed-gold", "swapped", "world")


@dataclass(slots=True)
class Verdict:
    """A question as a model that never saw it judges it."""

    one: Trial
    logit: float
    reached: dict[str, float] | None
    enough: float


def crossed(asked: Sequence[Trial], floor: Sequence[str], order: Sequence[str]) -> list[Verdict]:
    """Every question judged by what was learned from the other parts."""
    judged: list[Verdict] = []
    for fold in range(FOLDS):
        model = learned([one for one in asked if one.fold != fold], floor, order)
        line = float(np.log(model.enough / (1 - model.enough)))
        for one in asked:
            if one.fold == fold:
                reached = of_ranking(model.ranked(one), one.gold) if one.gold else None
                judged.append(Verdict(one, model.surest(one), reached, line))
    return judged


def by_coverage(asked: Sequence[Trial]) -> list[Verdict]:
    """The same questions by the floor `half` and by coverage, then score."""
    judged: list[Verdict] = []
    for one in asked:
        shares = one.matrix[:, NAMES.index("covered")]
        reached = of_ranking(by_words(one), one.gold) if one.gold else None
        judged.append(Verdict(one, float(shares.max()) if one.ids else FAR, reached, 0.5))
    return judged


def silence(name: str, judged: Sequence[Verdict]) -> Iterator[str]:
    """A row a set: what is lost, and of each kind how well it is told apart and how much is recalled."""
    for source in SOURCES:
        own = [one for one in judged if one.one.source == source]
        sure = [one.logit for one in own if one.one.kind == "answerable"]
        cells = [f"{100 * mean([float(one.logit < one.enough) for one in own if one.one.gold]):.1f}"]
        for kind in KINDS:
            some = [one for one in own if one.one.kind == kind]
            told = mean([float(one.logit >= one.enough) for one in some])
            cells.append(f"{auroc(sure, [one.logit for one in some]):.3f} | {100 * told:.1f}")
        yield f"| {name} | {source} | {' | '.join(cells)} |"


def places(name: str, judged: Sequence[Verdict]) -> str:
    """A row of the table of orders."""
    cells: list[str] = []
    for source in SOURCES:
        reached = [one.reached for one in judged if one.reached and one.one.source == source]
        cells += [f"{100 * mean([each[measure] for each in reached]):.1f}" for measure in MEASURES]
    return f"| {name} | {' | '.join(cells)} |"


MEASURES = ("r@5", "r@10", "mrr")


def reliability(judged: Sequence[Verdict]) -> Iterator[str]:
    """In each tenth of probability: how many questions, how likely on average, how many are answerable."""
    shown = [one for one in judged if one.one.kind != "removed-gold" and one.one.ids]
    for tenth in range(10):
        inside = [one for one in shown if int(10 * chance(one.logit)) == tenth]
        if inside:
            middle = mean([chance(one.logit) for one in inside])
            true = mean([float(bool(one.one.gold)) for one in inside])
            bounds = f"{10 * tenth}-{10 * tenth + 10} %"
            yield f"| {bounds} | {len(inside)} | {100 * middle:.1f} | {100 * true:.1f} |"


def chance(logit: float) -> float:
    """The probability of a logit."""
    return 1 / (1 + float(np.exp(-logit)))


def tables(
    asked: Sequence[Trial], floor: Sequence[str], order: Sequence[str], *, ablate: bool
) -> Iterator[str]:
    """Everything that is printed."""
    plain, own = by_coverage(asked), crossed(asked, floor, order)
    others = [(f"without `{name}`", [one for one in floor if one != name]) for name in floor[1:] if ablate]
    yield "| floor | questions | lost % | removed-gold AUROC | recalled % | swapped | % | world | % |"
    yield "|---|---|" + "---:|" * 7
    yield from silence("half", plain)
    yield from silence("calibrated", own)
    for name, kept in others:
        yield from silence(name, crossed(asked, kept, order))
    yield "\n| order | " + " | ".join(f"{s} {m}" for s in SOURCES for m in MEASURES) + " |"
    yield "|---|" + "---:|" * 9
    yield places("covered, then score", plain)
    yield places("learned", own)
    for other in OTHER_ORDERS if ablate else ():
        if "likeness" not in other or "likeness" in floor:
            yield places(" + ".join(other), crossed(asked, floor, other))
    yield "\n| probability | questions | told % | true % |\n|---|---:|---:|---:|"
    yield from reliability(own)


def write(models: Mapping[str, Model]) -> None:
    """Put the tables into the package."""
    path = Path(memory_weights.__file__)
    text = path.read_text(encoding="utf-8")
    for name, model in models.items():
        floor, order = map(_written, (model.floor, model.order))
        body = f"floor={floor},\n    order={order},\n    enough={model.enough:g},\n"
        if "likeness" in model.floor:
            body += f"    like_enough={model.like_enough:g},\n    as_like={model.as_like:g},\n"
        made = f"{name} = Weights(\n    {body})\n"
        old = re.compile(rf"^{name} = Weights\(\n.*?^\)\n", re.MULTILINE | re.DOTALL)
        text = text.replace(old.findall(text)[0], made)
    path.write_text(text, encoding="utf-8")


def _written(table: dict[str, float]) -> str:
    rows = "".join(f'        ("{feature}", {weight:g}),\n' for feature, weight in table.items())
    return f"(\n{rows}    )" if rows else "()"


def _is_held(table: memory_weights.Weights, model: Model) -> bool:
    told = tuple(model.floor.items()), tuple(model.order.items()), model.enough
    alike = table.like_enough, table.as_like
    return (table.floor, table.order, table.enough) == told and alike == (model.like_enough, model.as_like)


def main() -> int:
    """Train, and print what came of it; 1 when the package holds other weights."""
    options = parser_of(__doc__).parse_args()
    files = [one for one in (options.locomo, options.longmemeval) if one is not None and one.is_file()]
    if len(files) < 2:
        print(f"SKIPPED: LoCoMo or LongMemEval is not at {options.locomo}, {options.longmemeval}")
        return 0
    analyzer = Analyzer(load(), default_language="en")
    models: dict[str, Model] = {}
    for table, name in TABLES.items():
        embedder = opened(name) if name else None
        if isinstance(embedder, Lacking):
            print(f"\nSKIPPED: {name}: {embedder.reason}")
            continue
        asked = list(gathered(files, analyzer, embedder))
        asked += [without(one) for one in asked if one.gold]
        floor, order = (FLOOR, ORDER) if embedder is None else BY_MEANING
        print(f"\n{name or 'words alone'}\n")
        for line in tables(asked, floor, order, ablate=options.ablate):
            print(line, flush=True)
        model = models[table] = learned(asked, floor, order)
        if embedder is not None:
            print("\n".join(likenesses(asked)))
            model.like_enough, model.as_like = like_enough(asked), as_like(asked)
        print(f"\n{model}", flush=True)
    if options.write:
        write(models)
        return 0
    same = all(_is_held(getattr(memory_weights, table), model) for table, model in models.items())
    if not same:
        print("\nThe package holds other weights.")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
