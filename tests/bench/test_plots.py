"""Plots are well-formed, and say what the rows say."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from vademecum.bench.plots import plots, reliability_line
from vademecum.bench.rows import Row
from vademecum.bench.silence import Tenth

RECALL = {
    "r@1": 10.0,
    "r@5": 50.0,
    "r@10": 60.0,
    "r@20": 70.0,
    "mrr": 42.0,
    "mrr_low": 40.0,
    "mrr_high": 45.0,
}
ROWS = [
    Row(protocol="locomo", method="vademecum <&>", unit="turn", category="all", n=3, figures=RECALL),
    Row(protocol="locomo", method="vademecum", unit="turn", category="temporal", n=1, figures=RECALL),
    Row(
        protocol="silence",
        method="bm25",
        construction="world",
        n=5,
        figures={"auroc": 0.9, "lost_percent": 5.0, "false_recalls_percent": 25.0},
    ),
]


def test_each_unit_has_two_plots_and_silence_one() -> None:
    assert [name for name, _ in plots(ROWS)] == [
        "locomo-turn-recall.svg",
        "locomo-turn-mrr.svg",
        "silence.svg",
    ]


@pytest.mark.parametrize(("name", "svg"), tuple(plots(ROWS)))
def test_plots_are_well_formed(name: str, svg: str) -> None:
    assert ET.fromstring(svg).tag.endswith("svg"), name


def test_only_all_questions_together_are_drawn() -> None:
    texts = {element.text for element in ET.fromstring(dict(plots(ROWS))["locomo-turn-mrr.svg"]).iter()}

    assert {"vademecum <&>", "42"} <= texts
    assert "vademecum" not in texts


def test_reliability_has_a_point_for_each_tenth_with_its_number() -> None:
    drawn = reliability_line([Tenth(12, 5.0, 10.0), Tenth(34, 95.0, 90.0)])
    assert drawn.count("<circle") == 2
    assert [number for number in ("12", "34") if f">{number}</text>" in drawn] == ["12", "34"]
    assert 'points="76.7,288.4 449.3,67.6"' in drawn
