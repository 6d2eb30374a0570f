"""What every index derives by rules, and when it takes it back."""

from __future__ import annotations

from typing import Any

from vademecum.model.edges import FIRST_DERIVED, EdgeOrigin, id_end
from vademecum.model.entry import Changes, Entry, Place
from vademecum.model.record import Kind, Scope
from vademecum.model.rules import Condition, ConditionKind, Rule, RuleBook, RuleTally
from vademecum.model.value import replace
from vademecum.model.vectors import Embedded, Space
from vademecum.ports import Index

CITY = Condition(kind=ConditionKind.EQUAL, subject_field="city", object_field="city")
MEANS = Condition(kind=ConditionKind.MEANING, bound=0.5)


def rule(when: Condition = CITY, **more: Any) -> Rule:
    ends = {"subjects": ("person",), "objects": ("person",)}
    return Rule(**{"name": "neighbours", "predicate": "near", "when": when, **ends, **more})


def person(samples: Any, number: int, city: str, *forms: str, **more: Any) -> Entry:
    place = Place("Person", f"N{number}", forms, f"key {number}", fields=(("city", (city,)),))
    entry: Entry = samples.entry(number, kind=Kind.ENTITY, place=place, **more)
    return entry


def put(index: Index, *entries: Entry) -> None:
    index.apply(Changes(put=entries))


def joined(index: Index) -> list[tuple[str, str, str]]:
    return [(one.subject, one.predicate, one.object) for one in index.edges().statements()]


def edge(samples: Any, one: int, other: int) -> tuple[str, str, str]:
    return id_end(samples.id_of(one)), "near", id_end(samples.id_of(other))


def test_new_index_has_no_rules(index: Index) -> None:
    assert index.derivations().book() == RuleBook()
    assert (index.derivations().state(), index.derivations().tally()) == ("", {})


def test_rules_derive_of_what_is_stored(index: Index, samples: Any) -> None:
    put(index, person(samples, 1, "Porto"), person(samples, 2, "PORTO"), person(samples, 3, "Lyon"))

    index.derivations().put(RuleBook((rule(),)), "state")

    assert joined(index) == [edge(samples, 1, 2)]
    assert index.derivations().book() == RuleBook((rule(),))
    assert index.derivations().state() == "state"


def test_write_derives_and_takes_back(index: Index, samples: Any) -> None:
    index.derivations().put(RuleBook((rule(),)), "")
    put(index, person(samples, 2, "Porto"), person(samples, 3, "Lyon"))

    put(index, person(samples, 1, "Porto"))
    before = joined(index)
    put(index, person(samples, 1, "Lyon"))

    assert (before, joined(index)) == ([edge(samples, 1, 2)], [edge(samples, 1, 3)])


def test_edge_goes_with_either_record(index: Index, samples: Any) -> None:
    index.derivations().put(RuleBook((rule(),)), "")
    put(index, *(person(samples, number, "Porto") for number in (1, 2, 3)))

    index.apply(Changes(gone=("personal/note-2.md",)))

    assert joined(index) == [edge(samples, 1, 3)]


def test_derived_edge_says_what_it_is(index: Index, samples: Any) -> None:
    index.derivations().put(RuleBook((rule(),)), "")
    put(index, person(samples, 1, "Porto"), person(samples, 2, "Porto"))

    (found,) = index.edges().touching([id_end(samples.id_of(2))], most=10)

    assert (found.id, found.origin, found.subject_name) == (samples.id_of(1), EdgeOrigin.RULE, "neighbours")
    assert found.position >= FIRST_DERIVED


def test_derived_edges_are_no_part_of_entries(index: Index, samples: Any) -> None:
    index.derivations().put(RuleBook((rule(),)), "")
    entries = person(samples, 1, "Porto"), person(samples, 2, "Porto")
    put(index, *entries)

    assert tuple(index.entries()) == entries


def test_value_of_too_many_joins_nobody(index: Index, samples: Any) -> None:
    index.derivations().put(RuleBook((rule(),)), "")
    put(index, *(person(samples, number, "Porto") for number in range(101)))
    crowded = index.derivations().tally(), joined(index)

    index.apply(Changes(gone=("personal/note-100.md",)))

    assert crowded == ({"neighbours": RuleTally(edges=0, crowded=1)}, [])
    assert index.derivations().tally() == {"neighbours": RuleTally(edges=4950, crowded=0)}


def test_changed_rule_takes_back_what_it_brought(index: Index, samples: Any) -> None:
    put(index, person(samples, 1, "Porto", "rhea"), person(samples, 2, "Rhea"))
    index.derivations().put(RuleBook((rule(predicate="old"), rule(name="other"))), "a")

    named = Condition(kind=ConditionKind.KEY, subject_field="city")
    index.derivations().put(RuleBook((rule(named),)), "b")

    assert joined(index) == [edge(samples, 2, 1)]


