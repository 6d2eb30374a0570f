"""Where a home is, and where what is derived from it lies: asked before anything else is loaded."""

from __future__ import annotations

import os
import sys

from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

HOME_VARIABLE = "VADE_HOME"
DEFAULT_HOME = "~/.vademecum"


_MARK, _OPEN, _OPEN_HOME = "sealed.json", "open.json", "home"
"""As in `sealing.layout`, which an answer of a plain home need not load."""


def home_folder(argument: str | os.PathLike[str] | None, environ: Mapping[str, str]) -> str:
    """Folder of all memories: as `named_home`, and of one that is encrypted where its plain files are.

    Raises:
        Locked: it is not open.
        VaultError: it cannot be opened.
    """
    home = named_home(argument, environ)
    if not os.path.lexists(os.path.join(home, _MARK)):
        return home
    from vademecum.sealing.opening import plain_home

    return plain_home(home, environ)


def named_home(argument: str | os.PathLike[str] | None, environ: Mapping[str, str]) -> str:
    """The home that is meant: the argument, else ``VADE_HOME``, else ``~/.vademecum``; absolute."""
    given = argument or environ.get(HOME_VARIABLE) or DEFAULT_HOME
    # `abspath` and not `realpath`: a home that is a link keeps the name by which it is known.
    return os.path.abspath(os.path.expanduser(given))


def cache_folder(home: str) -> str:
    """Where the derived data of a home lives: the user's cache, never beside the files; of an open encrypted
    one, in memory as its files are."""
    folder, name = os.path.split(home)
    if name == _OPEN_HOME and os.path.lexists(os.path.join(folder, _OPEN)):
        from vademecum.sealing.layout import CACHE, open_at

        if open_at(home, os.environ) is not None:
            return os.path.join(folder, CACHE)
    root = _folder_of_user("XDG_CACHE_HOME", "~/.cache")
    if not root:
        from platformdirs import user_cache_dir

        root = user_cache_dir()
    return os.path.join(root, "vademecum", home_digest(home))


def config_folder() -> str:
    """Where this user's own decisions about homes are kept: never in a home, with which they would travel."""
    root = _folder_of_user("XDG_CONFIG_HOME", "~/.config")
    if not root:
        from platformdirs import user_config_dir

        root = user_config_dir()
    return os.path.join(root, "vademecum")


def home_digest(home: str) -> str:
    """What stands for a home in names of files: 16 hexadecimal digits of its real path."""
    return sha256_hex(os.fsencode(os.path.realpath(home)))[:16]


def _folder_of_user(variable: str, usual: str) -> str:
    """A folder by the XDG specification, which ignores relative ones; empty where another custom holds."""
    root = os.environ.get(variable, "")
    if os.path.isabs(root):
        return root
    # What platformdirs answers there, which takes 15 ms to load.
    return os.path.expanduser(usual) if os.name == "posix" and sys.platform != "darwin" else ""
