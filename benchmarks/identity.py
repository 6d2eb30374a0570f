"""How well pages that may be one are told from pages that are not, by their names, on the labelled pairs.

Two questions: what happens by itself (a name means whoever bears it) must never join two things, and what is
proposed to a person should be right, and find most. The pairs were made by hand, by the same hands as the
rules and while these were written: they show what the rules do, not what the names of strangers would give.

    python benchmarks/identity.py
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from vademecum.graph.identity import Named, reason_to_ask
from vademecum.text.links import link_form

LABELLED = Path(__file__).parent / "labelled" / "names.jsonl"


def judged(pair: dict[str, Any]) -> tuple[bool, str | None]:
    """Whether the two names are taken for one by themselves, and the reason for which it would be asked.

    Two pages of one name are never made one: where labels stand beside the names, they are pages.
    """
    first, second = pair.get("labels", ("", ""))
    reason = reason_to_ask(Named((pair["one"],), first), Named((pair["other"],), second))
    automatic = "labels" not in pair and link_form(pair["one"]) == link_form(pair["other"])
    return automatic, reason.value if reason else None


def main() -> None:
    """Print the table, and every pair that was judged wrongly when asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wrong", action="store_true", help="name what was judged wrongly")
    given = parser.parse_args()
    counts: Counter[tuple[bool, str]] = Counter()
    sorts: dict[tuple[bool, str], list[int]] = {}
    for line in LABELLED.read_text(encoding="utf-8").splitlines():
        pair = json.loads(line)
        automatic, reason = judged(pair)
        counts[pair["same"], "all"] += 1
        counts[pair["same"], "automatic"] += automatic
        counts[pair["same"], "proposed"] += reason is not None
        row = sorts.setdefault((not pair["same"], pair["sort"]), [0, 0])
        row[0] += 1
        row[1] += reason is not None
        if given.wrong and pair["same"] is (reason is None):
            print(
                f"{'missed' if pair['same'] else 'wrong'}: {pair['one']} | {pair['other']} ({pair['sort']})"
            )
    for (differ, sort), (number, proposed) in sorted(sorts.items()):
        print(f"{'two' if differ else 'one'}  {sort:26} {number:4} pairs  {proposed:4} proposed")
    right, wrong = counts[True, "proposed"], counts[False, "proposed"]
    print(f"automatic: {counts[True, 'automatic']} right, {counts[False, 'automatic']} wrong")
    print(f"proposed: precision {right / (right + wrong):.3f}, recall {right / counts[True, 'all']:.3f}")


if __name__ == "__main__":
    main()
