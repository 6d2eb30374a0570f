"""When a tenant has asked often enough, or keeps enough."""

from __future__ import annotations

import pytest

from vademecum.access.bounds import beyond, portion, retry_after_s
from vademecum.model.tenancy import Quota


@pytest.mark.parametrize(("limit", "leased"), [(1, 1), (19, 1), (600, 30)])
def test_a_minute_is_leased_in_parts(limit: int, leased: int) -> None:
    assert portion(limit) == leased


@pytest.mark.parametrize(("now_s", "wait_s"), [(0.0, 60), (59.9, 1), (119.99, 1), (90.0, 30)])
def test_waiting_ends_with_the_minute(now_s: float, wait_s: int) -> None:
    assert retry_after_s(now_s) == wait_s


@pytest.mark.parametrize(
    ("quota", "said"),
    [
        (Quota(), ""),
        (Quota(memories=11, bytes=101), ""),
        (Quota(memories=10), "this tenant keeps 10 memories and may keep 10"),
        (Quota(bytes=100), "this tenant keeps 100 bytes and may keep 100"),
    ],
)
def test_a_bound_that_is_reached_is_told(quota: Quota, said: str) -> None:
    assert beyond(quota, 10, 100) == said
