"""Tokens, stems and terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.lexicon import load
from vademecum.text import words
from vademecum.text.analyzer import Analyzer, Form, Term, Token

ANALYZER = Analyzer(load())
ANY_TEXT = st.text(st.characters(), max_size=60)
PHRASES = st.lists(
    st.sampled_from(
        [
            "GitHub",
            "github",
            "don't",
            "C++",
            "the",
            "Schlüssel",
            "数据库的",
            "を設定",
            "ещё",
            "e-mail",
            "\ud83d",
            "café",
            "x.y/z",
            "\u0301",
        ]
    ),
    max_size=12,
).map(" ".join)
LANGUAGES = st.sampled_from([None, "en", "de", "ru", "zh", "hi", "xx", "pt-BR", ""])


def texts(topic: str) -> list[str]:
    return [term.text for term in ANALYZER.terms(topic)]


def finds(query: str, text: str, language: str | None = None) -> bool:
    indexed = set(ANALYZER.stems(text, language))
    return all(indexed & set(term.forms) for term in ANALYZER.terms(query, languages=[language or "en"]))


def test_tokens_carry_form_and_offsets() -> None:
    assert ANALYZER.tokens("Use graph_db keys.") == [
        Token("use", "use", 0, 3, Form.WORD),
        Token("graph_db", "graph_db", 4, 12, Form.WHOLE),
        Token("graph", "graph", 4, 9, Form.WORD),
        Token("db", "db", 10, 12, Form.WORD),
        Token("keys", "key", 13, 17, Form.WORD),
    ]


def test_marked_word_has_second_stem() -> None:
    assert ANALYZER.stems("naïve cafés") == ["naïv", "naiv", "café", "cafe"]
    assert ANALYZER.tokens("café") == [
        Token("café", "café", 0, 4, Form.WORD),
        Token("cafe", "cafe", 0, 4, Form.PIECE),
    ]


def test_joined_spelling_keeps_its_marks() -> None:
    assert ANALYZER.stems("naïve-x") == ["naïve-x", "naïvex", "naïv", "naiv", "x"]


def test_joined_spelling_repeats_no_whole() -> None:
    assert ANALYZER.tokens("GitHub,github") == [
        Token("github", "github", 0, 6, Form.WHOLE),
        Token("git", "git", 0, 3, Form.WORD),
        Token("hub", "hub", 3, 6, Form.WORD),
        Token("github", "github", 7, 13, Form.WORD),
    ]


def test_one_chunk_has_stems_of_each_language() -> None:
    assert [token.stem for token in ANALYZER.tokens("Häusern", "de")] == ["haus"]
    assert [token.stem for token in ANALYZER.tokens("Häusern", "en")] == ["häusern", "hausern"]


@pytest.mark.parametrize("chunk", ["数据Häuser库", "数ﬁ据", "ที่กข", "数据e\u0301库", "数据x库存", "กขx"])
def test_mixed_chunk_has_stems_of_its_tokens(chunk: str) -> None:
    assert ANALYZER.stems(chunk, "de") == [token.stem for token in ANALYZER.tokens(chunk, "de")]


@pytest.mark.parametrize(
    ("text", "language", "stems"),
    [
        ("orchards", "en", ["orchard"]),
        ("Häuser", "de", ["haus"]),
        ("ключами", "ru", ["ключ"]),
        ("ключами", "en", ["ключ"]),
        ("deployments", "ru", ["deploy"]),
        ("deployments", "vi", ["deployments"]),
        ("k8s 2024s", "en", ["k8s", "2024s"]),
        ("κλειδιά", "el", ["κλειδ"]),
        ("किताबें", "hi", ["किताब"]),
        ("图", "zh", ["图"]),
    ],
)
def test_stemmer_follows_script_and_language(text: str, language: str, stems: list[str]) -> None:
    assert ANALYZER.stems(text, language) == stems


FOUND = [
    ("cafe", "the Café closes"),
    ("café", "the cafe closes"),
    ("schlussel", "der Schlüssel"),
    ("Schlüssel", "der Schlussel"),
    ("github", "moved to GitHub"),
    ("GitHub", "moved to github"),
    ("youtube", "a YouTube link"),
    ("YouTube", "a youtube link"),
    ("email", "send an e-mail"),
    ("e-mail", "send an email"),
    ("getUserName", "call get_user_name"),
    ("itgc", "重跑gen-itgc后"),
    ("库", "数据库在这里"),
    ("部署", "自动部署计划"),
    ("STRASSE", "die Straße"),
    ("istanbul", "İstanbul"),
    ("еще", "ещё раз"),
    ("sso", "log in by SSO."),
    ("graph_db", "our graph db"),
    ("น้ำ", "ดื่มน้ำเย็น"),
]


@pytest.mark.parametrize(("query", "text"), FOUND)
def test_query_finds_other_spelling(query: str, text: str) -> None:
    assert finds(query, text)


def test_query_tries_languages_of_the_store() -> None:
    assert not finds("Bibliotheken", "in der Bibliothek", None)
    assert finds("Bibliotheken", "in der Bibliothek", "de")


TERMS = {
    "What does Matthew prefer?": ["matthew", "prefer"],
    "who is X?": ["x"],
    "bug bugs Bugs crash": ["bug", "crash"],
    "Go or C with AI": ["go", "c", "ai"],
    "what's Anna's plan, don't they know?": ["anna", "plan"],
    "I won't; we'd": [],
    "memory leak": ["memory", "leak"],
    "association": ["association"],
    "GitHub and github": ["git", "hub"],
    "github and GitHub": ["github"],
    "where is the e.g. U.S.A. office": ["usa", "office"],
    "l'arbre d'Anna": ["arbre", "anna"],
    "数据库的端口是什么": ["数据", "据库", "端口"],
    "什么": ["什么"],
    "図書館の設定を変更する方法": ["図書", "書館", "設定", "変更", "方法"],
    "데이터를 어디에": ["데이", "이터"],
    "где лежит ключ": ["лежит", "ключ"],
    "wo ist der Schlüssel": ["schlüssel"],
    "¿dónde está la llave?": ["llave"],
    "मेरी बिल्ली का नाम क्या है": ["बिल्ली", "नाम"],
    "mujhe kya pasand hai": ["pasand"],
    "!? …": [],
    "": [],
}


@pytest.mark.parametrize(("topic", "expected"), TERMS.items())
def test_topic_keeps_its_content(topic: str, expected: list[str]) -> None:
    assert texts(topic) == expected


def test_terms_stop_at_the_limit() -> None:
    topic = " ".join(f"w{n}" for n in range(200))

    assert texts(topic) == [f"w{n}" for n in range(24)]


def test_forms_begin_with_the_query_language() -> None:
    (term,) = ANALYZER.terms("Häuser", languages=["de"])

    assert term == Term("häuser", ("häuser", "haus", "hauser"))


@pytest.mark.parametrize("words", ["terms", "strict_terms"])
def test_forms_begin_with_the_language_told(words: str) -> None:
    *_, term = getattr(ANALYZER, words)("wo ist das mit den Häusern")

    assert term == Term("häusern", ("haus", "häusern", "hausern"))


def test_plain_forms_follow_each_language() -> None:
    (term,) = ANALYZER.terms("opinião", languages=["pt"])

    assert term == Term("opinião", ("opinião", "opiniã", "opiniao", "opinia"))


def test_function_words_of_the_default_are_dropped() -> None:
    assert texts("wo ist der what Schlüssel") == ["schlüssel"]


def test_foreign_words_are_stemmed_by_the_default() -> None:
    assert Analyzer(load(), default_language="de-AT").stems("Häusern", "ru")[0] == "haus"
    assert Analyzer(load(), default_language="").default_language == "en"


def test_default_language_needs_no_function_words() -> None:
    analyzer = Analyzer(load(), default_language="tlh")

    assert [term.text for term in analyzer.terms("wo ist der Schlüssel")] == ["schlüssel"]
    assert [term.text for term in analyzer.terms("Matthew the")] == ["matthew", "the"]


def test_joining_pairs_are_terms_when_alone() -> None:
    assert texts("can-not 什么 怎么") == ["什么", "怎么"]
    assert [term.text for term in ANALYZER.terms("什么 怎么", limit=1)] == ["什么"]


def test_parts_accept_the_joined_spelling() -> None:
    assert ANALYZER.terms("YouTube") == (Term("tube", ("tube", "youtub", "youtube")),)


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("is it or was it", ["is", "it", "was"]),
        ("or and not", ["or", "and", "not"]),
        ("to be or not to be", ["to", "be"]),
        ("and-or", ["and", "or"]),
        ("(*", []),
    ],
)
def test_strict_terms_keep_function_words(topic: str, expected: list[str]) -> None:
    assert [term.text for term in ANALYZER.strict_terms(topic)] == expected


@pytest.mark.parametrize("topic", ["is it", "and or"])
def test_strict_terms_stop_at_the_limit(topic: str) -> None:
    assert len(ANALYZER.strict_terms(topic)) == 2
    assert len(ANALYZER.strict_terms(topic, limit=1)) == 1
    assert len(ANALYZER.strict_terms(" ".join(f"w{n}" for n in range(30)))) == 24


def test_wholes_are_distinct_and_in_order() -> None:
    assert ANALYZER.wholes("Is C++ or src/a.rs better, C++ fans?") == ("c++", "src/a.rs")


def test_exact_tokens_are_exact_words_with_offsets() -> None:
    assert ANALYZER.exact_tokens("On GitHub, 数据库") == [
        Token("on", "on", 0, 2, Form.WORD),
        Token("github", "github", 3, 9, Form.WORD),
        Token("数据", "数据", 11, 13, Form.WORD),
        Token("据库", "据库", 12, 14, Form.WORD),
    ]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is the port of the database?", "en"),
        ("Matthew Kubernetes", "en"),
        ("per user", "en"),
        ("wo ist der Schlüssel", "de"),
        ("was ist in der Datenbank", "de"),
        ("où est la clé de la maison", "fr"),
        ("¿cuál es la contraseña de la base?", "es"),
        ("qual é a senha do banco de dados", "pt"),
        ("dove si trova la chiave della casa", "it"),
        ("wat is de naam van mijn hond", "nl"),
        ("gdzie jest klucz do domu", "pl"),
        ("evin anahtarı nerede ve bu ne için", "tr"),
        ("где лежит ключ от дома", "ru"),
        ("де лежить ключ від дому і що це", "uk"),
        ("πού είναι το κλειδί", "el"),
        ("أين مفتاح البيت", "ar"),
        ("کلید خانه کجا است", "fa"),
        ("घर की चाबी कहाँ है", "hi"),
        ("איפה המפתח", "he"),
        ("钥匙在哪里", "zh"),
        ("鍵はどこですか", "ja"),
        ("열쇠가 어디에 있나요", "ko"),
        ("กุญแจอยู่ที่ไหน", "th"),
        ("12345", "en"),
        ("", "en"),
    ],
)
def test_language_is_told_by_function_words(text: str, language: str) -> None:
    assert ANALYZER.detect(text) == language


def test_unclear_text_has_the_default_language() -> None:
    assert Analyzer(load(), default_language="de-AT").detect("Matthew Kubernetes") == "de"


@given(ANY_TEXT | PHRASES, LANGUAGES)
def test_stems_are_those_of_the_tokens(text: str, language: str | None) -> None:
    assert ANALYZER.stems(text, language) == [token.stem for token in ANALYZER.tokens(text, language)]


@given(ANY_TEXT | PHRASES, LANGUAGES)
def test_places_are_those_of_the_tokens(text: str, language: str | None) -> None:
    tokens = ANALYZER.tokens(text, language)
    stems = {token.stem for token in tokens[::2]}

    expected = [(token.start, token.end) for token in tokens if token.stem in stems]
    assert ANALYZER.places(text, stems, language) == expected


@given(ANY_TEXT | PHRASES)
def test_offsets_lie_in_the_text(text: str) -> None:
    tokens = ANALYZER.tokens(text)

    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert [token.start for token in tokens] == sorted(token.start for token in tokens)


@given(ANY_TEXT | PHRASES)
def test_every_term_is_found_in_its_topic(text: str) -> None:
    indexed = set(ANALYZER.stems(text, ANALYZER.detect(text)))

    assert all(indexed & set(term.forms) for term in ANALYZER.strict_terms(text))


@given(ANY_TEXT | PHRASES)
def test_strict_terms_are_empty_only_without_words(text: str) -> None:
    assert bool(ANALYZER.strict_terms(text)) == bool(ANALYZER.exact(text))


@given(ANY_TEXT)
def test_no_text_raises(text: str) -> None:
    ANALYZER.terms(text)
    ANALYZER.wholes(text)
    ANALYZER.detect(text)


def test_chunk_is_remembered_as_read() -> None:
    analyzer = Analyzer(load())
    analyzer.stems("keys")
    analyzer.tokens("keys")

    assert analyzer._streams == {"en": {"keys": (("key",), 1)}}
    assert analyzer._tokens == {"en": {"keys": (Token("keys", "key", 0, 4, Form.WORD),)}}


def test_remembered_chunk_is_not_read_again() -> None:
    analyzer = Analyzer(load())
    analyzer.stems("a")
    analyzer._streams["en"]["keys"] = (("kept",), 1)
    analyzer._tokens["en"] = {"keys": (Token("kept", "kept", 0, 4, Form.WORD),)}

    assert analyzer.stems("keys") == ["kept"]
    assert analyzer.tokens("a keys")[1] == Token("kept", "kept", 2, 6, Form.WORD)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("", 0),
        ("the keys", 2),
        ("naïve cafés", 2),
        ("e-mail", 2),
        ("getUserName", 3),
        ("src/store.rs", 3),
        ("U.S.A", 1),
        ("猫", 1),
        ("数据库", 2),
        ("数据库备份", 3),
        ("重跑gen-itgc后", 4),
        ("กำลัง", 2),
        ("데이터베이스를 backup", 5),
    ],
)
def test_length_is_what_a_reader_counts(text: str, length: int) -> None:
    assert ANALYZER.measured(text)[1] == length


@given(ANY_TEXT | PHRASES, LANGUAGES)
def test_length_is_no_more_than_the_words(text: str, language: str | None) -> None:
    forms = [token.form for token in ANALYZER.tokens(text, language)]
    stems, length = ANALYZER.measured(text, language)

    assert stems == ANALYZER.stems(text, language)
    assert bool(forms) <= length <= forms.count(Form.WORD)


@given(st.text(st.characters(codec="ascii"), max_size=60))
def test_length_of_spaced_text_is_its_words(text: str) -> None:
    forms = [token.form for token in ANALYZER.tokens(text)]

    assert ANALYZER.measured(text)[1] == forms.count(Form.WORD)


@given(st.text(st.sampled_from("数据库备份の設定ไทยกำลัง로그ab .-é\u0301"), max_size=30))
def test_length_is_one_by_every_way(text: str) -> None:
    assert ANALYZER.measured(text)[1] == sum(map(words.length, text.split()))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("how long do we keep logs", "logs are kept a long time"),
        ("who wrote it", "Rhea writes the docs"),
        ("children", "one child"),
        ("index rebuild", "rebuilt indices"),
        ("Rhea bought tea", "Rhea buys tea"),
        ("chosen", "we choose"),
    ],
)
def test_irregular_forms_meet(query: str, text: str) -> None:
    assert finds(query, text)
    assert finds(text, text)


def test_irregular_form_belongs_to_its_stemmer() -> None:
    assert ANALYZER.stems("kept die", "de") == ["kept", "die"]


@pytest.mark.parametrize("form", ["left", "ground", "wound", "lives", "leaves", "led", "sat", "bound"])
def test_word_of_its_own_is_no_form(form: str) -> None:
    assert form not in load().irregular["english"]


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("What does she like?", ["like"]),
        ("what does Rhea like?", ["rhea", "like"]),
        ("what doesn't she like", ["like"]),
        ("What did the new team want?", ["new", "team", "want"]),
        ("do you need it", ["need"]),
        ("does she own one", ["own"]),
    ],
)
def test_verb_behind_do_and_subject_counts(topic: str, expected: list[str]) -> None:
    assert texts(topic) == expected


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("errors like this", ["errors"]),
        ("I would like to know which port it is", ["port"]),
        ("I don't need the port", ["port"]),
        ("on my own port", ["port"]),
        ("do like me", []),
        ("do you think that it looks like that", ["looks"]),
        ("something like that", []),
    ],
)
def test_other_function_verb_does_not_count(topic: str, expected: list[str]) -> None:
    assert texts(topic) == expected


@pytest.mark.parametrize(
    ("plural", "singular"), [("movies", "movie"), ("allergies", "allergy"), ("lunches", "lunch")]
)
def test_plural_meets_its_singular(plural: str, singular: str) -> None:
    assert ANALYZER.stems(plural) == ANALYZER.stems(singular)


@pytest.mark.parametrize("word", ["rhea", "kushal", "gas"])
def test_name_that_looks_like_a_plural_stays(word: str) -> None:
    assert ANALYZER.stems(word) == [word]


def test_long_chunks_are_not_remembered() -> None:
    analyzer = Analyzer(load())
    analyzer.stems("a" * 48 + " " + "b" * 49)

    assert list(analyzer._streams["en"]) == ["a" * 48]


def test_caches_stay_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vademecum.text.analyzer._MEMO_LIMIT", 1_000)
    analyzer = Analyzer(load())
    analyzer.stems(" ".join([f"w{n}" for n in range(5_500)]))

    assert len(analyzer._streams["en"]) == 500
