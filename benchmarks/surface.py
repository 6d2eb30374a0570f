"""What the knobs cost beside reading and writing the same JSON.

Usage: surface.py [--n N] [--json]
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from vademecum.surface.envelope import to_json
from vademecum.surface.keys import parse_key
from vademecum.surface.knobs import Shape, shape_of
from vademecum.surface.shaping import shaped
from vademecum.surface.vocabulary import FieldScope, find

ROUNDS = 5

CASES: dict[str, dict[str, Any]] = {
    "filter, sort, dedupe, select (flat keys)": {
        "filter": ["rows>100"],
        "sort": ["rows"],
        "dedupe_by": "id",
        "select": "id,name,body,created,tags",
    },
    "filter, sort, dedupe, select (dotted, dates)": {
        "filter": ["rows>100", "detail.ok=true"],
        "sort": ["created:desc"],
        "dedupe_by": "name",
        "select": "id,name,detail.n",
    },
    "max-output-bytes 1,000,000": {"max_output_bytes": 1_000_000},
    "truncate-content 40": {"truncate_content": 40},
}


def document(count: int) -> dict[str, Any]:
    """An answer with many elements, the same every time."""
    dice = random.Random(1)
    return {
        "results": [
            {
                "id": f"id{n:06d}",
                "name": f"name {dice.randrange(5000)}",
                "rows": dice.randrange(10_000),
                "created": f"2026-{dice.randrange(1, 13):02d}-{dice.randrange(1, 29):02d}T10:00:00+00:00",
                "tags": ["a", "b"],
                "detail": {"ok": bool(n % 3), "n": n},
                "body": "lorem ipsum " * 8,
            }
            for n in range(count)
        ]
    }


def seconds(act: Callable[[], object]) -> float:
    """Median of the processor time of a call; other work on the machine does not count."""
    times = []
    for _ in range(ROUNDS):
        started = process_time()
        act()
        times.append(process_time() - started)
    return median(times)


def read_and_shape(text: str, shape: Shape) -> str:
    """An answer read, shaped and written."""
    return shaped(json.loads(text), shape, to_json)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--n", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    answer = document(args.n)
    text = json.dumps(answer)
    plain = seconds(lambda: json.dumps(json.loads(text)))
    rows = [{"what": "json.loads, json.dumps", "ms": plain * 1e3, "ratio": 1.0}]
    for what, knobs in CASES.items():
        shape = shape_of(knobs)
        assert shape is not None
        took = seconds(partial(read_and_shape, text, shape))
        rows.append({"what": f"json.loads, {what}, written", "ms": took * 1e3, "ratio": took / plain})
    scope = FieldScope(elements=answer["results"], envelope=answer)
    for key in ("nmae", "entity_type", "detail.rwos"):
        took = seconds(partial(find, scope, parse_key("--filter", key)))
        rows.append({"what": f"where is the absent key {key}", "ms": took * 1e3, "ratio": took / plain})
    if args.json:
        print(json.dumps({"n": args.n, "bytes": len(text), "rows": rows}))
        return
    print("| what | ms | × loads + dumps |\n|---|---:|---:|")
    for row in rows:
        print(f"| {row['what']} | {row['ms']:.1f} | {row['ratio']:.2f} |")


if __name__ == "__main__":
    main()
