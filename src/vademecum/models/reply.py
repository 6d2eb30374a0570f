"""From the bytes of a chat completion to the JSON in it. Every server is taken for broken or hostile."""

from __future__ import annotations

import json
import re

from vademecum.model.extracted import Failing, FailingKind
from vademecum.model.prompt import Reply
from vademecum.text.lines import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_BYTES = 256 * 1024
"""Of an answer; a plan is two kilobytes, sixteen statements are eight."""

_FENCED = re.compile(r"\s*```[A-Za-z]*[ \t]*\n(.*?)\n?[ \t]*```\s*", re.DOTALL)

_LISTS: tuple[type[Any], ...] = (list,)


def reply(body: bytes) -> Reply:
    """The answer in a body; JSON in a code fence is JSON too. Never raises, never quotes the body."""
    try:
        whole = json.loads(body.decode("utf-8-sig"))
        content = whole["choices"][0]["message"]["content"]
    except UnicodeDecodeError:
        return unreadable("is not UTF-8")
    except RecursionError:
        return unreadable("is nested without end")
    except ValueError:
        return unreadable("is not JSON")
    except (LookupError, TypeError):
        return unreadable("is no chat completion")
    if not isinstance(content, str):
        return unreadable("holds no text")
    return _answer(content)


def unreadable(why: str) -> Reply:
    """A reply that could not be read."""
    return Reply(failing=Failing(kind=FailingKind.UNREADABLE, message=f"the answer {why}"))


def _answer(content: str) -> Reply:
    fenced = _FENCED.fullmatch(content)
    try:
        return Reply(answer=_clean(json.loads(fenced[1] if fenced else content)))
    except RecursionError:
        return unreadable("is nested without end")
    except ValueError:
        return unreadable("of the model is not the JSON that was asked for")


def _clean(thing: Any) -> Any:
    """Without characters that no file can hold, which `\\ud800` in JSON stands for."""
    if isinstance(thing, str):
        return storable(thing)
    if isinstance(thing, _LISTS):
        return [_clean(one) for one in thing]
    if hasattr(thing, "items"):
        return {storable(str(name)): _clean(one) for name, one in thing.items()}
    return thing
