"""Masking of secrets and dropping of private spans.

Secrets stand here in two parts, so that no scanner takes the file for a leak.
"""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.text.redaction import Masked, _told_by, mask, without_private

GITHUB = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
JWT = "eyJ" + "hbGciOiJIUzI1NiJ9" + ".eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r"
BODY = "MIIEpAIBAAKCAQEA7bq0fGh2\nx9Kd8sPl3VbN5tQw"
PEM = ("-----BEGIN RSA PRIVATE " + "KEY-----\n", "\n-----END RSA PRIVATE " + "KEY-----")

WORDS = (
    "password", " is ", ": ", "=", "hunter2", '"', "'", "`", "**", "*", "****", "token ", "key", "://",
    "a:b9@c", "secret", "Bearer ", "basic ", "-u x:y9$zzzz ", "\n", " ", "密码", "是", "пароль", "pin 4711",
    "<", ">", "İ", "passphrase ", "a b c d e f", "\\n", "\\", "=Zx8Kq2Wv9Rt4Yp7Lm3Nb6Vc1Xz5As0Df", "\ud800",
    "|", "&x=", ";", "«", "login anna ", "--password ",
)  # fmt: skip
FRAGMENTS = st.sampled_from([*WORDS, GITHUB, JWT, BODY, *PEM])
TEXTS = st.lists(FRAGMENTS | st.text(st.characters(), max_size=8), max_size=30).map("".join)


def test_token_keeps_four_characters() -> None:
    masked = mask(f"Deploy token {GITHUB} for the bot.")

    assert masked == Masked("Deploy token ghp_**** for the bot.", ("github-token",))


def test_short_secret_keeps_less_than_half() -> None:
    assert mask("password is hunter2").text == "password is hun****"


def test_kinds_come_in_order_of_occurrence() -> None:
    masked = mask(f"password is hunter2, then {GITHUB}, then password is hunter3")

    assert masked.kinds == ("password", "github-token")


def test_two_secrets_are_cut_at_their_places() -> None:
    masked = mask(f"{GITHUB} and {GITHUB} or pin: 4711, so")

    assert masked == Masked("ghp_**** and ghp_**** or pin: 47****, so", ("github-token", "pin"))


def test_secrets_that_touch_stay_two() -> None:
    masked = mask(f"ABSK{'A1b2C3d4' * 10}={GITHUB}")

    assert masked == Masked("ABSK****ghp_****", ("aws-key", "github-token"))


def test_the_longer_of_two_secrets_gives_its_kind() -> None:
    assert mask(f"password={GITHUB}!x9").kinds == ("password",)


def test_token_of_five_characters_is_none() -> None:
    assert mask("ghp_" + "12345" * 8).kinds == ()


def test_token_of_six_characters_is_one() -> None:
    assert mask("ghp_" + "123456" * 8).kinds == ("github-token",)


def test_text_without_secrets_is_unchanged() -> None:
    assert mask("The password policy asks for 12 characters.").kinds == ()


def test_private_key_keeps_its_frame() -> None:
    masked = mask(f"The box:\n{PEM[0]}{BODY}{PEM[1]}\nkeep")

    assert masked == Masked(f"The box:\n{PEM[0]}MIIE****{PEM[1]}\nkeep", ("private-key",))


def test_torn_private_key_is_masked() -> None:
    assert mask(f"{PEM[0]}{BODY}").text == f"{PEM[0]}MIIE****"


def test_private_key_with_headers_is_masked() -> None:
    masked = mask(f"{PEM[0]}Proc-Type: 4,ENCRYPTED\n{BODY}{PEM[1]}")

    assert masked.text == f"{PEM[0]}Proc****{PEM[1]}"


def test_every_private_key_of_a_text_is_masked() -> None:
    text = f"{PEM[0]}{BODY}{PEM[1]}\n"

    assert mask(text * 2).text == f"{PEM[0]}MIIE****{PEM[1]}\n" * 2


def test_text_behind_a_private_key_stays() -> None:
    masked = mask(f"{PEM[0]}{BODY}{PEM[1]}\nincomprehensibilities")

    assert masked.text == f"{PEM[0]}MIIE****{PEM[1]}\nincomprehensibilities"


def test_torn_key_ends_with_its_lines() -> None:
    masked = mask(f"{PEM[0]}{BODY}\nand then\n{PEM[0]}{BODY}{PEM[1]}")

    assert masked.text == f"{PEM[0]}MIIE****\nand then\n{PEM[0]}MIIE****{PEM[1]}"


