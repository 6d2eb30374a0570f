"""Every knob on the product's own answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete

from vademecum.cli.root import root

Vade = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("memories")


@pytest.mark.flag("vade --select")
def test_select_keeps_some_fields(vade: Vade) -> None:
    assert vade("list", "--select", "key,type").json["results"] == [
        {"key": "tea", "type": "howto"},
        {"key": "delivery", "type": "routine"},
        {"key": "oat-milk", "type": "note"},
    ]


@pytest.mark.flag("vade --fields")
def test_fields_is_select(vade: Vade) -> None:
    assert vade("show", "tea", "--fields", "memory.title").json["memory"] == {"title": "Tea"}


@pytest.mark.flag("vade --filter")
def test_filters_are_joined(vade: Vade) -> None:
    assert vade("list", "--filter", "tags=shop", "--filter", "type!=howto").keys == ["delivery"]


@pytest.mark.flag("vade --sort")
def test_sort_orders_elements(vade: Vade) -> None:
    assert vade("list", "--sort", "title:desc").keys == ["tea", "oat-milk", "delivery"]


@pytest.mark.flag("vade --dedupe-by")
def test_dedupe_keeps_the_first(vade: Vade) -> None:
    assert vade("list", "--dedupe-by", "status").keys == ["tea"]


@pytest.mark.flag("vade --max-items")
def test_max_items_bounds_every_list(vade: Vade) -> None:
    (only,) = vade("list", "--max-items", "1").json["results"]

    assert only["tags"] == ["shop"]


@pytest.mark.flag("vade --count-only")
def test_count_only_counts(vade: Vade) -> None:
    answer = vade("list", "--filter", "tags=shop", "--count-only").json

    assert (answer["count"], "results" in answer) == (2, False)


@pytest.mark.flag("vade --truncate-content")
def test_truncate_content_cuts_texts(vade: Vade) -> None:
    assert vade("show", "tea", "--truncate-content", "8").json["memory"]["body"] == "Tea nee…"


@pytest.mark.flag("vade --max-output-bytes")
def test_max_output_bytes_bounds_the_answer(vade: Vade) -> None:
    run = vade("list", "--max-output-bytes", "1500")

    assert len(run.out.encode()) <= 1500
    assert run.json["meta"]["surface"]["dropped"] > 0


@pytest.mark.flag("vade --allow-unknown-keys")
def test_unknown_keys_may_be_allowed(vade: Vade) -> None:
    assert vade("list", "--filter", "bogus=1", "--allow-unknown-keys").json["results"] == []


@pytest.mark.flag("vade --filter-scope")
def test_filter_scope_settles_a_cut_page(vade: Vade) -> None:
    refused = vade("list", "--limit", "2", "--filter", "tags=coffee")

    assert (refused.status, refused.json["error"]["code"]) == (2, "refused")
    assert vade("list", "--limit", "2", "--filter", "tags=coffee", "--filter-scope", "page").keys == ["tea"]


@pytest.mark.flag("vade --ndjson")
def test_ndjson_is_a_record_a_line(vade: Vade) -> None:
    *rows, trailer = [
        json.loads(line) for line in vade("list", "--ndjson", "--select", "key").out.splitlines()
    ]

    assert rows == [{"key": "tea"}, {"key": "delivery"}, {"key": "oat-milk"}]
    assert (trailer["ok"], trailer["total"], trailer["meta"]["surface"]["stream"]) == (True, 3, True)


def test_ndjson_of_one_thing_is_refused(vade: Vade) -> None:
    run = vade("show", "tea", "--ndjson")

    assert (run.status, run.json["error"]["code"]) == (2, "refused")


def test_unknown_field_is_refused_with_advice(vade: Vade) -> None:
    run = vade("list", "--json", "--filter", "staus=active")

    assert run.status == 2
    assert run.json["error"]["suggestions"][0] == "status"
    assert run.out.count("\n") == 1


def test_lack_of_a_known_field_is_a_fact(vade: Vade) -> None:
    answer = vade("show", "tea", "--select", "memory.expires").json

    assert list(answer) == ["ok", "command", "schema", "meta"]
    assert answer["meta"]["surface"]["unresolved_keys"] == ["memory.expires"]
    assert vade("history", "tea", "--filter", "needs_review.reason~x").json["results"] == []


def test_field_that_was_not_asked_for_is_refused(vade: Vade) -> None:
    assert vade("search", "tea", "--filter", "explanation.score>0").status == 2
    assert vade("search", "tea", "--explain", "--filter", "explanation.score>0").keys == ["tea"]


def test_knob_alone_asks_for_json(vade: Vade) -> None:
    assert vade("recall", "milk", "--max-items", "1").json["command"] == "recall"


@pytest.mark.parametrize("line", [("--select", "key", "list"), ("list", "--select=key")])
def test_knobs_stand_before_or_after_the_command(vade: Vade, line: tuple[str, ...]) -> None:
    assert [list(one) for one in vade(*line).json["results"]] == [["key"]] * 3


def test_repeated_knob_adds_up_over_both_places(vade: Vade) -> None:
    assert vade("--filter", "tags=shop", "list", "--filter", "tags=coffee").keys == ["tea"]


def test_malformed_knob_stops_before_anything_is_done(vade: Vade) -> None:
    run = vade("remember", "A new thing.", "--filter", "nonsense")

    assert (run.status, run.json["error"]["code"]) == (2, "invalid_value")
    assert vade("list", "--count-only").json["count"] == 3


def test_what_was_done_is_never_refused(vade: Vade) -> None:
    answer = vade("remember", "A new thing.", "--filter", "bogus=1", "--select", "memory.key").json

    assert answer["memory"] == {"key": "a-new-thing"}
    assert answer["meta"]["surface"]["ignored"] == ["filter"]


def test_error_passes_the_knobs_untouched(vade: Vade) -> None:
    run = vade("show", "nobody", "--count-only")

    assert (run.status, run.json["error"]["code"]) == (4, "not_found")


def completed(*words: str) -> list[str]:
    completion = ShellComplete(root, {}, "vade", "_VADE_COMPLETE")
    return [item.value for item in completion.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("list", "--sort", "sta"), ["status", "stale"]),
        (("list", "--select", "key,tit"), ["key,title"]),
        (("alias", "list", "--dedupe-by", "t"), ["target"]),
        (("show", "x", "--select", "memory.ti"), ["memory.title"]),
        (("list", "--filter", "status=a"), []),
    ],
)
def test_fields_of_the_command_are_completed(words: tuple[str, ...], offered: list[str]) -> None:
    assert completed(*words) == offered


@pytest.mark.usefixtures("home")
def test_schema_is_printed(vade: Vade) -> None:
    assert json.loads(vade("schema", "review", "list").out)["title"] == "vade review list --json"
    assert "recall" in vade("schema", "--json").json["commands"]


def test_schema_of_nothing_advises(vade: Vade) -> None:
    run = vade("schema", "recal", "--json")

    assert (run.status, run.json["error"]["suggestions"][0]) == (2, "recall")


def test_commands_of_schema_are_completed() -> None:
    assert completed("schema", "rec") == ["recall"]
    assert completed("schema", "review", "pro") == ["propose"]


def test_every_command_has_the_knobs() -> None:
    context = click.Context(root, info_name="vade")

    assert "--select" in {option for param in root.get_params(context) for option in param.opts}


def test_help_names_the_knobs_and_where_they_are_explained(vade: Vade) -> None:
    assert "--max-output-bytes" in vade("list", "--help").out
    assert "Drop elements from the end" in vade("shape", "--help").out


@pytest.mark.parametrize("line", [("list", "--no-json", "--sort", "key"), ("--ndjson", "list", "--no-json")])
def test_text_cannot_be_shaped(vade: Vade, line: tuple[str, ...]) -> None:
    run = vade(*line)

    assert (run.status, run.out) == (2, "")
    assert "--no-json forbids it" in run.err


@pytest.mark.parametrize("line", [("list", "--select=key", "--bogus"), ("recal", "x", "--count-only")])
def test_line_with_a_knob_fails_in_json(vade: Vade, line: tuple[str, ...]) -> None:
    assert vade(*line).json["error"]["code"] == "unknown_name"


def test_help_is_read_whatever_the_knobs(vade: Vade) -> None:
    assert vade("list", "--filter", "x=1", "--count-only", "--help").out.startswith("Usage: vade list")
    assert vade("list", "--select", "x", "--json", "--help").json["topic"] == "vade list"


def test_stream_of_what_was_done_is_never_refused(vade: Vade) -> None:
    out = vade("alias", "add", "k8s", "kubernetes", "--ndjson", "--filter", "bogus=1", "--sort", "zq").out
    row, trailer = (json.loads(line) for line in out.splitlines())

    assert row["alias"] == "k8s"
    assert trailer["meta"]["surface"]["ignored"] == ["filter", "sort"]


def test_fields_of_what_was_done_are_selected(vade: Vade) -> None:
    assert vade("alias", "add", "k8s", "kubernetes", "--select", "alias").json["results"] == [
        {"alias": "k8s"}
    ]
