"""Audit what requirements/ pins: hashes, licences, known vulnerabilities.

Usage: audit.py [--tool PIP-AUDIT] [--offline]

The licence of what is not installed here (an extra, another system) is asked of the package index by pip; so
are vulnerabilities by `pip-audit`, which `make audit` installs in a place of its own. With --offline, nothing
is asked. What could not be looked at is named and is never counted as well.

The status is 0 when all was looked at and is well, 1 when something is wrong, 3 when nothing is wrong in what
could be looked at, but not all could.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
WELL, WRONG, UNSEEN = 0, 1, 3

ALLOWED = frozenset(
    {
        "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0", "PSF-2.0",
        "Unlicense", "Zlib",
    }
)  # fmt: skip
"""SPDX names of licences that ask for no more than to be passed on."""

EXCEPTIONS: Mapping[str, tuple[str, str]] = {
    "axe-playwright-python": ("", "MIT by the file in its package, which its metadata forget; tests alone"),
    "certifi": ("MPL-2.0", "data, passed on unchanged"),
    "hypothesis": ("MPL-2.0", "tests alone"),
    "pathspec": ("MPL-2.0", "mypy and hatchling need it; building and checking alone"),
    "psycopg": ("LGPL-3.0-only", "the extra `service`; a library of its own, installed and replaced apart"),
    "psycopg-binary": ("LGPL-3.0-only", "as psycopg"),
    "psycopg-pool": ("LGPL-3.0-only", "as psycopg"),
    "pyrage": ("", "MIT by the file in its package, which its metadata forget; the extra `encryption`"),
    "tqdm": ("MPL-2.0 AND MIT", "unchanged, by way of the libraries of models"),
}
"""Packages with another licence: which, so that a change of it is noticed, and why it may stay."""

_NAMES = {
    "3-clause bsd license": "BSD-3-Clause",
    "apache 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "bsd 2-clause license": "BSD-2-Clause",
    "bsd license": "BSD-3-Clause",
    "isc license (iscl)": "ISC",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "python software foundation license": "PSF-2.0",
}
"""How classifiers and free texts call a licence, folded, and its SPDX name. "BSD" tells no number of clauses;
whichever it is, it is allowed."""

_PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(?P<version>[^\s;\\]+)")
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}(?=\s|$)")
_WORD = re.compile(r"[()]|[^\s()]+")


class Pin(NamedTuple):
    """One entry of a file of requirements.

    Attributes:
        name: canonical.
        entry: as it stands there, in one line.
    """

    name: str
    version: str
    entry: str


class Report(NamedTuple):
    """What one check showed, line by line.

    Attributes:
        well: how much of it was looked at and is well.
        wrong: what must be mended.
        unseen: what could not be looked at, and why.
    """

    well: int
    wrong: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()


def canonical(name: str) -> str:
    """The name of a package in the form in which indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def entries(text: str) -> list[str]:
    """The entries of a file of requirements, continued lines joined, comments left out."""
    kept = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return [" ".join(line.split()) for line in kept.replace("\\\n", " ").splitlines() if line.strip()]


def pins(text: str) -> list[Pin]:
    """The entries that name one version."""
    found = [(entry, _PIN.match(entry)) for entry in entries(text)]
    return [Pin(canonical(match["name"]), match["version"], entry) for entry, match in found if match]


def hashes(files: Mapping[str, str]) -> Report:
    """Whether every entry of every file names one version and what its bytes are.

    Args:
        files: name -> text.
    """
    wrong = [
        f"{name}: {entry.split(' --hash')[0]}: {'no hash' if _PIN.match(entry) else 'no single version'}"
        for name, text in files.items()
        for entry in entries(text)
        if not (_PIN.match(entry) and _HASH.search(entry))
    ]
    return Report(sum(len(entries(text)) for text in files.values()) - len(wrong), tuple(wrong))


def allowed(expression: str) -> bool:
    """Whether an SPDX expression leaves a choice of which every licence is allowed.

    False for what is no expression, or names an exception (`WITH`), which nobody has read here.
    """
    words = _WORD.findall(expression)
    value, rest = _either(words)
    return value and not rest


def _either(words: list[str]) -> tuple[bool, list[str]]:
    value, rest = _both(words)
    while rest and rest[0] == "OR":
        other, rest = _both(rest[1:])
        value = value or other
    return value, rest


def _both(words: list[str]) -> tuple[bool, list[str]]:
    value, rest = _one(words)
    while rest and rest[0] == "AND":
        other, rest = _one(rest[1:])
        value = value and other
    return value, rest


def _one(words: list[str]) -> tuple[bool, list[str]]:
    if not words:
        return False, []
    if words[0] != "(":
        return words[0] in ALLOWED, words[1:]
    value, rest = _either(words[1:])
    return (value, rest[1:]) if rest and rest[0] == ")" else (False, rest)


def stated(expression: str | None, classifiers: Iterable[str], text: str | None) -> str:
    """The licence that metadata state, as an SPDX expression as far as it can be told; empty for none.

    The expression counts, else all classifiers together, else the free text; of a whole licence its first
    line.
    """
    if expression:
        return expression
    named = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License :: OSI Approved ::")]
    if named:
        return " AND ".join(sorted({_NAMES.get(one.lower(), one) for one in named}))
    first, _, more = (text or "").strip().partition("\n")
    return _NAMES.get(first.strip().lower(), "" if more else first)


