"""How a chunk is cut into words, identifiers and pairs."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vademecum.text.folding import bare, read, read_clusters
from vademecum.text.scripts import fold, is_unspaced
from vademecum.text.words import (
    TOKEN_LIMIT,
    Form,
    Part,
    _Memo,
    exact_spans,
    exact_words,
    pairs_and_units,
    parts,
    segments,
)

ANY_TEXT = st.text(st.characters(), max_size=60)  # lone surrogates included
TRICKY = st.text(
    st.sampled_from(
        "aAzZß1_-./\\:@+#&$'’ "
        "ée\u0301İı½ﬁＦ\u00ad\u200d\ufe0f한\u1112\u1161\u11abﾊﾞบน้ำကြက字さーक्ष\ud83d\x00❤👍🏽"
    ),
    max_size=40,
)


def of_form(chunk: str, form: Form) -> list[str]:
    return [part.text for part in parts(chunk) if part.form is form]


WORDS = {
    "graph_db": ["graph", "db"],
    "src/store.rs": ["src", "store", "rs"],
    "P2.2": ["p2", "2"],
    "v1.2.3": ["v1", "2", "3"],
    "my-app.config.ts": ["my", "app", "config", "ts"],
    "a@b.com": ["a", "b", "com"],
    "tcp:p4d.p4d-ascii:1666": ["tcp", "p4d", "p4d", "ascii", "1666"],
    "C++": ["c"],
    "C#": ["c"],
    ".NET": ["net"],
    "getUserName": ["get", "user", "name"],
    "HTTPServer": ["http", "server"],
    "URLs": ["urls"],
    "#246": ["246"],
    "SSO.": ["sso"],
    "(python": ["python"],
    "U.S.A.": ["usa"],
    "don't": ["don", "t"],
    "重跑gen-itgc后": ["重跑", "gen", "itgc", "后"],
    "数据库": ["数据", "据库"],
    "图": ["图"],
    "サーバー": ["サー", "ーバ", "バー"],
    "한국어": ["한국", "국어"],
    "ที่นี่": ["ที่นี่"],
    "ключи": ["ключи"],
    "κλειδί": ["κλειδί"],
    "नमस्ते": ["नमस्ते"],
    "مفتاح": ["مفتاح"],
    "שלום": ["שלום"],
    "Straße": ["strasse"],
    "ﬁx": ["fix"],
    "ＦＵＬＬ": ["full"],
    "cafe\u0301": ["café"],
    "İstanbul": ["istanbul"],
    "I\u0307\u094d": ["i\u094d"],
    "½": ["1", "2"],
    "so\u00adft": ["soft"],
    "می\u200cشود": ["میشود"],
    "۱۲": ["12"],
    "\u1112\u1161\u11ab\u1100\u1173\u11af": ["한글"],
    "ﾊﾞｽ": ["バス"],
    "1️⃣": ["1"],
    "❤️": [],
    "\ud83d": [],
    "\ud800\u0e47a": ["a"],
    "x\x00y": ["x", "y"],
}


@pytest.mark.parametrize(("chunk", "expected"), WORDS.items())
def test_chunk_yields_its_words(chunk: str, expected: list[str]) -> None:
    assert of_form(chunk, Form.WORD) == expected


WHOLES = {
    "graph_db": ["graph_db"],
    "src/store.rs": ["src/store.rs"],
    "P2.2": ["p2.2"],
    "my-app.config.ts,": ["my-app.config.ts"],
    "tcp:p4d.p4d-ascii:1666": ["tcp:p4d.p4d-ascii:1666"],
    "C++": ["c++"],
    "C++11": ["c++11"],
    "C#,": ["c#"],
    "(.NET)": [".net"],
    "#246": ["#246"],
    "getUserName": ["getusername"],
    "lib/getUserName.ts": ["lib/getusername.ts", "getusername"],
    "用C++写": ["c++"],
    "AT&T": ["at&t"],
    "well-known": ["well-known"],
}


@pytest.mark.parametrize(("chunk", "expected"), WHOLES.items())
def test_identifier_is_kept_whole(chunk: str, expected: list[str]) -> None:
    assert of_form(chunk, Form.WHOLE) == expected


@pytest.mark.parametrize(
    "chunk",
    ["port,", "end.", "(python", "wait...what", "a--b", "**bold**", "don't", "`code`", "e.g.", "_em_"],
)
def test_sentence_punctuation_makes_no_identifier(chunk: str) -> None:
    assert of_form(chunk, Form.WHOLE) == []


def test_run_also_yields_single_characters() -> None:
    assert of_form("数据库", Form.PIECE) == ["数", "据", "库"]


def test_thai_pairs_keep_their_marks() -> None:
    assert of_form("ที่อยู่", Form.WORD) == ["ที่อ", "อยู่"]


def test_hyphen_and_humps_yield_joined_spelling() -> None:
    assert of_form("e-mail", Form.PIECE) == ["email"]
    assert of_form("GitHub", Form.PIECE) == ["github"]
    assert of_form("covid-19", Form.PIECE) == []


@pytest.mark.parametrize(
    ("chunk", "span"), [("(Straße)", (1, 7)), ("xﬁ", (0, 2)), ("e\u0301a", (0, 3)), ("a\u00adb.", (0, 3))]
)
def test_offsets_point_into_the_original(chunk: str, span: tuple[int, int]) -> None:
    (part,) = parts(chunk)

    assert (part.start, part.end) == span


def test_parts_of_a_moved_chunk_keep_their_kind() -> None:
    assert parts("ﬁx-it") == [
        Part(Form.WHOLE, "fix-it", 0, 5),
        Part(Form.PIECE, "fixit", 0, 5, spelling=True),
        Part(Form.WORD, "fix", 0, 2),
        Part(Form.WORD, "it", 3, 5),
    ]


def test_pairs_of_a_moved_chunk_lie_in_the_original() -> None:
    assert parts("ﬁ字典") == [
        Part(Form.WORD, "fi", 0, 1),
        Part(Form.WORD, "字典", 1, 3),
        Part(Form.PIECE, "字", 1, 2),
        Part(Form.PIECE, "典", 2, 3),
    ]


@pytest.mark.parametrize(
    ("word", "plain"),
    [
        ("café", "cafe"),
        ("schlüssel", "schlussel"),
        ("łódź", "lodz"),
        ("đường", "duong"),
        ("ещё", "еще"),
        ("мой", "мой"),
        ("κόσμος", "κοσμοσ"),
        ("שָׁלוֹם", "שלום"),
        ("नदी", "नदी"),
    ],
)
def test_marks_are_dropped_where_people_do(word: str, plain: str) -> None:
    assert bare(fold(word)) == plain


def test_names_are_not_split_by_case() -> None:
    assert exact_words("GitHub's iPhone in U.S.A.") == ["github", "s", "iphone", "in", "usa"]


@pytest.mark.parametrize(
    ("chunk", "words"),
    [
        ("e.g", ["eg"]),
        ("U.S.A,x", ["usa", "x"]),
        ("数据库x库存y字", ["数据", "据库", "x", "库存", "y", "字"]),
        ("数ﬁ据库", ["数", "fi", "据库"]),
        ("ที่กข", ["ที่ก", "กข"]),
    ],
)
def test_exact_words_and_their_offsets_agree(chunk: str, words: list[str]) -> None:
    assert exact_words(chunk) == words
    assert [word for word, _, _ in exact_spans(chunk)] == words


def test_initials_lie_where_they_are_written() -> None:
    assert exact_spans("(U.S.A.)") == [("usa", 1, 6)]


@pytest.mark.parametrize(
    ("chunk", "split"),
    [
        ("数据x库", [(True, "数据"), (False, "x"), (True, "库")]),
        ("กข", [(True, "กข")]),
        ("port", None),
        ("naïve", None),
        ("ที่ก", None),
        ("数ﬁ据", None),
    ],
)
def test_only_unmarked_unspaced_runs_are_segments(chunk: str, split: list[tuple[bool, str]] | None) -> None:
    assert segments(chunk) == split


@pytest.mark.parametrize("run", ["字", "数据", "数据库"])
def test_pairs_and_units_are_those_of_parts(run: str) -> None:
    assert pairs_and_units(run) == [part.text for part in parts(run)]


@given(st.from_regex(r"[A-Za-z]{0,70}[.,;:!?]{0,2}", fullmatch=True))
def test_quick_reading_of_plain_words_is_exact(chunk: str) -> None:
    carefully = [part._replace(start=part.start - 1, end=part.end - 1) for part in parts(f"({chunk}")]

    assert parts(chunk) == carefully
    assert exact_words(chunk) == exact_words(f"({chunk}")


@pytest.mark.parametrize("sign", [*",.;:!?"])
def test_a_sign_that_closes_a_clause_is_no_part_of_its_word(sign: str) -> None:
    assert parts(f"Harbour{sign}") == [Part(Form.WORD, "harbour", 0, 7)]
    assert exact_words(f"Harbour{sign} 6432{sign}") == ["harbour", "6432"]


def test_exact_words_of_a_chunk_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = _Memo({"Kept": ("known",)})
    monkeypatch.setattr("vademecum.text.words._memo", kept)

    assert exact_words("Kept New " + "b" * 48 + " " + "c" * 49) == ["known", "new", "b" * 48, "c" * 49]
    assert kept == {"Kept": ("known",), "New": ("new",), "b" * 48: ("b" * 48,)}


def test_remembered_words_stay_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = _Memo()
    monkeypatch.setattr("vademecum.text.words._memo", kept)
    monkeypatch.setattr("vademecum.text.words._MEMO_LIMIT", 2)

    assert exact_words("a b c") == ["a", "b", "c"]
    assert kept == {"c": ("c",)}


def test_unspaced_scripts_are_recognised() -> None:
    assert [is_unspaced(char) for char in "数か한ก〇㍿9aя\u200b"] == [True] * 6 + [False] * 4


@given(ANY_TEXT | TRICKY)
def test_quick_reading_equals_careful_reading(text: str) -> None:
    quick, careful = read(text), read_clusters(text)

    assert quick.folded == careful.folded
    assert quick.shape == careful.shape


@given(ANY_TEXT | TRICKY)
def test_shape_follows_the_folded_text(text: str) -> None:
    reading = read(text)

    assert len(reading.shape) == len(reading.folded)
    assert "x" not in reading.shape


@given(ANY_TEXT | TRICKY)
def test_folding_is_idempotent(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@example("aBc")
@given(st.from_regex(r"[A-Za-z]{1,9}", fullmatch=True) | st.sampled_from(["aB", "ABc", "Abc", "a" * 99]))
def test_plain_word_is_cut_as_any_other(word: str) -> None:
    beside = f"{word}!"  # what is no plain word is read with care

    assert parts(word) == parts(beside)
    assert exact_spans(word) == exact_spans(beside)


@given(ANY_TEXT | TRICKY)
def test_exact_words_survive_a_second_reading(text: str) -> None:
    words = exact_words(text)

    assert exact_words(" ".join(words)) == words


@given(ANY_TEXT | TRICKY)
def test_offsets_ascend_and_hold_something(text: str) -> None:
    for chunk in text.split():
        starts = [part.start for part in parts(chunk)]
        assert starts == sorted(starts)
        assert all(0 <= part.start < part.end <= len(chunk) for part in parts(chunk))


@given(ANY_TEXT | TRICKY)
def test_tokens_are_short_and_without_space(text: str) -> None:
    words = [part.text for chunk in text.split() for part in parts(chunk)]

    assert all(0 < len(word) <= TOKEN_LIMIT and word.split() == [word] for word in words)


@pytest.mark.parametrize(
    "unit", ["a", "a.", "aB", "字", "น้ำ", "\u0301", "a\u0301\u0323", "++", "-a", "_.", "\u1112", "\u200d"]
)
def test_long_chunk_takes_linear_time(unit: str) -> None:
    chunk = unit * (40_000 // len(unit))

    began = time.process_time()
    parts(chunk)

    assert time.process_time() - began < 4
