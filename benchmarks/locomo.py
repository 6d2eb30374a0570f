"""Recall of past conversations on LoCoMo: which share of a question's evidence is among the first hits.

The dialogues are CC BY-NC and not part of this project: give the path of a file in their published form. Each
dialogue is a home of its own and each of its sessions a conversation; a turn reads ``[date] speaker: text
[photo: caption]``, and both speakers are persons. Nothing is tuned on it.

    python benchmarks/locomo.py --data locomo10.json
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

import vademecum
from vademecum import Vade
from vademecum.engine.conversations.verbs import ConversationVerbs
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.recollection import ConversationHit

ADVERSARIAL = 5
"""Category of questions that have no answer in the dialogue; they count for sessions only, as published."""

DEPTH = 10
Dialogue = dict[str, Any]


@dataclass(slots=True)
class Score:
    """What was found for many questions; every number is a mean over them.

    Attributes:
        recalls: depth -> share of the evidence among so many hits, a question each.
        ranks: reciprocal rank of the first hit that is evidence, 0 when none of ten is.
    """

    recalls: dict[int, list[float]] = field(default_factory=dict)
    ranks: list[float] = field(default_factory=list)

    def add(self, wanted: set[str], shown: Sequence[set[str]]) -> None:
        """Count one question.

        Args:
            wanted: its evidence.
            shown: what each hit shows, best first.
        """
        for depth in (1, 5, DEPTH):
            seen = set().union(*shown[:depth])
            self.recalls.setdefault(depth, []).append(len(wanted & seen) / len(wanted))
        first = next((place for place, one in enumerate(shown, 1) if wanted & one), None)
        self.ranks.append(1 / first if first else 0.0)

    def row(self, name: str) -> str:
        """One line of the table, in per cent."""
        cells = [f"{fmean(self.recalls[depth]) * 100:.1f}" for depth in (1, 5, DEPTH)]
        return f"| {name} | {len(self.ranks):,} | {' | '.join(cells)} | {fmean(self.ranks) * 100:.1f} |"


def sessions(dialogue: Dialogue) -> Iterator[tuple[str, str, list[dict[str, str]]]]:
    """Name, date and turns of every session."""
    spoken = dialogue["conversation"]
    for name, turns in spoken.items():
        if isinstance(turns, list):
            yield name, spoken.get(f"{name}_date_time", ""), turns


def told(date: str, turn: dict[str, str]) -> str:
    """A turn as it is kept."""
    caption = turn.get("blip_caption")
    photo = f" [photo: {caption}]" if caption else ""
    return f"[{date}] {turn['speaker']}: {turn['text']}{photo}"


def keep(vade: Vade, dialogue: Dialogue) -> None:
    """Put a dialogue into a home."""
    for name, date, turns in sessions(dialogue):
        said = [NewTurn(origin_id=one["dia_id"], role=Role.USER, text=told(date, one)) for one in turns]
        vade.conversations.append(NewConversation(host="locomo", origin_id=name, title=date, turns=said))


def ids(said: ConversationVerbs) -> dict[tuple[str, int], str]:
    """Conversation and place -> the dialogue's own name of a turn."""
    return {
        (held.id, turn.seq): turn.id
        for held in said.list(limit=100).items
        for turn in said.show(held.id).turns
    }


def measure(dialogues: Sequence[Dialogue]) -> dict[str, Score]:
    """Ask every question of every dialogue, in each way."""
    scores = {"turns": Score(), "turns, with neighbours shown": Score(), "sessions": Score()}
    for dialogue in dialogues:
        with (
            tempfile.TemporaryDirectory() as folder,
            vademecum.open(cached(folder), sync_interval_s=3_600) as vade,
        ):
            keep(vade, dialogue)
            ask(vade.conversations, dialogue, scores)
    return scores


def cached(folder: str) -> Path:
    """A home in a folder, whose derived data stands there as well."""
    os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
    return Path(folder) / "home"


def ask(said: ConversationVerbs, dialogue: Dialogue, scores: dict[str, Score]) -> None:
    """Ask every question of one dialogue."""
    names = ids(said)
    known = set(names.values())
    for question in dialogue["qa"]:
        wanted = set(question.get("evidence", ())) & known
        if not wanted:
            continue
        text = question["question"]
        if question["category"] != ADVERSARIAL:
            hits = said.search(text, workspace="all", limit=DEPTH, context=1).hits
            scores["turns"].add(wanted, [{names[hit.conversation_id, hit.seq]} for hit in hits])
            scores["turns, with neighbours shown"].add(wanted, [around(hit, names) for hit in hits])
        hits = said.search(text, workspace="all", limit=DEPTH, unit="session").hits
        found = [{names[hit.conversation_id, 1].partition(":")[0]} for hit in hits]
        scores["sessions"].add({one.partition(":")[0] for one in wanted}, found)


def around(hit: ConversationHit, names: dict[tuple[str, int], str]) -> set[str]:
    """The turns that a hit shows with those beside it."""
    places = (*(one.seq for one in hit.before), hit.seq, *(one.seq for one in hit.after))
    return {names[hit.conversation_id, seq] for seq in places}


def main() -> int:
    """Measure and print, or say loudly that there is nothing to measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, metavar="FILE", help="dialogues in their published form")
    options = parser.parse_args()
    if options.data is None or not options.data.is_file():
        print(f"SKIPPED: no LoCoMo dialogues at {options.data or '--data'}; nothing was measured")
        return 0
    dialogues = json.loads(options.data.read_text(encoding="utf-8"))
    print("| unit | questions | R@1 | R@5 | R@10 | MRR@10 |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, score in measure(dialogues).items():
        print(score.row(name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
