"""What in a sentence speaks against taking its claim for a change."""

from __future__ import annotations

import pytest
from tests.lifecycle.claiming import AGENT, USER, WORDING, claiming, judged

from vademecum.lifecycle.claims import VerdictKind
from vademecum.lifecycle.reservations import MAX_TEXT, Reservation, denies_value, reservation, says_less
from vademecum.model.record import SourceKind
from vademecum.model.value import replace

LYON = claiming("Anna", "lives_in", "Lyon", body="Anna lives in Lyon.")
PORT = claiming("proxy", "port", "8080", body="The port of the proxy is 8080.")


def metz(text: str) -> Reservation | None:
    return reservation(claiming("Anna", "lives_in", "Metz", body=text), LYON, WORDING)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Her landlord swears that Anna lives in Metz.", Reservation.OPINION),
        ("Reportedly Anna lives in Metz.", Reservation.OPINION),
        ("Laut Zeitung wohnt Anna in Metz.", Reservation.OPINION),
        ("Jonas behauptet, Anna wohnt in Metz.", Reservation.OPINION),
        ("Anna formerly had her home in Metz.", Reservation.PAST),
        ("Anna lived in Metz.", Reservation.PAST),
        ("Two years ago Anna had a flat in Metz.", Reservation.PAST),
        ("Anna wohnte in Metz.", Reservation.PAST),
        ("Anna war letztes Jahr in Metz zu Hause.", Reservation.PAST),
        ("Anna lives in Metz as well.", Reservation.MORE),
        ("Anna's second home is in Metz.", Reservation.MORE),
        ("Anna wohnt außerdem in Metz.", Reservation.MORE),
        ("In winter Anna lives in Metz.", Reservation.ELSEWHEN),
        ("Anna lives in Metz until Easter.", Reservation.ELSEWHEN),
        ("Anna wohnt am Wochenende in Metz.", Reservation.ELSEWHEN),
        ("Perhaps Anna lives in Metz.", Reservation.SUPPOSED),
        ("Does Anna live in Metz?", Reservation.SUPPOSED),
        ("Anna is thinking about Metz.", Reservation.SUPPOSED),
        ("Anna wohnt vielleicht in Metz.", Reservation.SUPPOSED),
        ("Anna does not live in Metz.", Reservation.DENIED),
        ("Anna wohnt nicht in Metz.", Reservation.DENIED),
        ("Anna lives in Metz for her studies.", Reservation.LIMITED),
        ("Anna Keller lives in Metz.", None),
    ],
)
def test_sentence_speaks_against_a_change(text: str, why: Reservation | None) -> None:
    assert metz(text) is why


@pytest.mark.parametrize(
    "text",
    [
        "Anna lives in Metz.",
        "Anna lives in Metz now, not in Lyon any more.",
        "Anna moved to Metz last week.",
        "Anna has lived in Metz since May.",
        "Anna told me that she lives in Metz.",
        "Anna says she lives in Metz.",
        "No, Anna lives in Metz.",
        "Anna lives in Metz; she was in Lyon before.",
        "Anna lives in Metz. She might like tea, too.",
        "Anna does not live in Lyon but in Metz.",
        "Anna wohnt seit Mai in Metz.",
        "Anna wohnt jetzt in Metz, nicht mehr in Lyon.",
        "Anna ist nach Metz umgezogen.",
    ],
)
def test_change_is_taken_at_its_word(text: str) -> None:
    assert metz(text) is None


def test_words_of_the_claim_are_no_signs() -> None:
    old = claiming("user", "favourite_film", "Rio", body="My favourite film is Rio.")
    new = claiming(
        "user", "favourite_film", "If I Was Another", body="My favourite film is If I Was Another."
    )

    assert reservation(new, old, WORDING) is None


def test_sign_in_both_texts_tells_nothing_between_them() -> None:
    old = replace(LYON, body="Her landlord says Anna lives in Lyon.")
    new = claiming("Anna", "lives_in", "Metz", body="Her landlord says Anna lives in Metz.")

    assert reservation(new, old, WORDING) is None


def test_another_surname_is_another_person() -> None:
    old = replace(LYON, body="Anna Roth lives in Lyon.")

    assert reservation(claiming("Anna", "lives_in", "Metz", body="Anna Keller lives in Metz."), old, WORDING)


