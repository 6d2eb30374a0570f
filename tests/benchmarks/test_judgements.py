"""The labelled sets are large, varied and sound, and nothing automatic is ever wrong on them."""

from __future__ import annotations

import json

import pytest

from judgements import capture, claims, main, near_repeats, rows


@pytest.mark.parametrize(("name", "least"), [("near_repeats", 300), ("claims", 200), ("capture", 120)])
def test_labelled_set_is_large_and_distinct(name: str, least: int) -> None:
    written = [json.dumps(row, sort_keys=True) for row in rows(name)]

    assert len(written) >= least
    assert len(set(written)) == len(written)


def test_near_repeats_cover_many_languages() -> None:
    assert {"en", "de", "fr", "es", "ru", "zh", "ja", "ko", "ar", "hi"} <= {
        r["lang"] for r in rows("near_repeats")
    }


def test_capture_covers_many_languages() -> None:
    assert len({row["lang"] for row in rows("capture") if row["kept"]}) >= 6


def test_claims_cover_every_relation() -> None:
    assert {row["truth"] for row in rows("claims")} == {
        "reinforce",
        "refine",
        "supersede",
        "coexist",
        "unrelated",
    }


def test_nothing_automatic_is_wrong() -> None:
    figures, _ = claims()

    assert (figures["false_merges"], figures["false_supersedes"]) == (0, 0)


def test_figures_stay_what_they_were() -> None:
    assert near_repeats()[0]["precision"] >= 0.97
    assert near_repeats()[0]["recall"] >= 0.9
    assert claims()[0]["supersede_recall"] >= 0.9
    assert claims()[0]["proposal_precision"] == 1.0
    assert capture()[0]["precision"] == 1.0
    assert capture()[0]["recall"] >= 0.95


def test_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"near repeats", "claims", "capture"}