def installed(name: str) -> str | None:
    """The licence of what is installed here; None when it is not."""
    try:
        told = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    expression, text = [(told.get_all(field) or [None])[0] for field in ("License-Expression", "License")]
    return stated(expression, told.get_all("Classifier") or (), text)


def asked(pin: Pin) -> str | None:
    """The licence of what is pinned, as pip reads it from the package; None when pip cannot have it."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--dry-run"]
    command += ["--ignore-installed", "--no-deps", "--no-cache-dir", "--require-hashes", "--report", "-"]
    # For whatever system it is meant: its licence is asked, it is not run.
    wanted = f"{pin.name}=={pin.version} {' '.join(_HASH.findall(pin.entry))}\n"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "requirements.txt")
        file.write_text(wanted, encoding="utf-8")
        command += ["--requirement", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own pip
    if done.returncode:
        return None
    (found,) = json.loads(done.stdout)["install"]
    told = found["metadata"]
    return stated(told.get("license_expression"), told.get("classifier", ()), told.get("license"))


def licences(found: Mapping[str, str | None]) -> Report:
    """Whether every licence is allowed, or excepted and still the one that was excepted.

    Args:
        found: package -> what it states; None where nobody could look.
    """
    wrong: list[str] = []
    for name, licence in found.items():
        excepted = EXCEPTIONS.get(name)
        if licence is None:
            continue
        if excepted is not None and excepted[0] != licence:
            wrong.append(f"{name}: {licence or 'no licence'}, excepted for {excepted[0] or 'none'}")
        elif excepted is None and not allowed(licence):
            wrong.append(f"{name}: {licence or 'no licence'} is not allowed")
    wrong += [f"{name}: excepted, and not pinned" for name in EXCEPTIONS if name not in found]
    unseen = tuple(
        f"{name}: not installed here, nor to be had from the index for this system"
        for name, licence in found.items()
        if licence is None
    )
    return Report(len(found) - len(wrong) - len(unseen), tuple(wrong), unseen)


def vulnerabilities(told: str) -> Report:
    """What `pip-audit --format json` printed, judged.

    It says "none found" and ends well where it could look nothing up; what it skipped counts as unseen.
    """
    try:
        dependencies: list[dict[str, Any]] = json.loads(told)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Report(0, (), ("the database of advisories was not reached",))
    wrong = [
        f"{one['name']} {one['version']}: {flaw['id']}, mended in {', '.join(flaw['fix_versions']) or 'none'}"
        for one in dependencies
        for flaw in one.get("vulns", ())
    ]
    unseen = [f"{one['name']}: {one['skip_reason']}" for one in dependencies if "skip_reason" in one]
    harmed = sum(bool(one.get("vulns")) for one in dependencies)
    return Report(len(dependencies) - harmed - len(unseen), tuple(wrong), tuple(unseen))


def looked_up(tool: Path | None, files: Iterable[Path]) -> Report:
    """Ask for vulnerabilities of everything that is pinned."""
    if tool is None:
        return Report(0, (), ("vulnerabilities were not asked for",))
    well, wrong, unseen = 0, [], []
    for file in files:
        command = [str(tool), "--requirement", str(file), "--require-hashes", "--disable-pip"]
        command += ["--progress-spinner", "off", "--format", "json"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - as told
        except OSError as reason:
            return Report(0, (), (f"{tool} does not run ({reason.strerror})",))
        report = vulnerabilities(done.stdout)
        well += report.well
        wrong += [f"{file.name}: {one}" for one in report.wrong]
        unseen += [f"{file.name}: {one}" for one in report.unseen]
    return Report(well, tuple(wrong), tuple(unseen))


def status(reports: Iterable[Report]) -> int:
    """What the whole ends with."""
    listed = list(reports)
    if any(report.wrong for report in listed):
        return WRONG
    return UNSEEN if any(report.unseen for report in listed) else WELL


def show(name: str, report: Report) -> None:
    """Print one check: everything that is wrong, and of what was not seen the first few."""
    unseen = f", {len(report.unseen)} NOT LOOKED AT" if report.unseen else ""
    print(f"{name}: {report.well} well, {len(report.wrong)} wrong{unseen}")
    for one in report.wrong:
        print(f"  wrong: {one}")
    for one in report.unseen[:5]:
        print(f"  not looked at: {one}")
    if len(report.unseen) > 5:
        print(f"  and {len(report.unseen) - 5} more")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tool", type=Path, help="the program pip-audit")
    parser.add_argument("--offline", action="store_true", help="ask nobody")
    options = parser.parse_args(arguments)
    files = sorted((ROOT / "requirements").glob("*.txt"))
    texts = {file.name: file.read_text(encoding="utf-8") for file in files}
    pinned = {pin.name: pin for text in texts.values() for pin in pins(text)}
    found = {name: installed(name) for name in sorted(pinned)}
    if not options.offline:
        found |= {name: asked(pinned[name]) for name, licence in found.items() if licence is None}
    reports = {
        "hashes": hashes(texts),
        "licences": licences(found),
        "known vulnerabilities": looked_up(None if options.offline else options.tool, files),
    }
    for name, report in reports.items():
        show(name, report)
    for name, (licence, reason) in EXCEPTIONS.items():
        print(f"  excepted: {name}, {licence or 'no licence stated'}: {reason}")
    ends = status(reports.values())
    if ends == UNSEEN:
        print("NOT AUDITED WHOLLY: nothing wrong was found, but not everything could be looked at")
    return ends


if __name__ == "__main__":
    sys.exit(main())
