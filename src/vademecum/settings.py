"""Settings: defaults < file < environment < arguments, each value with where it came from.

`TABLE` is the only list of settings; loading, `vade config`, the docs and the checks are made from it. A broken
file or value never blocks: the next lower source holds and the fault is recorded for `vade doctor` and
`vade config` to show. Only an *argument* that cannot be taken is refused, for its giver is present.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from vademecum.errors import InvalidValue, UnknownName, VaultError
from vademecum.text.nearest import nearest

Value = str | int | bool

HOME_VARIABLE = "VADE_HOME"
DEBUG_VARIABLE = "VADE_DEBUG"
CONFIG_NAME = "config.toml"

_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One row of the table.

    Attributes:
        name: as in the file; the part before a dot is a TOML table.
        choices: allowed texts, empty when any text of `pattern` will do.
        low, high: inclusive bounds of a number.
        pattern: regular expression a text without choices must match in full.
    """

    name: str
    default: Value
    meaning: str
    variable: str
    example: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    pattern: str = ""

    @property
    def attribute(self) -> str:
        """Name of the field of `Settings`."""
        return self.name.replace(".", "_")

    @property
    def kind(self) -> str:
        """``yes or no``, ``number`` or ``text``."""
        if isinstance(self.default, bool):
            return "yes or no"
        return "number" if isinstance(self.default, int) else "text"

    @property
    def allowed(self) -> str:
        """What the setting takes, in words."""
        if self.kind == "number":
            return f"{self.low} to {self.high}"
        if self.kind == "yes or no":
            return "true, false"
        return ", ".join(self.choices) if self.choices else "two or three lower-case letters"


TABLE: tuple[Setting, ...] = (
    Setting(
        name="language",
        default="en",
        meaning="Language of memories that do not name one; decides stemming and stop words.",
        variable="VADE_LANGUAGE",
        example="de",
        pattern=r"[a-z]{2,3}",
    ),
    Setting(
        name="scope",
        default="personal",
        meaning="Where `remember` writes when no scope is given: your own memories or those of the project "
        "around the current folder.",
        variable="VADE_SCOPE",
        example="project",
        choices=("personal", "project"),
    ),
    Setting(
        name="recall.limit",
        default=6,
        meaning="Most hits a recall answers with.",
        variable="VADE_RECALL_LIMIT",
        example="10",
        low=1,
        high=50,
    ),
    Setting(
        name="recall.floor",
        default="half",
        meaning="Test that refuses irrelevant candidates: `half` keeps a memory that holds at least half of the "
        "topic's terms.",
        variable="VADE_RECALL_FLOOR",
        example="half",
        choices=("half",),
    ),
    Setting(
        name="search.limit",
        default=8,
        meaning="Most hits a search answers with.",
        variable="VADE_SEARCH_LIMIT",
        example="20",
        low=1,
        high=50,
    ),
    Setting(
        name="digest.max_bytes",
        default=1200,
        meaning="Most UTF-8 bytes of the digest that `recall` prints.",
        variable="VADE_DIGEST_MAX_BYTES",
        example="2400",
        low=200,
        high=65_536,
    ),
    Setting(
        name="worktrees.isolate",
        default=False,
        meaning="Give every worktree of a repository a project scope of its own instead of one for all.",
        variable="VADE_WORKTREES_ISOLATE",
        example="true",
    ),
    Setting(
        name="sync.max_files",
        default=20_000,
        meaning="Most files looked at before a read answers; a larger vault is read as last indexed until "
        "`vade reindex`.",
        variable="VADE_SYNC_MAX_FILES",
        example="50000",
        low=1,
        high=10_000_000,
    ),
    Setting(
        name="output.color",
        default="auto",
        meaning="Colour: on a terminal only, always or never. `NO_COLOR` counts as never unless this says always.",
        variable="VADE_COLOR",
        example="never",
        choices=("auto", "always", "never"),
    ),
    Setting(
        name="output.format",
        default="text",
        meaning="Form of every answer: text for people or one JSON object.",
        variable="VADE_FORMAT",
        example="json",
        choices=("text", "json"),
    ),
)
"""Every setting, in the order in which it is documented."""

BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in TABLE}


class Origin(StrEnum):
    """Where a value came from, weakest first."""

    DEFAULT = "default"
    FILE = "file"
    ENVIRONMENT = "environment"
    ARGUMENT = "argument"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the file or the environment that was set aside.

    Attributes:
        origin: where it stands.
        name: setting, variable or file it is about.
        message: what is the matter, one line.
        fix: a command or an action that removes it.
    """

    origin: Origin
    name: str
    message: str
    fix: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Values in force. Field names are the setting's name with ``_`` for the dot.

    Attributes:
        origins: setting -> where its value came from.
        problems: what was set aside, in the order met.
    """

    language: str
    scope: str
    recall_limit: int
    recall_floor: str
    search_limit: int
    digest_max_bytes: int
    worktrees_isolate: bool
    sync_max_files: int
    output_color: str
    output_format: str
    origins: Mapping[str, Origin]
    problems: tuple[Problem, ...]

    def value(self, name: str) -> Value:
        """Value of a setting by its dotted name."""
        found: Value = getattr(self, setting_named(name).attribute)
        return found


