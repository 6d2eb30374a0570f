"""What a hand-written file means, what is tolerated, and what is refused with a line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from vademecum.markdown.outcome import Fault, Parsed
from vademecum.markdown.reading import parse
from vademecum.model.file import QuarantineReason as Why
from vademecum.model.record import Entity, Kind, Memory, MemoryType, Scope, Source, SourceKind

SCOPE = Scope("personal")
ID = "01J8ZQ4Y7T3V9N5K2M6P8R1S0W"


def parsed(text: str | bytes, **options: Kind | str) -> Parsed:
    data = text.encode() if isinstance(text, str) else text
    found = parse(data, scope=SCOPE, **options)  # type: ignore[arg-type]  # test options are plain
    assert isinstance(found, Parsed), found
    return found


def memory(front: str, body: str = "text") -> Memory:
    record = parsed(f"---\n{front}\n---\n\n{body}\n").record
    assert isinstance(record, Memory)
    return record


def fault(text: str | bytes) -> Fault:
    found = parse(text.encode() if isinstance(text, str) else text, scope=SCOPE)
    assert isinstance(found, Fault), found
    return found


def warnings(front: str) -> tuple[str, ...]:
    return parsed(f"---\n{front}\n---\n\ntext\n").warnings


def test_a_file_without_front_matter_is_body() -> None:
    found = parsed("# Heading\n\ntext\n")

    assert (found.record.body, found.record.id, found.body_line) == ("# Heading\n\ntext", "", 1)


def test_body_begins_after_front_and_blank_line() -> None:
    found = parsed("---\ntitle: x\n---\n\nfirst\nsecond\n")

    assert (found.record.body, found.body_line) == ("first\nsecond", 5)


def test_a_rule_in_the_body_is_text() -> None:
    assert memory("title: x", "one\n---\ntwo").body == "one\n---\ntwo"


def test_t5_a_second_front_matter_block_is_text() -> None:
    assert memory("title: x", "---\ntitle: y\n---").body == "---\ntitle: y\n---"


def test_t6_bom_and_crlf_are_read() -> None:
    found = parsed(
        b"\xef\xbb\xbf---\r\ntitle: Gr\xc3\xbc\xc3\x9fe\r\ntags:\r\n  - a\r\n---\r\n\r\none\r\ntwo\r\n"
    )

    assert isinstance(found.record, Memory)
    assert (found.record.title, found.record.tags, found.record.body) == ("Grüße", ("a",), "one\r\ntwo")


def test_empty_front_matter_is_legal() -> None:
    assert parsed("---\n---\ntext").record.body == "text"


def test_commented_front_matter_is_legal() -> None:
    assert parsed("---\n# nothing yet\n---\ntext").record.body == "text"


@pytest.mark.parametrize(
    "word", ["yes", "on", "2024-01-01", "0777", "null", "~x", "1e3", "0x1f", "12:30:00", ".5"]
)
def test_a_title_keeps_its_letters(word: str) -> None:
    assert memory(f"title: {word}").title == word


def test_unknown_keys_keep_their_letters() -> None:
    extra = memory("cssclasses: [wide, 'no']\ncount: 012\ndeep:\n  a: {b: yes}\nnone:").extra

    assert dict(extra) == {
        "cssclasses": ["wide", "no"],
        "count": "012",
        "deep": {"a": {"b": "yes"}},
        "none": "",
    }


def test_an_entity_takes_unknown_keys_as_properties() -> None:
    record = parsed("---\nkind: entity\nname: Anna\nlabel: Person\nborn: 1990\n---\n").record

    assert isinstance(record, Entity)
    assert (record.name, record.label, dict(record.properties)) == ("Anna", "Person", {"born": "1990"})


def test_a_bare_page_takes_kind_and_name_from_its_place() -> None:
    record = parsed("She plays the oboe.", fallback_kind=Kind.ENTITY, fallback_name="Anna").record

    assert isinstance(record, Entity)
    assert record.name == "Anna"


def test_a_type_makes_it_a_memory_anywhere() -> None:
    record = parsed("---\ntype: fact\n---\ntext", fallback_kind=Kind.ENTITY, fallback_name="Anna").record

    assert record.kind is Kind.MEMORY


def test_times_keep_their_offset() -> None:
    expected = datetime(2026, 3, 1, 9, 30, tzinfo=timezone(timedelta(hours=1)))

    assert memory("valid_from: 2026-03-01T09:30:00+01:00").valid_from == expected


@pytest.mark.parametrize(
    ("text", "moment", "warning"),
    [
        ("2026-03-01", datetime(2026, 3, 1, tzinfo=UTC), "has no time of day; read as midnight UTC"),
        ("2026-03-01T09:30:00", datetime(2026, 3, 1, 9, 30, tzinfo=UTC), "has no offset; read as UTC"),
        ("2026-03-01 09:30:00", datetime(2026, 3, 1, 9, 30, tzinfo=UTC), "has no offset; read as UTC"),
    ],
)
def test_loose_times_are_read_with_a_warning(text: str, moment: datetime, warning: str) -> None:
    assert memory(f"expires: {text}").expires == moment
    assert warnings(f"expires: {text}") == (f"expires: '{text}' {warning}",)


def test_times_in_zulu_are_read_quietly() -> None:
    assert memory("expires: 2026-03-01T09:30:00Z").expires == datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    assert warnings("expires: 2026-03-01T09:30:00z") == ()


def test_tags_lose_their_sign_with_a_warning() -> None:
    assert memory('tags: ["#ops", db]').tags == ("ops", "db")
    assert warnings('tags: ["#ops", db]') == ("tags: '#ops' is read without its #",)


def test_a_comma_list_is_split_with_a_warning() -> None:
    assert memory("tags: ops, db").tags == ("ops", "db")
    assert warnings("tags: ops, db") == ("tags: a list is expected; 'ops, db' was split at its commas",)


def test_a_repeated_alias_is_dropped_with_a_warning() -> None:
    assert memory("aliases: [a, b, a]").aliases == ("a", "b")
    assert warnings("aliases: [a, b, a]") == ("aliases: 'a' stands twice",)


def test_wikilinks_in_entities_are_unwrapped() -> None:
    assert memory('entities:\n  - "[[Anna|her]]"\n  - [[Bert]]\n  - Carl').entities == (
        "Anna",
        "Bert",
        "Carl",
    )


def test_a_bare_source_claims_the_least() -> None:
    found = memory("sources: [user, https://example.org/a]").sources

    assert found == (
        Source(kind=SourceKind.USER),
        Source(kind=SourceKind.IMPORT, ref="https://example.org/a"),
    )


def test_a_capital_type_is_read_with_a_warning() -> None:
    assert memory("type: Fact").type is MemoryType.FACT
    assert warnings("type: Fact") == ("type: 'Fact' is read as fact",)


def test_another_scope_is_only_a_warning() -> None:
    assert warnings("scope: org:acme") == ("scope: the folder decides, so this stands in personal",)
    assert "scope" not in memory("scope: org:acme").extra


def test_an_unknown_nested_key_is_a_warning() -> None:
    front = "needs_review: {reason: old, colour: red}"

    assert warnings(front) == ("needs_review: the unknown key 'colour' is left alone and not read",)


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ("title: x\ntype: fakt", "type: 'fakt' is not known; did you mean fact?"),
        ("title: x\nstatus: dead", "status: 'dead' is not known; write one of active, deprecated, "),
        ("title: x\nreview: aproved", "review: 'aproved' is not known; did you mean approved"),
        ("title: x\nkind: thing", "kind: 'thing' is not known"),
        ("title: x\nid: 42", "id: '42' is not a ULID"),
        ("title: x\nconfidence: 1.5", "confidence: 1.5 is outside 0 to 1"),
        ("title: x\nconfidence: nan", "confidence: nan is outside 0 to 1"),
        ("title: x\nconfidence: high", "confidence: 'high' is not a number from 0 to 1"),
        ("title: x\npinned: perhaps", "pinned: 'perhaps' is neither true nor false"),
        ("title: x\nsensitivity: restricted", "sensitivity: restricted content is never stored"),
        ("title: x\nvalid_until: tomorrow", "valid_until: 'tomorrow' is not a time"),
        ("valid_from: 2026-01-02T00:00:00Z\nvalid_until: 2026-01-01T00:00:00Z", "valid_until: lies before"),
        ("title: x\nsubject: [a, b]", "subject: is a list where a single value is expected"),
        ("title: x\ntags: {a: b}", "tags: is a mapping where a list is expected"),
        ("title: x\nsources: [{ref: a}]", "sources: a member lacks kind"),
        ("title: x\nevidence: 3", "evidence: needs a mapping with count, sessions, days"),
    ],
)
def test_what_changes_a_meaning_is_refused(front: str, message: str) -> None:
    found = fault(f"---\n{front}\n---\ntext")

    assert (found.reason, found.line) == (Why.INVALID, 3)
    assert found.message.startswith(message)


@pytest.mark.parametrize(
    ("front", "line", "message"),
    [
        ("title: a: b", 2, 'a value with ": " inside must be put in quotes'),
        ("x: 1\ntitle: @home", 3, "a value that begins with @ must be put in quotes"),
        ("x: 1\n\ttitle: y", 3, "front matter is indented with a tab; use spaces"),
        ("x: 1\ny: 2\nx: 3", 4, "the key 'x' stands twice, first on line 2; keep one"),
        ("a:\n  b: 1\n  b: 2", 4, "the key 'b' stands twice, first on line 3; keep one"),
        ("x: a\x01b", 2, "a control character stands in the front matter; remove it"),
        ('x: "a\\0b"', 2, "contains an escaped NUL character; remove it"),
        ("just prose", 2, "front matter is not made of `key: value` lines"),
        ("- a\n- b", 2, "front matter is not made of `key: value` lines"),
        ("? [a]\n: b", 2, "a key must be a word, not a list or a mapping"),
        ("x: *a", 2, "the alias *a names no anchor before it"),
        ("x: " + "[" * 20 + "]" * 20, 2, "YAML nested deeper than 12 levels; flatten it"),
        ("x: " + "[" * 5000, 2, "front matter is not YAML here"),
        ("a: 1\n--- x\nb: 2", 3, "holds a second YAML document"),
    ],
)
def test_broken_yaml_names_its_line(front: str, line: int, message: str) -> None:
    found = fault(f"---\n{front}\n---\ntext")

    assert (found.reason, found.line) == (Why.UNPARSABLE, line)
    assert found.message.startswith(message)


def test_aliases_that_multiply_are_refused() -> None:
    rows = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"{n}: &{n} [{', '.join([f'*{p}'] * 10)}]" for p, n in ("ab", "bc", "cd", "de")]

    assert fault("---\n" + "\n".join(rows) + "\n---\ntext").message == (
        "YAML holds more than 10000 values; shorten it"
    )


def test_front_matter_that_never_ends_is_refused() -> None:
    found = fault("---\ntitle: x\ntext")

    assert (found.reason, found.line) == (Why.UNPARSABLE, 1)


def test_long_front_matter_is_refused() -> None:
    assert fault("---\ntitle: " + "ü" * 40_000 + "\n---\ntext").reason is Why.TOO_LARGE


def test_a_large_file_is_refused() -> None:
    assert fault(b"x" * ((1 << 20) + 1)).reason is Why.TOO_LARGE


def test_an_empty_note_is_refused() -> None:
    assert fault("\n \n") == Fault(Why.INVALID, "body: the note is empty; write a text or a title", 1)


@pytest.mark.parametrize(("data", "line"), [(b"a\n\xff\xfe", 2), (b"a\nb\0", 2), ("ä".encode("utf-16"), 1)])
def test_what_is_not_text_is_refused(data: bytes, line: int) -> None:
    found = fault(data)

    assert (found.reason, found.line) == (Why.NOT_TEXT, line)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> main\n", 2),
        ("---\nid: x\n<<<<<<< HEAD\ntitle: b\n=======\n>>>>>>> main\n---\nx", 3),
        ("a\r\n<<<<<<< HEAD\r\nb", 2),
        ("b\n=======\nc\n>>>>>>> main\n", 2),
    ],
)
def test_merge_markers_are_refused(text: str, line: int) -> None:
    found = fault(text)

    assert (found.reason, found.line) == (Why.MERGE_MARKERS, line)


@pytest.mark.parametrize(
    "text", ["Title\n=======\ntext", ">>>>>>> quoted", "    <<<<<<< HEAD", "a <<<<<<< b", "<<<<<<<<"]
)
def test_what_only_looks_like_a_merge_marker_is_text(text: str) -> None:
    assert parsed(text).record.body == text


@pytest.mark.parametrize("predicate", ["likes", "works_at", "2nd_name", "größe", "पसंद_है"])
def test_snake_case_is_read_without_a_word(predicate: str) -> None:
    assert parsed(f"---\npredicate: {predicate}\n---\nx").warnings == ()


@pytest.mark.parametrize("predicate", ["FooBar Baz", "works-at", "likes!"])
def test_other_predicates_are_tolerated_and_told(predicate: str) -> None:
    found = parsed(f"---\npredicate: {predicate}\n---\nx")

    assert found.record.predicate == predicate  # type: ignore[union-attr]  # a memory
    assert found.warnings == (f"predicate: {predicate!r} is no snake_case; write e.g. works_at",)


@pytest.mark.parametrize("lang", ["klingon", "12345", "d", "EN"])
def test_other_languages_are_tolerated_and_told(lang: str) -> None:
    found = parsed(f"---\nlang: {lang}\n---\nx")

    assert found.record.lang == lang
    assert found.warnings == (f"lang: {lang!r} is no language code of two or three letters, e.g. de",)
