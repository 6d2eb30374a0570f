"""Search in past conversations beside bare tantivy and SQLite FTS5, on the same turns and the same words.

`vademecum` is the public `conversations.search`: terms, candidates, exact order, fence, snippets read from
the files. The other two return ten row numbers, as in `speed.py`, and ratios of one run compare.

    python benchmarks/talk_speed.py --turns 200000
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import vademecum
from baselines import WEIGHTS, Baseline, Fts5, Row, Tantivy
from generator import Generator
from homes import workspace
from speed import OWN_WORDS, Ask, interleaved, middle, say
from vademecum import Vade
from vademecum.engine.conversations.parts import ConversationParts
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.turns import Fence, TurnCandidate
from vademecum.retrieval.question import Question
from vademecum.retrieval.turns import TurnScorer, rank

TURNS_EACH = 100
PROJECTS = 100
ONE_PERCENT = "project:p0__000000000000"
TARGETS = {24: (2.5, 12), 5: (8, 6)}
"""Words of a question -> at most so many times tantivy, and at least so many times faster than FTS5."""

FENCE_COST = 1.1
EXACT = 20
"""Questions whose answer is compared with the best of every turn there is."""


@dataclass(frozen=True, slots=True)
class Measured:
    """CPU milliseconds of one sort of question, by method."""

    words: int
    fence: str
    vademecum_ms: float
    p95_ms: float
    tantivy_ms: float
    fts5_ms: float
    partial: int
    exact: float | None


def talks(generator: Generator, turns: int) -> Iterator[NewConversation]:
    """Conversations of a hundred turns: a person says 40 words, an assistant answers three times as much."""
    for number in range(turns // TURNS_EACH):
        yield NewConversation(
            host="bench",
            origin_id=str(number),
            title=f"Talk {number}",
            workspace=f"project:p{number % PROJECTS}__{number % PROJECTS:012}",
            turns=said(generator, number),
        )


def said(generator: Generator, number: int) -> Iterator[NewTurn]:
    """The turns of one conversation."""
    for seq in range(TURNS_EACH):
        person = seq % 2 == 0
        parts = range(1) if person else range(3)
        first = (number * TURNS_EACH + seq) * 3
        text = " ".join(generator.memory(first + part).body for part in parts)
        yield NewTurn(origin_id=str(seq), role=Role.USER if person else Role.ASSISTANT, text=text)


def questions(generator: Generator, turns: int, count: int, words: int, own: int) -> list[str]:
    """Questions that borrow words from what a person said."""
    rng = random.Random(words)
    texts: list[str] = []
    for _ in range(count):
        place = rng.randrange(turns // 2) * 2
        lent = generator.memory(place * 3).body.lower().replace(".", "").replace(",", "").split()
        chosen = dict.fromkeys(rng.sample(sorted(set(lent)), own))
        while len(chosen) < words:
            chosen[generator.draw(rng, 1)[0]] = None
        texts.append(" ".join(chosen))
    return texts


def parts_of(vade: Vade) -> ConversationParts:
    """What stands behind the verbs: the baselines get the very terms that were indexed."""
    return vade._parts.open_conversations()  # noqa: SLF001 - no verb hands it out


def fill(vade: Vade, baselines: Sequence[Baseline], generator: Generator, turns: int) -> None:
    """Keep and index everything, unless that was done before."""
    if vade.conversations.list().total:
        return
    say(f"keeping {turns:,} turns …")
    for number, talk in enumerate(talks(generator, turns)):
        vade.conversations.append(talk)
        if number % 200 == 199:
            say(f"  {(number + 1) * TURNS_EACH:,}")
    say("indexing …")
    vade.conversations.sync()
    vade.conversations.after_answer()
    index = parts_of(vade).turns
    workspaces = {held.id: held.workspace or "" for held in index.held(tuple(index.stamps())).values()}
    empty = dict.fromkeys(WEIGHTS, "")
    for baseline in baselines:
        baseline.add(
            Row(workspaces[id].replace(":", "").replace("_", ""), {**empty, "body": turn.bag})
            for id, turn in index.spoken()
        )


def measure(
    vade: Vade, baselines: Sequence[Baseline], generator: Generator, options: argparse.Namespace
) -> list[Measured]:
    """Every sort of question, fenced and not."""
    rows: list[Measured] = []
    for words, own in OWN_WORDS.items():
        texts = questions(generator, options.turns, options.queries, words, own)
        for fence in ("all", ONE_PERCENT):
            say(f"asking {len(texts)} questions of {words} words, {fence} …")
            search = partial(vade.conversations.search, workspace=fence)
            answers = [search(text) for text in texts]
            within = None if fence == "all" else fence
            asks: dict[str, list[Ask]] = {"vademecum": [partial(search, text) for text in texts]}
            for baseline in baselines:
                asks[baseline.name] = [partial(baseline.ask, one.terms, within) for one in answers]
            times = interleaved(asks, options.repetitions)
            cpu = [one for one, _ in times["vademecum"]]
            rows.append(
                Measured(
                    words,
                    "all" if within is None else "1%",
                    round(middle(times["vademecum"])[0], 3),
                    round(statistics.quantiles(cpu, n=20)[-1], 3),
                    round(middle(times["tantivy"])[0], 3),
                    round(middle(times["fts5"])[0], 3),
                    sum(answer.partial for answer in answers),
                    exactness(vade, texts[:EXACT]) if within is None else None,
                )
            )
    return rows


def exactness(vade: Vade, texts: Sequence[str]) -> float:
    """Share of the true ten best of every turn, by words, that are found; what is made of them is no question
    of speed."""
    index, analyzer = parts_of(vade).turns, parts_of(vade).analyzer
    asked = [Question.of(text, analyzer, index.languages()) for text in texts]
    scorers = [TurnScorer(one, index.corpus(), index.frequencies(one.rank_by)) for one in asked if one]
    best: list[list[tuple[float, str, int]]] = [[] for _ in scorers]
    for id, turn in index.spoken():
        candidate = TurnCandidate(id, turn.seq, turn.role, turn.length, turn.bag)
        for scorer, found in zip(scorers, best, strict=True):
            found.append((-scorer.score(candidate), id, turn.seq))
            if len(found) > 2_000:
                found.sort()
                del found[10:]
    held = wanted = 0
    for question, found in zip([one for one in asked if one], best, strict=True):
        true = {(id, seq) for _, id, seq in sorted(found)[:10]}
        ranked = rank(index, question, Fence(), 10).ranked
        wanted += len(true)
        held += len(true & {(one.candidate.conversation, one.candidate.seq) for one in ranked})
    return round(held / max(1, wanted), 4)


def table(rows: Sequence[Measured], turns: int) -> tuple[str, bool]:
    """A Markdown table with ratios, and whether every target is met."""
    lines = [
        f"| {turns:,} turns | search ms (p95) | tantivy | FTS5 | × tantivy | FTS5 × | of the best | wanted |",
        "|---|---|---|---|---|---|---|---|",
    ]
    met = True
    plain = {row.words: row.vademecum_ms for row in rows if row.fence == "all"}
    for row in rows:
        own = row.vademecum_ms
        if row.fence == "all":
            most, least = TARGETS[row.words]
            wanted = f"≤ {most}, ≥ {least}"
            met = met and own <= most * row.tantivy_ms and row.fts5_ms >= least * own
        else:
            wanted = f"≤ {FENCE_COST} × all, is {own / plain[row.words]:.2f}"
            met = met and own <= FENCE_COST * plain[row.words]
        exact = "" if row.exact is None else f"{row.exact:.3f}"
        lines.append(
            f"| {row.words} words, {row.fence} | {own:.2f} ({row.p95_ms:.2f}) | {row.tantivy_ms:.2f} "
            f"| {row.fts5_ms:.2f} | {own / row.tantivy_ms:.1f} | {row.fts5_ms / own:.0f} "
            f"| {exact} | {wanted} |"
        )
    return "\n".join(lines), met


def main() -> int:
    """Measure and print; the exit status says whether the targets hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=200_000)
    parser.add_argument("--queries", type=int, default=40, help="questions of each sort")
    parser.add_argument("--repetitions", type=int, default=3, help="times each is asked; medians count")
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="build there and reuse what it holds")
    options = parser.parse_args()
    with workspace(options.keep, options.turns) as folder:
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        generator = Generator()
        baselines: list[Baseline] = [Tantivy(folder), Fts5(folder)]
        started = time.perf_counter()
        with vademecum.open(folder / "home", sync_interval_s=3_600) as vade:
            fill(vade, baselines, generator, options.turns)
            for baseline in baselines:
                baseline.finish()
            say(f"ready after {time.perf_counter() - started:.0f} s")
            gc.collect()
            gc.freeze()
            rows = measure(vade, baselines, generator, options)
    if options.json:
        print(json.dumps({"rows": [asdict(row) for row in rows]}))
        return 0
    text, met = table(rows, options.turns)
    print(text)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
