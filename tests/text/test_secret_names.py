"""Which values a name gives away, and where they stand."""

from __future__ import annotations

import pytest

from vademecum.text.redaction import Masked, mask
from vademecum.text.secret_names import Span, named_secrets, unnamed_secrets

RANDOM = "Zx8Kq2Wv9Rt4Yp7L" + "m3Nb6Vc1Xz5As0Df"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        pytest.param("password: marmalade", "password: marm****", id="assigned word"),
        pytest.param("password_prod=hunter2", "password_prod=hun****", id="suffix"),
        pytest.param("DB_PASSWORD_PROD=hunter2", "DB_PASSWORD_PROD=hun****", id="upper suffix"),
        pytest.param("mypassword=hunter2", "mypassword=hun****", id="inside a word"),
        pytest.param("x_bPin: 4711", "x_bPin: 47****", id="hump"),
        pytest.param("passphrase: purple horse battery staple", "passphrase: purp****", id="phrase"),
        pytest.param("the password was marmalade.", "the password was marm****.", id="was"),
        pytest.param(
            "the password for the router is marmalade.", "the password for the router is marm****.", id="for"
        ),
        pytest.param("we changed the password to hunter2", "we changed the password to hun****", id="to"),
        pytest.param("the password to srv12 is hunter2", "the password to srv12 is hun****", id="to and is"),
        pytest.param("password to just srv12 is hunter2", "password to just srv12 is hun****", id="to just"),
        pytest.param(
            "password is one, is two, is hunter2", "password is one, is two, is hun****", id="third"
        ),
        pytest.param("-pw hunter2x", "-pw hunt****", id="short option"),
        pytest.param("vade --password hunter2 push", "vade --password hun**** push", id="option"),
        pytest.param("unlock --pin 4711", "unlock --pin 47****", id="pin option"),
        pytest.param("f.setPassword('hunt2x')", "f.setPassword('hun****')", id="call of six"),
        pytest.param("He put password hunter2024 on it", "He put password hunt**** on it", id="stands out"),
        pytest.param('set("token", "9f8e7d6c5b4a3f2e")', 'set("token", "9f8e****")', id="pair"),
        pytest.param("我的密码是hunter2", "我的密码是hun****", id="zh inside"),
        pytest.param("והסיסמה: hunter2", "והסיסמה: hun****", id="he inside"),
        pytest.param("пароль=hunter2", "пароль=hun****", id="ru ending"),
        pytest.param("마스터키=9f8e7d6c5b4a", "마스터키=9f8e****", id="ko inside"),
        pytest.param("키 9f8e7d6c5b4a 입니다", "키 9f8e**** 입니다", id="ko beside"),
    ],
)
def test_secret_is_found_by_its_name(text: str, masked: str) -> None:
    assert mask(text).text == masked


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("xpin: 4711", id="inside a word"),
        pytest.param("a xpin: 4711", id="inside a later word"),
        pytest.param("password_hash=hunter2", id="suffix"),
        pytest.param("my key: 9f8e7d6c5b4a", id="key of nothing"),
        pytest.param("Суперпароль: hunter2", id="ru inside"),
        pytest.param("password>hunter2 or so", id="no element"),
        pytest.param('cfg["password"], host is "hunter2x"', id="look-up"),
        pytest.param("pass is hunter2x", id="short name"),
        pytest.param(f"the session is {RANDOM}", id="weak name"),
        pytest.param("password: purple horse battery staple", id="sentence"),
        pytest.param("The password changed.\nThe host is hunter2", id="next line"),
        pytest.param("The password changed! The host is hunter2", id="next sentence"),
        pytest.param(f"the password {'of it ' * 20}is hunter2.\n", id="far"),
        pytest.param("password is one, is two, is six, is hunter2", id="fourth link"),
        pytest.param("hunter2 is the password policy", id="turned not closed"),
        pytest.param("db-credentials-2 is the password.", id="turned identifier"),
        pytest.param("marmalade is the password.", id="turned word"),
        pytest.param("Das Passwort ist Marmelade.", id="word after a looser link"),
        pytest.param("the password here is marmalade.", id="word after a longer clause"),
        pytest.param("He put password hunter2 on it", id="beside"),
        pytest.param("Then he put password hunter2.", id="beside at the end"),
        pytest.param("he put pw hunter2024 on it", id="short beside"),
        pytest.param(f"the session {RANDOM} expired", id="weak beside"),
    ],
)
def test_what_a_name_does_not_reach_stays(text: str) -> None:
    assert mask(text) == Masked(text, ())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("pw: hunter2", "password"),
        (f"session: {RANDOM}", "secret"),
        ("api_key: 9f8e7d6c5b4a", "secret"),
        ("apikey: 9f8e7d6c5b4a", "secret"),
        ("pin: 4711", "pin"),
    ],
)
def test_kind_is_that_of_the_name(text: str, kind: str) -> None:
    assert mask(text).kinds == (kind,)


def test_name_within_a_value_hides_none_behind_it() -> None:
    found = list(named_secrets("password: mysecret7, pin: 4711"))

    assert found == [Span(10, 19, "password"), Span(26, 30, "pin")]


def test_long_value_is_a_secret_to_its_end() -> None:
    text = f"token={RANDOM * 8}"

    assert list(named_secrets(text)) == [Span(6, 262, "secret")]


@pytest.mark.parametrize(("spaces", "masked"), [(20, "hunter2"), (21, "hun****")])
def test_word_before_a_name_counts_when_near(spaces: int, masked: str) -> None:
    assert mask(f"hash{' ' * spaces}password: hunter2").text == f"hash{' ' * spaces}password: {masked}"


def test_longest_login_before_a_password_is_read() -> None:
    login = f"user name:  {'a' * 40}, and        password"

    assert mask(f"{login} hunter2 there").text == f"{login} hun**** there"


def test_word_too_long_for_an_option_is_none() -> None:
    assert mask(f"x-{'b' * 80}password hunter2 there").kinds == ()


@pytest.mark.parametrize("opening", ["x=", "fernet: ", "fernetBox := '", "a" * 60 + "="])
def test_long_random_value_of_a_name_is_found(opening: str) -> None:
    start = len(opening)

    assert list(unnamed_secrets(f"{opening}{RANDOM}")) == [Span(start, start + 32, "high-entropy")]


@pytest.mark.parametrize(
    "text",
    [
        RANDOM,
        f"x = {RANDOM}.method",
        f"commit: {RANDOM}",
        f"git_commit: {RANDOM}",
        f"gitCommit: {RANDOM}",
        f"public_fernet: {RANDOM}",
        f"x = my-{RANDOM}",
        f"x = sha512-{RANDOM}",
        "x = 9fceb02d0ae598e95dc970b74767f19372d61af8",
        f"x = {'aB1cD2eF3g' * 4}",
    ],
)
def test_other_long_value_of_a_name_stays(text: str) -> None:
    assert list(unnamed_secrets(text)) == []
