"""Folders whose files rest elsewhere, too: what is made durable in them is settled there before it counts.

A registry of this process, so that whatever writes, wherever it is, need not know of it. It is loaded by
every answer, and loads nothing.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Protocol

    class Shadow(Protocol):
        """Where what is made durable below a folder is made so once more, before it counts."""

        def standing(self) -> None:
            """Be sure that the folder may be read and written.

            Raises:
                Locked: it may not any more.
            """
            ...

        def settle(self, place: str) -> None:
            """Make durable that a file is as it is now, or gone.

            Raises:
                VaultError: that cannot be.
            """
            ...

        def settle_all(self) -> int:
            """The same for all files of the folder, which somebody may have changed by hand; how many were.

            Raises:
                VaultError: that cannot be.
            """
            ...


_shadows: dict[str, Shadow] = {}
"""Folder -> its shadow."""


def cast_shadow(folder: str, shadow: Shadow) -> None:
    """Have whatever is made durable below a folder settled with its shadow, from now on."""
    _shadows[folder + os.sep] = shadow


def settle(place: str | Path) -> None:
    """Settle a file that was written, renamed away or deleted with the shadow of its folder, if that has one.

    Raises:
        VaultError: it cannot be made durable there.
    """
    if _shadows and (shadow := _shadow_of(os.fspath(place))) is not None:
        shadow.settle(os.fspath(place))


def settle_by_hand(folder: str | Path) -> None:
    """Settle what was changed by hand where a folder has a shadow. What cannot be settled now is by the next
    change, or by whoever ends the use of the folder: no question fails for it.

    Raises:
        Locked: nobody may read there any more.
    """
    if _shadows and (shadow := _shadow_of(f"{os.fspath(folder)}{os.sep}")) is not None:
        from vademecum.errors import Locked, VaultError

        try:
            shadow.settle_all()
        except Locked:
            raise
        except VaultError:
            return


def be_open(folder: str | Path) -> None:
    """Be sure that a folder with a shadow may be read and written.

    Raises:
        Locked: it may not any more.
    """
    if _shadows and (shadow := _shadow_of(f"{os.fspath(folder)}{os.sep}")) is not None:
        shadow.standing()


def _shadow_of(place: str) -> Shadow | None:
    return next((one for folder, one in _shadows.items() if place.startswith(folder)), None)
