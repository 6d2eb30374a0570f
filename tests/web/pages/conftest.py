from __future__ import annotations

import pytest
from tests.web.pages.desk import Desk


@pytest.fixture
def desk() -> Desk:
    return Desk()
