"""The text of aliases.yaml: both forms, faults with lines, edits that keep comments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.errors import InvalidValue, Unreadable
from vademecum.markdown.outcome import Fault
from vademecum.markdown.tree import Source, Tree, compose
from vademecum.model.file import QuarantineReason as Why
from vademecum.vault import vocabulary
from vademecum.vault.vocabulary import Pair, read_pairs, write_pairs

PATH = "personal/aliases.yaml"
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=8)
PAIRS = st.lists(
    st.tuples(WORDS, WORDS).filter(lambda p: all(side.strip() for side in p)), max_size=5, unique=True
)


@pytest.mark.parametrize(
    "text",
    [
        "- alias: a\n  target: yes\n",
        "- {alias: a, target: yes}",
        "a: yes\n",
        "{a: yes}",
        "\ufeffa: 'yes'\r\n",
    ],
)
def test_both_forms_are_read(text: str) -> None:
    assert read_pairs(text.encode()) == (("a", "yes"),)


def test_an_empty_vocabulary_is_legal() -> None:
    assert read_pairs(b"# nothing\n") == ()


@pytest.mark.parametrize(
    ("data", "reason", "line"),
    [
        (b"x: y\n- a", Why.UNPARSABLE, 2),
        (b"just text", Why.INVALID, 1),
        (b"- alias: a\n  target: b\n- alias: c", Why.INVALID, 3),
        (b"a: b\nc: [d]", Why.INVALID, 2),
        (b"a: b\na: c", Why.UNPARSABLE, 2),
        (b"a: b\nc: ''", Why.INVALID, 2),
        (b"a: b\n\xff", Why.NOT_TEXT, 2),
        (b"a: b\n<<<<<<< HEAD\n", Why.MERGE_MARKERS, 2),
        (b"#" * ((1 << 20) + 1), Why.TOO_LARGE, None),
    ],
)
def test_faults_name_their_line(data: bytes, reason: Why, line: int | None) -> None:
    found = read_pairs(data)

    assert isinstance(found, Fault)
    assert (found.reason, found.line) == (reason, line)


@given(st.binary(max_size=80))
def test_any_bytes_are_answered(data: bytes) -> None:
    assert isinstance(read_pairs(data), tuple | Fault)


@given(PAIRS, PAIRS)
def test_what_is_written_is_read(first: list[Pair], second: list[Pair]) -> None:
    original = write_pairs(PATH, None, first)

    assert read_pairs(original) == tuple(first)
    assert read_pairs(write_pairs(PATH, original, second)) == tuple(second)
    assert write_pairs(PATH, original, first) is original


def test_a_mapping_stays_a_mapping() -> None:
    assert write_pairs(PATH, b"# h\r\na: b # c\r\nx: y\r\n", [("x", "y"), ("n: o", "1")]) == (
        b'# h\r\nx: y\r\n"n: o": "1"\r\n'
    )


def test_a_new_order_keeps_the_opening_comments() -> None:
    text = b"# head\n\n- {alias: a, target: b}\n- {alias: c, target: d}\n"

    assert write_pairs(PATH, text, [("c", "d"), ("a", "b")]) == (
        b"# head\n\n- alias: c\n  target: d\n- alias: a\n  target: b\n"
    )


@pytest.mark.parametrize("pair", [("", "a"), ("a", " "), ("a\0", "b"), ("\ud83d", "b")])
def test_an_empty_or_broken_side_is_refused(pair: Pair) -> None:
    with pytest.raises(InvalidValue):
        write_pairs(PATH, None, [pair])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: b\n\tc: d", "2 vocabulary is indented with a tab; use spaces"),
        (
            "a: b\n[",
            "2 vocabulary is not YAML here; write one `alias: target` a line and quote what is unusual",
        ),
        ("a: b\x01c", "1 a control character stands in the vocabulary; remove it"),
        ("a: b\n--- x\nb: c", "2 holds a second YAML document; keep one"),
        ("a: b: c", '1 a value with ": " inside must be put in quotes'),
        ("just text", "1 holds no list of `alias` and `target`"),
    ],
)
def test_advice_speaks_of_a_vocabulary(text: str, message: str) -> None:
    found = read_pairs(text.encode())

    assert isinstance(found, Fault)
    assert f"{found.line} {found.message}" == message


def test_a_broken_vocabulary_is_named_and_kept() -> None:
    with pytest.raises(Unreadable) as caught:
        write_pairs(PATH, b"a: b\n[", [("a", "b")])

    assert caught.value.message == (
        "personal/aliases.yaml:2 cannot be edited: vocabulary is not YAML here; write one `alias: target` a "
        "line and quote what is unusual; nothing was written"
    )


def test_an_addition_reads_each_text_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(text: str, source: Source) -> Tree | None:
        read.append(text)
        return compose(text, source)

    monkeypatch.setattr(vocabulary, "compose", counted)
    before = b"- alias: 'once'\n  target: only\n"
    after = write_pairs(PATH, before, [("once", "only"), ("more", "said")])

    assert read_pairs(after) == (("once", "only"), ("more", "said"))
    assert read == [before.decode(), after.decode()]


PLAIN_LINES = st.lists(
    st.sampled_from(["# said", "", "- alias: {}\n  target: {}", "- alias: {}\n  target: {}  ", "{}: {}"]),
    max_size=4,
).map("\n".join)
SCALARS = st.text(st.sampled_from("ab \"'1数é#:-[]{},&*!|>%@`~\\\t\u2028_?="), min_size=1, max_size=5)


@given(PLAIN_LINES, st.lists(SCALARS, min_size=8, max_size=8), st.sampled_from(["\n", "", "\n\n"]))
def test_short_way_reads_what_the_library_reads(lines: str, sides: list[str], end: str) -> None:
    text = lines.format(*sides) + end
    found = vocabulary._plainly(text)

    assert found is None or found == vocabulary._composed(text)


def test_what_we_write_goes_the_short_way() -> None:
    text = write_pairs(
        PATH, None, [("k8s", "kubernetes"), ("数据库", "data base"), ("C++", 'say: "x"')]
    ).decode()

    assert vocabulary._plainly(text.rpartition("- alias")[0]) == vocabulary._composed(
        text.rpartition("- alias")[0]
    )
    assert vocabulary._plainly(text) is None


def test_short_way_bounds_the_number_of_entries() -> None:
    text = "- alias: a\n  target: b\n"

    assert vocabulary._plainly(text * 19_999) is not None
    assert vocabulary._plainly(text * 20_000) is None
