"""The values in force, out of four sources, and what had to be set aside."""

from __future__ import annotations

import os
from enum import StrEnum

from vademecum.errors import InvalidValue, quoted
from vademecum.model.value import value
from vademecum.places import HOME_VARIABLE
from vademecum.settings.table import BY_NAME, TABLE, Value, accept, parse, setting_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

DEBUG_VARIABLE = "VADE_DEBUG"
TOKEN_VARIABLE = "VADE_TOKEN"  # noqa: S105  # the name of the variable, which holds it
CONFIG_NAME = "config.toml"


class Origin(StrEnum):
    """Where a value came from, weakest first."""

    DEFAULT = "default"
    FILE = "file"
    ENVIRONMENT = "environment"
    ARGUMENT = "argument"


@value
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


@value(kw_only=True)
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
    review_agents: bool
    hooks_capture: bool
    hooks_helper: bool
    files_read: bool
    files_also: str
    sync_max_files: int
    embedder: str
    meaning_folder: str
    meaning_url: str
    meaning_name: str
    meaning_key_variable: str
    meaning_deadline_ms: int
    model_planner: bool
    model_extractor: bool
    model_url: str
    model_name: str
    model_key_variable: str
    model_deadline_ms: int
    remote_url: str
    remote_token_file: str
    output_color: str
    output_format: str
    origins: Mapping[str, Origin]
    problems: tuple[Problem, ...]

    def value(self, name: str) -> Value:
        """Value of a setting by its dotted name."""
        found: Value = getattr(self, setting_named(name).attribute)
        return found


def load(
    home: str | os.PathLike[str], environ: Mapping[str, str], arguments: Mapping[str, Value] | None = None
) -> Settings:
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
        (Origin.FILE, _from_file(os.path.join(home, CONFIG_NAME), problems)),
        (Origin.ENVIRONMENT, _from_environment(environ, problems)),
        (Origin.ARGUMENT, _from_arguments(arguments or {})),
    )
    for origin, layer in layers:
        for name, given in layer.items():
            values[BY_NAME[name].attribute] = given
            origins[name] = origin
    typed: dict[str, Any] = dict(values)
    return Settings(**typed, origins=origins, problems=tuple(problems))


def defaults() -> Settings:
    """Settings of a home without file, environment or arguments."""
    return load(os.devnull, {})


def _from_arguments(arguments: Mapping[str, Value]) -> dict[str, Value]:
    return {name: accept(setting_named(name), value) for name, value in arguments.items()}


def _from_environment(environ: Mapping[str, str], problems: list[Problem]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    by_variable = {setting.variable: setting for setting in TABLE}
    for variable in sorted(v for v in environ if v.startswith("VADE_")):
        text = environ[variable]
        if variable in (HOME_VARIABLE, DEBUG_VARIABLE, TOKEN_VARIABLE) or not text.strip():
            continue
        setting = by_variable.get(variable)
        if setting is None:
            message = f"no setting has the variable {variable}"
            message += _did_you_mean(variable, [*by_variable, HOME_VARIABLE])
            problems.append(Problem(Origin.ENVIRONMENT, variable, message, f"unset {variable}"))
            continue
        try:
            found[setting.name] = parse(setting, text)
        except InvalidValue as error:
            problems.append(Problem(Origin.ENVIRONMENT, variable, error.message, f"unset {variable}"))
    return found


def _from_file(path: str, problems: list[Problem]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, read in _flat(_read(path, problems)).items():
        setting = BY_NAME.get(name)
        if setting is None:
            message = f"unknown setting {quoted(name)}" + _did_you_mean(name, BY_NAME)
            problems.append(Problem(Origin.FILE, name, message, f"vade config unset {name}"))
            continue
        try:
            found[name] = accept(setting, read)
        except InvalidValue as error:
            problems.append(Problem(Origin.FILE, name, error.message, f"vade config unset {name}"))
    return found


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    from vademecum.text.nearest import nearest

    meant = nearest(name, known)
    return f"; did you mean {' or '.join(meant)}?" if meant else ""


def _read(path: str, problems: list[Problem]) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        message = f"cannot be read: {error.strerror}; defaults hold"
        problems.append(Problem(Origin.FILE, path, message, f"make {path} readable"))
        return {}
    import tomllib  # most homes have no file, and a cold recall should not pay for the parser

    try:
        return tomllib.loads(raw.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        message = f"is not valid TOML: {error}; defaults hold"
        problems.append(Problem(Origin.FILE, path, message, "mend it, or begin anew with `vade config set`"))
        return {}


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables as dotted names; both ``[recall] limit`` and ``"recall.limit"`` are read."""
    found: dict[str, Any] = {}
    for key, content in table.items():
        if hasattr(content, "items"):
            found.update(_flat(content, f"{prefix}{key}."))
        else:
            found[f"{prefix}{key}"] = content
    return found
