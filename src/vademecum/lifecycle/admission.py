"""What of an utterance may become a memory, and which of its orders are obeyed.

The rules of the founding planner: the speaker must be the user, the statement explicit enough, nothing
restricted, nothing shaped like an order to the assistant, and what is sensitive must have been said outright.
"""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.extracted import Explicitness, Operation, Speaker
from vademecum.model.plain import JsonMixin
from vademecum.model.record import Sensitivity
from vademecum.model.value import value
from vademecum.text.redaction import mask
from vademecum.text.screening import suspicious

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.extracted import Statement

MIN_CONFIDENCE = 0.35
"""Below it a reading is a guess; the founding planner's number."""

_CAPS = {
    Explicitness.COMMAND: 1.0,
    Explicitness.STATEMENT: 0.95,
    Explicitness.IMPLICATION: 0.70,
    Explicitness.INFERENCE: 0.55,
}
"""The most that a statement of its kind is worth by itself, also the founding planner's."""

_SECRETS = frozenset({
    "password", "passcode", "passphrase", "pin", "pin_code", "pin_number", "cvv", "cvc", "secret",
    "secret_key", "api_key", "private_key", "access_token", "recovery_code", "seed_phrase", "security_code",
    "iban",
    "account_number", "card_number", "credit_card", "credit_card_number", "ssn", "social_security_number",
    "passport_number",
})  # fmt: skip
"""Predicates of which no value is kept, however harmless it looks."""

_OUTRIGHT = frozenset({Explicitness.COMMAND, Explicitness.STATEMENT})
_TELLING = frozenset({Operation.REMEMBER, Operation.CORRECT})


class Verdict(StrEnum):
    """What becomes of a statement."""

    DURABLE = "durable"  # counts at once and is written when the session is
    STAGED = "staged"  # counts in this session; written only when it is confirmed
    OBEYED = "obeyed"  # an order to forget, delete or list; it is no fact of the session
    REFUSED = "refused"


class Refusal(StrEnum):
    """Why a statement was refused."""

    NOT_THE_USER = "not_the_user"
    RESTRICTED = "restricted"
    UNSURE = "unsure"
    ORDERS = "orders"  # the reader is told what to do, in the guise of a memory
    ONLY_IMPLIED = "only_implied"  # sensitive, and not said outright
    EMPTY = "empty"


@value
class Admission(JsonMixin):
    """What becomes of a statement, and why.

    Attributes:
        confidence: of the statement under the cap of its explicitness; 0 when refused.
    """

    verdict: Verdict
    refusal: Refusal | None = None
    confidence: float = 0.0


def admission(statement: Statement) -> Admission:
    """What becomes of a statement, whoever read it; the first reason to refuse it stands."""
    refusal = _refusal(statement)
    if refusal is not None:
        return Admission(Verdict.REFUSED, refusal)
    worth = min(statement.confidence, _CAPS[statement.explicitness])
    if statement.operation not in _TELLING:
        return Admission(Verdict.OBEYED, None, worth)
    outright = statement.explicitness in _OUTRIGHT
    return Admission(Verdict.DURABLE if outright else Verdict.STAGED, None, worth)


def _refusal(statement: Statement) -> Refusal | None:
    if statement.speaker is not Speaker.USER:
        return Refusal.NOT_THE_USER
    if statement.operation in _TELLING:
        return _untellable(statement)
    if statement.operation is not Operation.LIST and statement.explicitness is not Explicitness.COMMAND:
        return Refusal.UNSURE  # nobody loses a memory because a reader thought it was meant
    return None if statement.text.strip() or statement.operation is Operation.LIST else Refusal.EMPTY


def _untellable(statement: Statement) -> Refusal | None:
    said = (statement.text, statement.subject, statement.predicate, statement.value, statement.qualifier)
    whole = "\n".join(part for part in said if part)
    if not statement.text.strip():
        return Refusal.EMPTY
    if statement.sensitivity is Sensitivity.RESTRICTED or mask(whole).kinds or _names_secret(statement):
        return Refusal.RESTRICTED
    if not statement.confidence >= MIN_CONFIDENCE:  # NaN, which a model may say, is refused too
        return Refusal.UNSURE
    if suspicious(whole) is not None:
        return Refusal.ORDERS
    if statement.sensitivity is Sensitivity.SENSITIVE and statement.explicitness not in _OUTRIGHT:
        return Refusal.ONLY_IMPLIED
    return None


def _names_secret(statement: Statement) -> bool:
    """Whether predicate and value together are a secret that the text alone does not show."""
    name = statement.predicate or ""
    if name.casefold().replace(" ", "_").removeprefix("has_") in _SECRETS:
        return True
    return bool(mask(statement.value or "", name=name.replace("_", " ")).kinds)
