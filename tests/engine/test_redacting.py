"""Redacting takes one secret out of a record and keeps the record."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import InvalidValue, NotFound
from vademecum.indexing.entry import body_hash
from vademecum.model.ledger import Erasure
from vademecum.model.record import MemoryId


def test_the_secret_goes_and_the_memory_stays(home: MemoryHome) -> None:
    kept = home.remember("The door opens with heron-4711, she said.")

    answer = home.vade.redact(kept, "heron-4711")

    assert (answer.outcome, answer.occurrences, answer.fields) == ("redacted", 1, ("body",))
    assert home.vade.get(kept).record.body.strip() == "The door opens with [redacted], she said."
    assert home.found("4711") == []
    assert len(home.found("door")) == 1


def test_the_index_knows_the_secret_no_more(home: MemoryHome) -> None:
    kept = home.remember("The door opens with heron-4711.")

    home.vade.redact(kept, "heron-4711")

    assert home.index.lingering(["heron", "4711", "door"]) == {"door"}


def test_a_span_says_what_goes(home: MemoryHome) -> None:
    kept = home.remember("Door: heron-4711!")

    answer = home.vade.redact(kept, span=(6, 16))

    assert answer.memory.record.body.strip() == "Door: [redacted]!"


def test_a_name_that_tells_it_is_changed(home: MemoryHome) -> None:
    kept = home.remember("heron-4711 opens the door.")

    answer = home.vade.redact(kept, "heron-4711")

    assert "4711" not in answer.memory.path
    assert home.vade.get(kept).path == answer.memory.path
    assert [path for path in home.vault.list().files if "4711" in path] == []


def test_a_dry_run_writes_nothing(home: MemoryHome) -> None:
    kept = home.remember("The door opens with heron-4711.")

    answer = home.vade.redact(kept, "heron-4711", dry_run=True)

    assert (answer.outcome, answer.dry_run, answer.proof) == ("planned", True, None)
    assert "4711" in home.vade.get(kept).record.body


def test_other_memories_that_say_it_are_named(home: MemoryHome) -> None:
    kept = home.remember("The door opens with heron-4711.")
    home.remember("Also the gate: heron-4711.", title="Gate")

    answer = home.vade.redact(kept, "heron-4711")

    assert answer.proof is not None
    assert answer.proof.elsewhere == ("personal/gate.md",)
    assert "left alone" in answer.warnings[-1]


def test_a_comment_that_holds_it_is_blotted_too(home: MemoryHome) -> None:
    front = ("# Heron-4711 again", "colour: a#b # heron-4711")
    home.note("door", "Opens with heron-4711.\n# heron-4711", *front)
    home.vade.sync()

    answer = home.vade.redact("door", "heron-4711")

    data = home.vault.read_bytes("personal/door.md")
    assert answer.outcome == "redacted"
    assert b"# [redacted] again\ncolour: a#b # [redacted]\n" in data
    assert data.endswith(b"Opens with [redacted].\n# [redacted]\n")


@pytest.mark.parametrize(
    ("given", "advice"),
    [
        ({"text": "absent words"}, "does not occur"),
        ({"text": "ab"}, "shorter than 3"),
        ({"span": (5, 5)}, "not within"),
        ({"span": (0, 999)}, "not within"),
        ({}, "either the text or its span"),
        ({"text": "door", "span": (1, 5)}, "either the text or its span"),
        ({"text": "redacted"}, "stands in place"),
    ],
)
def test_what_cannot_be_redacted_is_said(home: MemoryHome, given: dict[str, object], advice: str) -> None:
    kept = home.remember("The door opens.")

    with pytest.raises(InvalidValue, match=advice):
        home.vade.redact(kept, **given)  # type: ignore[arg-type]


def test_an_unknown_handle_is_told(home: MemoryHome) -> None:
    with pytest.raises(NotFound):
        home.vade.redact("nothing-of-this-name", "secret")


def test_a_redaction_that_broke_off_is_cleaned_up(home: MemoryHome) -> None:
    kept = home.remember("The door opens.")
    ledger = home.vade._parts.ledger
    ledger.begin(
        Erasure(id=MemoryId(kept), paths=("personal/the-door-opens.md",), at=home.clock.at, whole=False)
    )

    assert home.vade.forget().completed == (kept,)
    assert len(home.found("door")) == 1


def begun(home: MemoryHome, kept: str, *paths: str) -> None:
    home.vade._parts.ledger.begin(Erasure(id=MemoryId(kept), paths=paths, at=home.clock.at, whole=False))


def test_a_redaction_that_broke_off_before_the_index_knew_is_told_to_it(home: MemoryHome) -> None:
    kept = home.remember("The door opens with heron-4711.")
    path = home.vade.get(kept).path
    begun(home, kept, path)
    home.vault.put(path, home.vault.read_bytes(path).replace(b"heron-4711", b"[redacted]"))

    receipt = home.vade.forget()

    assert home.index.lingering(["4711"]) == frozenset()
    assert "repeat `vade redact`" in receipt.warnings[0]


def test_a_redaction_that_broke_off_while_renaming_leaves_one_file(home: MemoryHome) -> None:
    kept = home.note("heron-4711", "The door opens with [redacted].")
    home.vade.sync()
    begun(home, kept, "personal/heron-4711.md")
    home.vault.put("personal/the-door.md", home.vault.read_bytes("personal/heron-4711.md"))

    home.vade.forget()

    assert list(home.vault.list().files) == ["personal/the-door.md"]
    assert home.vade.get(kept).key == "the-door"


def test_a_copy_that_says_something_else_is_no_renaming(home: MemoryHome) -> None:
    kept = home.note("door", "The door opens with [redacted].")
    begun(home, kept, "personal/door.md")
    home.vault.put("personal/other.md", home.vault.read_bytes("personal/door.md") + b"And the gate.\n")

    home.vade.forget()

    assert list(home.vault.list().files) == ["personal/door.md", "personal/other.md"]


def test_a_redaction_that_broke_off_can_be_repeated(home: MemoryHome) -> None:
    kept = home.remember("The door opens with heron-4711.")
    begun(home, kept, home.vade.get(kept).path)

    answer = home.vade.redact(kept, "heron-4711")

    assert (answer.outcome, answer.occurrences, answer.completed) == ("redacted", 1, (kept,))


def test_repeating_what_had_been_written_already_proves_it(home: MemoryHome) -> None:
    kept = home.remember("The door opens with [redacted].")
    begun(home, kept, home.vade.get(kept).path)

    answer = home.vade.redact(kept, "heron-4711")

    assert (answer.outcome, answer.occurrences) == ("redacted", 0)
    assert answer.proof is not None
    assert "already" in answer.warnings[0]


def test_nothing_is_kept_of_what_a_redacted_memory_said(home: MemoryHome) -> None:
    kept = home.remember("The door opens with 4711.")
    home.vade.edit(kept, text="The door opens with 4711!")
    home.vade.redact(kept, "4711")
    home.vade.forget(kept)

    assert home.vade._parts.ledger.buried(body_hash("The door opens with 4711.")) is None


def test_renaming_keeps_every_other_byte(home: MemoryHome) -> None:
    home.note("heron-4711", "It opens.", "# a comment", "colour: grey")
    home.vade.sync()

    answer = home.vade.redact("heron-4711", "heron-4711")

    assert b"# a comment\ncolour: grey" in home.vault.read_bytes(answer.memory.path)


def test_what_has_no_letter_is_in_no_name(home: MemoryHome) -> None:
    kept = home.note("door", "The door opens with #*#*#.")
    home.vade.sync()

    assert home.vade.redact(kept, "#*#*#").memory.key == "door"


def test_a_comment_alone_is_reason_enough(home: MemoryHome) -> None:
    kept = home.note("door", "It opens.", "# heron-4711")
    home.vade.sync()

    assert home.vade.redact(kept, "heron-4711").fields == ("comments",)
    assert b"# [redacted]" in home.vault.read_bytes("personal/door.md")
