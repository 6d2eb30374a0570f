"""What a person may call up by name: the brief, and a look back that keeps what lasts."""

from __future__ import annotations

from vademecum.errors import UnknownName
from vademecum.mcp import finding
from vademecum.model.value import value
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.mcp.desk import Desk


@value(kw_only=True)
class Prompt:
    """One prompt.

    Attributes:
        arguments: name -> what it is for; all may be left out.
    """

    name: str
    title: str
    description: str
    arguments: tuple[tuple[str, str], ...] = ()


PROMPTS = (
    Prompt(
        name="brief",
        title="Brief me",
        description="Begin with what is pinned, decided and waiting, and who there is.",
    ),
    Prompt(
        name="reflect",
        title="Reflect and keep",
        description="Look back on this conversation and remember what will still matter.",
        arguments=(("focus", "What to look for in particular."),),
    ),
)

_REFLECT = """\
Look back on this conversation. Keep what will still matter in a later one:
1. List for yourself what the user told, decided or preferred, what turned out to be true or false, and how \
things are done here.
2. `recall` each before you keep it. What is known already needs nothing; what changed needs `revise` with \
action supersede; what was never true needs retract.
3. `remember` the rest: one self-contained statement each, with names instead of pronouns, the fitting type, \
and source user only where the user said it.
Leave out task progress, what is easily looked up, and secrets. Then tell the user in a few lines what was \
kept and what was changed."""


def prompt_text(desk: Desk, name: str, given: Mapping[str, str]) -> str:
    """The message that a prompt stands for.

    Raises:
        UnknownName: there is none of that name.
    """
    if name == "brief":
        return f"Begin with what is known already:\n\n{finding.brief(desk).text}"
    if name == "reflect":
        focus = given.get("focus", "").strip()
        return f"{_REFLECT}\nLook in particular for: {focus}" if focus else _REFLECT
    known = [prompt.name for prompt in PROMPTS]
    raise UnknownName("prompt", name, suggestions=nearest(name, known) or tuple(known))
