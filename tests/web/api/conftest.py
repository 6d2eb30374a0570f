from __future__ import annotations

import pytest
from tests.web.served import Served


@pytest.fixture
def served() -> Served:
    return Served()
