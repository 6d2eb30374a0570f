"""Values as pages show them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from vademecum.model.reviewed import DiffLine
from vademecum.web.pages.showing import bars, changed, counted, day, end_at, evidence, scope
from vademecum.web.pages.visit import address


@pytest.mark.parametrize(
    ("snippet", "html"),
    [
        ("the «port» is 1", "the <mark>port</mark> is 1"),
        ("«a» «b»", "<mark>a</mark> <mark>b</mark>"),
        ("a « b", "a « b"),
        ("«<script>» & co", "<mark>&lt;script&gt;</mark> &amp; co"),
    ],
)
def test_what_matched_is_marked(snippet: str, html: str) -> None:
    assert evidence(snippet) == html


def test_words_that_differ_are_marked() -> None:
    line = DiffLine(sign="+", text="on <Thursdays>.", changed=((3, 14),))

    assert changed(line) == "on <ins>&lt;Thursdays&gt;</ins>."


def test_words_that_are_the_same_are_not() -> None:
    assert changed(DiffLine(sign=" ", text="a < b")) == "a &lt; b"


def test_a_day_is_told_in_full_when_pointed_at() -> None:
    at = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
    html = '<time datetime="2026-03-02T09:30:00+00:00" title="2026-03-02 09:30 UTC">2 Mar 2026</time>'

    assert day(at) == html


def test_what_is_no_time_is_shown_as_it_is() -> None:
    assert day("<soon>") == "&lt;soon&gt;"
    assert day(None) == ""


def test_numbers_have_their_nouns() -> None:
    assert (counted(1, "memory", "memories"), counted(2_000, "turn")) == ("1 memory", "2,000 turns")


def test_the_greatest_number_is_the_whole_bar() -> None:
    assert bars({"a": 4, "b": 1}) == (("a", 4, 100.0), ("b", 1, 25.0))


def test_a_scope_has_no_digits_of_its_clone() -> None:
    assert scope("project:shop__0123456789ab") == "project:shop"


def test_a_mere_name_leads_to_what_it_may_mean() -> None:
    assert end_at("name:oslo", "Oslo & co") == "/named?name=Oslo+%26+co"


def test_what_is_not_asked_is_left_out_of_a_link() -> None:
    assert (
        address("/search", q="a b", tag=(), offset=0, type=("fact", "note"))
        == "/search?q=a+b&type=fact&type=note"
    )


@pytest.mark.parametrize(
    ("snippet", "shown"),
    [
        ("# Barley is «sold»", "Barley is <mark>sold</mark>"),
        ("Wheat. ## Barley: «sold»", "Wheat. Barley: <mark>sold</mark>"),
        ("run ```python print(«a») ``` there", "run print(<mark>a</mark>) there"),
        ("it is **very** «red»", "it is very <mark>red</mark>"),
        ("issue #7 of C# and a «__init__»", "issue #7 of C# and a <mark>__init__</mark>"),
    ],
)
def test_a_snippet_has_no_marks_of_its_text(snippet: str, shown: str) -> None:
    assert evidence(snippet) == shown
