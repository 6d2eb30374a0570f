"""What utterances tell of their speaker and order of the memory: `statements.txt` has the labelled ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from statements import EXTRACTOR, cases, measured, read
from vademecum.lifecycle.extracting import MAX_STATEMENTS
from vademecum.model.extracted import Acquainted, Explicitness, Lasting, Operation, Said, Speaker, Statement
from vademecum.model.record import MemoryType, Sensitivity

CASES = cases()
TELLING = [(utterance, wanted) for _, utterance, wanted in CASES if wanted]
SILENT = [utterance for _, utterance, wanted in CASES if not wanted]
LANGUAGES = ("en", "de", "es", "fr", "zh", "hi")

ANYTHING = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from([*" ,.?!*[](){}<>\"'“”", "I live in", "我住在", "मैं", "dass", "no,"])).map(
        "".join
    ),
)


def statements(text: str, **said: object) -> tuple[Statement, ...]:
    return EXTRACTOR.extract(Said(text=text, **said), Acquainted()).statements  # type: ignore[arg-type]


def only(text: str) -> Statement:
    (statement,) = statements(text)
    return statement


def test_enough_utterances_are_labelled() -> None:
    assert len(TELLING) >= 150
    assert len(SILENT) >= 100
    assert {lang for lang, _, _ in CASES} == set(LANGUAGES)


@pytest.mark.parametrize("utterance", SILENT)
def test_nothing_is_read_where_nothing_is_told(utterance: str) -> None:
    assert read(utterance) == frozenset()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_is_read_well(lang: str) -> None:
    figures = measured([case for case in CASES if case[0] == lang])[lang]

    assert figures["recall"] >= 0.97
    assert figures["precision"] >= 0.98


def test_a_statement_says_where_it_stands() -> None:
    text = "Well, hello. My name is Anna and I live in Lyon."

    assert [text[one.start : one.end] for one in statements(text)] == ["My name is Anna", "I live in Lyon"]


def test_the_speaker_is_the_subject() -> None:
    assert (only("I live in Rome").subject, only("I live in Rome").type) == ("user", MemoryType.IDENTITY)


def test_who_spoke_comes_back() -> None:
    (statement,) = statements("I live in Rome", speaker=Speaker.ASSISTANT)

    assert statement.speaker is Speaker.ASSISTANT


def test_turn_and_generation_come_back() -> None:
    found = EXTRACTOR.extract(Said(text="hm", turn_id="t7", generation=3), Acquainted())

    assert (found.turn_id, found.generation, found.statements) == ("t7", 3, ())


@pytest.mark.parametrize(
    ("text", "explicitness"),
    [
        ("Remember that I live in Rome.", Explicitness.COMMAND),
        ("Remember I live in Rome.", Explicitness.COMMAND),
        ("I live in Rome.", Explicitness.STATEMENT),
        ("I think I'm allergic to cats", Explicitness.IMPLICATION),
    ],
)
def test_how_outright_it_was_said(text: str, explicitness: Explicitness) -> None:
    assert only(text).explicitness is explicitness


@pytest.mark.parametrize(
    ("text", "lasting", "value"),
    [
        ("I live in Rome", Lasting.PERSISTENT, "Rome"),
        ("I live in Rome now", Lasting.PERSISTENT, "Rome"),
        ("I live in Rome at the moment", Lasting.MOMENTARY, "Rome"),
        ("I live in Rome these days", Lasting.RECENT, "Rome"),
        ("Ich arbeite bei Bosch zurzeit", Lasting.RECENT, "Bosch"),
    ],
)
def test_how_long_it_holds(text: str, lasting: Lasting, value: str) -> None:
    assert (only(text).lasting, only(text).value) == (lasting, value)


def test_an_appointment_is_scheduled() -> None:
    appointment = only("I have an appointment with the dentist on Friday")

    assert (appointment.type, appointment.lasting) == (MemoryType.COMMITMENT, Lasting.SCHEDULED)


@pytest.mark.parametrize(
    ("text", "sensitivity"),
    [
        ("I love jazz", Sensitivity.NORMAL),
        ("I have diabetes", Sensitivity.SENSITIVE),
        ("Ich bin gegen Nüsse allergisch", Sensitivity.SENSITIVE),
        ("Remember that my password is tulip-42-Garden", Sensitivity.RESTRICTED),
        ("Merk dir, dass meine PIN 4711 ist", Sensitivity.RESTRICTED),
        ("请记住我的银行卡号是622202", Sensitivity.RESTRICTED),
    ],
)
def test_how_private_it_is(text: str, sensitivity: Sensitivity) -> None:
    assert only(text).sensitivity is sensitivity


def test_a_stated_language_is_kept_to() -> None:
    assert statements("Ich wohne in Köln", lang="en") == ()
    assert [one.value for one in statements("Ich wohne in Köln", lang="de")] == ["Köln"]


def test_an_unknown_language_lets_all_be_tried() -> None:
    assert [one.value for one in statements("Ich wohne in Köln", lang="pt")] == ["Köln"]


def test_code_and_quoted_lines_tell_nothing() -> None:
    assert statements("> I live in Rome\n```\nI live in Oslo\n```") == ()


def test_statements_are_bounded() -> None:
    assert len(statements("I live in Rome. " * 100)) == MAX_STATEMENTS


def test_a_long_run_is_read_in_time() -> None:
    assert statements("I live in " + "a, and I love " * 2_000) == ()


@given(ANYTHING)
def test_any_text_is_legal(text: str) -> None:
    for one in statements(text):
        assert one.text == text[one.start : one.end]
        assert one.operation in Operation


@given(ANYTHING)
def test_equal_texts_are_read_alike(text: str) -> None:
    assert statements(text) == statements(text)


@pytest.mark.parametrize("utterance", ["मैं रोम में रहता हूँ क्या", "मैं रोम में रहता हूँ, क्या", "मेरा नाम अनीता है ना"])
def test_hindi_asks_without_a_mark(utterance: str) -> None:
    assert statements(utterance) == ()


@pytest.mark.parametrize(
    ("utterance", "operation", "text"),
    [
        ("Delete the fact that I smoke.", Operation.DELETE, "I smoke"),
        ("Lösche bitte die Tatsache, dass ich rauche.", Operation.DELETE, "ich rauche"),
        ("Borra el hecho de que fumo.", Operation.DELETE, "fumo"),
        ("Efface le fait que je fume.", Operation.DELETE, "je fume"),
        ("忘记我住在罗马。", Operation.FORGET, "在罗马"),
    ],
)
def test_facts_are_ended_in_other_words(utterance: str, operation: Operation, text: str) -> None:
    assert (only(utterance).operation, only(utterance).text) == (operation, text)


@pytest.mark.parametrize(
    "utterance", ["Delete that I was late from the text.", "Delete that file", "Lösche, dass ich zu spät kam"]
)
def test_edits_of_a_text_erase_nothing(utterance: str) -> None:
    assert statements(utterance) == ()
