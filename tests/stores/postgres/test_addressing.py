"""Where the database is, and what is told of an address that is none."""

from __future__ import annotations

import traceback

import pytest

from vademecum.errors import InvalidValue
from vademecum.stores.postgres.addressing import checked


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://vade@db/vade",
        "postgresql://vade:pa%40ss%2Fword@db-1:5432,db-2:5433/vade?sslmode=require",
        "postgresql://vade:pa?ss@db/vade",
        "postgresql://vade@/vade?host=/run/postgresql",
        "postgresql://vade@[::1]:5432/vade",
        "host=/run/postgresql dbname=vade user=vade password=pa@ss",
        "",
    ],
)
def test_an_address_is_taken_as_it_is(url: str) -> None:
    assert checked(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://vade:sec@ret@db/vade",
        "postgresql://vade:sec/ret@db/vade",
        "postgresql://vade:sec ret@db/vade",
        "postgresql://vade:sec%zzret@db/vade",
        "postgresql://vade:secret@[bad/vade",
        "host=db password=secret dbname",
        "host=db password=sec ret",
    ],
)
def test_no_part_of_a_password_is_quoted(url: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        checked(url)

    told = "".join(traceback.format_exception_only(caught.value))
    assert "sec" not in told
    assert "ret" not in told
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
