"""How many secrets are masked, and how many other texts are touched, by kind.

    python benchmarks/masking.py            # the tables of docs/lifecycle.md
    python benchmarks/masking.py --misses   # every text that went wrong

The labelled set, `labelled/secrets.jsonl`, holds recipes instead of values (`{hex:40}`), which are filled
from a seed: no value in it was ever issued, and no scanner mistakes the repository for a leak. A secret is
masked when no five characters of it in a row are left, and exact when all else is as it was; a near miss is
touched when anything in it changed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import string
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from vademecum.model.value import value
from vademecum.text.redaction import mask

LABELLED = Path(__file__).parent / "labelled" / "secrets.jsonl"

LEAST_MASKED = 0.98
MOST_TOUCHED = 0.01

LEFT = 5
"""Characters in a row of a secret that must not be left; four are kept on purpose."""

ALPHABETS = {
    "alnum": string.ascii_letters + string.digits,
    "alpha": string.ascii_letters,
    "b64": string.ascii_letters + string.digits + "+/",
    "digit": string.digits,
    "hex": string.digits + "abcdef",
    "safe": string.ascii_letters + string.digits + "_-",
    "symbols": string.ascii_letters + string.digits + "!@#$%^&*()-_=+~?:,.",
    "ulid": "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    "upper": string.ascii_uppercase + "234567",
}
WORDS = [
    "birch",
    "coffee",
    "harbour",
    "Lagoon",
    "meadow",
    "otter",
    "Quartz",
    "river",
    "saddle",
    "Thimble",
    "velvet",
    "willow",
]
HUMPS = [
    "Account",
    "Batch",
    "Cache",
    "Driver",
    "Event",
    "Filter",
    "Gateway",
    "Handler",
    "Index",
    "Job",
    "Key",
    "Loader",
    "Mapper",
    "Node",
]

RECIPE = re.compile(rf"\{{(?:({'|'.join(ALPHABETS)}):(\d+)|(uuid|human|camel|cut))\}}")


@value
class Sample:
    """A labelled text; `secret` is None where nothing may be masked."""

    kind: str
    lang: str
    text: str
    secret: str | None


@value
class Outcome:
    """What became of one sample: right or not, and whether exactly the secret was cut and nothing else."""

    sample: Sample
    text: str
    right: bool
    exact: bool


def samples(seed: int = 0) -> list[Sample]:
    """The labelled set with values filled in; the same for the same seed."""
    rows = [json.loads(line) for line in LABELLED.read_text(encoding="utf-8").splitlines()]
    return [_sample(row, random.Random(f"{seed} {number}")) for number, row in enumerate(rows)]


def _sample(row: dict[str, str], chance: random.Random) -> Sample:
    secret = _filled(row["secret"], chance) if row["label"] == "secret" else None
    text = _filled(row["text"], chance).replace("<SECRET>", secret or "<SECRET>")
    return Sample(row["kind"], row["lang"], text, secret)


def _filled(recipe: str, chance: random.Random) -> str:
    return RECIPE.sub(lambda match: _ingredient(match, chance), recipe)


def _ingredient(match: re.Match[str], chance: random.Random) -> str:
    if match[1]:
        return "".join(chance.choices(ALPHABETS[match[1]], k=int(match[2])))
    if match[3] == "uuid":
        return "-".join(["".join(chance.choices(ALPHABETS["hex"], k=length)) for length in (8, 4, 4, 4, 12)])
    if match[3] == "camel":
        return "".join(chance.choices(HUMPS, k=6)) + str(chance.randrange(10))
    return _password(chance) if match[3] == "human" else ""


def _password(chance: random.Random) -> str:
    """A password as people make them: words, digits, a sign."""
    one, two = chance.sample(WORDS, 2)
    number = chance.randrange(10, 3000)
    return chance.choice(
        [f"{one}{number}", f"{one}-{number}-{two}!", f"{number}{one}{two}", f"{one}{two}{number}#"]
    )


def judge(sample: Sample) -> Outcome:
    """Mask a sample and compare."""
    text = mask(sample.text).text
    if sample.secret is None:
        return Outcome(sample, text, right=text == sample.text, exact=text == sample.text)
    runs = (sample.secret[at : at + LEFT] for at in range(max(1, len(sample.secret) - LEFT + 1)))
    kept = f"{sample.secret[: min(4, len(sample.secret) // 2)]}****"
    return Outcome(
        sample,
        text,
        right=not any(run in text for run in runs),
        exact=text == sample.text.replace(sample.secret, kept),
    )


def rows(outcomes: Iterable[Outcome]) -> list[dict[str, object]]:
    """Counts by kind, in the order of the labelled set."""
    kinds: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        kinds.setdefault(outcome.sample.kind, []).append(outcome)
    return [
        {
            "kind": kind,
            "samples": len(group),
            "right": sum(one.right for one in group),
            "exact": sum(one.exact for one in group),
        }
        for kind, group in kinds.items()
    ]


def share(counts: Sequence[dict[str, object]], name: str) -> float:
    """The share of all samples that the named count holds."""
    return sum(int(str(row[name])) for row in counts) / sum(int(str(row["samples"])) for row in counts)


def show(masked: Sequence[dict[str, object]], touched: Sequence[dict[str, object]]) -> None:
    """Print both tables."""
    print("| secrets | samples | masked | exactly |\n|---|---|---|---|")
    for row in masked:
        print(f"| {row['kind']} | {row['samples']} | {row['right']} | {row['exact']} |")
    total = sum(int(str(row["samples"])) for row in masked)
    print(f"| **all** | {total} | **{share(masked, 'right'):.1%}** (≥ 98 %) | {share(masked, 'exact'):.1%} |")
    print("\n| near misses | samples | touched |\n|---|---|---|")
    for row in touched:
        print(f"| {row['kind']} | {row['samples']} | {int(str(row['samples'])) - int(str(row['right']))} |")
    total = sum(int(str(row["samples"])) for row in touched)
    print(f"| **all** | {total} | **{1 - share(touched, 'right'):.1%}** (≤ 1 %) |")


def main() -> int:
    """Measure, print, and say by the exit status whether both limits hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=0, help="of the values filled in (default: %(default)s)")
    parser.add_argument("--misses", action="store_true", help="print every text that went wrong")
    parser.add_argument("--json", action="store_true", help="print rows instead of tables")
    options = parser.parse_args()

    outcomes = [judge(sample) for sample in samples(options.seed)]
    masked = rows(one for one in outcomes if one.sample.secret is not None)
    touched = rows(one for one in outcomes if one.sample.secret is None)
    if options.json:
        print(json.dumps({"seed": options.seed, "secrets": masked, "near_misses": touched}))
    else:
        show(masked, touched)
    if options.misses:
        for one in outcomes:
            if not (one.right and one.exact):
                print(f"{one.sample.kind}, {one.sample.lang}: {one.sample.text!r}\n  -> {one.text!r}")
    return int(share(masked, "right") < LEAST_MASKED or 1 - share(touched, "right") > MOST_TOUCHED)


if __name__ == "__main__":
    sys.exit(main())
