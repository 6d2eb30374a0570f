"""Settings: defaults < file < environment < arguments, each value with where it came from.

`table` is the only list of settings; loading, `vade config`, the docs and the checks are made from it.
Nothing here blocks on a broken file or value, for the next lower source holds and the fault is recorded; only
an *argument* that cannot be taken is refused, its giver being present. What in the file reaches beyond the
home counts once its user trusts it (`trust`), for the file may have come with a clone. `wiring` and the ways
in import it.
"""

from __future__ import annotations

from vademecum.settings.loading import (
    CONFIG_NAME,
    DEBUG_VARIABLE,
    NOT_TRUSTED,
    TOKEN_VARIABLE,
    Origin,
    Problem,
    Settings,
    defaults,
    load,
)
from vademecum.settings.table import BY_NAME, TABLE, Setting, Value, setting_named

__all__ = [
    "BY_NAME",
    "CONFIG_NAME",
    "DEBUG_VARIABLE",
    "NOT_TRUSTED",
    "TABLE",
    "TOKEN_VARIABLE",
    "Origin",
    "Problem",
    "Setting",
    "Settings",
    "Value",
    "defaults",
    "load",
    "setting_named",
]
