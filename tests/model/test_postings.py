"""Encoded token statistics say what was counted, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.model.postings import Field, Postings, decode_counts

WORDS = st.lists(st.text("abcé1.+#/_你", min_size=1, max_size=4), max_size=8)


def test_counts_are_kept_per_field() -> None:
    postings = Postings.build({Field.TITLE: ["port"], Field.BODY: ["port", "redi", "port"]})

    assert postings.encoded == "\tport\x1ft1b2\tredi\x1fb1\t"


def test_absent_term_has_no_counts() -> None:
    assert Postings.build({Field.BODY: ["report"]}).counts("port") == ""


def test_term_inside_another_is_absent() -> None:
    postings = Postings.build({Field.BODY: ["ports", "import"]})

    assert "port" not in postings


def test_prefix_finds_the_beginning_only() -> None:
    postings = Postings.build({Field.BODY: ["import"]})

    assert (postings.has_prefix("imp"), postings.has_prefix("port")) == (True, False)


def test_nothing_counted_encodes_to_nothing() -> None:
    assert Postings.build({Field.BODY: []}).encoded == ""


@pytest.mark.parametrize(
    ("encoded", "pairs"),
    [
        ("b2", ((Field.BODY, 2),)),
        ("t1b12", ((Field.TITLE, 1), (Field.BODY, 12))),
        ("", ()),
    ],
)
def test_counts_decode_to_fields(encoded: str, pairs: tuple[tuple[Field, int], ...]) -> None:
    assert decode_counts(encoded) == pairs


@given(WORDS, WORDS)
def test_every_count_is_recovered(title: list[str], body: list[str]) -> None:
    postings = Postings.build({Field.TITLE: title, Field.BODY: body})

    recovered = {
        (term, field): number for term, counts in postings for field, number in decode_counts(counts)
    }

    expected = {(term, Field.TITLE): title.count(term) for term in title}
    expected |= {(term, Field.BODY): body.count(term) for term in body}
    assert recovered == expected


@given(WORDS)
def test_terms_come_in_order(body: list[str]) -> None:
    terms = [term for term, _ in Postings.build({Field.BODY: body})]

    assert terms == sorted(set(body))
