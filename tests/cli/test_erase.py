"""forget and redact: what they ask, what they leave, and how they prove it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]


@pytest.fixture
def secret(vade: Vade, home: Path) -> Path:
    """A home with one memory that tells a secret; its file."""
    vade("remember", "The door opens with heron-4711, she said.", "--title", "Door", "--alias", "front gate")
    vade("remember", "We deploy on Tuesdays.", "--title", "Deploys")
    return home / "memories" / "personal" / "door.md"


@pytest.mark.flag("vade forget --yes")
def test_yes_forgets_without_asking(vade: Vade, secret: Path) -> None:
    run = vade("forget", "door", "--yes")

    assert run.status == 0
    assert run.out.startswith("door forgotten  personal/door.md\nProven: searched 3 times")
    assert "Out of reach: backups" in run.out
    assert not secret.exists()


def test_nobody_to_ask_is_refused(vade: Vade, secret: Path) -> None:
    run = vade("forget", "door")

    assert (run.status, run.out) == (2, "")
    assert "add --yes" in run.err
    assert secret.exists()


@pytest.mark.flag("vade forget --dry-run")
def test_dry_run_forgets_nothing(vade: Vade, secret: Path) -> None:
    run = vade("forget", "door", "--dry-run")

    assert run.out == "Nothing written.\ndoor would be forgotten  personal/door.md\n"
    assert secret.exists()


@pytest.mark.flag("vade forget --aliases")
@pytest.mark.usefixtures("secret")
def test_aliases_go_with_it(vade: Vade) -> None:
    vade("alias", "add", "front gate", "main door")

    run = vade("forget", "door", "--aliases", "--yes")

    assert "the alias front gate = main door forgotten" in run.out
    assert vade("alias", "list", "--json").json["results"] == []


@pytest.mark.usefixtures("secret")
def test_receipt_is_one_json_object(vade: Vade) -> None:
    run = vade("forget", "door", "deploys", "--yes", "--json").json

    assert (run["ok"], run["outcome"], run["dry_run"]) == (True, "forgotten", False)
    assert [gone["key"] for gone in run["forgotten"]] == ["door", "deploys"]
    assert [place["name"] for place in run["proof"]["places"]] == ["home", "cache", "drafts"]
    assert run["proof"]["remnants"] == []


@pytest.mark.usefixtures("secret")
def test_unknown_id_ends_with_four(vade: Vade) -> None:
    assert vade("forget", "no-such-memory", "--yes").status == 4
    assert vade("redact", "no-such-memory", "heron", "--yes").status == 4


@pytest.mark.usefixtures("secret")
def test_nothing_named_is_refused(vade: Vade) -> None:
    assert vade("forget", "--yes").status == 2


@pytest.mark.flag("vade redact --yes")
def test_redacted_text_leaves_file_and_index(vade: Vade, secret: Path) -> None:
    run = vade("redact", "door", "HERON-4711", "--yes")

    assert run.out.startswith("Blotted out of door once, in body.\nProven: ")
    assert "opens with [redacted], she said." in secret.read_text()
    assert vade("search", "heron", "--json").json["results"] == []


def test_secret_is_read_from_standard_input(vade: Vade, secret: Path) -> None:
    run = vade("redact", "door", "-", "--yes", stdin=b"heron-4711\n")

    assert run.status == 0
    assert "4711" not in secret.read_text()


@pytest.mark.flag("vade redact --span")
def test_span_says_what_goes(vade: Vade, secret: Path) -> None:
    vade("redact", "door", "--span", "20:30", "--yes")

    assert "opens with [redacted], she said." in secret.read_text()


@pytest.mark.flag("vade redact --dry-run")
def test_dry_run_redacts_nothing(vade: Vade, secret: Path) -> None:
    run = vade("redact", "door", "heron-4711", "--dry-run")

    assert run.out == "Nothing written; would be blotted out of door once, in body.\n"
    assert "heron-4711" in secret.read_text()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("redact", "door", "--yes"), "is missing"),
        (("redact", "door", "--span", "x", "--yes"), "write it as A:B"),
        (("redact", "door", "-"), "add --yes"),
        (("redact", "door", "heron-4711"), "add --yes"),
        (("redact", "door", "absent", "--yes"), "does not occur"),
    ],
)
@pytest.mark.usefixtures("secret")
def test_what_cannot_be_redacted_is_said(vade: Vade, line: tuple[str, ...], said: str) -> None:
    run = vade(*line)

    assert run.status == 2
    assert said in run.err


@pytest.mark.usefixtures("secret")
def test_json_of_a_redaction_shows_the_memory(vade: Vade) -> None:
    run = vade("redact", "door", "heron-4711", "--yes", "--json")

    assert run.json["outcome"] == "redacted"
    assert run.json["memory"]["key"] == "door"
    assert "4711" not in run.out


def test_a_file_that_cannot_be_read_says_why(vade: Vade, secret: Path) -> None:
    secret.write_text("---\ntitle: [\n---\nheron-4711\n")

    run = vade("forget", "personal/door.md", "--dry-run")

    assert run.out.startswith(
        "Nothing written.\ndoor would be forgotten  personal/door.md\n  it could not be read"
    )
    assert vade("forget", "personal/door.md", "--yes").status == 0
    assert not secret.exists()


@pytest.fixture
def page(vade: Vade, home: Path) -> Path:
    """A page of Rhea, whom a memory names; its file."""
    vade("entity", "add", "Rhea", "--set", "employer=Acme Harbour", "--alias", "Rea")
    vade("link", "Rhea", "knows", "Mara")
    vade("remember", "We met [[Rhea]].", "--title", "Met")
    return home / "memories" / "personal" / "entities" / "rhea.md"


@pytest.mark.usefixtures("page")
def test_forgotten_page_tells_what_went_with_it(vade: Vade) -> None:
    run = vade("forget", "rhea", "--dry-run")

    assert "1 relation stated would be forgotten" in run.out
    assert "no page is called Rhea, Rea any more" in run.out
    assert "said by met as well" in run.out


@pytest.mark.flag("vade forget --property")
def test_property_is_forgotten_and_the_page_stays(vade: Vade, page: Path) -> None:
    run = vade("forget", "rhea", "--property", "employer", "--yes")

    assert run.out.startswith("rhea.employer forgotten\nProven: ")
    assert "Acme" not in page.read_text()


@pytest.mark.flag("vade forget --fact")
def test_fact_is_forgotten_with_its_report(vade: Vade, page: Path) -> None:
    run = vade("forget", "--fact", "Rhea", "knows", "Mara", "--yes", "--json")

    (told,) = run.json["aftermath"]
    assert (told["mode"], told["changed"], told["manual_edges"]) == ("fact", True, 1)
    assert "Mara" not in page.read_text()


def test_fact_that_only_others_say_is_left_to_them(vade: Vade, page: Path) -> None:
    claim = ("--subject", "Rhea", "--predicate", "works_at", "--value", "Mara")
    vade("remember", "She works there.", *claim)

    run = vade("forget", "--fact", "Rhea", "works_at", "Mara", "--yes")

    assert run.out.startswith("Nothing to forget.\n  said by she-works-there as well")
    assert page.exists()
