"""The table of outcomes is total, and its numbers are a contract."""

from __future__ import annotations

import pytest

from vademecum import errors
from vademecum.surface.outcomes import TABLE, Exit, Internal, Interrupted, docs_link, exit_status, http_status


def family(root: type[errors.VadeError]) -> list[type[errors.VadeError]]:
    """Those that callers meet: a class without a code of its own is a back end's, and met as its parent."""
    own = [root] if "code" in vars(root) else []
    return [*own, *(found for child in root.__subclasses__() for found in family(child))]


def test_every_error_code_has_an_ending() -> None:
    assert {kind.code for kind in family(errors.VadeError)} <= set(TABLE)


def test_every_ending_belongs_to_an_error() -> None:
    assert set(TABLE) <= {kind.code for kind in family(errors.VadeError)}


@pytest.mark.parametrize("kind", family(errors.VadeError), ids=lambda kind: kind.__name__)
def test_no_two_errors_share_a_code(kind: type[errors.VadeError]) -> None:
    assert [other for other in family(errors.VadeError) if other.code == kind.code] == [kind]


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.VadeError("x"), 1),
        (errors.UsageError("x"), 2),
        (errors.UnknownName("type", "x"), 2),
        (errors.InvalidValue("limit", "x"), 2),
        (errors.QuerySyntaxError("x", 0), 2),
        (errors.Conflict("x"), 3),
        (errors.NotFound("x"), 4),
        (errors.Ambiguous("x", ("a", "b")), 4),
        (errors.ForbiddenPath("x"), 5),
        (errors.LimitExceeded("x"), 6),
        (errors.Unauthenticated("x"), 5),
        (errors.Forbidden("x"), 5),
        (errors.QuotaExceeded("x", retry_after_s=3), 6),
        (errors.StoreError("x"), 10),
        (errors.VaultError("x"), 10),
        (errors.Unreadable("x"), 10),
        (errors.ModelError("x"), 10),
        (errors.Busy("x"), 15),
        (Internal("x"), 20),
        (Interrupted("x"), 130),
    ],
    ids=lambda value: type(value).__name__,
)
def test_exit_status_of_each_error(error: errors.VadeError, status: int) -> None:
    assert exit_status(error) == status


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.InvalidValue("limit", "x"), 400),
        (errors.Unauthenticated("x"), 401),
        (errors.ForbiddenPath("x"), 403),
        (errors.NotFound("x"), 404),
        (errors.Conflict("x"), 409),
        (errors.LimitExceeded("x"), 413),
        (errors.QuotaExceeded("x", retry_after_s=3), 429),
        (Internal("x"), 500),
        (errors.Busy("x"), 503),
    ],
    ids=lambda value: type(value).__name__,
)
def test_http_status_of_an_error(error: errors.VadeError, status: int) -> None:
    assert http_status(error) == status


def test_what_may_succeed_later_is_no_fault_of_the_caller() -> None:
    assert {
        TABLE[kind.code].http for kind in family(errors.VadeError) if kind.error_class == "transient"
    } == {503}


def test_only_transient_errors_invite_a_retry() -> None:
    assert [kind.code for kind in family(errors.VadeError) if kind.error_class == "transient"] == [
        "unreachable",
        "busy",
        "interrupted",
    ]


def test_broken_pipe_and_success_are_named() -> None:
    assert (Exit.OK, Exit.BROKEN_PIPE) == (0, 141)


def test_docs_link_names_the_code() -> None:
    assert docs_link("busy") == "docs/errors.md#busy"
