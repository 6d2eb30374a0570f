from __future__ import annotations

import pytest
from tests.cli.conftest import Vade


@pytest.mark.flag("vade watch --every")
@pytest.mark.parametrize("every", ["0", "86401", "often"])
def test_seconds_between_looks_are_bounded(vade: Vade, every: str) -> None:
    run = vade("watch", "--every", every)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith("vade: --every:")