def test_projects_are_not_joined_with_each_other(index: Index, samples: Any) -> None:
    index.derivations().put(RuleBook((rule(),)), "")
    one, other = Scope("project:x__0123456789ab"), Scope("org:acme")

    put(
        index,
        person(samples, 1, "Porto", scope=one),
        person(samples, 2, "Porto", scope=other),
        person(samples, 3, "Porto"),
    )

    assert joined(index) == [edge(samples, 1, 3), edge(samples, 2, 3)]


def test_rule_of_a_scope_needs_an_end_there(index: Index, samples: Any) -> None:
    project = Scope("project:x__0123456789ab")
    index.derivations().put(RuleBook((rule(scope=project),)), "")

    put(
        index,
        person(samples, 1, "Porto"),
        person(samples, 2, "Porto"),
        person(samples, 3, "Porto", scope=project),
    )

    assert joined(index) == [edge(samples, 1, 3), edge(samples, 2, 3)]


def test_meanings_join_once_they_are_known(index: Index, samples: Any) -> None:
    both = Condition(kind=ConditionKind.ALL, parts=(CITY, MEANS))
    index.derivations().put(RuleBook((rule(both),)), "")
    put(index, *(person(samples, number, "Porto") for number in (1, 2, 3)))
    before = joined(index)
    index.vectors().begin(Space(model="m", dimension=2))
    rows = {samples.id_of(1): b"\x7f\x00", samples.id_of(2): b"\x00\x7f", samples.id_of(3): b"\x7f\x05"}

    lacking = index.vectors().lacking(10)
    index.vectors().put("m", [Embedded(version, "d", (rows[id],)) for id, version in lacking])

    assert (before, joined(index)) == ([], [edge(samples, 1, 3)])


def test_meanings_of_another_model_join_nothing(index: Index, samples: Any) -> None:
    both = Condition(kind=ConditionKind.ALL, parts=(CITY, MEANS))
    index.derivations().put(RuleBook((rule(both),)), "")
    put(index, person(samples, 1, "Porto"), person(samples, 2, "Porto"))
    index.vectors().begin(Space(model="m", dimension=2))
    lacking = index.vectors().lacking(10)
    index.vectors().put("m", [Embedded(version, "d", (b"\x7f\x00",)) for _, version in lacking])
    before = joined(index)

    index.vectors().begin(Space(model="n", dimension=2))

    assert (before, joined(index)) == ([edge(samples, 1, 2)], [])


def test_rebuild_derives_the_same(index: Index, samples: Any) -> None:
    entries = [person(samples, number, "Porto") for number in (3, 1, 2)]
    put(index, *entries)
    index.derivations().put(RuleBook((rule(),)), "state")
    before = list(index.edges().statements())

    with index.rebuilding() as fresh:
        fresh.derivations().put(RuleBook((rule(),)), "state")
        put(fresh, *reversed(entries))

    assert list(index.edges().statements()) == before


def test_traits_tell_what_rules_read(index: Index, samples: Any) -> None:
    put(index, person(samples, 1, "Porto", "rhea"))

    found = index.derivations().traits([samples.id_of(1), samples.id_of(2)])

    assert list(found) == [samples.id_of(1)]
    assert found[samples.id_of(1)].fields == {"city": ("Porto",)}
    assert found[samples.id_of(1)].forms == ("rhea", "key 1")


def test_what_a_change_derives_is_foreseen(index: Index, samples: Any) -> None:
    index.derivations().put(RuleBook((rule(),)), "")
    put(index, person(samples, 1, "Porto"), person(samples, 2, "Porto"), person(samples, 3, "Lyon"))
    moved = replace(
        index.derivations().traits([samples.id_of(2)])[samples.id_of(2)], fields={"city": ("Lyon",)}
    )

    foreseen = index.derivations().foreseen({samples.id_of(2): moved})

    assert [(one.subject, one.predicate, one.object) for one in foreseen.comes] == [edge(samples, 2, 3)]
    assert [(one.subject, one.predicate, one.object) for one in foreseen.goes] == [edge(samples, 1, 2)]


def test_foreseeing_keeps_nothing(index: Index, samples: Any) -> None:
    index.derivations().put(RuleBook((rule(),)), "")
    put(index, person(samples, 1, "Porto"), person(samples, 2, "Porto"))

    foreseen = index.derivations().foreseen({samples.id_of(1): None})

    assert (foreseen.comes, len(foreseen.goes)) == ((), 1)
    assert joined(index) == [edge(samples, 1, 2)]


def test_new_rules_reach_everything_in_the_end(index: Index, samples: Any) -> None:
    put(index, *(person(samples, number, f"city {number // 2}") for number in range(500)))
    index.derivations().put(RuleBook((rule(),)), "")

    while index.derivations().advance():
        pass

    assert (index.derivations().due(), len(joined(index))) == (0, 250)
