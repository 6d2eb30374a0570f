"""The pool: the best records by their words, among which everything else decides.

An engine's own scores order its proposals and never reach an answer; they bound what it did not propose. The
pool is complete when the last record in it scores more than that bound, so it is the same whatever an index
proposes beyond.
"""

from __future__ import annotations

from vademecum.model.ask import Ask
from vademecum.retrieval.lexical import DEPTHS, Judged, Scored
from vademecum.retrieval.scoring import Scorer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vademecum.model.ask import Candidate, Filters
    from vademecum.model.record import MemoryId
    from vademecum.retrieval.favour import Favour
    from vademecum.retrieval.lexical import Store
    from vademecum.retrieval.question import Question

    Rated = tuple[float, MemoryId, int, Candidate]

POOL = 60
"""Records that are ranked by all that speaks for them (docs/meaning.md). What is hidden takes no place."""


def score_pool(
    store: Store,
    question: Question,
    filters: Filters,
    now_us: int,
    is_shown: Callable[[Candidate], bool],
    *,
    favour: Favour | None = None,
) -> Scored:
    """The pool of one question.

    Args:
        store: the index.
        question: what is looked for; not a strict one.
        filters: hard conditions, applied by the index.
        now_us: the present, microseconds since the epoch.
        is_shown: whether a record is certain to be shown.
        favour: what a plan favours; it scores, and the pool is chosen without it.
    """
    stems = question.rank_by
    every = stems if favour is None else tuple(dict.fromkeys((*stems, *favour.stems)))
    scorer = Scorer(question, store.corpus(), store.frequencies(every), now_us, favour)
    rated: dict[int, Rated] = {}
    best: list[Rated] = []
    partial = True
    for depth in DEPTHS:
        proposal = store.propose(Ask(where=question.any_of, rank_by=stems, filters=filters, depth=depth))
        for candidate in proposal.candidates:
            if candidate.version not in rated:
                score, found = scorer.plain(candidate)
                rated[candidate.version] = (-score, candidate.id, found, candidate)
        best, whole = _cut(rated.values(), is_shown)
        partial = not (proposal.exhausted or (whole and -best[-1][0] > proposal.ceiling))
        if not partial:
            break
    judged = tuple([Judged(one[3], one[2].bit_count(), scorer.judge(one[3])[1], one[2]) for one in best])
    return Scored(question, scorer, judged, frozenset(), partial)


def _cut(rated: Iterable[Rated], is_shown: Callable[[Candidate], bool]) -> tuple[list[Rated], bool]:
    """The best, up to the last that has a place; whether every place is taken."""
    ordered = sorted(rated, key=lambda one: one[:2])
    places = 0
    for number, one in enumerate(ordered, start=1):
        places += is_shown(one[3])
        if places == POOL:
            return ordered[:number], True
    return ordered, False
