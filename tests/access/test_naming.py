"""Names that may be given, and how a token is written."""

from __future__ import annotations

import pytest

from vademecum.access.naming import (
    Presented,
    holder,
    presented,
    shared_scope,
    shown,
    tenant_id,
    user_name,
    written,
)
from vademecum.errors import InvalidValue
from vademecum.model.tenancy import TenantId, TokenId

WHOLE = Presented(TenantId("acme-1"), TokenId("abcdefgh2345"), "0f" * 32)


def test_a_token_reads_as_written() -> None:
    assert presented(written(WHOLE)) == WHOLE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "vade_",
        written(WHOLE)[:-1],
        written(WHOLE) + "0",
        written(WHOLE).upper(),
        written(WHOLE) + "\n",
        " " + written(WHOLE),
        written(WHOLE).replace("acme-1", "acme_1"),
        "vade_acme_abcdefgh2345_" + "０" * 64,
    ],
)
def test_anything_else_is_no_token(text: str) -> None:
    assert presented(text) is None


def test_what_is_shown_holds_no_secret() -> None:
    assert shown(WHOLE.tenant, WHOLE.token) == "vade_acme-1_abcdefgh2345_…"


@pytest.mark.parametrize("text", ["", "Acme", "1st", "a_b", "a" * 41, "a\n", "ä", "../x", "u-1"])
def test_a_tenant_has_a_plain_id(text: str) -> None:
    with pytest.raises(InvalidValue, match="tenant"):
        tenant_id(text)


def test_a_user_is_lower_case() -> None:
    assert user_name("Ann@Example.org") == "ann@example.org"


@pytest.mark.parametrize("text", ["", "-x", "a b", "a/b", "a" * 129, "user:ann", "ann\x00"])
def test_a_user_has_a_plain_name(text: str) -> None:
    with pytest.raises(InvalidValue, match="user"):
        user_name(text)


@pytest.mark.parametrize("text", ["org:acme", "project:api__0123456789ab", "*"])
def test_shared_scopes_may_be_granted(text: str) -> None:
    assert shared_scope(text) == text


@pytest.mark.parametrize("text", ["personal", "", "org:", "org:A", "project:", "project:a/b", "all"])
def test_nothing_else_may_be_granted(text: str) -> None:
    with pytest.raises(InvalidValue, match="scope"):
        shared_scope(text)


@pytest.mark.parametrize(("text", "read"), [("user:Ann", "user:ann"), ("group:dev", "group:dev")])
def test_a_holder_is_user_or_group(text: str, read: str) -> None:
    assert holder(text) == read


@pytest.mark.parametrize("text", ["ann", "role:ann", "user:", ""])
def test_a_holder_is_nobody_else(text: str) -> None:
    with pytest.raises(InvalidValue):
        holder(text)
