"""A question to a language model, and what came of it."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.model.extracted import Failing


@value(kw_only=True)
class Prompt:
    """A question to a language model.

    Attributes:
        name: of the answer wanted, letters and underscores.
        instruction: what to do; holds nothing that anybody said.
        material: what to do it with, as plain JSON types; everything in it is untrusted.
        schema: JSON Schema of the answer.
    """

    name: str
    instruction: str
    material: Mapping[str, Any]
    schema: Mapping[str, Any]


@value(kw_only=True)
class Reply:
    """What came of a prompt.

    Attributes:
        answer: plain JSON types that may be anything at all, whatever the schema says; None when failing.
        failing: why there is no answer.
    """

    answer: Any = None
    failing: Failing | None = None
