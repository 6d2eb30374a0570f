"""Without the optional library there is a reason, and nothing of it is loaded before the first question."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.models.servers import PROMPT

from vademecum.model.extracted import FailingKind
from vademecum.models.address import Address
from vademecum.models.chat import ChatModel


def test_a_missing_library_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)

    failing = ChatModel(Address("http://localhost:9", "small"), 5.0).ask(PROMPT).failing

    assert failing is not None
    assert (failing.kind, "vademecum[models]" in failing.message) == (FailingKind.NOT_CONFIGURED, True)


def test_the_library_is_loaded_at_the_first_question() -> None:
    program = (
        "import sys; from vademecum.models.counsel import counsel; from vademecum.settings import load;"
        "of = load('/dev/null', {}, {'model.url': 'http://localhost:9', 'model.name': 'small'});"
        "counsel(of.value, {}); print('httpx' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert shown.stdout.strip() == "False"
