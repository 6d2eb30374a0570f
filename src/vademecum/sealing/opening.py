"""Where the files of a home are, whether it is sealed or not."""

from __future__ import annotations

import os

from vademecum.sealing.layout import has_keyring, locked, open_at, opened
from vademecum.sealing.shadow import Shadow
from vademecum.shadows import cast_shadow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def plain_home(home: str, environ: Mapping[str, str]) -> str:
    """The plain files of a sealed home; whatever this process makes durable there is sealed from now on.

    It is opened by the key in the system's keyring, if that has one.

    Raises:
        Locked: it is not open.
        VaultError: it cannot be opened.
    """
    at = opened(home, environ)
    if at is None:
        if not has_keyring(home):
            raise locked(home)
        from vademecum.errors import InvalidValue
        from vademecum.sealing.turning import unlock

        try:
            unlock(home, environ)
        except InvalidValue:  # the keyring has the key no more
            raise locked(home) from None
        at = opened(home, environ)
        if at is None:
            raise locked(home)
    cast_shadow(at.home, Shadow(at))
    return at.home


def resting_home(home: str) -> str:
    """The home on the disk that an open one belongs to; any other one itself."""
    one = open_at(home, os.environ)
    return one.sealed if one else home
