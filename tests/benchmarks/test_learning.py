"""What the trainers learn with: hand-made questions whose best weights can be worked out."""

from __future__ import annotations

import numpy as np
import pytest

from learning import Asked, minimum, parser_of

SOLVED = 0.401058
"""Where w = 1 / (1 + e^w): what the penalty draws down, one question of two rows draws up."""


def asked(alone: int | None) -> Asked:
    return Asked(["a", "b", "c"], np.zeros((3, 1)), alone, {"c": 1.0, "z": 1.0})


def test_what_answers_is_made_likelier() -> None:
    choices = [(np.array([[1.0], [0.0]]), [0], 1.0)]

    assert minimum(choices, 1) == pytest.approx([SOLVED], abs=1e-5)


def test_nothing_is_a_choice_of_score_nought() -> None:
    row = np.array([[1.0]])

    assert minimum([(row, [0], 1.0)], 1, nothing=True) == pytest.approx([SOLVED], abs=1e-5)
    assert minimum([(row, None, 1.0)], 1, nothing=True) == pytest.approx([-SOLVED], abs=1e-5)


def test_question_counts_as_often_as_it_says() -> None:
    choice = np.array([[1.0], [0.0]]), [0]

    assert minimum([(*choice, 2.0)], 1) == pytest.approx(minimum([(*choice, 1.0), (*choice, 1.0)], 1))


def test_rows_of_what_answers_are_known() -> None:
    assert asked(None).wanted == [2]


def test_what_alone_holds_all_comes_first() -> None:
    scores = np.array([2.0, 1.0, 2.0])

    assert (asked(1).ordered(scores), asked(1).ordered(scores, lifted=False)) == (
        ["b", "a", "c"],
        ["a", "c", "b"],
    )
    assert scores.tolist() == [2.0, 1.0, 2.0]


def test_both_trainers_are_asked_alike() -> None:
    parser = parser_of("Learn.\n\nMore.")

    assert (parser.description, vars(parser.parse_args(["--write"]))) == (
        "Learn.",
        {"locomo": None, "longmemeval": None, "ablate": False, "write": True},
    )
