"""Blocks of text: safe lines, tables, bars."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.cli.rendering.layout import CYAN, Column, bars, block, indent, table
from vademecum.cli.view import View

PIPE = View()
TERMINAL = View(terminal=True, color=True, width=40)
PLAIN_TERMINAL = View(terminal=True, color=False, width=40)
COLUMNS = (Column("KEY", style=CYAN), Column("N", right=True), Column("SUMMARY", flexible=True))
ROWS = [("oat-milk", "7", "Matthew prefers oat milk in his coffee."), ("tea", "12", "[bold]Tea[/bold]")]


def test_block_keeps_lines_and_drops_controls() -> None:
    assert block("a\x1b[31m\nb\u202ec\r\n") == "a [31m\nb c \n"


@given(st.text())
def test_block_never_changes_the_number_of_lines(text: str) -> None:
    assert block(text).count("\n") == text.count("\n")


def test_indent_leaves_empty_lines_empty() -> None:
    assert indent("a\n\nb", 2) == "  a\n\n  b"


def test_table_in_a_pipe_is_plain_and_whole() -> None:
    assert table(PIPE, COLUMNS, ROWS).splitlines() == [
        "KEY        N  SUMMARY",
        "oat-milk   7  Matthew prefers oat milk in his coffee.",
        "tea       12  [bold]Tea[/bold]",
    ]


def test_table_on_a_terminal_fits_its_width() -> None:
    lines = re.sub(r"\x1b\[[0-9;]*m", "", table(TERMINAL, COLUMNS, ROWS)).splitlines()

    assert max(map(len, lines)) <= 40
    assert lines[1].endswith("…")


def test_table_on_a_terminal_cuts_visibly_only() -> None:
    rows = [("a-key-that-is-much-longer-than-it-should-be", "7", "你好" * 20), ("short", "12", "x")]

    lines = table(PLAIN_TERMINAL, COLUMNS, rows).splitlines()

    assert lines[0].split() == ["KEY", "N", "SUMMARY"]
    assert lines[1].count("…") == 2
    assert lines[2].split() == ["short", "12", "x"]


def test_table_on_a_terminal_drops_empty_columns() -> None:
    lines = table(PLAIN_TERMINAL, COLUMNS, [("oat-milk", "", "x")]).splitlines()

    assert lines[0].split() == ["KEY", "SUMMARY"]


def test_table_reads_no_markup_in_stored_text() -> None:
    assert "[bold]Tea[/bold]" in table(TERMINAL, COLUMNS, ROWS)


def test_table_without_colour_has_no_escapes() -> None:
    assert "\x1b" not in table(PLAIN_TERMINAL, COLUMNS, ROWS)


def test_bars_are_proportional() -> None:
    lines = bars(View(width=30), [("fact", 4), ("note", 2), ("todo", 0)]).splitlines()

    assert [line.count("█") for line in lines] == [19, 10, 0]


def test_bars_sum_up_what_does_not_fit() -> None:
    lines = bars(PIPE, [(f"t{n}", 10 - n) for n in range(10)], most=3).splitlines()

    assert lines[-1].startswith("7 more  28")


def test_bars_fall_back_to_ascii() -> None:
    assert bars(View(wide_letters=False), [("fact", 1)]).isascii()


def test_long_labels_are_visibly_cut() -> None:
    assert "…" in bars(PIPE, [("project:a-very-long-name-indeed__0123456789ab", 1)])


@pytest.mark.parametrize("view", [PIPE, TERMINAL])
def test_bars_of_nothing_are_nothing(view: View) -> None:
    assert bars(view, []) == ""
