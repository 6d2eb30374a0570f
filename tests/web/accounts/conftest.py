"""The service in memory for every test."""

from __future__ import annotations

import pytest
from tests.web.accounts.behind_the_door import Serviced


@pytest.fixture
def service() -> Serviced:
    return Serviced()
