"""supersede, retract, deprecate, archive, restore, and questions of another time: what each option does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]

MOVES = ("retract", "deprecate", "archive", "restore")


@pytest.fixture
def port(vade: Vade) -> str:
    """A memory of a port."""
    run = vade("remember", "The port is 8080.", "--title", "Port", "--tag", "net", "--json")
    return str(run.json["memory"]["id"])


def case(flag: str, given: str, field: str, kept: object) -> Any:
    """An option of a command, what it is given, and the field of the file that keeps it."""
    return pytest.param(flag.rpartition(" ")[2], given, field, kept, id=flag)


# ── supersede ────────────────────────────────────────────────────────────────────────────────────────


def test_supersede_answers_with_both(vade: Vade, port: str) -> None:
    run = vade("supersede", port, "The port is 8081.", "--json")

    assert (run.status, run.json["outcome"], run.json["replaced"]["id"]) == (0, "superseded", port)
    assert run.json["memory"]["supersedes"] == [port]
    assert run.json["replaced"]["superseded_by"] == run.json["memory"]["id"]
    assert (run.json["memory"]["tags"], run.json["dry_run"]) == (["net"], False)


def test_supersede_tells_what_it_did(vade: Vade, port: str) -> None:
    vade("remember", "Open [[Port]] in the firewall.", "--title", "Firewall")

    out = vade("supersede", port, "The port is 8081.", "--about", "Rhea").out

    assert "Holds from now on: port-" in out
    assert "in the place of port: Port: The port is 8080." in out
    assert "new names: Rhea" in out
    assert "in doubt now: firewall (names port, which was superseded)" in out


def test_supersede_quietly_prints_the_key(vade: Vade, port: str) -> None:
    assert vade("supersede", port, "The harbour is closed.", "--title", "Quay", "--quiet").out == "quay\n"


@pytest.mark.parametrize(
    ("option", "given", "field", "kept"),
    [
        case("vade supersede --title", "Quay", "title", "Quay"),
        case("vade supersede --type", "fact", "type", "fact"),
        case("vade supersede --tag", "sea", "tags", ["sea"]),
        case("vade supersede --alias", "dock", "aliases", ["dock"]),
        case("vade supersede --about", "Eve", "entities", ["Eve"]),
        case("vade supersede --lang", "de", "lang", "de"),
        case("vade supersede --subject", "staging", "subject", "staging"),
        case("vade supersede --predicate", "listens on", "predicate", "listens_on"),
        case("vade supersede --value", "8081", "value", "8081"),
        case("vade supersede --qualifier", "at night", "qualifier", "at night"),
        case("vade supersede --confidence", "0.5", "confidence", 0.5),
        case("vade supersede --importance", "high", "importance", "high"),
        case("vade supersede --valid-from", "2026-01-01T00:00Z", "valid_from", "2026-01-01T00:00:00+00:00"),
        case("vade supersede --valid-until", "2999-01-01T00:00Z", "valid_until", "2999-01-01T00:00:00+00:00"),
        case("vade supersede --expires", "2999-01-01T00:00Z", "expires", "2999-01-01T00:00:00+00:00"),
    ],
)
def test_supersede_keeps_what_is_stated(
    vade: Vade, port: str, option: str, given: str, field: str, kept: object
) -> None:
    run = vade("supersede", port, "The port is 8081.", option, given, "--json")

    assert run.json["memory"][field] == kept


@pytest.mark.flag("vade supersede --source")
@pytest.mark.flag("vade supersede --ref")
def test_what_an_agent_says_instead_waits(vade: Vade, port: str) -> None:
    run = vade("supersede", port, "8081", "--source", "agent", "--ref", "file:a.md#L1", "--json")

    assert (run.json["outcome"], run.json["replaced"]["status"]) == ("proposed", "active")
    assert [(s["kind"], s["ref"]) for s in run.json["memory"]["sources"]] == [("agent", "file:a.md#L1")]


def test_what_waits_says_how_it_goes_on(vade: Vade, port: str) -> None:
    assert "vade review approve" in vade("supersede", port, "8081", "--source", "agent").out
    assert "vade review approve" in vade("retract", port, "--by", "agent").out


@pytest.mark.flag("vade supersede --pinned")
def test_supersede_pins_and_unpins(vade: Vade, port: str) -> None:
    pinned = vade("supersede", port, "8081", "--pinned", "--json").json["memory"]
    kept = vade("supersede", pinned["id"], "8082", "--json").json["memory"]
    free = vade("supersede", kept["id"], "8083", "--unpinned", "--json").json["memory"]

    assert [one["pinned"] for one in (pinned, kept, free)] == [True, True, False]


@pytest.mark.flag("vade supersede --file")
def test_supersede_reads_a_file(vade: Vade, port: str, tmp_path: Path) -> None:
    (tmp_path / "new.md").write_text("The port is 8081.")

    run = vade("supersede", port, "--file", str(tmp_path / "new.md"), "--json")

    assert run.json["memory"]["body"].strip() == "The port is 8081."


def test_supersede_reads_standard_input(vade: Vade, port: str) -> None:
    run = vade("supersede", port, "-", "--json", stdin=b"The port is 8081.")

    assert run.json["memory"]["body"].strip() == "The port is 8081."


@pytest.mark.flag("vade supersede --reason")
def test_supersede_keeps_the_reason(vade: Vade, port: str) -> None:
    run = vade("supersede", port, "8081", "--reason", "it moved", "--json")

    assert run.json["replaced"]["review_history"][0]["note"] == "superseded: it moved"


@pytest.mark.flag("vade supersede --expected-updated")
def test_supersede_refuses_what_changed(vade: Vade, port: str) -> None:
    seen = vade("show", port, "--json").json["memory"]["updated"]

    assert vade("supersede", port, "8081", "--expected-updated", "2001-01-01").status == 3
    assert vade("supersede", port, "8081", "--expected-updated", seen).status == 0


@pytest.mark.flag("vade supersede --dry-run")
def test_supersede_dry_run_writes_nothing(vade: Vade, port: str) -> None:
    run = vade("supersede", port, "The port is 8081.", "--dry-run")

    assert "Nothing written; would hold from now on" in run.out
    assert vade("list", "--include", "all", "--json").json["total"] == 1


def test_supersede_scope_is_the_new_ones(vade: Vade, port: str) -> None:
    run = vade("supersede", port, "8081", "--scope", "org:acme", "--json")

    assert run.json["memory"]["scope"] == "org:acme"


def test_old_words_lead_to_the_newest(vade: Vade, port: str) -> None:
    second = vade("supersede", port, "The port is 8081.", "--json").json["memory"]["id"]
    third = vade("supersede", second, "The port is 9000.", "--json").json["memory"]["id"]

    assert [hit["id"] for hit in vade("search", "8080", "--json").json["results"]] == [third]


# ── the others ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("move", "outcome"), [("retract", "retracted"), ("deprecate", "deprecated"), ("archive", "archived")]
)
def test_a_move_answers_with_what_became_of_it(vade: Vade, port: str, move: str, outcome: str) -> None:
    run = vade(move, port, "--json")

    assert (run.status, run.json["before"], run.json["outcome"]) == (0, "active", outcome)
    assert (run.json["memory"]["status"], run.json["doubted"]) == (outcome, [])


@pytest.mark.parametrize("move", ["deprecate", "archive"])
def test_restore_undoes(vade: Vade, port: str, move: str) -> None:
    vade(move, port)

    assert vade("restore", port).out.startswith("Restored port: Port: The port is 8080.")
    assert vade("list", "--json").keys == ["port"]


def test_retracted_is_terminal(vade: Vade, port: str) -> None:
    vade("retract", port)
    run = vade("restore", port, "--json")

    assert (run.status, run.json["error"]["code"]) == (2, "invalid_value")
    assert "never true" in run.json["error"]["message"]


def test_a_move_again_says_so(vade: Vade, port: str) -> None:
    vade("deprecate", port)

    assert vade("deprecate", port).out == "Nothing changed: port is deprecated already\n"


@pytest.mark.parametrize("move", [*MOVES, "supersede"])
@pytest.mark.usefixtures("port")
def test_what_is_missing_ends_with_four(vade: Vade, move: str) -> None:
    assert vade(move, "nothing", *(["text"] if move == "supersede" else [])).status == 4


def test_restore_says_what_it_gives_back(vade: Vade, port: str) -> None:
    vade("deprecate", port)
    vade("archive", port)

    assert vade("restore", port, "--dry-run").out.startswith("Nothing written; would be restored, deprecated")
    assert vade("restore", port).out.startswith("Restored, deprecated as before port: ")
    told = vade("history", port).out
    assert [word in told for word in ("deprecated by user", "archived by user")] == [True, True]


def before(vade: Vade, move: str, port: str) -> None:
    """Bring a memory where a move leads to another state."""
    if move == "restore":
        vade("archive", port)


@pytest.mark.flag("vade retract --reason")
@pytest.mark.flag("vade deprecate --reason")
@pytest.mark.flag("vade archive --reason")
@pytest.mark.flag("vade restore --reason")
@pytest.mark.flag("vade retract --by")
@pytest.mark.flag("vade deprecate --by")
@pytest.mark.flag("vade archive --by")
@pytest.mark.flag("vade restore --by")
@pytest.mark.parametrize("move", MOVES)
def test_a_move_keeps_who_and_why(vade: Vade, port: str, move: str) -> None:
    before(vade, move, port)

    told = vade(move, port, "--reason", "so it is", "--by", "Eve", "--json").json["memory"]["review_history"]
    event = told[-1]

    assert (event["by"], event["note"].partition(": ")[2]) == ("Eve", "so it is")


@pytest.mark.flag("vade retract --expected-updated")
@pytest.mark.flag("vade deprecate --expected-updated")
@pytest.mark.flag("vade archive --expected-updated")
@pytest.mark.flag("vade restore --expected-updated")
@pytest.mark.parametrize("move", MOVES)
def test_a_move_refuses_what_changed(vade: Vade, port: str, move: str) -> None:
    before(vade, move, port)
    seen = vade("show", port, "--json").json["memory"]["updated"]

    assert vade(move, port, "--expected-updated", "2001-01-01").status == 3
    assert vade(move, port, "--expected-updated", seen).status == 0


@pytest.mark.flag("vade retract --dry-run")
@pytest.mark.flag("vade deprecate --dry-run")
@pytest.mark.flag("vade archive --dry-run")
@pytest.mark.flag("vade restore --dry-run")
@pytest.mark.parametrize("move", MOVES)
def test_a_dry_move_writes_nothing(vade: Vade, port: str, move: str) -> None:
    before(vade, move, port)
    there = vade("show", port, "--json").json["memory"]

    run = vade(move, port, "--dry-run")

    assert run.out.startswith("Nothing written; would be ")
    assert vade("show", port, "--json").json["memory"] == there


# ── another time, and what does not hold ─────────────────────────────────────────────────────────────


@pytest.fixture
def chain(vade: Vade, home: Path) -> None:
    """A port that changed on the first of February."""
    vade("init")
    folder = home / "memories" / "personal"
    folder.mkdir(parents=True, exist_ok=True)
    old, new = "01JNTSW6X00000000000000001", "01JNTSW6X00000000000000002"
    (folder / "old.md").write_text(
        f"---\nid: {old}\nstatus: superseded\nsuperseded_by: {new}\ncreated: 2026-01-01T00:00:00Z\n"
        "valid_until: 2026-02-01T12:00:00Z\n---\nThe port is 8080.\n"
    )
    (folder / "new.md").write_text(
        f"---\nid: {new}\nsupersedes: [{old}]\ncreated: 2026-02-01T12:00:00Z\n---\nThe port is 8081.\n"
    )
    (folder / "lie.md").write_text("---\nstatus: retracted\ncreated: 2026-01-01T00:00:00Z\n---\nNo port.\n")
    (folder / "gone.md").write_text(
        "---\nexpires: 2026-01-02T00:00:00Z\ncreated: 2026-01-01T00:00:00Z\n---\nA port for a day.\n"
    )


@pytest.mark.flag("vade recall --as-of")
@pytest.mark.flag("vade search --as-of")
@pytest.mark.flag("vade list --as-of")
@pytest.mark.usefixtures("chain")
@pytest.mark.parametrize(("moment", "keys"), [("2026-01-31", ["old"]), ("2026-02-01", ["new"])])
@pytest.mark.parametrize("verb", [["recall", "port"], ["search", "port"], ["list"]])
def test_as_of_answers_of_that_day(vade: Vade, verb: list[str], moment: str, keys: list[str]) -> None:
    assert vade(*verb, "--as-of", moment, "--json").keys == keys


@pytest.mark.flag("vade show --as-of")
@pytest.mark.usefixtures("chain")
def test_show_as_of_shows_what_held_then(vade: Vade) -> None:
    assert vade("show", "new", "--as-of", "2026-01-31", "--json").json["memory"]["key"] == "old"
    assert vade("show", "old", "--as-of", "1h", "--json").json["memory"]["key"] == "new"
    assert vade("show", "old", "--as-of", "2025-01-01").status == 4
    assert vade("show", "lie", "--as-of", "2026-01-31").status == 4


@pytest.mark.flag("vade recall --include")
@pytest.mark.flag("vade search --include")
@pytest.mark.flag("vade list --include")
@pytest.mark.usefixtures("chain")
@pytest.mark.parametrize(
    ("include", "keys"),
    [
        ("active", ["new"]),
        ("expired", ["gone", "new"]),
        ("all", ["gone", "lie", "new", "old"]),
    ],
)
@pytest.mark.parametrize("verb", [["recall", "port"], ["search", "port"], ["list"]])
def test_include_shows_what_does_not_hold(vade: Vade, verb: list[str], include: str, keys: list[str]) -> None:
    assert sorted(vade(*verb, "--include", include, "--json").keys) == keys


@pytest.mark.usefixtures("chain")
def test_a_moment_and_everything_are_refused_together(vade: Vade) -> None:
    assert vade("search", "port", "--as-of", "1h", "--include", "all").status == 2