def test_key_of_five_characters_is_none() -> None:
    text = f"{PEM[0]}{'ABCDE' * 8}{PEM[1]}"

    assert mask(text).text == text


def test_public_key_is_left_alone() -> None:
    text = f"{PEM[0]}{BODY}{PEM[1]}".replace("PRIVATE", "PUBLIC")

    assert mask(text).text == text


def test_url_keeps_all_but_its_password() -> None:
    masked = mask("postgres://app:s3cr3tpw@db:5432/shop?sslmode=require")

    assert masked == Masked("postgres://app:s3cr****@db:5432/shop?sslmode=require", ("url-password",))


@pytest.mark.parametrize(
    "word", ["password", "passwd", "pass", "pwd", "pw", "secret", "token", "Token", "your-pw1"]
)
def test_word_for_a_password_stays_in_a_url(word: str) -> None:
    assert mask(f"postgres://app:{word}@db/shop").kinds == ()


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Authorization: Bearer 9f8e7d6c5b4a", "Authorization: Bearer 9f8e****"),
        ("Authorization: Basic YW5uYTpodW50ZXIy", "Authorization: Basic YW5u****"),
        ("İİİ Bearer 9f8e7d6c5b4a", "İİİ Bearer 9f8e****"),
        ("mysql -p=9f8e7d6c5b4a shop", "mysql -p=9f8e**** shop"),
        ("mysql -uroot -p 9f8e7d6c5b4a shop", "mysql -uroot -p 9f8e**** shop"),
    ],
)
def test_secret_of_a_header_is_masked(text: str, masked: str) -> None:
    assert mask(text) == Masked(masked, ("authorization",))


@pytest.mark.parametrize(
    "text",
    [
        "Bearer marmaladejam",
        "Bearer example-9f8e7d6c5b4a",
        "Credentials: anna / marmalade",
        "Credentials: anna / base64url",
        "Credentials: anna / ${PASS_1}",
    ],
)
def test_what_only_stands_like_a_login_stays(text: str) -> None:
    assert mask(text).kinds == ()


def test_password_of_a_login_is_a_password() -> None:
    assert mask("Credentials: anna / hunter2").kinds == ("password",)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        pytest.param(f"Bearer {JWT}", "Bearer eyJh****", id="jwt"),
        pytest.param('{"password": "hunter2", "port": 22}', '{"password": "hun****", "port": 22}', id="json"),
        pytest.param("DB_PASSWORD=hunter2 make", "DB_PASSWORD=hun**** make", id="env"),
        pytest.param("password: str = 'hunter2'", "password: str = 'hun****'", id="annotated"),
        pytest.param("<password>hunter2</password>", "<password>hun****</password>", id="xml"),
        pytest.param("**Password:** `hunter2`", "**Password:** `hun****`", id="markdown"),
        pytest.param("<pin>4711</pin>", "<pin>47****</pin>", id="xml pin"),
        pytest.param("<password>marmalade</password>", "<password>marm****</password>", id="xml word"),
        pytest.param("| password | hunter2 |", "| password | hun**** |", id="table"),
        pytest.param("Pwd=hunter2;Encrypt=true", "Pwd=hun****;Encrypt=true", id="connection"),
        pytest.param("curl -u anna:hunter2x https://a.org", "curl -u anna:hunt**** https://a.org", id="flag"),
        pytest.param("The PIN is 4711.", "The PIN is 47****.", id="pin"),
        pytest.param("the password to db1 is hunter2", "the password to db1 is hun****", id="clause"),
        pytest.param("hunter2 is the password.", "hun**** is the password.", id="turned"),
        pytest.param("Use hunter2 as my password", "Use hun**** as my password", id="turned use"),
        pytest.param("The password is still hunter2", "The password is still hun****", id="adverb"),
        pytest.param("Credentials: anna / hunter2", "Credentials: anna / hun****", id="pair"),
        pytest.param("auth=('anna', 'hunter2')", "auth=('anna', 'hun****')", id="code pair"),
        pytest.param('s.setPassword("hunter2")', 's.setPassword("hun****")', id="call"),
        pytest.param("log in with password hunter2", "log in with password hun****", id="beside"),
        pytest.param("wifi password hunter2", "wifi password hun****", id="alone"),
        pytest.param("dbPassword: &pw hunter2", "dbPassword: &pw hun****", id="anchor"),
        pytest.param("the password is marmalade.", "the password is marm****.", id="word"),
        pytest.param("Das Passwort lautet hunter2", "Das Passwort lautet hun****", id="de"),
        pytest.param("Le mot de passe est « hunter2 ».", "Le mot de passe est « hun**** ».", id="fr"),
        pytest.param("La contraseña es hunter2", "La contraseña es hun****", id="es"),
        pytest.param("Пароль от сервера: hunter2", "Пароль от сервера: hun****", id="ru"),
        pytest.param("密码是hunter2。", "密码是hun****。", id="zh"),
        pytest.param("パスワードはhunter2です", "パスワードはhun****です", id="ja"),
        pytest.param("비밀번호는 hunter2 입니다", "비밀번호는 hun**** 입니다", id="ko"),
        pytest.param("पासवर्ड hunter2 है", "पासवर्ड hun**** है", id="hi"),
    ],
)
def test_secret_is_masked_where_it_stands(text: str, masked: str) -> None:
    assert mask(text).text == masked


