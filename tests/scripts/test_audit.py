"""What is pinned has hashes and a licence that is allowed; what could not be looked at is never well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts import audit

ROOT = Path(__file__).parents[2]
FILES = {file.name: file.read_text(encoding="utf-8") for file in (ROOT / "requirements").glob("*.txt")}
HASH = f"--hash=sha256:{'0a' * 32}"


def test_everything_that_is_pinned_has_a_hash() -> None:
    report = audit.hashes(FILES)

    assert (report.wrong, report.unseen) == ((), ())
    assert report.well >= 100


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("one==1.0", "no hash"),
        ("one==1.0 --hash=sha256:abc", "no hash"),
        (f"one>=1.0 {HASH}", "no single version"),
        (f"one @ file:one.whl {HASH}", "no single version"),
        ("-e .", "no single version"),
    ],
)
def test_an_entry_that_may_bring_other_bytes_is_wrong(entry: str, why: str) -> None:
    other = (
        f"# by a tool\ntwo[extra]==2.0 ; python_version > '3' \\\n    {HASH} \\\n    {HASH}\n    # via one"
    )
    text = f"{other}\n{entry}\n"

    report = audit.hashes({"a.txt": text})

    assert report.well == 1
    assert [one.endswith(why) for one in report.wrong] == [True]


def test_every_licence_of_what_is_installed_is_allowed_or_excepted_with_a_reason() -> None:
    names = {pin.name for text in FILES.values() for pin in audit.pins(text)}

    report = audit.licences({name: audit.installed(name) for name in names})

    assert report.wrong == ()
    assert all(reason for _, reason in audit.EXCEPTIONS.values())


@pytest.mark.parametrize(
    ("expression", "is_allowed"),
    [
        ("MIT", True),
        ("MIT OR GPL-3.0-only", True),
        ("MIT AND GPL-3.0-only", False),
        ("(MIT OR GPL-3.0-only) AND BSD-3-Clause", True),
        ("MIT AND (GPL-3.0-only OR AGPL-3.0-only)", False),
        ("GPL-3.0-only WITH Classpath-exception-2.0", False),
        ("(MIT", False),
        ("MIT MIT", False),
        ("", False),
    ],
)
def test_an_expression_is_allowed_when_it_leaves_an_allowed_choice(expression: str, is_allowed: bool) -> None:
    assert audit.allowed(expression) is is_allowed


def test_stated_is_the_expression_else_all_classifiers_else_the_text() -> None:
    both = [
        "License :: OSI Approved :: MIT License",
        "License :: OSI Approved :: BSD License",
        "Topic :: Text",
    ]

    assert audit.stated("ISC", both, "GPL") == "ISC"
    assert audit.stated(None, both, "GPL") == "BSD-3-Clause AND MIT"
    assert audit.stated(None, ["License :: DFSG approved"], "MIT License") == "MIT"
    assert audit.stated(None, [], "MIT License\n\nCopyright, and all of it") == "MIT"
    assert audit.stated(None, [], "Copyright\nall of it") == ""


def test_other_licences_are_wrong_and_those_of_what_is_not_here_unseen() -> None:
    excepted = {name: licence for name, (licence, _) in audit.EXCEPTIONS.items()}

    report = audit.licences({**excepted, "one": "MIT", "two": "GPL-3.0-only", "three": None, "four": ""})

    assert report.wrong == ("two: GPL-3.0-only is not allowed", "four: no licence is not allowed")
    assert report.unseen == ("three: not installed here, nor to be had from the index for this system",)


def test_an_exception_is_for_one_licence_and_for_what_is_pinned() -> None:
    excepted: dict[str, str | None] = {name: licence for name, (licence, _) in audit.EXCEPTIONS.items()}
    del excepted["tqdm"]

    report = audit.licences({**excepted, "psycopg": "GPL-3.0-only"})

    assert report.wrong == (
        "psycopg: GPL-3.0-only, excepted for LGPL-3.0-only",
        "tqdm: excepted, and not pinned",
    )


def test_vulnerabilities_are_wrong_and_what_was_skipped_is_unseen() -> None:
    flaw = {"id": "X-1", "fix_versions": ["2.0"], "description": ""}
    told = [
        {"name": "one", "version": "1.0", "vulns": [flaw]},
        {"name": "two", "version": "1.0", "vulns": []},
        {"name": "three", "skip_reason": "not found"},
    ]

    report = audit.vulnerabilities(json.dumps({"dependencies": told, "fixes": []}))

    assert report == audit.Report(1, ("one 1.0: X-1, mended in 2.0",), ("three: not found",))


def test_a_database_that_is_not_reached_is_no_success(tmp_path: Path) -> None:
    silent = audit.vulnerabilities("")
    missing = audit.looked_up(tmp_path / "pip-audit", [tmp_path / "a.txt"])

    assert [audit.status([report]) for report in (silent, missing)] == [audit.UNSEEN, audit.UNSEEN]
    assert audit.status([silent, audit.Report(1, ("wrong",))]) == audit.WRONG
    assert audit.status([audit.Report(1)]) == audit.WELL


def test_command_says_that_it_asked_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main(["--offline"]) == audit.UNSEEN

    told = capsys.readouterr().out
    assert "known vulnerabilities: 0 well, 0 wrong, 1 NOT LOOKED AT" in told
    assert "NOT AUDITED WHOLLY" in told
