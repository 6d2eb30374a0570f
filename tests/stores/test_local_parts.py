"""Small pieces of the local index, each for itself."""

from __future__ import annotations

import math
import sqlite3
import subprocess
import sys
from contextlib import closing
from types import ModuleType

import pytest

from vademecum.model.ask import AllOf, AtLeast, Filters, Prefix, Word, holds
from vademecum.model.file import AliasEntry, FileState, Stamp
from vademecum.model.postings import Field, Postings
from vademecum.model.record import PERSONAL, Kind, Scope, Status
from vademecum.stores import codec
from vademecum.stores.codec import speakable
from vademecum.stores.local.bags import Bags
from vademecum.stores.local.bound import Statistics, slack
from vademecum.stores.local.codec import state_values
from vademecum.stores.local.index import LocalIndex
from vademecum.stores.local.layout import TABLES
from vademecum.stores.local.lexical import facet
from vademecum.stores.local.selecting import conditions
from vademecum.stores.local.words import plain_words, summed_words
from vademecum.stores.local.words import test_of as predicate_of
from vademecum.stores.vocabulary import leading_words


def test_bag_repeats_terms_by_weight(samples: ModuleType) -> None:
    postings = Postings.build({Field.TITLE: ["port"], Field.BODY: ["port", "a", "a"], Field.EXPANSION: ["x"]})

    assert Bags(samples.WEIGHTS).bag(postings) == "a a port port port port x"


def test_every_term_stands_in_the_bag() -> None:
    postings = Postings.build({Field.BODY: ["rare"]})

    assert Bags({Field.BODY: 0.01}).bag(postings) == "rare"
    assert Bags({}).bag(postings) == "rare"


def test_rounding_is_the_worst_understatement(samples: ModuleType) -> None:
    assert Bags(samples.WEIGHTS).rounding == pytest.approx(1.125)
    assert Bags(dict.fromkeys(Field, 1.0)).rounding == 1.0
    assert Bags(dict.fromkeys(Field, 2.4)).rounding == pytest.approx(1.2)


def test_slack_is_rounding_when_both_agree() -> None:
    both = Statistics(100, {"a": 3})

    assert slack(1.125, both, both, 100) == 1.125


def test_slack_grows_with_deleted_documents() -> None:
    engine, exact = Statistics(110, {"a": 5, "b": 0}), Statistics(100, {"a": 1, "b": 2})

    rarer = math.log(1 + 99.5 / 1.5) / math.log(1 + 105.5 / 5.5)

    assert slack(1.0, engine, exact, 100) == pytest.approx(rarer * 1.1)


def test_slack_survives_terms_of_every_record() -> None:
    assert slack(1.0, Statistics(5, {"a": 5}), Statistics(3, {"a": 3}), 5) > 1.0


def test_nested_or_is_a_plain_or() -> None:
    a, bc = Word(("a",)), AtLeast(1, (Word(("b", "c")),))

    assert plain_words(AtLeast(1, (a, bc))) == frozenset("abc")
    assert plain_words(AllOf((a, bc))) is None
    assert plain_words(AtLeast(2, (a, bc))) is None
    assert plain_words(Prefix(("a",))) is None


def test_words_are_summed_unless_below_an_or() -> None:
    a, b = Word(("a",)), Word(("b",))

    assert summed_words(AllOf((a, AtLeast(1, (b, Word(("c",))))))) == frozenset("abc")
    assert summed_words(AtLeast(2, (a, b))) == frozenset("ab")
    assert summed_words(AtLeast(1, (a, AllOf((a, b))))) is None
    assert summed_words(AllOf((a, a))) is None


def test_short_way_says_what_the_tree_says() -> None:
    short = predicate_of(AtLeast(1, (Word(("a", "b")),)))

    assert short(Postings.build({Field.BODY: ["b"]}))
    assert not short(Postings.build({Field.BODY: ["c"]}))


