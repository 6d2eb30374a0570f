"""The values in force, out of four sources, and what had to be set aside."""

from __future__ import annotations

import os
from enum import StrEnum

from vademecum.errors import InvalidValue, VadeError, quoted
from vademecum.model.value import value
from vademecum.places import HOME_VARIABLE, home_folder
from vademecum.settings.table import BY_NAME, TABLE, Value, setting_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

DEBUG_VARIABLE = "VADE_DEBUG"
TOKEN_VARIABLE = "VADE_TOKEN"  # noqa: S105  # the name of the variable, which holds it
CONFIG_NAME = "config.toml"
NOT_TRUSTED = "not_trusted"

_LINKABLE = ("memories", "conversations", "state")
_WITH_FOLDERS = ("state", "state/hooks")
"""Folders of a home that may be links, and those in which further ones may be."""


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
        code: `NOT_TRUSTED` where it waits for the user's trust, else ``setting``.
    """

    origin: Origin
    name: str
    message: str
    fix: str
    code: str = "setting"


@value(kw_only=True)
class Settings:
    """Values in force. Field names are the setting's name with ``_`` for the dot.

    Attributes:
        origins: setting -> where its value came from.
        problems: what was set aside, in the order met.
        barred: why the home must not be opened, empty when it may: links in it lead out, and nobody trusted
            them.
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
    barred: str = ""

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
    from_file = file_values(home, problems)
    links = _links_in(home)
    barred = ""
    if links or any(BY_NAME[name].leads_out(given) for name, given in from_file.items()):
        barred = _set_aside(home, from_file, links, problems)
    layers = (
        (Origin.FILE, from_file),
        (Origin.ENVIRONMENT, _from_environment(environ, problems)),
        (Origin.ARGUMENT, _from_arguments(arguments or {})),
    )
    for origin, layer in layers:
        for name, given in layer.items():
            values[BY_NAME[name].attribute] = given
            origins[name] = origin
    typed: dict[str, Any] = dict(values)
    return Settings(**typed, origins=origins, problems=tuple(problems), barred=barred)


def defaults() -> Settings:
    """Settings of a home without file, environment or arguments."""
    return load(os.devnull, {})


def file_values(home: str | os.PathLike[str], problems: list[Problem] | None = None) -> dict[str, Value]:
    """What stands in the file of a home and can be taken, whether somebody trusts it or not.

    Args:
        problems: gets what cannot be taken.
    """
    return _from_file(os.path.join(home, CONFIG_NAME), [] if problems is None else problems)


def links_out(home: str | os.PathLike[str]) -> dict[str, str]:
    """Folders of a home that are links out of it, by their path there, with the place where each leads."""
    return _leading_out(home, _links_in(home))


def _leading_out(home: str | os.PathLike[str], links: Iterable[str]) -> dict[str, str]:
    real = os.path.realpath(home)
    places = {link: os.path.realpath(os.path.join(home, link)) for link in links}
    return {link: place for link, place in places.items() if not f"{place}/".startswith(f"{real}/")}


def _links_in(home: str | os.PathLike[str]) -> list[str]:
    """Folders of a home that are followed although they are links: owners keep them on another disk. What
    this costs every start is two folders to list, below 0.1 ms."""
    found = [name for name in _LINKABLE if os.path.islink(os.path.join(home, name))]
    for folder in _WITH_FOLDERS:
        try:
            with os.scandir(os.path.join(home, folder)) as listed:
                found += [
                    f"{folder}/{entry.name}" for entry in listed if entry.is_symlink() and entry.is_dir()
                ]
        except OSError:
            continue
    return found


def _set_aside(
    home: str | os.PathLike[str], values: dict[str, Value], links: Iterable[str], problems: list[Problem]
) -> str:
    """Take out of the values of a file those that reach beyond the home and that nobody trusts.

    Returns:
        Why the home must not be opened, empty when it may.
    """
    from vademecum.settings.trust import judge

    leading = {name: given for name, given in values.items() if BY_NAME[name].leads_out(given)}
    judged = judge(os.fspath(home), leading, _leading_out(home, links))
    fix = _trusting(os.fspath(home))
    for name in judged.values:
        del values[name]
    if judged.values:
        place = os.path.join(home, CONFIG_NAME)
        verb, is_ = ("reaches", "is") if len(judged.values) == 1 else ("reach", "are")
        message = f"{', '.join(judged.values)} {verb} beyond the home and {is_} ignored: {judged.reason}"
        problems.append(Problem(Origin.FILE, place, message, fix, NOT_TRUSTED))
    if not judged.links:
        return ""
    led = ", ".join([f"{link} to {place}" for link, place in judged.links.items()])
    message = f"links lead out of the home {os.fspath(home)}: {led} ({judged.reason})"
    problems.append(Problem(Origin.FILE, os.fspath(home), message, fix, NOT_TRUSTED))
    return f"{message}; nothing there is read or written before `{fix}`"


def _trusting(home: str) -> str:
    """The command that trusts a home; it names the one that is not in force without being named."""
    try:
        if os.path.abspath(home) == home_folder(None, os.environ):
            return "vade config trust"
    except VadeError:  # that one is locked, and another was named
        pass
    import shlex

    return f"vade config trust --home {shlex.quote(home)}"


def _from_arguments(arguments: Mapping[str, Value]) -> dict[str, Value]:
    if not arguments:
        return {}
    from vademecum.settings.taking import accept

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
        from vademecum.settings.taking import parse

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
        from vademecum.settings.taking import accept

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
