"""The promises, and for each the proofs that a reader can run: a figure, and whether it holds."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from trust import aside, crowd, erasing, faults, killing, querying
from vademecum.model.value import value

ROOT = Path(__file__).parents[2]


@value
class Shown:
    """What a proof showed.

    Attributes:
        figure: for the table, what was done and what came of it.
        holds: whether the promise does.
    """

    figure: str
    holds: bool


@value
class Proof:
    """One proof of a promise.

    Attributes:
        promise: short, as the table has it.
        how: what is done, in words.
        show: does it; the argument is 1 for the short form, more for a longer one.
    """

    promise: str
    how: str
    show: Callable[[int], Shown]


def tested(*paths: str) -> Callable[[int], Shown]:
    """Tests that hold or do not, whatever the length asked for."""

    def show(_: int) -> Shown:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        last = done.stdout.strip().rpartition("\n")[2]
        counts = re.findall(r"(\d+) (passed|failed|error|skipped)", last)
        figure = ", ".join(f"{number} {'held' if what == 'passed' else what}" for number, what in counts)
        return Shown(figure or last[:80], done.returncode == 0)

    return show


def printed(script: str, *arguments: str, figure: str) -> Callable[[int], Shown]:
    """A script that says by its status whether its targets hold; a pattern finds the figures it prints."""

    def show(_: int) -> Shown:
        command = [sys.executable, f"benchmarks/{script}", *arguments]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        found = re.findall(figure, done.stdout)
        said = "; ".join(" ".join(one) if isinstance(one, tuple) else one for one in found)
        plain = re.sub(r"[\s*|]+", " ", said).strip()
        return Shown(plain or done.stdout[-80:], done.returncode == 0 and bool(plain))

    return show


def measured(show: Callable[[int], tuple[str, bool]]) -> Callable[[int], Shown]:
    """What a proof of this folder answers, as a value."""
    return lambda scale: Shown(*show(scale))


PROOFS: tuple[Proof, ...] = (
    Proof(
        "nothing acknowledged is lost",
        "writers killed by -9 at random moments; all they were told is kept is looked for",
        measured(killing.writers),
    ),
    Proof(
        "nothing acknowledged is lost",
        "every step of a forget, a redaction, a supersession and an import is the last of its process",
        tested(
            "tests/trust/test_erased.py", "tests/trust/test_erased_conversations.py",
            "tests/trust/test_half_written.py", "tests/trust/test_import_kill.py",
        ),
    ),
    Proof(
        "nothing acknowledged is lost",
        "every step of every write: refused, full, read-only, broken, dead, unsynced, a clock that goes back",
        measured(faults.enumerated),
    ),
    Proof(
        "many processes at once",
        "8 writers and 4 readers on one home; errors that reach a user, lost and doubled memories",
        measured(crowd.processes),
    ),
    Proof(
        "many processes at once",
        "everything that can be done to a home, by two objects and a dying process, against a tiny model",
        tested("tests/trust/test_model.py"),
    ),
    Proof(
        "index = files",
        "writes, edits by hand, renames, deletions and clocks that jump, at random; then a rebuild",
        measured(aside.rebuilt),
    ),
    Proof(
        "index = files",
        "every implementation of a port under one suite, hit for hit",
        tested("tests/contract", "tests/properties"),
    ),
    Proof("any text is a query", "saved and changed inputs, in every mode", tested("tests/fuzz")),
    Proof("any text is a query", "a megabyte of it, in every script", measured(querying.queries)),
    Proof("any file is survivable", "files of arbitrary bytes beside good ones", measured(aside.damaged)),
    Proof(
        "erased is erased",
        "a random word, kept, edited, embedded, talked about and forgotten; then every byte is read",
        measured(erasing.forgotten),
    ),
    Proof(
        "no silent staleness",
        "files change, go and come while a home is open; the next answer is right or says so",
        measured(aside.behind_its_back),
    ),
    Proof(
        "no silent staleness", "folders that cannot be reached", tested("tests/trust/test_lost_folders.py")
    ),
    Proof(
        "tenants never meet", "every query path with a foreign tenant", tested("tests/trust/test_tenants.py")
    ),
    Proof(
        "tenants never meet",
        "every request over HTTP by somebody of another tenant, and by somebody else of the same",
        tested("tests/trust/test_foreign_requests.py"),
    ),
    Proof(
        "nobody walks out of the vault",
        "names and paths that climb, in archives, ids, links and addresses",
        tested("tests/trust/test_import_paths.py", "tests/vault"),
    ),
    Proof(
        "cloned repositories are not trusted",
        "a home of somebody else, used with every verb: nothing begins, is sent, or is written outside",
        tested("tests/trust/test_cloned.py", "tests/settings/test_trust.py"),
    ),
    Proof(
        "nothing readable rests",
        "an encrypted home; a death at every step of encrypting, opening, locking and decrypting it",
        tested("tests/sealing"),
    ),
    Proof(
        "recalled text cannot speak",
        "forged frames, fences, escapes and orders through every digest",
        tested("tests/hooks/test_injection.py"),
    ),
    Proof(
        "secrets stay out",
        "labelled shapes of secrets and near misses",
        printed("masking.py", figure=r"(?m)^\| \*\*all\*\* \|(.*)\|$"),
    ),
    Proof(
        "honest under pressure",
        "full disks, caches that refuse, damaged pages, clocks that go back",
        tested("tests/trust/test_cache_refuses.py", "tests/trust/test_another_layout.py"),
    ),
    Proof(
        "nothing merges by mistake",
        "labelled pairs: repeats, claims, capture",
        printed("judgements.py", figure=r"claims \| (false \w+) \| (\d+)"),
    ),
)  # fmt: skip
