"""recall, search, why, list and show: what each option changes in the answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("memories")

BOTH = pytest.mark.parametrize("verb", ["recall", "search"])


@BOTH
@pytest.mark.flag("vade recall --type")
@pytest.mark.flag("vade search --type")
def test_type_narrows(vade: Vade, verb: str) -> None:
    assert vade(verb, "milk", "--type", "routine", "--json").keys == ["delivery"]


@BOTH
@pytest.mark.flag("vade recall --tag")
@pytest.mark.flag("vade search --tag")
def test_tags_must_all_be_there(vade: Vade, verb: str) -> None:
    assert vade(verb, "tea milk", "--tag", "shop", "--tag", "coffee", "--json").keys == ["tea"]


@BOTH
@pytest.mark.flag("vade recall --about")
@pytest.mark.flag("vade search --about")
def test_about_narrows_to_a_person(vade: Vade, verb: str) -> None:
    assert vade(verb, "milk", "--about", "matthew", "--json", "--type", "note").keys == ["oat-milk"]


@BOTH
@pytest.mark.flag("vade recall --since")
@pytest.mark.flag("vade search --since")
def test_since_leaves_out_the_older(vade: Vade, verb: str) -> None:
    assert vade(verb, "tea", "--since", "1h", "--json").keys == ["tea"]
    assert vade(verb, "tea", "--since", "2999-01-01", "--json").keys == []


@BOTH
@pytest.mark.flag("vade recall --until")
@pytest.mark.flag("vade search --until")
def test_until_leaves_out_the_newer(vade: Vade, verb: str) -> None:
    assert vade(verb, "tea", "--until", "2999-01-01", "--json").keys == ["tea"]
    assert vade(verb, "tea", "--until", "2000-01-01", "--json").keys == []


@BOTH
@pytest.mark.flag("vade recall --limit")
@pytest.mark.flag("vade search --limit")
def test_limit_bounds_the_results(vade: Vade, verb: str) -> None:
    assert len(vade(verb, "milk", "--json").keys) == 2
    assert len(vade(verb, "milk", "--limit", "1", "--json").keys) == 1


@BOTH
@pytest.mark.flag("vade recall --explain")
@pytest.mark.flag("vade search --explain")
def test_explain_sums_to_the_score(vade: Vade, verb: str) -> None:
    hit = vade(verb, "milk", "--explain", "--json").json["results"][0]
    made_of = hit["explanation"]

    assert sum(part["amount"] for part in made_of["contributions"]) == pytest.approx(made_of["score"])
    assert made_of["score"] == pytest.approx(hit["score"])


@BOTH
def test_explain_prints_a_table(vade: Vade, verb: str) -> None:
    assert "ADDS" in vade(verb, "milk", "--explain").out
    assert "ADDS" not in vade(verb, "milk").out


@pytest.mark.flag("vade search --mode")
def test_mode_all_needs_every_word(vade: Vade) -> None:
    assert len(vade("search", "milk tuesdays", "--json").keys) == 2
    assert vade("search", "milk tuesdays", "--mode", "all", "--json").keys == ["delivery"]


def test_mode_expert_reads_operators(vade: Vade) -> None:
    assert vade("search", "--mode", "expert", "milk NOT tuesdays", "--type", "note", "--json").keys == [
        "oat-milk"
    ]


def test_recall_prints_the_digest(vade: Vade) -> None:
    lines = vade("recall", "what", "does", "Matthew", "drink?").out.splitlines()

    assert (lines[0], lines[-1]) == ("<vademecum-recall>", "</vademecum-recall>")


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ("volcanoes", "Nothing is remembered about this."),
        ("milk volcano eruption archive", "Nothing relevant is remembered."),
        ("???", "Nothing to search for"),
    ],
)
def test_recall_advises_when_nothing_is_found(vade: Vade, words: str, advice: str) -> None:
    run = vade("recall", words)

    assert (run.status, run.out.startswith(advice)) == (0, True)


def test_recall_reads_standard_input(vade: Vade) -> None:
    assert vade("recall", "-", "--json", "--type", "note", stdin=b"Matthew\n").keys == ["oat-milk"]


def test_recall_json_has_the_promised_keys(vade: Vade) -> None:
    answer = vade("recall", "milk", "--json").json

    assert list(answer) == ["ok", "command", "schema", "outcome", "terms", "weak", "plan", "results", "meta"]
    assert (answer["outcome"], answer["terms"], answer["weak"]) == ("hits", ["milk"], 0)
    assert list(answer["meta"]) == ["elapsed_ms", "index_revision", "stats", "warnings"]


def test_search_numbers_and_marks_its_hits(vade: Vade) -> None:
    out = vade("search", "water").out

    assert out.startswith("1. Tea  1/1 terms · howto · ")
    assert "«water»" in out
    assert "personal/tea.md" in out


def test_search_quiet_prints_keys(vade: Vade) -> None:
    assert vade("search", "water", "--quiet").out == "tea\n"


@pytest.mark.flag("vade why --verb")
def test_why_judges_as_the_verb_would(vade: Vade) -> None:
    asked = ("why", "milk volcano eruption archive", "oat-milk", "--json")

    assert vade(*asked).json["returned"] is False
    assert vade(*asked, "--verb", "search").json["returned"] is True


@pytest.mark.flag("vade why --as-of")
def test_why_answers_as_of_a_day(vade: Vade) -> None:
    run = vade("why", "milk", "oat-milk", "--as-of", "2020-01-31", "--json")

    assert run.json["explanation"]["hidden"] == "nobody had written it yet"


@pytest.mark.flag("vade why --include")
def test_why_answers_of_everything(vade: Vade) -> None:
    vade("retract", "oat-milk")

    assert vade("why", "milk", "oat-milk", "--json").json["returned"] is False
    assert vade("why", "milk", "oat-milk", "--include", "all", "--json").json["returned"] is True


def test_why_explains_what_was_not_found(vade: Vade) -> None:
    run = vade("why", "milk volcano eruption archive", "tea")

    assert run.status == 0
    assert run.out.startswith("tea: not found: ")


@pytest.mark.flag("vade list --type")
def test_list_narrows_to_a_type(vade: Vade) -> None:
    assert vade("list", "--type", "howto", "--json").keys == ["tea"]


@pytest.mark.flag("vade list --tag")
def test_list_narrows_to_a_tag(vade: Vade) -> None:
    assert vade("list", "--tag", "shop", "--json").json["total"] == 2


@pytest.mark.flag("vade list --limit")
def test_list_says_how_many_there_are(vade: Vade) -> None:
    run = vade("list", "--limit", "2")

    assert run.out.splitlines()[-1] == "showing 2 of 3; `--offset 2` goes on"
    assert vade("list", "--limit", "2", "--json").json["meta"]["truncated"] is True


@pytest.mark.flag("vade list --offset")
def test_list_goes_on_at_the_offset(vade: Vade) -> None:
    run = vade("list", "--offset", "2", "--json")

    assert (run.keys, run.json["total"], "truncated" in run.json["meta"]) == (["oat-milk"], 3, False)


@pytest.mark.flag("vade list --status")
def test_list_shows_what_is_in_a_state(vade: Vade) -> None:
    vade("archive", "tea")

    assert vade("list", "--status", "archived", "--json").keys == ["tea"]


@pytest.mark.flag("vade list --include")
def test_list_includes_what_no_longer_holds(vade: Vade, home: Path) -> None:
    file = home / "memories/personal/tea.md"
    file.write_text(file.read_text("utf-8").replace("---\n", "---\nstatus: archived\n", 1), "utf-8")

    assert "tea" not in vade("list", "--json").keys
    assert "tea" in vade("list", "--include", "all", "--json").keys


def test_list_is_newest_first(vade: Vade) -> None:
    assert vade("list", "--quiet").out.splitlines() == ["tea", "delivery", "oat-milk"]


def test_show_takes_key_id_and_prefix(vade: Vade) -> None:
    record = vade("show", "tea", "--json").json["memory"]

    assert vade("show", record["id"], "--json").json["memory"] == record
    assert (record["title"], record["body"].strip(), record["tags"]) == (
        "Tea",
        "Tea needs water.",
        ["shop", "coffee"],
    )


def test_show_prints_fields_then_body(vade: Vade) -> None:
    lines = vade("show", "tea").out.splitlines()

    assert (lines[0], lines[-1]) == ("Tea", "Tea needs water.")
    assert "tags     shop, coffee" in lines
    assert lines[1].endswith("/.vademecum/memories/personal/tea.md")


def test_show_quiet_prints_the_body(vade: Vade) -> None:
    assert vade("show", "tea", "--quiet").out == "Tea needs water.\n"


@pytest.mark.parametrize("line", [["recall", "milk"], ["search", "milk"], ["list"], ["stats"]])
def test_answer_without_a_look_says_so(vade: Vade, monkeypatch: pytest.MonkeyPatch, line: list[str]) -> None:
    monkeypatch.setenv("VADE_SYNC_MAX_FILES", "1")

    told, parsed = vade(*line), vade(*line, "--json").json
    assert "more than sync.max_files (1)" in told.err
    assert told.err.removeprefix("note: ").rstrip("\n") == parsed["meta"]["warnings"][0]
