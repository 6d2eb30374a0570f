"""Requests that the description makes possible, and some that it does not: no answer is a fault, none is of
another form than described, and what cannot be is refused."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.web.api.examples import furnish, talk
from tests.web.served import Served

from vademecum.web.app import DESCRIPTION

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
TOO_LARGE = 413  # how what is too long is refused; the tool knows other statuses for that

served = Served(hosts=("127.0.0.1", "localhost", "testserver"))
furnish(served)
talk(served)
described = schemathesis.openapi.from_asgi(DESCRIPTION, served.app)
described.config.phases.coverage.enabled = False  # a hundred requests for every operation
thorough = schemathesis.openapi.from_asgi(DESCRIPTION, served.app)
few = settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
many = settings(few, max_examples=100)


def hold(case: Case[Any]) -> None:
    answer = case.call()
    refusal = [] if answer.status_code == TOO_LARGE else [negative_data_rejection]
    case.validate_response(answer, checks=[*CHECKS, *refusal])


@described.parametrize()
@few
def test_description_is_kept(case: Case[Any]) -> None:
    hold(case)


@pytest.mark.slow
@thorough.parametrize()
@many
def test_description_is_kept_whatever_is_asked(case: Case[Any]) -> None:
    hold(case)
