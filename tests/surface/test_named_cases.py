"""The cases S1 to S12 that the surface was built for, and the founding constants.

S13 and S14 go knob by knob, in `test_every_knob`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from vademecum.errors import Refused
from vademecum.surface.arrays import DECLARED
from vademecum.surface.envelope import to_json
from vademecum.surface.keys import parse_key
from vademecum.surface.knobs import Shape, shape_of
from vademecum.surface.shaping import shaped
from vademecum.surface.synonyms import spellings
from vademecum.surface.vocabulary import FieldScope, advise
from vademecum.text.nearest import nearest


def done(document: Any, **knobs: Any) -> Any:
    return json.loads(shaped(document, shape_of(knobs) or Shape(), to_json))


def rows(document: Any, **knobs: Any) -> list[Any]:
    found: list[Any] = done(document, **knobs)["results"]
    return found


def own(command: str, *results: Any, **meta: Any) -> dict[str, Any]:
    return {"ok": True, "command": command, "schema": "vade/1", "results": list(results), "meta": meta}


@pytest.mark.parametrize("knob", ["filter", "sort", "dedupe_by", "select"])
def test_s1_unknown_key_is_refused_with_advice(knob: str) -> None:
    with pytest.raises(Refused) as refused:
        done([{"name": 1}], **{knob: "nmae=1" if knob == "filter" else "nmae"})

    assert refused.value.suggestions == ("name",)


def test_s1_key_of_the_envelope_is_refused_and_says_so() -> None:
    with pytest.raises(Refused, match="stands on the answer itself; the knobs reach into 'checks'"):
        done({"integrity_ok": True, "checks": [{"name": "fts"}]}, filter="integrity_ok=false")


def test_s2_key_of_the_last_element_counts() -> None:
    late = [{"k": n} for n in range(100_000)] + [{"k": 0, "rare": 1}]

    assert rows(late, filter="rare=1") == [{"k": 0, "rare": 1}]


def test_s2_late_key_is_not_suggested_and_that_is_said() -> None:
    late = [{"k": n} for n in range(65)] + [{"rare": 1}]

    with pytest.raises(Refused, match="vocabulary_partial") as refused:
        done(late, filter="rrae=1")

    assert refused.value.suggestions == ()


@pytest.mark.parametrize(("has", "asked"), [("type", "entity_type"), ("entity_type", "type")])
def test_s3_synonym_holds_both_ways(has: str, asked: str) -> None:
    assert rows([{has: "a"}, {has: "b"}], filter=f"{asked}=a", select=asked) == [{has: "a"}]


def test_s3_own_spelling_wins() -> None:
    assert rows([{"type": "a", "entity_type": "b"}], filter="type=a") != []
    assert rows([{"type": "a", "entity_type": "b"}], filter="type=b") == []


@pytest.mark.parametrize(
    ("command", "also"),
    [
        ("graph", ["entity_type", "type"]),
        ("graph stats", ["entity_type", "type"]),
        ("graph-ndjson", []),
        ("list", []),
        (None, []),
    ],
)
def test_s4_synonym_of_a_command_is_its_own(command: str | None, also: list[str]) -> None:
    assert [str(one) for one in spellings(parse_key("-", "kind"), command)] == ["kind", *also]


def test_s5_dotted_key_is_found_refused_and_advised_by_segment() -> None:
    nested = [{"graph_context": {"name": "x", "entity_type": "t"}}]

    assert rows(nested, filter="graph_context.type=t") == nested
    with pytest.raises(Refused) as refused:
        done(nested, filter="graph_context.nmae=x")
    assert refused.value.suggestions[0] == "graph_context.name"


def test_s5_synonym_is_advised_only_where_its_path_leads() -> None:
    scope = FieldScope(elements=[{"type": 1, "a": {"b": 1}}], envelope={})

    assert "a.type" not in advise(scope, parse_key("-", "a.entity_type")).suggestions


@pytest.mark.parametrize(
    ("condition", "left"),
    [
        ("n=10", [10]),
        ("n==10.0", [10]),
        ("n!=10", [9, None]),
        ("n>9", [10]),
        ("n>=9", [10, 9]),
        ("n<10", [9]),
        ("n<=10", [10, 9]),
        ("n in 9,11", [9]),
        ("n exists", [10, 9]),
        ("t~STR", [9]),
        ('"a=b~c">0', [10]),
    ],
)
def test_s6_operators_judge(condition: str, left: list[Any]) -> None:
    elements = [{"n": 10, "a=b~c": 1}, {"n": 9, "t": "a string"}, {}]

    assert [one.get("n") for one in rows(elements, filter=condition)] == left


def test_s7_elements_without_the_key_come_last_and_all_stay() -> None:
    elements = [{"x": 1}, {"n": 10}, {"n": 9}, {"x": 2}, {"n": 10, "x": 3}]

    assert rows(elements, sort="n") == [{"n": 9}, {"n": 10}, {"n": 10, "x": 3}, {"x": 1}, {"x": 2}]
    assert rows(elements, sort="n:desc")[-2:] == [{"x": 1}, {"x": 2}]
    assert rows(elements, dedupe_by="n") == [{"x": 1}, {"n": 10}, {"n": 9}, {"x": 2}]


def test_s8_every_array_is_capped() -> None:
    graph = {"nodes": [{"id": 1}, {"id": 2}], "edges": list(range(59_066)), "more": {"deep": [[1, 2, 3]] * 3}}

    capped = done(graph, max_items=2)

    assert (capped["edges"], capped["more"]["deep"]) == ([0, 1], [[1, 2], [1, 2]])
    assert capped["meta"]["truncated"] is True


def test_s9_nothing_fits_and_the_stub_says_so() -> None:
    assert done({"text": "x" * 1000}, max_output_bytes=160) == {
        "truncated": True,
        "truncated_reason": "max_output_bytes",
        "max_output_bytes": 160,
    }


def test_s9_elements_go_before_other_lists() -> None:
    fitted = done({"nodes": [{"t": "x" * 50}] * 9, "edges": [1, 2]}, max_output_bytes=400)

    assert (0 < len(fitted["nodes"]) < 9, fitted["edges"]) == (True, [1, 2])
    assert fitted["meta"]["surface"]["dropped"] == 9 - len(fitted["nodes"])


def test_s10_without_knobs_nothing_is_shaped() -> None:
    assert shape_of({}) is None
    assert shape_of({"select": None, "filter": (), "count_only": False}) is None


@pytest.mark.parametrize("knob", [{"filter": "x=1"}, {"sort": "x"}, {"dedupe_by": "x"}, {"select": "x"}])
def test_s11_empty_array_is_never_refused(knob: dict[str, str]) -> None:
    assert rows({"results": [], "note": 1}, **knob) == []


def test_s12_page_is_no_universe() -> None:
    page = {**own("list", {"a": 1}, truncated=True), "total": 9}

    with pytest.raises(Refused, match="1 of 9 elements"):
        done(page, count_only=True)

    assert done(page, count_only=True, filter_scope="page")["count"] == 1
    assert done(own("search", {"a": 1}, truncated=True), count_only=True)["count"] == 1


def test_founding_result_arrays_are_looked_for_in_order() -> None:
    assert " ".join(DECLARED) == "results items nodes entities memories hits rows matches data types"


@pytest.mark.parametrize(
    ("asked", "names", "advised"),
    [
        ("nmae", ["name"], True),
        ("body_lenght", ["body_length"], True),
        ("kind", ["type"], False),
        ("entity_type", ["type"], False),  # 0.563, below the floor: only the table of synonyms can offer it
        ("score", ["source"], True),
        ("chave_errada", ["name"], False),  # 0.556
    ],
)
def test_advice_has_the_founding_floor(asked: str, names: list[str], advised: bool) -> None:
    assert nearest(asked, names) == (tuple(names) if advised else ())


def test_advice_is_three_at_most_and_ties_go_by_name() -> None:
    assert advise(
        FieldScope(elements=[{"ac": 1, "ab": 1, "ae": 1, "ad": 1}], envelope={}), parse_key("-", "aa")
    ) == (
        advise(FieldScope(elements=[{"ab": 1, "ac": 1, "ad": 1, "ae": 1}], envelope={}), parse_key("-", "aa"))
    )


@pytest.mark.parametrize(("count", "partial"), [(64, False), (65, True)])
def test_advice_looks_at_sixty_four_elements(count: int, partial: bool) -> None:
    scope = FieldScope(elements=[{"k": 1}] * count, envelope={})

    assert advise(scope, parse_key("-", "x")).partial is partial


@pytest.mark.parametrize(("count", "partial"), [(512, False), (513, True)])
def test_advice_knows_five_hundred_and_twelve_names(count: int, partial: bool) -> None:
    elements = [{f"k{n}": n for n in range(count)}] * 2

    assert advise(FieldScope(elements=elements, envelope={}), parse_key("-", "x")).partial is partial
