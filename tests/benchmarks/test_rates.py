"""Rates are counted right, their intervals are Wilson's, and what is held out is held out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from trust import leavings, publishing, rates, replacing, staleness


def test_interval_is_that_of_published_examples() -> None:
    # By the closed form: 0 of n ends at z² / (n + z²).
    assert rates.wilson(0, 10) == pytest.approx((0, 0.2775), abs=5e-5)
    assert rates.wilson(10, 10) == pytest.approx((0.7225, 1), abs=5e-5)
    # Newcombe 1998, table I: 81 of 263, and 15 of 148.
    assert rates.wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert rates.wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)


@pytest.mark.parametrize(("wrong", "size"), [(0, 0), (3, 2), (-1, 4)])
def test_what_is_no_share_has_no_interval(wrong: int, size: int) -> None:
    with pytest.raises(ValueError, match="is no share"):
        rates.wilson(wrong, size)


def test_line_counts_the_wrong_ones() -> None:
    told = rates.line(rates.Rate("a rate", "a set", 40, ("one", "other"), (3, 9), 1))

    assert told == "| a rate | a set | 40 | 2 | 5.0% | 1.4% to 16.5% | 3 of 9 | 1 |"


def test_halves_of_the_replacements_share_nothing() -> None:
    halves = [
        {row[side]["text"] for row in replacing.rows(split) for side in ("old", "new")}
        for split in replacing.SPLITS
    ]

    assert halves[0].isdisjoint(halves[1])
    assert len(replacing.rows()) == sum(len(replacing.rows(split)) for split in replacing.SPLITS)


def test_replacements_are_many_distinct_and_of_both_labels_and_every_kind_in_each_half() -> None:
    counts = Counter((row["label"], row["split"]) for row in replacing.rows())
    kinds = [{row["kind"] for row in replacing.rows(split)} for split in replacing.SPLITS]
    texts = Counter(row[side]["text"] for row in replacing.rows() for side in ("old", "new"))

    assert set(counts) == {(one, half) for one in ("replaces", "stands beside") for half in replacing.SPLITS}
    assert min(counts.values()) >= 30
    assert kinds[0] == kinds[1]
    assert max(texts.values()) == 1


def test_a_change_that_is_said_with_its_claim_replaces_and_a_bare_text_does_not() -> None:
    row = next(row for row in replacing.rows() if row["label"] == replacing.REPLACES)

    fates = [replacing.fate(row, route) for route in replacing.Route]

    assert fates == [
        replacing.Fate.REPLACED,
        replacing.Fate.REPLACED,
        replacing.Fate.PROPOSED,
        replacing.Fate.UNNOTICED,
        replacing.Fate.UNNOTICED,
    ]


def test_only_what_stands_beside_can_be_wrongly_replaced() -> None:
    labels = (replacing.BESIDE, replacing.REPLACES)
    fates = (replacing.Fate.REPLACED, replacing.Fate.DOUBTED)

    wrong = [replacing.Judged({"label": one}, fate).wrongly_replaced for one in labels for fate in fates]

    assert wrong == [True, False, False, False]


def test_generated_cases_are_many_distinct_and_the_same_every_time() -> None:
    for made in (staleness.cases, leavings.cases):
        flat = [case for home in made() for case in home]

        assert len(flat) >= 300
        assert made() == made()
    words = [case.old for home in staleness.cases() for case in home]
    words += [case.word for home in leavings.cases() for case in home]
    assert len(set(words)) == len(words)


def test_every_statement_is_served_before_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_EMBEDDER", "none")

    found = list(staleness.staleness(homes=1))

    assert [one.case.kind for one in found if not one.before] == []
    assert {one.case.kind for one in found} == set(staleness.KINDS)


def test_a_word_is_found_before_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(kept: leavings.Kept) -> leavings.Kept:
        return leavings.Kept(kept.vade, kept.case, kept.handle, lambda: None)

    ways = {
        kind: (lambda vade, case, way=way: leave(way(vade, case))) for kind, way in leavings.KINDS.items()
    }
    monkeypatch.setenv("VADE_EMBEDDER", "none")
    monkeypatch.setattr(leavings, "KINDS", ways)

    found = list(leavings.leavings(homes=1))

    assert [one.case.kind for one in found if not one.places] == []


def test_table_is_written_between_its_marks_and_nowhere_else(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("above\n<!-- a -->\nold\n<!-- b -->\nbelow\n")

    publishing.publish(page, ("<!-- a -->", "<!-- b -->"), "so it was made", "| new |")

    lines = page.read_text().splitlines()
    assert (lines[0], lines[-1], lines[4]) == ("above", "below", "| new |")
    assert lines[2].endswith(", so it was made")
    with pytest.raises(ValueError, match="no place"):
        publishing.publish(page, ("<!-- a -->", "<!-- c -->"), "", "")
