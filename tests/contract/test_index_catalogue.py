"""What every index counts and looks up."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.errors import UnknownName
from vademecum.model.ask import Corpus, Filters
from vademecum.model.brief import Census
from vademecum.model.edges import EdgeOrigin, Said
from vademecum.model.entry import Changes, Place
from vademecum.model.record import PERSONAL, Key, Kind, MemoryId, Scope, Status
from vademecum.model.value import fields_of, replace
from vademecum.ports import Index

ORG = Scope("org:acme")
MAY, YEAR_9999 = 1_714_600_000_000_000, 253_402_300_799_000_000


def put(index: Index, *entries: Any) -> None:
    index.apply(Changes(put=entries))


def test_empty_index_counts_nothing(index: Index) -> None:
    assert index.corpus() == Corpus(0, {})
    assert index.languages() == ()
    assert index.frequencies(("red",)) == {}


def test_corpus_adds_up_lengths_by_field(index: Index, samples: Any) -> None:
    put(index, samples.entry(1, "a b c", title="t"), samples.entry(2, "a b", extra="x y"))

    assert index.corpus() == Corpus(2, {"b": 5, "t": 1, "x": 2})


def test_corpus_forgets_what_is_gone(index: Index, samples: Any) -> None:
    put(index, samples.entry(1, "a b c", title="t"), samples.entry(2, "a b"))
    index.apply(Changes(gone=("personal/note-1.md",)))

    assert index.corpus() == Corpus(1, {"b": 2})


def test_frequency_counts_records_not_occurrences(index: Index, samples: Any) -> None:
    put(index, samples.entry(1, "red red", title="red"), samples.entry(2, "red blue"))

    assert index.frequencies(("blue", "red", "none", "\ud800")) == {"blue": 1, "red": 2}


def test_frequency_follows_replacement(index: Index, samples: Any) -> None:
    put(index, samples.entry(1, "red blue"))
    put(index, samples.entry(1, "red green"))

    assert index.frequencies(("red", "blue", "green")) == {"red": 1, "green": 1}


def test_many_terms_are_counted_at_once(index: Index, samples: Any) -> None:
    put(index, samples.entry(1, "w39999"))

    assert index.frequencies([f"w{number}" for number in range(40_000)]) == {"w39999": 1}


def test_prefix_expands_most_frequent_first(index: Index, samples: Any) -> None:
    put(index, samples.entry(1, "pod port post"), samples.entry(2, "post apple"), samples.entry(3, "po é"))

    assert index.expand_prefix("po", 3) == ("post", "po", "pod")
    assert index.expand_prefix("pos", 9) == ("post",)
    assert index.expand_prefix("zz", 9) == ()
    assert index.expand_prefix("\ud800", 9) == ()


def test_languages_come_most_frequent_first(index: Index, samples: Any) -> None:
    put(index, *(samples.entry(n, "a", languages=(lang,)) for n, lang in enumerate(("de", "fr", "en", "de"))))

    assert index.languages() == ("de", "en", "fr")


def test_row_returns_everything_but_postings(index: Index, samples: Any) -> None:
    given = samples.entry(5, "text", title="Head", supersedes=(samples.id_of(4),), warnings=("odd zone",))
    put(index, given)

    row = index.rows([given.id])[given.id]

    shared = set(fields_of(row)) - {"version"}
    assert {name: getattr(row, name) for name in shared} == {name: getattr(given, name) for name in shared}


def test_rows_leave_unknown_ids_out(index: Index, samples: Any) -> None:
    put(index, samples.entry(1), samples.entry(2))
    wanted = [samples.id_of(2), MemoryId("none"), MemoryId("\ud800"), samples.id_of(1)]

    assert list(index.rows(wanted)) == [samples.id_of(2), samples.id_of(1)]


def test_handle_is_id_then_key_then_prefix(index: Index, samples: Any) -> None:
    first, second = samples.id_of(1), samples.id_of(2)
    put(index, samples.entry(1, key=Key("01J0")), samples.entry(2, key=Key(first)), samples.entry(3))

    assert index.resolve(first) == (first,)
    assert index.resolve("01J0") == (first,)
    assert index.resolve("01J00") == (first, second, samples.id_of(3))
    assert index.resolve(f"01j{2:023d}") == (second,)


def test_short_prefix_names_nothing(index: Index, samples: Any) -> None:
    put(index, samples.entry(1))

    assert index.resolve("01J") == ()
    assert index.resolve("") == ()
    assert index.resolve("01J0\0") == ()
    assert index.resolve("\ud800\ud800\ud800\ud800") == ()


def test_ambiguous_key_lists_every_scope(index: Index, samples: Any) -> None:
    put(index, samples.entry(2, key=Key("k"), scope=ORG), samples.entry(1, key=Key("k")))

    assert index.resolve("k") == (samples.id_of(1), samples.id_of(2))


def test_resolve_lists_ten_at_most(index: Index, samples: Any) -> None:
    put(index, *(samples.entry(number) for number in range(12)))

    assert index.resolve("01J000") == tuple(samples.id_of(number) for number in range(10))


def test_page_shows_newest_first_then_id(index: Index, samples: Any) -> None:
    times = {1: 5, 2: None, 3: 9, 4: 5, 5: None, 6: -3}
    put(index, *(samples.entry(number, updated=at) for number, at in times.items()))

    rows, total = index.page(Filters(), limit=10)

    assert [int(row.id[3:]) for row in rows] == [3, 1, 4, 6, 2, 5]
    assert total == 6


def test_page_counts_all_and_shows_some(index: Index, samples: Any) -> None:
    put(index, *(samples.entry(number, folded_tags=("t",) if number % 2 else ()) for number in range(10)))

    rows, total = index.page(Filters(tags=("t",)), limit=2, offset=1)

    assert [int(row.id[3:]) for row in rows] == [7, 5]
    assert total == 5


def test_page_beyond_the_end_is_empty(index: Index, samples: Any) -> None:
    put(index, samples.entry(1))

    assert index.page(Filters(), limit=5, offset=3) == ((), 1)
    assert index.page(Filters(), limit=0) == ((), 1)


def test_repeats_are_found_in_their_scope(index: Index, samples: Any) -> None:
    put(index, samples.entry(2, "same"), samples.entry(1, "same"), samples.entry(3, "same", scope=ORG))
    digest = samples.entry(1, "same").body_hash

    assert index.repeats(PERSONAL, digest) == (samples.id_of(1), samples.id_of(2))
    assert index.repeats(ORG, digest) == (samples.id_of(3),)
    assert index.repeats(Scope("org:none"), digest) == ()


def test_entities_are_found_by_any_name(index: Index, samples: Any) -> None:
    city = {"kind": Kind.ENTITY, "name_forms": ("rome", "roma")}
    put(index, samples.entry(2, **city), samples.entry(1, **city, scope=ORG), samples.entry(3, "rome"))

    both = (samples.id_of(1), samples.id_of(2))
    assert index.named(("roma", "none"), ()) == {"roma": both}
    assert index.named(("rome", "roma"), (ORG,)) == {"roma": both[:1], "rome": both[:1]}


def test_renamed_entity_loses_its_old_name(index: Index, samples: Any) -> None:
    put(index, samples.entry(1, kind=Kind.ENTITY, name_forms=("rome",)))
    put(index, samples.entry(1, kind=Kind.ENTITY, name_forms=("milan",)))

    assert index.named(("rome", "milan"), ()) == {"milan": (samples.id_of(1),)}


TALLIES = [
    ("scope", {"org:acme": 1, "personal": 3}),  # entities too: a scope is present if it holds anything
    ("type", {"fact": 1, "note": 2}),
    ("status", {"active": 2, "archived": 1}),
    ("kind", {"entity": 1, "memory": 3}),
    ("month", {"1969-12": 1, "2024-05": 1, "9999-12": 1}),
    ("tag", {"a": 2, "b": 1}),
]


@pytest.mark.parametrize(("attribute", "expected"), TALLIES)
def test_tally_counts_memories_by_value(
    index: Index, samples: Any, attribute: str, expected: dict[str, int]
) -> None:
    first = samples.entry(1, created=MAY, folded_tags=("a", "a"))
    second = samples.entry(2, scope=ORG, type="fact", created=-1, folded_tags=("a", "b"))
    third = samples.entry(3, status=Status.ARCHIVED, created=None, updated=YEAR_9999)
    entity = samples.entry(4, kind=Kind.ENTITY, type="place", created=MAY, folded_tags=("a",))
    put(index, first, second, third, entity)

    assert index.tally(attribute) == expected
    assert index.tally(attribute, (ORG, PERSONAL)) == expected


WITHIN = [
    ("scope", {"org:acme": 1}),
    ("type", {"note": 1}),
    ("status", {"active": 1}),
    ("kind", {"memory": 1}),
    ("month", {"2024-05": 1}),
    ("tag", {"b": 1}),
    ("review", {"approved": 1}),
]


@pytest.mark.parametrize(("attribute", "expected"), WITHIN)
def test_tally_counts_within_the_scopes(
    index: Index, samples: Any, attribute: str, expected: dict[str, int]
) -> None:
    theirs = samples.entry(1, created=MAY, folded_tags=("a",), review="proposed")
    ours = samples.entry(2, scope=ORG, created=MAY, folded_tags=("b",), review="approved")
    put(index, theirs, ours)

    assert index.tally(attribute, (ORG,)) == expected
    assert index.tally(attribute, (Scope("org:nobody"),)) == {}


def test_census_counts_what_may_answer(index: Index, samples: Any) -> None:
    said = (Said("rhea", "knows", "sam", "", "", None, None, EdgeOrigin.RELATION),) * 2
    put(
        index,
        samples.entry(1, place=Place("Person", "Rhea", said=said), kind=Kind.ENTITY),
        samples.entry(2, place=Place("fact", "x"), scope=ORG),
        samples.entry(3, place=Place("note", "y"), status=Status.ARCHIVED),
    )

    assert index.census(()) == Census(memories={"fact": 1}, entities={"Person": 1}, relations={"knows": 2})
    assert index.census((ORG,)) == Census(memories={"fact": 1}, entities={}, relations={})


def test_census_follows_every_change(index: Index, samples: Any) -> None:
    put(index, samples.entry(1, place=Place("fact", "x")), samples.entry(2, place=Place("note", "y")))
    put(index, samples.entry(1, place=Place("decision", "x")))
    index.apply(Changes(gone=("personal/note-2.md",)))

    assert index.census(()) == Census(memories={"decision": 1}, entities={}, relations={})


def test_tally_refuses_unknown_attributes(index: Index) -> None:
    with pytest.raises(UnknownName):
        index.tally("colour")


def test_page_of_what_holds_leaves_proposals_out(index: Index, samples: Any) -> None:
    put(index, samples.entry(1, review="proposed"), samples.entry(2, review="replacement"))

    rows, total = index.page(Filters(in_force_at=0), limit=5)

    assert ([row.id for row in rows], total) == ([samples.id_of(1)], 1)


def test_page_of_what_is_settled_keeps_the_rest(index: Index, samples: Any) -> None:
    put(index, samples.entry(1, review="replacement"), samples.entry(2, review="proposed", valid_until=1))

    rows, total = index.page(Filters(settled=True), limit=5)

    assert ([row.id for row in rows], total) == ([samples.id_of(2)], 1)


def test_page_of_what_had_begun_needs_a_beginning_by_then(index: Index, samples: Any) -> None:
    put(
        index,
        samples.entry(1, created=5),
        samples.entry(2, created=6),
        samples.entry(3, created=9, valid_from=5),
        samples.entry(4, created=1, valid_from=6),
        samples.entry(5),
    )

    rows, total = index.page(Filters(begun_by=5), limit=9)

    assert ([row.id for row in rows], total) == ([samples.id_of(n) for n in (5, 3, 1)], 3)


def test_page_of_what_held_ends_with_each_interval(index: Index, samples: Any) -> None:
    put(
        index,
        samples.entry(1, valid_until=5),
        samples.entry(2, valid_until=6),
        samples.entry(3, expires=5),
        samples.entry(4, expires=5, pinned=True),
        samples.entry(5, review="replacement"),
    )

    rows, total = index.page(Filters(held_at=5), limit=9)

    assert ([row.id for row in rows], total) == ([samples.id_of(n) for n in (4, 2)], 2)


def test_page_of_what_held_ends_where_a_successor_begins(index: Index, samples: Any) -> None:
    past = {"status": Status.SUPERSEDED}
    put(
        index,
        samples.entry(1, created=5),
        samples.entry(2, created=1, valid_from=6),
        samples.entry(3, superseded_by=samples.id_of(1), **past),
        samples.entry(4, superseded_by=samples.id_of(2), **past),
        samples.entry(5, superseded_by=samples.id_of(2), valid_until=5, pinned=True, **past),
        samples.entry(6, superseded_by=samples.id_of(99), valid_until=6, **past),
        samples.entry(7, superseded_by=samples.id_of(99), **past),
    )

    rows, total = index.page(Filters(held_at=5, statuses=(Status.SUPERSEDED,)), limit=9)

    assert ([row.id for row in rows], total) == ([samples.id_of(n) for n in (6, 4)], 2)


def test_page_of_what_waits_holds_reviews_and_doubts(index: Index, samples: Any) -> None:
    plain = samples.entry(1)
    doubted = samples.entry(2, card=replace(plain.card, needs_review="its source changed"))
    put(index, plain, doubted, samples.entry(3, review="draft"), samples.entry(4, review="published"))

    rows, total = index.page(Filters(waiting=True), limit=5)

    assert ([row.id for row in rows], total) == ([samples.id_of(3), samples.id_of(2)], 2)


def test_a_file_of_a_scope_is_named(index: Index, samples: Any) -> None:
    team = replace(samples.entry(1, "red"), scope=ORG, path="org__acme/.vademecum/one.md")
    page = replace(samples.entry(2, "red"), scope=ORG, path="org__acme/entities/two.md", kind=Kind.ENTITY)
    put(index, team, page, samples.entry(3, "red"))

    assert index.file_of(ORG) == "org__acme/entities/two.md"
    assert index.file_of(PERSONAL) == "personal/note-3.md"
    index.apply(Changes(gone=("org__acme/entities/two.md",)))
    assert (index.file_of(ORG), index.file_of(Scope("org:none"))) == (None, None)


def test_page_of_what_is_settled_keeps_what_took_its_place(index: Index, samples: Any) -> None:
    old = samples.entry(1, status=Status.SUPERSEDED, superseded_by=samples.id_of(2))
    put(index, old, samples.entry(2, review="replacement"), samples.entry(3, review="replacement"))
    active = (Status.ACTIVE,)

    found = [
        [row.id for row in index.page(Filters(statuses=active, **given), limit=5)[0]]
        for given in ({"settled": True}, {"in_force_at": 0}, {"held_at": 0})
    ]

    assert found == [[samples.id_of(2)]] * 3


def test_page_of_what_is_pinned_holds_nothing_else(index: Index, samples: Any) -> None:
    put(index, samples.entry(1), samples.entry(2, pinned=True), samples.entry(3))

    rows, total = index.page(Filters(pinned=True), limit=5)

    assert ([row.id for row in rows], total) == ([samples.id_of(2)], 1)


@pytest.mark.parametrize(
    ("times", "found"),
    [
        ({"created": 10}, True),
        ({"created": 19}, True),
        ({"created": 9}, False),
        ({"created": 20}, False),
        ({"created": 5, "valid_from": 12}, True),
        ({"created": 12, "valid_from": 5}, True),
        ({"created": 5, "valid_from": 1}, False),
        ({"created": 5, "valid_from": 1, "valid_until": 11}, True),
        ({"created": 5, "valid_from": 1, "valid_until": 10}, False),
        ({"created": 5, "valid_until": 30}, False),
        ({}, False),
    ],
)
def test_page_of_a_time_holds_what_began_or_held_in_it(
    index: Index, samples: Any, times: dict[str, int], found: bool
) -> None:
    put(index, replace(samples.entry(1), **{"created": None, **times}))

    assert index.page(Filters(of_time=(10, 20)), limit=5)[1] == found
