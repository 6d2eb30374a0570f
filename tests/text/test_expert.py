"""The grammar of expert queries."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.errors import LimitExceeded, QuerySyntaxError
from vademecum.text.expert import And, FieldIs, Node, Not, Or, Phrase, PrefixWord, Words, parse

A, B, C = Words("a"), Words("b"), Words("c")

TREES: dict[str, Node] = {
    "a": A,
    "a b": And((A, B)),
    "a AND b": And((A, B)),
    "a b OR c": Or((And((A, B)), C)),
    "a OR b c": Or((A, And((B, C)))),
    "(a OR b) c": And((Or((A, B)), C)),
    "NOT a b": And((Not(A), B)),
    "a NOT b": And((A, Not(B))),
    "a AND NOT b": And((A, Not(B))),
    "-a": Not(A),
    "-(a b)": Not(And((A, B))),
    "NOT NOT a": Not(Not(A)),
    '"a b" c*': And((Phrase("a b"), PrefixWord("c"))),
    r'"a \"b\""': Phrase('a "b"'),
    "“a b”": Phrase("a b"),
    "„a b“": Phrase("a b"),
    "title:a b": And((FieldIs("title", A), B)),
    "tags:(a OR b)": FieldIs("tag", Or((A, B))),
    "aliases:a*": FieldIs("alias", PrefixWord("a")),
    'entities:"a b"': FieldIs("entity", Phrase("a b")),
    "Status: a": FieldIs("status", A),
    "-type:a": Not(FieldIs("type", A)),
    "scope:project:a": FieldIs("scope", Words("project:a")),
    "and or not": And((Words("and"), Words("or"), Words("not"))),
    '"AND"': Phrase("AND"),
    "docker-compose": Words("docker-compose"),
    "C++": Words("C++"),
    "10:30": Words("10:30"),
    "--flag": Words("--flag"),
    "部署 ключ": And((Words("部署"), Words("ключ"))),
    '"a"b': And((Phrase("a"), B)),
    r'"a \\ b"': Phrase(r"a \ b"),
    "X -X aXb aX*": And((Words("X"), Not(Words("X")), Words("aXb"), PrefixWord("aX"))),
}


@pytest.mark.parametrize(("query", "tree"), TREES.items())
def test_query_reads_as_tree(query: str, tree: Node) -> None:
    assert parse(query) == tree


FAULTS = {
    "": (0, "empty"),
    "  ": (0, "empty"),
    '"a': (0, "never closed"),
    'say "hi': (4, "never closed"),
    "a (b": (2, "never closed"),
    "a)": (1, "closes nothing"),
    ")": (0, "closes nothing"),
    "()": (0, "empty"),
    "AND": (0, "both sides"),
    "a OR": (2, "nothing follows OR"),
    "OR a": (0, "both sides"),
    "a AND OR b": (6, "both sides"),
    "NOT": (0, "nothing follows NOT"),
    "title:": (0, "names nothing"),
    "title:AND": (0, "names nothing"),
    "title:(tag:a)": (7, "inside"),
    "memory:safe": (0, "in quotes"),
    "http://x.org": (0, "in quotes"),
    "a titel:b": (2, "title:"),
    "*": (0, "no letter"),
    "a & b": (2, "no letter"),
    "a*b": (1, "end a word"),
    '"--"': (0, "hold no word"),
    "a -)": (2, "nothing follows -"),
    "a*b*c": (1, "end a word"),
    "due_date:x": (0, "unknown field"),
    "e-mail:x": (0, "unknown field"),
}


@pytest.mark.parametrize(("query", "fault"), FAULTS.items())
def test_fault_is_placed_and_explained(query: str, fault: tuple[int, str]) -> None:
    with pytest.raises(QuerySyntaxError, match=fault[1]) as caught:
        parse(query)

    assert caught.value.position == fault[0]


def test_unknown_field_suggests_the_nearest() -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        parse("titel:a")

    assert caught.value.suggestions == ("title",)


@pytest.mark.parametrize(
    ("query", "advice"),
    [
        ("memory:safe", "unknown field 'memory'; write \"memory:safe\" in quotes"),
        ("aliase:a", "unknown field 'aliase'; did you mean aliases: or alias:? Write \"aliase:a\" in quotes"),
    ],
)
def test_unknown_field_is_answered_with_advice(query: str, advice: str) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        parse(query)

    assert caught.value.message == f"{advice} to search for the text itself (at character 1)"


@pytest.mark.parametrize(("length", "shown"), [(40, "z:" + "b" * 38), (41, "z:" + "b" * 37 + "…")])
def test_forty_characters_of_a_word_are_shown(length: int, shown: str) -> None:
    with pytest.raises(QuerySyntaxError, match=f'"{shown}"'):
        parse("z:" + "b" * (length - 2))


@pytest.mark.parametrize(
    "query", ["(" * 33 + "a" + ")" * 33, "NOT " * 33 + "a", "(" * 100_000, "-" + "-" * 9 + "(" * 99]
)
def test_depth_is_limited(query: str) -> None:
    with pytest.raises((LimitExceeded, QuerySyntaxError)):
        parse(query)


def test_depth_and_leaves_reach_their_limit() -> None:
    assert parse("(" * 32 + "a" + ")" * 32) == A
    assert parse(" ".join(["a"] * 256)) == And((A,) * 256)


def test_longest_query_is_read() -> None:
    assert parse("a" * 8_192) == Words("a" * 8_192)


def test_leaves_are_limited() -> None:
    with pytest.raises(LimitExceeded, match="256 words and phrases; the one at character 513 is too many"):
        parse("a " * 257)
    with pytest.raises(LimitExceeded, match="character 1025 is"):
        parse('"a" ' * 257)


@pytest.mark.parametrize("deepest", ["(a)", "NOT a", "title:a"])
def test_what_goes_too_deep_is_shown(deepest: str) -> None:
    with pytest.raises(LimitExceeded, match="32 deep; character 33 goes deeper"):
        parse("(" * 32 + deepest + ")" * 32)


@pytest.mark.parametrize("closed", ["(a) ", "NOT a ", "title:a "])
def test_only_open_levels_count_as_depth(closed: str) -> None:
    assert len(getattr(parse(closed * 100), "parts", ())) == 100
    with pytest.raises(LimitExceeded, match="32 deep"):
        parse("(" * 20 + closed * 20 + "(" * 13 + "a" + ")" * 33)


@given(
    st.text(st.characters())
    | st.lists(
        st.sampled_from(["a", "b", "(", ")", '"', "-", "AND", "OR", "NOT", "title:", "tag:", "*", "\\"])
    ).map(" ".join)
)
def test_any_text_parses_or_explains(query: str) -> None:
    with suppress(QuerySyntaxError, LimitExceeded):
        parse(query)


def test_endless_query_is_refused_at_once() -> None:
    with pytest.raises(LimitExceeded, match="8,192 characters, this one has 1,000,000"):
        parse("部" * 1_000_000)


@pytest.mark.parametrize("query", ["!" * 5_000, f"{'x' * 5_000}:y", f"{'x' * 5_000}*y"])
def test_message_repeats_sixty_characters_at_most(query: str) -> None:
    with pytest.raises(QuerySyntaxError) as refused:
        parse(query)

    assert len(refused.value.message) < 250
