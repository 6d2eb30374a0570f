"""Changes to ``config.toml`` that keep its comments and everything else, and that repair what is broken."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from vademecum.durable import disk_refusal, make_folders, replace_file
from vademecum.errors import NotFound, VaultError, quoted
from vademecum.model.value import value
from vademecum.settings.loading import CONFIG_NAME
from vademecum.settings.table import BY_NAME, Value, setting_named
from vademecum.settings.taking import parse
from vademecum.settings.trust import allow
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tomlkit import TOMLDocument


@value
class Change:
    """What an edit of the file did, or would do.

    Attributes:
        before, after: the value in the file, None where it is not set there.
        set_aside: where a file that did not parse was kept, None when there was none.
    """

    name: str
    before: object
    after: Value | None
    set_aside: Path | None = None

    @property
    def changed(self) -> bool:
        """Whether the file differs."""
        return self.before != self.after or type(self.before) is not type(self.after)


def set_value(home: Path, name: str, text: str, *, dry_run: bool = False) -> Change:
    """Write one setting; the value is checked first, and trusted where it reaches beyond the home: its giver
    is here.

    Raises:
        UnknownName, InvalidValue: no such setting, or not one of its values.
        VaultError: the file cannot be read or written; it is as it was.
    """
    value = parse(setting_named(name), text)
    document, broken = _document(home)
    before = _remove(document, name)
    _insert(document, name, value)
    if not dry_run:  # first: trust in what is not there yet harms nobody, a value that is ignored may
        allow(os.fspath(home), name, value if setting_named(name).leads_out(value) else None)
    return _saved(home, document, Change(name, before, value, broken), dry_run=dry_run)


def unset_value(home: Path, name: str, *, dry_run: bool = False) -> Change:
    """Remove one setting from the file, an unknown one too: that is how a misspelt one is repaired.

    Raises:
        NotFound: neither a setting nor anything in the file.
        VaultError: the file cannot be read or written; it is as it was.
    """
    document, broken = _document(home)
    before = _remove(document, name)
    if before is None and name not in BY_NAME:
        meant = nearest(name, BY_NAME)
        hint = f"; did you mean {' or '.join(meant)}?" if meant else ""
        raise NotFound(
            f"there is no setting {quoted(name)}, and the file does not name it{hint}", suggestions=meant
        )
    if not dry_run:
        allow(os.fspath(home), name, None)
    return _saved(home, document, Change(name, before, None, broken), dry_run=dry_run)


def _document(home: Path) -> tuple[TOMLDocument, Path | None]:
    """The file to edit, and where to keep it when it does not parse and a fresh one is begun."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    path = home / CONFIG_NAME
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return tomlkit.document(), None
    except OSError as error:
        raise VaultError(f"cannot read {path}: {error.strerror}") from error
    try:
        return tomlkit.parse(raw.decode("utf-8-sig")), None
    except (TOMLKitError, UnicodeDecodeError):
        return tomlkit.document(), _free_name(path)


def _free_name(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.name}.broken{number}")).exists():
        number += 1
    return kept


def _remove(document: TOMLDocument, name: str) -> object:
    """Take a setting out, in whichever of the two spellings it stands; the value it had or None."""
    found: object = None
    for keys in ([name], name.split(".")):
        table: Any = document
        for key in keys[:-1]:
            table = table.get(key) if hasattr(table, "get") else None
        if hasattr(table, "pop") and keys[-1] in table:
            taken = table.pop(keys[-1])
            found = taken.unwrap() if hasattr(taken, "unwrap") else taken
    return found


def _insert(document: TOMLDocument, name: str, value: Value) -> None:
    import tomlkit

    *tables, key = name.split(".")
    table: Any = document
    for step in tables:
        if not hasattr(table.get(step), "get"):  # absent, or a plain value where a table belongs
            table[step] = tomlkit.table()
        table = table[step]
    table[key] = value


def _saved(home: Path, document: TOMLDocument, change: Change, *, dry_run: bool) -> Change:
    if dry_run or (not change.changed and change.set_aside is None):
        return change
    # A file that is a link (kept with other dot files) stays one: what it points at is replaced.
    path = Path(os.path.realpath(home / CONFIG_NAME))
    make_folders(path.parent)
    data, mode = document.as_string().encode(), _mode_of(path)
    try:
        if change.set_aside is None:
            replace_file(path, data, mode=mode, guard=lambda: None)
        else:
            _put_aside(path, change.set_aside, data, mode)
    except VaultError as error:
        raise VaultError(f"{error.message}; nothing was changed") from error
    return change


def _mode_of(path: Path) -> int:
    """Who may read it now; its owner alone where it is not there yet."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0o600


def _put_aside(path: Path, aside: Path, data: bytes, mode: int) -> None:
    """Keep a broken file under another name, and begin a fresh one in its place, or neither."""
    try:
        path.replace(aside)
    except OSError as error:
        raise disk_refusal("write", path, error) from error
    try:
        replace_file(path, data, mode=mode, guard=lambda: None)
    except VaultError:
        aside.replace(path)
        raise
