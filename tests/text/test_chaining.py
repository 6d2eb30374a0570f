from __future__ import annotations

import pytest

from vademecum.model.conversation import ConversationId, Header, ToolUse
from vademecum.text.chaining import content_hash, conversation_id, encoded, header_hash, line_hash
from vademecum.text.digest import sha256_hex


def test_fields_never_run_into_each_other() -> None:
    assert encoded(("ab", "c")) != encoded(("a", "bc"))
    assert encoded(("a", None)) != encoded(("a", ""))
    assert encoded(("1:a",)) != encoded(("", "a"))


def test_encoding_is_lengths_and_bytes() -> None:
    assert encoded(("ab", None, "", "ü\ud83d")) == b"2:ab-0:5:\xc3\xbc\xed\xa0\xbd"


def test_header_is_hashed_field_by_field() -> None:
    header = Header(
        id=ConversationId("i"), host="h", origin_id="o", title="t", workspace="w", folder="f", started="s"
    )

    assert header_hash(header) == sha256_hex(b"8:header 11:i1:h1:o1:t1:w1:f1:s-")


@pytest.mark.parametrize(("error", "told"), [(True, b"1:1"), (False, b"1:0")])
def test_content_is_hashed_with_its_tools(told: bytes, *, error: bool) -> None:
    tool = ToolUse(name="n", input_digest="in", output_digest="out", error=error)

    assert content_hash("00", "x", (tool,)) == sha256_hex(b"9:content 12:001:x" + b"1:n2:in3:out" + told)


def test_line_is_hashed_behind_the_one_before() -> None:
    assert line_hash("ab", "turn", ("x", None)) == sha256_hex(b"6:turn 12:ab1:x-")


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
