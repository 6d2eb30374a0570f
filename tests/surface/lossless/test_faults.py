from __future__ import annotations

from typing import Any

import pytest

from vademecum import errors
from vademecum.errors import InvalidValue, VadeError
from vademecum.surface.lossless.faults import DETAILS, KINDS, decoded_error, encoded_error
from vademecum.surface.outcomes import TABLE, Internal

EXAMPLES = (
    VadeError("m", suggestions=("a", "b")),
    errors.UsageError("m"),
    errors.UnknownName("scope", "x", suggestions=("y",)),
    errors.InvalidValue("limit", "m", suggestions=("1",)),
    errors.Refused("m", details={"field": "x", "known": ["a", "b"]}),
    errors.QuerySyntaxError("m", 4),
    errors.NotFound("m"),
    errors.Ambiguous("m", ("1", "2", "3", "4")),
    errors.Conflict("m", path="a.md"),
    errors.Conflict("m"),
    errors.StoreError("m"),
    errors.Unreadable("m"),
    errors.Busy("m"),
    errors.Unauthenticated("m"),
    errors.Forbidden("m"),
    errors.QuotaExceeded("m", retry_after_s=3),
    Internal("m"),
)


@pytest.mark.parametrize("error", EXAMPLES, ids=repr)
def test_an_error_comes_back_as_it_was(error: VadeError) -> None:
    back = decoded_error(encoded_error(error))
    assert (type(back), str(back), back.__dict__) == (type(error), str(error), error.__dict__)


def test_every_code_has_its_class() -> None:
    assert KINDS.keys() == TABLE.keys()


def test_every_class_tells_all_it_says() -> None:
    said = {type(one): tuple(set(one.__dict__) - {"message", "suggestions"}) for one in EXAMPLES}
    assert {kind: set(names) for kind, names in said.items() if names} == {
        kind: set(names) for kind, names in DETAILS.items()
    }


def test_a_code_of_tomorrow_is_still_an_error() -> None:
    back = decoded_error({"code": "tired", "message": "the server sleeps"})
    assert (type(back), back.message) == (VadeError, "the server sleeps")


def test_an_error_without_its_details_keeps_its_message() -> None:
    back = decoded_error({"code": "query_syntax", "message": "m", "suggestions": ["a", 1]})
    assert (type(back), back.message, back.suggestions) == (VadeError, "m", ("a",))


@pytest.mark.parametrize("data", [{}, {"message": 1}, {"message": "m", "suggestions": "x"}], ids=str)
def test_what_is_no_error_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue, match="this is no error"):
        decoded_error(data)
