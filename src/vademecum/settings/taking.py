"""How a value of a setting is read, from text or from the file. Loaded only where somebody gave one."""

from __future__ import annotations

from vademecum.errors import InvalidValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.settings.table import Setting, Value

_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


def parse(setting: Setting, text: str) -> Value:
    """Read a value written as text (environment, command line).

    Raises:
        InvalidValue: the text is none of the setting's values.
    """
    plain = text.strip()
    if setting.kind == "yes or no" and plain.lower() in _TRUE | _FALSE:
        return plain.lower() in _TRUE
    # `int` would also take "1_000" and digits of other scripts, which TOML and a reader would not.
    if setting.kind == "number" and plain.isascii() and plain.removeprefix("-").isdigit() and len(plain) < 20:
        return accept(setting, int(plain))
    return accept(setting, plain)


def accept(setting: Setting, value: object) -> Value:
    """Check a value against its row.

    Raises:
        InvalidValue: wrong type, out of range, or not one of the choices.
    """
    if setting.kind == "yes or no" and isinstance(value, bool):
        return value
    is_number = setting.kind == "number" and isinstance(value, int) and not isinstance(value, bool)
    if is_number and isinstance(value, int) and setting.low <= value <= setting.high:
        return value
    if setting.kind == "text" and isinstance(value, str) and _text_fits(setting, value):
        return value
    from vademecum.text.nearest import nearest

    shown = value if isinstance(value, (str, int, float)) else type(value).__name__
    raise InvalidValue(
        setting.name,
        f"{str(shown)[:80]!r} is not one of its values ({setting.allowed})",
        suggestions=nearest(str(shown), setting.choices) if setting.choices else (),
    )


def _text_fits(setting: Setting, value: str) -> bool:
    if setting.choices:
        return value in setting.choices
    import re

    return re.fullmatch(setting.pattern, value) is not None
