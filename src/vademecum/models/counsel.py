"""What the settings of a model come to."""

from __future__ import annotations

from vademecum.model.extracted import Failing, FailingKind
from vademecum.model.value import value
from vademecum.models.address import address
from vademecum.models.standing import AbsentModel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vademecum.ports.models import Model

OFF = Failing(
    kind=FailingKind.OFF,
    message="no model is set up; `vade config set model.url …` and model.name say which to ask",
)


@value(kw_only=True)
class Counsel:
    """`ports.Counsel` as a value."""

    model: Model
    plans: bool = False
    extracts: bool = False
    described: str = ""
    usable: bool = False


def nobody() -> Counsel:
    """Where no model is wanted."""
    return Counsel(model=AbsentModel(OFF))


def counsel(setting: Callable[[str], str | int | bool], environ: Mapping[str, str]) -> Counsel:
    """Whom the settings name.

    Args:
        setting: gives the value of a setting by its name.
        environ: where the key is looked up under the name that the settings give it.
    """
    url, name = str(setting("model.url")), str(setting("model.name"))
    plans, extracts = bool(setting("model.planner")), bool(setting("model.extractor"))
    if not (plans or extracts or url):
        return nobody()
    found = address(url, name, str(setting("model.key_variable")), environ)
    if isinstance(found, Failing):
        absent = AbsentModel(found)
        return Counsel(model=absent, plans=plans, extracts=extracts, described=found.message)
    from vademecum.models.chat import ChatModel

    model = ChatModel(found, int(setting("model.deadline_ms")) / 1_000)
    described = f"{name} at {found.host}"
    return Counsel(model=model, plans=plans, extracts=extracts, described=described, usable=True)