def test_value_behind_a_name_is_no_surname() -> None:
    old = claiming("Defne", "lives_in", "İzmir", body="Defne İzmir'de yaşıyor.")

    assert (
        reservation(claiming("Defne", "lives_in", "Bursa", body="Defne Bursa'da yaşıyor."), old, WORDING)
        is None
    )


def test_named_more_closely_it_may_be_another_thing() -> None:
    new = claiming("proxy", "port", "9090", body="The port of the spare test proxy is 9090.")
    other = claiming("proxy", "port", "9090", body="The port of the staging proxy is 9090.")

    assert reservation(new, PORT, WORDING) is Reservation.MORE
    assert reservation(other, PORT, WORDING) is Reservation.OTHER


def test_opposite_in_one_place_is_limited() -> None:
    old = claiming("Anna", "likes", "singing", body="Anna likes singing.")
    new = claiming("Anna", "dislikes", "singing", body="Anna dislikes singing in public.")

    assert reservation(new, old, WORDING, opposite=True) is Reservation.LIMITED
    assert judged(new, old).kind is VerdictKind.CREATE


def test_denying_predicate_is_not_denied_by_its_sentence() -> None:
    old = claiming("Anna", "eats", "fish", body="Anna eats fish.")
    new = claiming("Anna", "does not eat", "fish", body="Anna never eats fish.")

    assert judged(new, old).kind is VerdictKind.SUPERSEDE


def test_long_document_is_read_to_a_limit() -> None:
    text = f"Anna lives in Metz. {'Word ' * MAX_TEXT}"

    assert metz(text) is None


@pytest.mark.parametrize("kind", [USER, AGENT])
def test_both_are_kept_and_the_reason_is_told(kind: SourceKind) -> None:
    new = claiming("Anna", "lives_in", "Metz", kind, body="Jonas thinks Anna lives in Metz.")

    verdict = judged(new, LYON)

    assert (verdict.kind, verdict.target) == (VerdictKind.CREATE, LYON)
    assert "somebody says or thinks" in verdict.reason


@pytest.mark.parametrize(
    "text", ["Anna used to live in Lyon.", "Anna might live in Lyon.", "Lebt Anna in Lyon?"]
)
def test_what_is_not_said_outright_confirms_nothing(text: str) -> None:
    assert judged(replace(LYON, body=text), LYON).kind is VerdictKind.CREATE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Bergen", "Norway"),
        ("Graz", "in Österreich"),
        ("8443", "a port above 8000"),
        ("40 people", "several people"),
        ("14 April", "unknown"),
        ("MIT", "a free one"),
        ("etwa 30", "mindestens 3"),
    ],
)
def test_less_precise_value_replaces_nothing(old: str, new: str) -> None:
    one, other = (claiming("x", "port", value, body=f"It is {value}.") for value in (new, old))

    assert says_less(one, other, WORDING) is (old != "etwa 30")


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("Bergen", "Norway", "She has moved to Norway."),
        ("Norway", "Peru", "She lives in Peru."),
        ("about 40", "41", "It is 41."),
        ("under the mat", "over the door", "It is over the door."),
    ],
)
def test_change_is_no_less_precise_value(old: str, new: str, text: str) -> None:
    one = claiming("x", "lives_in", new, body=text)

    assert not says_less(one, claiming("x", "lives_in", old), WORDING)


@pytest.mark.parametrize(
    ("old", "new"), [("blue van", "van"), ("3 March 1990", "March"), ("Bodø, Norway", "Norway")]
)
def test_part_of_a_value_says_less(old: str, new: str) -> None:
    verdict = judged(claiming("x", "birthday", new), claiming("x", "birthday", old))

    assert verdict.kind is VerdictKind.CREATE


def test_name_within_a_name_is_another() -> None:
    verdict = judged(claiming("x", "lives_in", "York"), claiming("x", "lives_in", "New York"))

    assert verdict.kind is VerdictKind.SUPERSEDE


def test_value_that_is_a_denial_replaces_nothing() -> None:
    new = claiming("grant", "deadline", "not on a Monday")

    assert denies_value(new, WORDING)
    assert judged(new, claiming("grant", "deadline", "1 April")).kind is VerdictKind.CREATE
