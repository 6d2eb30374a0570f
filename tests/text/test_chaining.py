from __future__ import annotations

from vademecum.model.conversation import ToolUse
from vademecum.text.chaining import content_hash, conversation_id, encoded, line_hash


def test_fields_never_run_into_each_other() -> None:
    assert encoded(("ab", "c")) != encoded(("a", "bc"))
    assert encoded(("a", None)) != encoded(("a", ""))
    assert encoded(("1:a",)) != encoded(("", "a"))


def test_id_is_the_same_in_every_home() -> None:
    assert conversation_id("claude-code", "s1") == "e4721698f5fcba2bf38f50c8"


def test_half_a_surrogate_pair_has_an_id() -> None:
    assert len(conversation_id("host", "\ud83d")) == 24


def test_salt_hides_what_was_said() -> None:
    assert content_hash("00", "yes", ()) != content_hash("01", "yes", ())


def test_tools_are_part_of_what_was_said() -> None:
    assert content_hash("00", "x", (ToolUse(name="a"),)) != content_hash("00", "x", (ToolUse(name="b"),))


def test_kind_of_a_line_is_part_of_its_hash() -> None:
    assert line_hash("", "turn", ("a",)) != line_hash("", "event", ("a",))
