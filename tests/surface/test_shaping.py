"""Documents shaped: what remains, what is refused, what is said of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vademecum.errors import LimitExceeded, Refused
from vademecum.surface.envelope import to_json
from vademecum.surface.knobs import Shape, shape_of
from vademecum.surface.shaping import shaped, shaped_document

CHECKS: dict[str, Any] = {
    "ok": True,
    "integrity_ok": True,
    "checks": [
        {"name": "fts", "ok": True, "detail": {"rows": 10, "a=b": 1}},
        {"name": "vec", "ok": False, "detail": {"rows": 9}},
    ],
}


def shape(document: Any, **knobs: Any) -> Any:
    turned = shape_of(knobs)
    assert turned is not None
    return json.loads(shaped(document, turned, to_json))


def names(document: Any, **knobs: Any) -> list[Any]:
    return [one.get("name") for one in shape(document, **knobs)["checks"]]


def own(command: str, *results: Any, **more: Any) -> dict[str, Any]:
    meta = more.pop("meta", {})
    return {
        "ok": True,
        "command": command,
        "schema": "vade/1",
        "results": list(results),
        **more,
        "meta": meta,
    }


@pytest.mark.parametrize(
    ("knobs", "left"),
    [
        ({"filter": "name=fts"}, ["fts"]),
        ({"filter": ["ok=false", "detail.rows<10"]}, ["vec"]),
        ({"filter": '"detail"."a=b"=1'}, ["fts"]),
        ({"filter": "name!=fts"}, ["vec"]),
        ({"sort": "detail.rows"}, ["vec", "fts"]),
        ({"sort": ["ok", "name"]}, ["vec", "fts"]),
        ({"sort": "name:desc"}, ["vec", "fts"]),
        ({"dedupe_by": "detail.a=b", "allow_unknown_keys": True}, ["fts", "vec"]),
        ({"max_items": 1}, ["fts"]),
        ({"select": "name,ok"}, ["fts", "vec"]),
    ],
)
def test_elements_are_chosen_and_ordered(knobs: dict[str, Any], left: list[str]) -> None:
    assert names(CHECKS, **knobs) == left


def test_fields_are_selected_at_their_places() -> None:
    assert shape(CHECKS, select="detail.rows,name")["checks"] == [
        {"detail": {"rows": 10}, "name": "fts"},
        {"detail": {"rows": 9}, "name": "vec"},
    ]


def test_whole_field_outweighs_a_part_of_it() -> None:
    assert shape(CHECKS, select="detail.rows,detail")["checks"][0] == {
        "detail": CHECKS["checks"][0]["detail"]
    }


def test_selection_reaches_into_lists() -> None:
    document = {"results": [{"tags": [{"n": 1, "x": 2}, {"x": 3}]}, {"tags": []}]}

    assert shape(document, select="tags.n")["results"] == [{"tags": [{"n": 1}, {}]}, {}]


def test_field_is_found_under_either_name_in_each_element() -> None:
    rows = [{"type": "a", "n": 1}, {"entity_type": "a", "n": 2}, {"type": "b", "entity_type": "a", "n": 3}]

    assert shape(rows, filter="type=a", select="entity_type")["results"] == [
        {"type": "a"},
        {"entity_type": "a"},
    ]


def test_knobs_work_in_one_order() -> None:
    rows = [{"n": n, "group": n % 2, "text": "x"} for n in range(6)]

    done = shape({"results": rows}, max_items=2, select="n", sort="n:desc", dedupe_by="group", filter="n<5")

    assert done["results"] == [{"n": 4}, {"n": 3}]


def test_repeats_are_told_by_value_not_by_form() -> None:
    rows = [{"k": one} for one in (1, 1.0, True, "1", None, None, [1], [1], [True], {"a": 1}, {"a": 1})]

    assert [one["k"] for one in shape({"results": [*rows, {}, {}]}, dedupe_by="k")["results"][:-2]] == [
        1,
        True,
        "1",
        None,
        [1],
        [True],
        {"a": 1},
    ]


def test_every_list_is_capped_and_said() -> None:
    document = {"nodes": [{"edges": [1, 2, 3]}, {"edges": [1]}, {}], "types": ["a", "b", "c"]}

    done = shape(document, max_items=2)

    assert done["nodes"] == [{"edges": [1, 2]}, {"edges": [1]}]
    assert done["meta"]["surface"]["capped"] == {"nodes": [3, 2], "nodes[].edges": [3, 2], "types": [3, 2]}
    assert done["meta"]["truncated"] is True


def test_texts_are_cut_and_addresses_kept() -> None:
    row = {
        "id": "01JD5XXXXXXXXX",
        "chat_id": "abcdefghijklmnop",
        "body": "abcdefghijk",
        "tags": ["abcdefghijk"],
        "status": "supersededness",
        "at": "2026-03-31T10:00:00+00:00",
    }

    done = shape({"results": [row]}, truncate_content=10)

    assert done["results"] == [{**row, "body": "abcdefghi…", "tags": ["abcdefghi…"]}]
    assert done["meta"]["surface"]["content_truncated"] == 2


def test_texts_are_cut_between_letters_as_seen() -> None:
    assert (
        shape({"results": [{"t": "e\u0301e\u0301e\u0301"}]}, truncate_content=4)["results"][0]["t"]
        == "e\u0301…"
    )


def test_count_stands_alone() -> None:
    assert shape(CHECKS, count_only=True, filter="ok=true") == {
        "count": 1,
        "ok": True,
        "meta": {
            "surface": {
                "knobs": {"filter": ["ok=true"], "count_only": True},
                "input_count": 2,
                "output_count": 1,
                "result_array": "checks",
                "result_array_source": "fallback",
                "resolved_keys": {"ok": "ok"},
            }
        },
    }


def test_bare_list_gets_room_for_an_account() -> None:
    done = shape([{"a": 1}, {"a": 2}], filter="a>1")

    assert done["results"] == [{"a": 2}]
    assert done["meta"]["surface"]["input_count"] == 2


@pytest.mark.parametrize(
    ("document", "array"),
    [
        ({"tags": [1], "items": [2]}, "items"),
        ({"results": {}, "items": [2]}, "items"),
        ({"zebra": [1], "apple": [2]}, "zebra"),
    ],
)
def test_list_of_results_is_found(document: Any, array: str) -> None:
    assert shape(document, max_items=5)["meta"]["surface"]["result_array"] == array


@pytest.mark.parametrize("meta", [5, [1], None])
def test_foreign_meta_is_kept(meta: Any) -> None:
    done = shape({"results": [1], "meta": meta}, max_items=5)

    assert done["meta"] == meta
    assert done["vade_surface"]["output_count"] == 1


@pytest.mark.parametrize("surface", ["ocean", {"depth": 3}, None])
def test_foreign_name_of_the_account_is_kept(surface: Any) -> None:
    done = shape({"results": [1], "meta": {"surface": surface}, "vade_surface": 7}, max_items=0)

    assert (done["meta"], done["vade_surface"]) == ({"surface": surface}, 7)
    assert done["vade_surface_"]["truncated"] is True


def test_earlier_account_is_replaced() -> None:
    done = shape(shape({"results": [1, 2]}, max_items=1), max_items=1)

    assert done["meta"]["surface"]["input_count"] == 1
    assert list(done) == ["results", "meta"]


def test_flag_that_denies_a_cut_is_raised() -> None:
    assert shape({"results": [1, 2], "truncated": False}, max_items=1)["truncated"] is True


def test_foreign_document_has_no_frame() -> None:
    document = {"name": "x", "command": {"c": [1, 2]}, "schema": 1, "meta": {"rows": [1, 2]}}

    assert sorted(shape(document, select="name")) == ["meta", "name"]
    assert shape(document, max_items=1)["command"] == {"c": [1]}
    assert shape(document, max_items=1)["meta"]["rows"] == [1]


def test_frame_of_ours_is_neither_cut_nor_said_to_be() -> None:
    done = shape(own("search", 1, meta={"warnings": ["a", "b"]}), max_items=1, truncate_content=1)

    assert done["meta"]["warnings"] == ["a", "b"]
    assert "capped" not in done["meta"]["surface"]


def test_selection_reaches_into_elements_that_are_lists() -> None:
    assert shape([[1, 2], [{"a": 3, "b": 4}], 5], select="0,a")["results"] == [[1], [{"a": 3, "b": 4}], 5]


@pytest.mark.parametrize(
    ("knobs", "left"),
    [
        ({"select": "alias"}, [{"alias": "a"}]),
        ({"select": "outcome"}, None),
        ({"filter": "alias=zz"}, [{"alias": "a", "target": "b"}]),
    ],
)
def test_fields_of_a_receipts_results_are_selected(knobs: dict[str, Any], left: Any) -> None:
    receipt = own("alias add", {"alias": "a", "target": "b"}, outcome="created")

    assert shape(receipt, **knobs).get("results") == left


@pytest.mark.parametrize(
    ("knobs", "message", "suggestions"),
    [
        ({"filter": "integrity_ok=false"}, "stands on the answer itself; the knobs reach into 'checks'", ()),
        ({"filter": "nmae=fts"}, "no field 'nmae' in any element of 'checks'", ("name",)),
        ({"sort": "detail.rwos"}, "did you mean detail.rows", ("detail.rows", "detail", 'detail."a=b"')),
        ({"dedupe_by": "xyz"}, "no field 'xyz'", ()),
        ({"select": "nmae,bogus"}, "no field 'nmae'", ("name",)),
    ],
)
def test_unknown_field_is_refused(knobs: dict[str, Any], message: str, suggestions: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match=message) as refused:
        shape(CHECKS, **knobs)

    assert refused.value.suggestions == suggestions
    assert refused.value.details["array"] == "checks"


def test_refusal_says_when_its_advice_is_partial() -> None:
    with pytest.raises(Refused, match="vocabulary_partial") as refused:
        shape({"results": [{"k": n} for n in range(65)]}, filter="kk=1")

    assert refused.value.details["vocabulary_partial"] is True


def test_partial_selection_is_answered_and_said() -> None:
    done = shape(CHECKS, select="name,zq,nmae")

    assert done["checks"] == [{"name": "fts"}, {"name": "vec"}]
    assert done["meta"]["surface"]["unresolved_keys"] == ["zq", "nmae"]
    assert done["meta"]["surface"]["key_suggestions"] == {"zq": [], "nmae": ["name"]}


@pytest.mark.parametrize(
    "knobs", [{"select": "k,rare"}, {"filter": "nmae=1"}, {"sort": "x"}, {"dedupe_by": "x"}]
)
def test_empty_list_refuses_nothing(knobs: dict[str, Any]) -> None:
    assert shape({"results": []}, **knobs)["results"] == []


@pytest.mark.parametrize(
    ("knobs", "left"),
    [({"filter": "x=1"}, []), ({"filter": "x!=1"}, ["fts", "vec"]), ({"sort": "x"}, ["fts", "vec"])],
)
def test_unknown_field_may_be_allowed(knobs: dict[str, Any], left: list[str]) -> None:
    assert names(CHECKS, allow_unknown_keys=True, **knobs) == left


@pytest.mark.parametrize(
    "document", [{"ok": False, "error": {}}, {"error": True, "items": []}, {"$schema": "x", "items": [1]}]
)
def test_errors_and_schemas_pass_untouched(document: Any) -> None:
    assert shape(document, filter="nothing=1", count_only=True) == document


@pytest.mark.parametrize("knob", [{"filter": "a=1"}, {"sort": "a"}, {"dedupe_by": "a"}, {"count_only": True}])
@pytest.mark.parametrize("document", [{"a": 1}, 5, "text", None])
def test_answer_without_a_list_cannot_be_judged(document: Any, knob: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="has no list for --"):
        shape(document, **knob)


def test_single_answer_is_selected_from() -> None:
    document = {"ok": True, "command": "show", "schema": "vade/1", "memory": {"id": 1, "key": 2}, "meta": {}}

    done = shape(document, select="memory.id")

    assert {k: v for k, v in done.items() if k != "meta"} == {
        "ok": True,
        "command": "show",
        "schema": "vade/1",
        "memory": {"id": 1},
    }


def test_field_inside_a_single_answer_is_advised() -> None:
    with pytest.raises(Refused, match=r"no field 'title' in this answer; did you mean memory\.title"):
        shape({"memory": {"title": "x"}}, select="title")


@pytest.mark.parametrize("knob", [{"filter": "a=1"}, {"sort": "a"}, {"dedupe_by": "a"}, {"count_only": True}])
@pytest.mark.parametrize(
    "document",
    [
        own("list", {"a": 1}, total=7, meta={"truncated": True}),
        {"results": [{"a": 1}], "truncated": True},
    ],
)
def test_cut_page_is_judged_only_as_a_page(document: Any, knob: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="as if they were all"):
        shape(document, **knob)

    done = shape(document, filter_scope="page", **knob)

    assert done["meta"]["surface"]["count_scope"] == "page"


def test_best_hits_are_no_page() -> None:
    found = own("search", {"a": 1}, {"a": 2}, meta={"truncated": True})

    assert shape(found, filter="a=2")["results"] == [{"a": 2}]


def test_receipt_is_never_refused() -> None:
    receipt = {
        "ok": True,
        "command": "remember",
        "schema": "vade/1",
        "memory": {"id": 1},
        "similar": [],
        "meta": {},
    }

    done = shape(receipt, filter="nothing=1", count_only=True, select="bogus")

    assert done["memory"] == {"id": 1}
    assert done["meta"]["surface"]["ignored"] == ["filter", "count_only"]
    assert done["meta"]["surface"]["unresolved_keys"] == ["bogus"]


def test_what_applied_nothing_is_no_receipt() -> None:
    found = own("tidy", {"kind": "a"}, {"kind": "b"}, applied=False)

    assert shape(found, filter="kind=a")["results"] == [{"kind": "a"}]
    with pytest.raises(Refused, match="did you mean kind"):
        shape(found, filter="knid=a")
    assert len(shape({**found, "applied": True}, filter="knid=a")["results"]) == 2


def test_depth_is_bounded() -> None:
    deep: Any = 1
    for _ in range(3000):
        deep = [deep]

    with pytest.raises(LimitExceeded, match="nested too deeply"):
        shaped({"results": [deep]}, Shape(max_items=3), to_json)


def test_depth_of_what_passes_is_bounded_too() -> None:
    deep: Any = 1
    for _ in range(3000):
        deep = [deep]

    with pytest.raises(LimitExceeded, match="nested too deeply"):
        shaped({"ok": False, "error": deep}, Shape(max_items=3), to_json)


def test_nothing_given_is_changed() -> None:
    before = json.dumps(CHECKS)

    shape(CHECKS, sort="name:desc", select="detail.rows", max_items=1, truncate_content=1, dedupe_by="name")

    assert json.dumps(CHECKS) == before


def test_document_may_be_shaped_without_being_written() -> None:
    assert shaped_document(CHECKS, Shape(max_items=1)).document["checks"] == CHECKS["checks"][:1]
