"""The laws of reading and writing, over records and files that hypothesis makes up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import assume, example, given
from hypothesis import strategies as st

from vademecum.errors import InvalidValue
from vademecum.markdown.frame import split
from vademecum.markdown.legal import check
from vademecum.markdown.outcome import Fault, Parsed
from vademecum.markdown.plain import read_plain
from vademecum.markdown.reading import front_values, parse
from vademecum.markdown.revising import revise
from vademecum.markdown.tree import Pairs, compose, to_raw
from vademecum.markdown.writing import render
from vademecum.model.record import (
    PERSONAL,
    Entity,
    Evidence,
    Importance,
    Memory,
    MemoryId,
    MemoryType,
    NeedsReview,
    Record,
    Relation,
    Review,
    ReviewEvent,
    Sensitivity,
    Source,
    SourceKind,
    Status,
)
from vademecum.model.value import replace

AWKWARD = [
    "yes",
    "null",
    "~",
    "0777",
    "1e3",
    "2024-01-01",
    "a: b",
    "a #b",
    "- a",
    "'",
    '"',
    "\\",
    " a ",
    "a:",
    "#",
]
AWKWARD += [
    "",
    "\n",
    "a\nb",
    "\r\n",
    "\t",
    "\u2028",
    "\ufeff",
    "\x85",
    "---",
    "[a]",
    "{a: b}",
    "重要",
    "é",
    "🙂",
    "=",
]
AWKWARD += [
    "<<",
    "*a",
    "&a",
    "!a",
    "|",
    ">",
    "@a",
    "`a`",
    "%a",
    "?",
    "a, b",
    "12:30:45",
    ".5",
    "\x07",
    "\u202ea",
]
TEXT = st.one_of(st.sampled_from(AWKWARD), st.text(max_size=20))
SOME = TEXT.filter(bool)
MAYBE = st.none() | TEXT
ULIDS = st.integers(0, 2**128 - 1).map(
    lambda n: MemoryId(
        "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[n >> 5 * i & 31] for i in range(25, -1, -1))
    )
)
ZONES = st.timedeltas(timedelta(hours=-23), timedelta(hours=23)).map(timezone)
FROM, TO = datetime(1900, 1, 1), datetime(2100, 1, 1)  # noqa: DTZ001  # hypothesis adds the zone
TIMES = st.none() | st.datetimes(FROM, TO, timezones=ZONES)
MOMENTS = st.datetimes(FROM, TO, timezones=st.just(UTC))
BORDERS = ["\n", "\r\n", "\r", " ", "---\n", "---\nid: x\n---\n", "\ufeff", "=======\n", "\n\n\n", "\t"]
BODIES = st.lists(st.sampled_from(BORDERS) | TEXT, max_size=6).map("".join)
FREE_KEYS = st.one_of(st.sampled_from(["Ä", "a b", "no", "cssclasses", "0", "- x", "created_at"]), SOME)
FREE = st.recursive(
    TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FREE_KEYS, inner, max_size=3),
    max_leaves=6,
)
EXTRA = st.dictionaries(FREE_KEYS, FREE, max_size=3)


def some(of: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(of, max_size=3, unique=True).map(tuple)


SOURCES = st.builds(Source, kind=st.sampled_from(SourceKind), ref=MAYBE, quote_hash=MAYBE, at=TIMES)
EVENTS = st.builds(
    ReviewEvent, at=MOMENTS, by=SOME, before=st.none() | st.sampled_from(Review),
    after=st.sampled_from(Review), note=MAYBE,
)  # fmt: skip
MEMORIES = st.builds(
    Memory,
    id=ULIDS,
    scope=st.just(PERSONAL),
    type=st.sampled_from(MemoryType),
    title=MAYBE,
    body=BODIES,
    tags=some(SOME),
    aliases=some(SOME),
    lang=MAYBE,
    subject=MAYBE,
    value=MAYBE,
    entities=some(SOME),
    relations=st.lists(st.builds(Relation, predicate=SOME, object=SOME, since=TIMES), max_size=2).map(tuple),
    status=st.sampled_from(Status),
    supersedes=some(ULIDS),
    superseded_by=st.none() | ULIDS,
    review=st.none() | st.sampled_from(Review),
    review_history=st.lists(EVENTS, max_size=2).map(tuple),
    needs_review=st.none() | st.builds(NeedsReview, reason=SOME, because=st.none() | ULIDS),
    sources=st.lists(SOURCES, max_size=2).map(tuple),
    confidence=st.none() | st.floats(0, 1),
    evidence=st.none() | st.builds(Evidence, count=st.integers(0, 9), sessions=st.integers(0, 9)),
    sensitivity=st.sampled_from(Sensitivity),
    created=TIMES,
    updated=TIMES,
    valid_from=TIMES,
    valid_until=TIMES,
    pinned=st.booleans(),
    importance=st.sampled_from(Importance),
    extra=EXTRA,
)
ENTITIES = st.builds(
    Entity,
    id=ULIDS,
    scope=st.just(PERSONAL),
    name=SOME,
    label=TEXT,
    body=BODIES,
    aliases=some(SOME),
    tags=some(SOME),
    provisional=st.booleans(),
    created=TIMES,
    properties=EXTRA,
)


def legal(record: Record) -> bool:
    try:
        check(record)
    except InvalidValue:
        return False
    return True


RECORDS: st.SearchStrategy[Record] = st.one_of(MEMORIES, ENTITIES).filter(legal)
PAIRS = st.one_of(st.tuples(MEMORIES, MEMORIES), st.tuples(ENTITIES, ENTITIES)).filter(
    lambda pair: legal(pair[0]) and legal(pair[1])
)


def read(data: bytes, *, fast: bool = True) -> Record:
    parsed = parse(data, scope=PERSONAL, fast=fast)
    assert isinstance(parsed, Parsed), parsed
    return parsed.record


def in_crlf(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


@given(RECORDS)
def test_a_rendered_record_comes_back(record: Record) -> None:
    assert read(render(record)) == record


@given(RECORDS)
def test_both_readers_answer_the_same(record: Record) -> None:
    data = render(record)

    assert read(data, fast=True) == read(data, fast=False)


@given(RECORDS)
def test_revising_nothing_changes_nothing(record: Record) -> None:
    data = in_crlf(b"\xef\xbb\xbf" + render(record))
    before = read(data)

    assert revise(data, before, before) is data


@given(PAIRS)
def test_a_revised_file_reads_as_revised(pair: tuple[Record, Record]) -> None:
    before, after = pair

    assert read(revise(render(before), before, after)) == after


@given(PAIRS, st.booleans())
def test_a_revised_crlf_file_reads_as_revised(pair: tuple[Record, Record], marked: bool) -> None:
    data = in_crlf(render(pair[0]))
    data = b"\xef\xbb\xbf" + data if marked else data
    parsed = parse(data, scope=PERSONAL)
    assume(isinstance(parsed, Parsed))

    assert read(revise(data, read(data), pair[1])) == pair[1]


@given(PAIRS)
def test_revising_keeps_the_bytes_of_the_body(pair: tuple[Record, Record]) -> None:
    before, after = pair
    after = replace(after, body=before.body)
    assume(legal(after))
    data = render(before)

    assert (
        revise(data, before, after)[-len(before.body.encode()) - 1 :]
        == data[-len(before.body.encode()) - 1 :]
    )


@given(RECORDS, TEXT)
def test_one_changed_key_leaves_other_lines(record: Record, title: str) -> None:
    changed = replace(record, lang=f"x{title}")
    assume(legal(changed))
    data = render(record)
    gone = set(data.split(b"\n")) - set(revise(data, record, changed).split(b"\n"))

    assert {line.partition(b":")[0] for line in gone} <= {b"lang"}


@given(st.binary(max_size=200))
@example(b"---\n&a [*a]\n---\n")
@example(b"---\n? [a]\n: b\n---\n")
@example(b"---\n- a\n---\n")
@example(b"---\n{{}: x}\n---\n")
@example(b"---\nid: [")
def test_any_bytes_are_answered_with_a_value(data: bytes) -> None:
    assert isinstance(parse(data, scope=PERSONAL), Parsed | Fault)


FRAGMENTS = [
    "title",
    "tags",
    "sources",
    "x",
    ": ",
    ":",
    "\n",
    "  ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "#",
    " #",
    "'",
    '"',
]
FRAGMENTS += [
    "|",
    ">",
    "&a",
    "*a",
    "!!str ",
    "yes",
    "0x1f",
    "\\n",
    "---",
    "...",
    "\r\n",
    "\t",
    "% ",
    "é",
    "重",
    "? ",
    "a",
    "b",
]
HEADS = ["a: ", "b:", "c:  ", "d: ", "- ", "  - ", "  k: ", "  - k: ", "    m: ", "# "]
VALUES = [
    "x",
    "x y",
    "",
    '"q"',
    "'q'",
    "[a, b]",
    "[]",
    "yes",
    "x:",
    "x #c",
    "#c",
    "a,b",
    '["a, b"]',
    "{a}",
    "-",
    "é",
    "x ",
]
VALUES += ["a:b", "[a#b]", "[-a]", "k: v", "*a", "|", '"a" b', "'it''s'", "[[a]]", "it's", "[a, b", "[a?b]"]
LINES = st.tuples(st.sampled_from(HEADS), st.sampled_from(VALUES)).map("".join)
PLAINISH = st.tuples(st.just("z: 1"), st.lists(LINES, max_size=4)).map(lambda p: "\n".join([p[0], *p[1]]))
FRONTS = st.lists(st.sampled_from(FRAGMENTS), max_size=24).map("".join)


@given(FRONTS)
def test_any_front_matter_is_answered_with_a_value(front: str) -> None:
    data = f"---\n{front}\n---\nbody\n".encode()

    assert isinstance(parse(data, scope=PERSONAL), Parsed | Fault)


@given(PLAINISH)
def test_fast_reader_never_disagrees_with_the_library(front: str) -> None:
    plain = read_plain(front)
    assume(plain)
    root = compose(front)

    assert isinstance(root, Pairs)
    assert list((plain or {}).items()) == [(key.value, to_raw(value)) for key, value in root.entries]


@given(FRONTS, TEXT.filter(bool))
def test_any_parsable_file_can_be_revised(front: str, title: str) -> None:
    data = f"---\n{front}\n---\nbody\n".encode()
    parsed = parse(data, scope=PERSONAL)
    assume(isinstance(parsed, Parsed))
    assert isinstance(parsed, Parsed)
    after = replace(parsed.record, id=MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0W"), lang=title)
    assume(legal(after))

    assert read(revise(data, parsed.record, after)) == after


@given(RECORDS)
def test_render_writes_what_the_fast_reader_takes(record: Record) -> None:
    frame = split(render(record))

    assert front_values(frame) == front_values(frame, fast=False)