@pytest.mark.parametrize("held", ["", "a", "ab", "ac", "abc", "d", "cd"])
@pytest.mark.parametrize("minimum", [0, 1, 2, 3, 4])
def test_counting_words_says_what_the_tree_says(minimum: int, held: str) -> None:
    where = AtLeast(minimum, (Word(("a", "b")), Word(("c",)), Word(("d",))))
    postings = Postings.build({Field.BODY: held})

    assert predicate_of(where)(postings) is holds(where, postings)
    assert predicate_of(AllOf(where.parts))(postings) is holds(AllOf(where.parts), postings)


def test_no_filter_is_no_condition() -> None:
    assert conditions(Filters()) == ("TRUE", [])


def test_filters_become_bound_conditions() -> None:
    hard = Filters(
        scopes=(PERSONAL, Scope("org:o'brien")),
        kinds=(Kind.MEMORY,),
        statuses=(Status.ACTIVE,),
        updated_from=3,
    )

    sql, values = conditions(hard)

    assert sql.split(" AND ") == [
        "TRUE",
        "record.scope IN (SELECT value FROM json_each(?))",
        "record.kind IN (SELECT value FROM json_each(?))",
        "record.status IN (SELECT value FROM json_each(?))",
        "record.updated >= ?",
    ]
    assert values == ['["personal", "org:o\'brien"]', '["memory"]', '["active"]', 3]


def test_tags_are_all_required_once() -> None:
    sql, values = conditions(Filters(tags=("b", "a", "b")))

    assert sql.endswith("tag.tag IN (SELECT value FROM json_each(?))) = ?")
    assert values == ['["a", "b"]', 2]


@pytest.mark.parametrize(
    ("few", "indexes"),
    [(Filters(pinned=True), ["record_pinned"]), (Filters(waiting=True), ["record_review", "detail_doubted"])],
    ids=["pinned", "waiting"],
)
def test_few_among_all_are_looked_up(few: Filters, indexes: list[str]) -> None:
    sql, values = conditions(few)
    with closing(sqlite3.connect(":memory:")) as connection:
        for table in TABLES:
            connection.execute(table)
        steps = connection.execute(f"EXPLAIN QUERY PLAN SELECT count(*) FROM record WHERE {sql}", values)
        plan = " · ".join(step[3] for step in steps)

    assert [name for name in indexes if name not in plan] == []
    assert "SEARCH record USING INTEGER PRIMARY KEY" in plan


def test_half_surrogates_and_nul_are_never_stored() -> None:
    assert [speakable(text) for text in ("", "é", "\U0001f600", "a\0", "\ud800", "é\udcff")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]


def test_any_path_survives_storage() -> None:
    path = b"caf\xe9/\xf0\x9f\x98\x80.md".decode("utf-8", "surrogateescape")

    assert codec.path_text(codec.path_bytes(path)) == path


def test_state_survives_storage() -> None:
    given = FileState(Stamp(1, -2, 3, 2**63), "ab", racy=True)

    assert codec.state_of(state_values(given)) == given


def test_long_facets_stay_distinct() -> None:
    long = [facet("tag", "t" * length) for length in (70_000, 70_001)]

    assert long[0] != long[1]
    assert [len(each) for each in long] == [68, 68]
    assert facet("tag", "ok") == "tag\x1fok"


def test_alias_is_known_by_both_first_words() -> None:
    assert leading_words(AliasEntry(PERSONAL, "K8s cluster", "Straße nach Rom")) == ("k8s", "strasse")
    assert leading_words(AliasEntry(PERSONAL, "設計書", "…")) == ("設", "設計")


def test_opening_imports_nothing_heavy() -> None:
    program = (
        "import vademecum.stores.local.index, sys; print(sorted({'tantivy', 'filelock', 'asyncio', 'random', "
    )
    program += "'typing_extensions', 'hashlib', 'shutil', 'logging'} & sys.modules.keys()))"

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_trace_waits_for_no_writer(local: LocalIndex) -> None:
    other = LocalIndex.open(local._shelf.folder, {})
    with other._shelf.current().catalogue.writing():
        local.put_trace("seen", local.revision())

    assert local.trace() == ""
    other.close()
