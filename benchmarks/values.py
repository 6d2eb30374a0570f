"""What a class of values costs to define and to make, compare and hash, beside the standard library's.

Microseconds, the best of several runs, since whatever else the machine does only ever adds.

    python benchmarks/values.py
"""

from __future__ import annotations

import sys
import timeit
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from vademecum.model.value import value

SIZES = (3, 8, 17)
"""Fields of the values that are made most often: a judged candidate, a ranked one, a candidate."""

KINDS: dict[str, Callable[[type[Any]], type[Any]]] = {
    "dataclass": dataclass(frozen=True, slots=True),
    "value": value,
}


def best_us(run: Callable[[], object], times: int) -> float:
    """Least time of one run."""
    return min(timeit.repeat(run, number=times, repeat=7)) / times * 1e6


def row(fields: int, make: Callable[[type[Any]], type[Any]]) -> list[float]:
    """Defining, making by position and by name, comparing, hashing."""
    names = [f"field_{number}" for number in range(fields)]

    def define() -> type[Any]:
        return make(
            type("Made", (), {"__annotations__": dict.fromkeys(names, "int"), "__module__": __name__})
        )

    kind = define()
    args, given = tuple(range(fields)), dict(zip(names, range(fields), strict=True))
    one, other = kind(*args), kind(*args)
    return [
        best_us(define, 30),
        best_us(lambda: kind(*args), 5_000),
        best_us(lambda: kind(**given), 5_000),
        best_us(lambda: one == other, 5_000),
        best_us(lambda: hash(one), 5_000),
    ]


def main() -> int:
    """Measure and print."""
    print(
        "| fields | made by | define | by position | by name | equal | hash |\n|---|---|---|---|---|---|---|"
    )
    for fields in SIZES:
        for name, make in KINDS.items():
            cells = " | ".join(f"{cost:.2f}" for cost in row(fields, make))
            print(f"| {fields} | {name} | {cells} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