@pytest.mark.parametrize(
    "text",
    [
        "Fixed in 9fceb02d0ae598e95dc970b74767f19372d61af8.",
        "tenant_id: 3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        "https://example.org/docs/token-rotation?id=3f2504e04f8911d39a0c0305e82c3301",
        "getUserAuthenticationTokenFromRequestHeader",
        "token ring networks are history",
        "The password is stored in 1Password.",
        "Das Passwort ist abgelaufen.",
        "密码必须至少12位。",
        "password=${DB_PASSWORD}",
        "token = tokenizer.next_token2()",
        "ghp_" + "x" * 36,
        "max_tokens: 4096",
    ],
)
def test_what_is_no_secret_is_left_alone(text: str) -> None:
    assert mask(text) == Masked(text, ())


@pytest.mark.parametrize(
    ("name", "text", "masked"),
    [
        ("router password", "hunter2", "hun****"),
        ("Anna has_password", "hunter2", "hun****"),
        ("shop api_key", "9f8e7d6c5b4a3f2e1d0c", "9f8e****"),
        ("router port", "8080", "8080"),
        ("token lifetime", "3600s", "3600s"),
        ("password is hunter2", "harmless", "harmless"),
    ],
)
def test_value_is_known_by_its_name(name: str, text: str, masked: str) -> None:
    assert mask(text, name=name).text == masked


@given(TEXTS)
def test_masking_twice_is_masking_once(text: str) -> None:
    once = mask(text).text

    assert mask(once) == Masked(once, ())


@given(st.text(st.characters(), max_size=60))
def test_issued_token_never_survives(text: str) -> None:
    assert GITHUB not in mask(f"{text} {GITHUB} {text}").text


@pytest.mark.parametrize(
    "unit", ["the quick brown fox ", "x" * 20, "9" * 20, "eyJ" * 6, "a:b@c://" * 2, '"' * 20]
)
def test_megabyte_takes_no_time(unit: str) -> None:
    began = time.process_time()
    mask(unit * 50_000)

    # A tenth of it on an idle machine; what grew with the square of the length would take hours.
    assert time.process_time() - began < 10


@pytest.mark.parametrize("unit", ["password is ", "secret:", "密码是", "-----BEGIN PRIVATE " + "KEY-----"])
def test_text_of_names_stays_linear(unit: str) -> None:
    began = time.process_time()
    mask(unit * 4_000)

    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    ("text", "kept", "dropped"),
    [
        pytest.param("a <private>b</private> c", "a  c", 1, id="span"),
        pytest.param("a <private>b", "a ", 1, id="unclosed"),
        pytest.param("<PRIVATE reason='x'>b</Private >c", "c", 1, id="case"),
        pytest.param("<private>a<private>b</private>c</private>d", "d", 1, id="nested"),
        pytest.param("<private>a</private>b<private>c</private>", "b", 2, id="two"),
        pytest.param("a </private> b", "a </private> b", 0, id="closing only"),
        pytest.param("a <privateer> b", "a <privateer> b", 0, id="other tag"),
    ],
)
def test_private_span_is_dropped(text: str, kept: str, dropped: int) -> None:
    assert without_private(text) == (kept, dropped)


@given(st.text(st.characters(), max_size=60), st.text(st.characters(), max_size=60))
def test_nothing_private_survives(before: str, after: str) -> None:
    kept, dropped = without_private(f"{before}<private>sentinel{after}")

    assert ("sentinel" in kept, dropped > 0) == ("sentinel" in before, True)


@pytest.mark.parametrize(
    ("needle", "sign"),
    [("sk-_1", "_"), ("sk-1", "-"), ("Bot.1", "."), ("AK1a", "1"), ("eyJ", "J"), ("XAx", "X"), ("ghp", "g")],
)
def test_rarest_character_tells_a_token(needle: str, sign: str) -> None:
    assert _told_by(needle) == sign
