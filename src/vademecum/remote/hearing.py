"""What a server's answer means: a value, or an error of the one family."""

from __future__ import annotations

from vademecum.errors import Forbidden, InvalidValue, QuotaExceeded, ServerFault, Unauthenticated, VadeError
from vademecum.model.value import value
from vademecum.surface.lossless.faults import decoded_error
from vademecum.surface.lossless.leaves import is_a
from vademecum.surface.lossless.registry import VALUES
from vademecum.surface.lossless.writing import MEDIA_TYPE, VERSION, parsed, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.surface.operations.shape import Operation

PROBLEM = "application/problem+json"
_PLAIN: Mapping[str, type[Any]] = {"str": str, "None": type(None)}


@value(kw_only=True)
class Response:
    """What came back.

    Attributes:
        media: type of the body, without parameters.
        headers: names in small letters.
    """

    status: int
    media: str
    headers: Mapping[str, str]
    body: bytes


def heard(operation: Operation, response: Response, host: str) -> Any:
    """The value that a response gives.

    Raises:
        VadeError: that which the server tells of, or `ServerFault` for anything that is no answer of ours.
    """
    if response.status >= 300:
        raise refused(response, host)
    if response.status == 204 and operation.answer == "None":
        return None
    if response.media != MEDIA_TYPE:
        raise ServerFault(f"{host} answered with {_kind(response.media)}, not as a memory does; {_ADVICE}")
    try:
        told = read(response.body)
    except InvalidValue as error:
        raise ServerFault(f"the answer of {host} cannot be read: {error.message}; {_OTHER}") from None
    if not _is(told, operation.answer):
        raise ServerFault(f"{host} answered with another thing than was asked for; {_OTHER}")
    return told


def heard_text(response: Response, media: str, host: str) -> str:
    """The text that a response is.

    Raises:
        VadeError: as `heard`.
    """
    if response.status >= 300:
        raise refused(response, host)
    if response.media != media:
        raise ServerFault(f"{host} answered with {_kind(response.media)}, not as a memory does; {_ADVICE}")
    return response.body.decode(errors="replace")


_ADVICE = "look whether the address is that of `vade serve`"
_OTHER = "its version may differ from this one"


def refused(response: Response, host: str) -> VadeError:
    """The error that a response tells of."""
    if response.media == PROBLEM:
        try:
            problem = parsed(response.body)
            if is_a(problem, dict) and (told := _told(problem, _wait(response))):
                return told
        except InvalidValue:
            pass
    return _by_status(response, host)


def _told(problem: Mapping[str, Any], wait_s: int | None) -> VadeError | None:
    """The error in a problem document: whole, where the server knows what a program wants; else by what a
    person is told."""
    whole: Any = problem.get("error")
    if is_a(whole, dict) and whole.get("version") == VERSION and is_a(whole.get("value"), dict):
        return decoded_error(whole["value"])
    if not is_a(problem.get("code"), str):
        return None
    said = {name: {"$tuple": one} if is_a(one, list) else one for name, one in problem.items()}
    details = {"retry_after_s": wait_s, **said}
    return decoded_error({**problem, "message": problem.get("detail"), "details": details})


def _wait(response: Response) -> int | None:
    """After how many seconds to come again, where that is told."""
    after = response.headers.get("retry-after", "")
    return int(after) if after.isascii() and after.isdigit() and len(after) < 6 else None


def _by_status(response: Response, host: str) -> VadeError:
    """What a status means where nothing else can be read: something stands between, or it is no memory."""
    status = response.status
    match status:
        case 401:
            return Unauthenticated(f"{host} does not accept the token, or wants one; see VADE_TOKEN")
        case 403:
            return Forbidden(f"{host} does not allow this")
        case 429:
            said = f"{host} is asked too often; try again later"
            return QuotaExceeded(said, retry_after_s=_wait(response))
        case _ if 300 <= status < 400:
            return ServerFault(
                f"{host} sends elsewhere ({status}), where no token is carried; give the address it sends to"
            )
        case _ if status >= 500:
            return ServerFault(f"{host} has a fault of its own ({status}); its log says more")
        case _:
            return ServerFault(f"{host} knows nothing of this ({status}); {_ADVICE}, and whether {_OTHER}")


def _is(told: object, answer: str) -> bool:
    """Whether a value is of the type that the table names."""
    kind = VALUES.get(answer) or _PLAIN.get(answer)
    if kind is not None:
        return type(told) is kind
    return isinstance(told, tuple) if answer.startswith("tuple") else True


def _kind(media: str) -> str:
    return media if media and len(media) <= 60 and media.isprintable() else "something"
