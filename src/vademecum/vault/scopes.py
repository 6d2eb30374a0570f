"""Scopes: which folder of the vault one has, and which project a working folder belongs to."""

from __future__ import annotations

import os
import unicodedata

from vademecum.errors import InvalidValue, UnknownName
from vademecum.model.record import PERSONAL, Scope
from vademecum.text.digest import sha256_hex
from vademecum.vault.git import find_repository, remote_address

StrPath = str | os.PathLike[str]

_HASH_DIGITS = 12
_MAX_NAME = 40
_MAX_ORG = 64
_FORMS = {"personal": "personal", "project": "project", "org": "org:<key>"}
_HEX = frozenset("0123456789abcdef")
_ORG = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def project_scope(cwd: StrPath, *, isolate_worktrees: bool = False) -> Scope:
    """The project that a working folder belongs to; clones and worktrees of one remote share it.

    Args:
        isolate_worktrees: give every linked worktree a scope of its own.
    """
    return project_clone(cwd, isolate_worktrees=isolate_worktrees)[0]


def project_clone(cwd: StrPath, *, isolate_worktrees: bool = False) -> tuple[Scope, str | None]:
    """As `project_scope`, and the working tree around the folder; None when no git has it."""
    folder = os.path.realpath(cwd)
    repository = find_repository(folder)
    if repository is None:
        return _project(os.path.basename(folder), folder), None
    from vademecum.vault.remotes import is_local, normal_remote, without_git

    address = remote_address(repository)
    common = repository.common_dir
    home = os.path.dirname(common) if os.path.basename(common) == ".git" else common
    if address is None:
        name, identity = without_git(os.path.basename(home)), common
    else:
        identity = _local(home, address) if is_local(address) else normal_remote(address)
        name = identity.rpartition("/")[2]
    if isolate_worktrees and repository.is_linked_worktree:
        identity += f"\n{repository.git_dir}"
    return _project(name, identity), repository.work_tree


def _local(home: str, address: str) -> str:
    from vademecum.vault.remotes import without_git

    return without_git(os.path.realpath(os.path.join(home, address.removeprefix("file://"))))


def _project(name: str, identity: str) -> Scope:
    digest = sha256_hex(identity.encode("utf-8", "surrogateescape"))
    return Scope(f"project:{_plain_name(name)}__{digest[:_HASH_DIGITS]}")


def _plain_name(name: str) -> str:
    """Lower-case letters and digits joined by ``-``; Latin letters lose their accents, other scripts stay."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    bare = "".join(_unaccented(character) for character in unicodedata.normalize("NFC", folded))
    words = "".join(c if c.isalnum() else " " for c in bare).split()
    kept = "-".join(words)[:_MAX_NAME].strip("-")
    return kept or "project"


def _unaccented(character: str) -> str:
    base = unicodedata.normalize("NFKD", character)[:1]
    return base if base.isascii() else character


def scope_folder(scope: Scope) -> str:
    """Name of a scope's folder below the vault."""
    kind, colon, key = scope.partition(":")
    return f"{kind}__{key}" if colon else scope


def folder_scope(name: str) -> Scope | None:
    """The scope whose folder has this name, None when it is no scope's folder."""
    if name == PERSONAL:
        return PERSONAL
    kind, _, key = name.partition("__")
    if (kind == "project" and _is_project_key(key)) or (kind == "org" and _is_org_key(key)):
        return Scope(f"{kind}:{key}")
    return None


def misspelt(name: str) -> bool:
    """Whether a folder's name looks like a scope's and is none: its notes may stand where nobody looks."""
    kind, underscores, _ = name.casefold().partition("__")
    return bool(underscores) and kind in ("project", "org") and folder_scope(name) is None


def _is_project_key(key: str) -> bool:
    name, _, digest = key.rpartition("__")
    return (
        len(digest) == _HASH_DIGITS
        and _HEX.issuperset(digest)
        and 0 < len(name) <= _MAX_NAME
        and all(character.isalnum() or character == "-" for character in name)
    )


def _is_org_key(key: str) -> bool:
    return 0 < len(key) <= _MAX_ORG and _ORG.issuperset(key)


def parse_scope(text: str, cwd: StrPath | None, *, isolate_worktrees: bool = False) -> Scope:
    """The scope that somebody wrote.

    It may be ``personal``, ``project`` (the working folder's), ``project:<key>`` or ``org:<key>``.

    Raises:
        InvalidValue: the key is none, or ``project`` was asked for without a folder.
        UnknownName: there is no such sort of scope.
    """
    if text == PERSONAL:
        return PERSONAL
    if text == "project":
        if cwd is None:
            raise InvalidValue(
                "scope", "there is no working folder to take the project from; write project:<key>"
            )
        return project_scope(cwd, isolate_worktrees=isolate_worktrees)
    kind, colon, key = text.partition(":")
    if colon and kind == "project":
        return _parsed_project(key, cwd)
    if colon and kind == "org":
        return _parsed_org(key)
    from vademecum.text.nearest import nearest

    near = nearest(kind, _FORMS) or tuple(_FORMS)
    raise UnknownName("scope", text[:100], suggestions=tuple(_FORMS[each] for each in near))


def _parsed_project(key: str, cwd: StrPath | None) -> Scope:
    if _is_project_key(key):
        return Scope(f"project:{key}")
    near = (str(project_scope(cwd)),) if cwd is not None else ("project",)
    message = (
        f"{key[:100]!r} is no project key (<name>__<12 hex digits>); `project` alone means this folder's"
    )
    raise InvalidValue("scope", message, suggestions=near)


def _parsed_org(key: str) -> Scope:
    if _is_org_key(key):
        return Scope(f"org:{key}")
    plain = "".join(c if c in _ORG else "-" for c in key.lower())[:_MAX_ORG].strip("-")
    message = f"{key[:100]!r} is no organisation's key; use up to {_MAX_ORG} of a-z, 0-9 and -"
    raise InvalidValue("scope", message, suggestions=(f"org:{plain}",) if plain else ())
