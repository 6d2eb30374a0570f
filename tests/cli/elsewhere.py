"""Which tests of commands are run a second time, against a server."""

from __future__ import annotations

ELSEWHERE_TOO = {
    "test_conversations",
    "test_finding",
    "test_graph",
    "test_history",
    "test_linking",
    "test_plan",
    "test_requests",
    "test_review",
    "test_what_if",
    "test_writing",
}
"""Modules; a minute in all. The others pass, too, when they are added."""

_EDITOR = "an editor opens a file, which stands on the server"
ONLY_HERE: dict[str, str] = {
    "test_answer_without_a_look_says_so": "a setting of the home, which a server reads when it begins",
    "test_change_made_meanwhile_is_a_conflict": _EDITOR,
    "test_editor_changes_the_file": _EDITOR,
    "test_editor_that_changes_nothing_is_told": _EDITOR,
    "test_editor_that_deletes_its_file_loses_nothing": _EDITOR,
    "test_refused_draft_is_kept": _EDITOR,
}
"""Test of these modules -> why it is about the home here alone."""
