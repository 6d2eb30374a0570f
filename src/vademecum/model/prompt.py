"""A question to a language model, and what came of it."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.model.extracted import Acquainted, Failing, Said

MAX_TOLD, MAX_EARLIER = 4_000, 6
"""Characters of an utterance, and earlier utterances, that a model is given."""

MAX_NAMES, MAX_PREDICATES = 100, 60
"""Names and predicates of the store that it is given; sixty is the founding planner's number."""


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


def material_of(said: Said, acquainted: Acquainted) -> dict[str, Any]:
    """What any reader of an utterance is given: itself, what was said before, and what the store knows."""
    return {
        "utterance": said.text[:MAX_TOLD],
        "earlier": [
            {"speaker": speaker.value, "text": text[:MAX_TOLD]}
            for speaker, text in said.earlier[-MAX_EARLIER:]
        ],
        "known_names": list(acquainted.names[:MAX_NAMES]),
        "known_predicates": list(acquainted.predicates[:MAX_PREDICATES]),
    }


@value(kw_only=True)
class Reply:
    """What came of a prompt.

    Attributes:
        answer: plain JSON types that may be anything at all, whatever the schema says; None when failing.
        failing: why there is no answer.
    """

    answer: Any = None
    failing: Failing | None = None