def setting_named(name: str) -> Setting:
    """The row of the table.

    Raises:
        UnknownName: no such setting; the nearest names are suggested.
    """
    try:
        return BY_NAME[name]
    except KeyError:
        raise UnknownName("setting", name, suggestions=nearest(name, BY_NAME)) from None


def resolve_home(argument: Path | None, environ: Mapping[str, str]) -> Path:
    """Folder of all memories: the argument, else ``VADE_HOME``, else ``~/.vademecum``; absolute."""
    given = argument or environ.get(HOME_VARIABLE) or "~/.vademecum"
    return Path(os.path.abspath(os.path.expanduser(given)))


def load(home: Path, environ: Mapping[str, str], arguments: Mapping[str, Value] | None = None) -> Settings:
    """Settings in force for a home.

    Args:
        arguments: setting -> value as given on a command line or in a call; the strongest source.

    Raises:
        UnknownName, InvalidValue: an argument that cannot be taken.
    """
    problems: list[Problem] = []
    values: dict[str, Value] = {setting.attribute: setting.default for setting in TABLE}
    origins = {setting.name: Origin.DEFAULT for setting in TABLE}
    layers = (
        (Origin.FILE, _from_file(home / CONFIG_NAME, problems)),
        (Origin.ENVIRONMENT, _from_environment(environ, problems)),
        (Origin.ARGUMENT, _from_arguments(arguments or {})),
    )
    for origin, layer in layers:
        for name, value in layer.items():
            values[BY_NAME[name].attribute] = value
            origins[name] = origin
    typed: dict[str, Any] = dict(values)
    return Settings(**typed, origins=origins, problems=tuple(problems))


def defaults() -> Settings:
    """Settings of a home without file, environment or arguments."""
    return load(Path(os.devnull), {})


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
    if setting.kind == "number" and isinstance(value, int) and not isinstance(value, bool):
        if setting.low <= value <= setting.high:
            return value
    if setting.kind == "text" and isinstance(value, str) and _text_fits(setting, value):
        return value
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


def _from_arguments(arguments: Mapping[str, Value]) -> dict[str, Value]:
    return {name: accept(setting_named(name), value) for name, value in arguments.items()}


def _from_environment(environ: Mapping[str, str], problems: list[Problem]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    by_variable = {setting.variable: setting for setting in TABLE}
    for variable in sorted(v for v in environ if v.startswith("VADE_")):
        text = environ[variable]
        if variable in (HOME_VARIABLE, DEBUG_VARIABLE) or not text.strip():
            continue
        setting = by_variable.get(variable)
        if setting is None:
            meant = nearest(variable, [*by_variable, HOME_VARIABLE])
            message = f"no setting has the variable {variable}" + _did_you_mean(meant)
            problems.append(Problem(Origin.ENVIRONMENT, variable, message, f"unset {variable}"))
            continue
        try:
            found[setting.name] = parse(setting, text)
        except InvalidValue as error:
            problems.append(Problem(Origin.ENVIRONMENT, variable, error.message, f"unset {variable}"))
    return found


def _from_file(path: Path, problems: list[Problem]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, value in _flat(_read(path, problems)).items():
        setting = BY_NAME.get(name)
        if setting is None:
            message = f"unknown setting {name!r}" + _did_you_mean(nearest(name, BY_NAME))
            problems.append(Problem(Origin.FILE, name, message, f"vade config unset {name}"))
            continue
        try:
            found[name] = accept(setting, value)
        except InvalidValue as error:
            problems.append(Problem(Origin.FILE, name, error.message, f"vade config unset {name}"))
    return found


def _did_you_mean(meant: tuple[str, ...]) -> str:
    return f"; did you mean {' or '.join(meant)}?" if meant else ""


def _read(path: Path, problems: list[Problem]) -> dict[str, Any]:
    try:
        raw = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        message = f"cannot be read: {error.strerror}; defaults hold"
        problems.append(Problem(Origin.FILE, str(path), message, f"make {path} readable"))
        return {}
    import tomllib  # most homes have no file, and a cold recall should not pay for the parser

    try:
        return tomllib.loads(raw.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        message = f"is not valid TOML: {error}; defaults hold"
        problems.append(Problem(Origin.FILE, str(path), message, f"mend {path}, or `vade config set` anything"))
        return {}


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables as dotted names; both ``[recall] limit`` and ``"recall.limit"`` are read."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found.update(_flat(value, f"{prefix}{key}."))
        else:
            found[f"{prefix}{key}"] = value
    return found
