"""Where a home is, and where what is derived from it lies: asked before anything else is loaded."""

from __future__ import annotations

import os
import sys

from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

HOME_VARIABLE = "VADE_HOME"


def home_folder(argument: str | os.PathLike[str] | None, environ: Mapping[str, str]) -> str:
    """Folder of all memories: the argument, else ``VADE_HOME``, else ``~/.vademecum``; absolute."""
    given = argument or environ.get(HOME_VARIABLE) or "~/.vademecum"
    # `abspath` and not `realpath`: a home that is a link keeps the name by which it is known.
    return os.path.abspath(os.path.expanduser(given))


def cache_folder(home: str) -> str:
    """Where the derived data of a home lives: the user's cache, never beside the files."""
    root = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(root):  # the XDG specification has relative folders ignored
        root = ""
    if not root and os.name == "posix" and sys.platform != "darwin":
        root = os.path.expanduser("~/.cache")  # what the library below answers, which takes 15 ms to load
    elif not root:
        from platformdirs import user_cache_dir

        root = user_cache_dir()
    digest = sha256_hex(os.fsencode(os.path.realpath(home)))[:16]
    return os.path.join(root, "vademecum", digest)
