"""What reaches beyond a home, as it stands there now: shown to its user, trusted, and trusted no more."""

from __future__ import annotations

import os

from vademecum.model.value import value
from vademecum.settings.loading import CONFIG_NAME, file_values, links_out
from vademecum.settings.table import BY_NAME
from vademecum.settings.trust import Trusted, Unfit, is_own, judge, keep, known

LINKS = "leads out of the home"


@value
class Reaching:
    """Something in a home that reaches beyond it.

    Attributes:
        name: the setting, or the folder that is a link.
        value: what the file says, or where the link leads.
        reaches: how it reaches beyond, in words that follow the name.
        trusted: it counts.
    """

    name: str
    value: str | int | bool
    reaches: str
    trusted: bool


def reaching(home: str) -> tuple[Reaching, ...]:
    """Everything in a home that reaches beyond it: settings in the order of the file, then links."""
    here = _standing(home)
    judged = judge(home, here.values, here.links)
    settings = [
        Reaching(name, given, BY_NAME[name].reaches, name not in judged.values)
        for name, given in here.values.items()
    ]
    links = [Reaching(link, place, LINKS, link not in judged.links) for link, place in here.links.items()]
    return (*settings, *links)


def trust(home: str, shown: tuple[Reaching, ...]) -> None:
    """Trust what somebody was shown, and none of what may have come there since.

    Raises:
        VaultError: the disk refuses.
    """
    values = {one.name: one.value for one in shown if one.reaches != LINKS}
    links = {one.name: str(one.value) for one in shown if one.reaches == LINKS}
    keep(home, Trusted(values, links))


def revoke(home: str) -> None:
    """Trust nothing in a home that reaches beyond it; the default home does not count by its place either.

    Raises:
        VaultError: the disk refuses.
    """
    keep(home, Trusted({}, {}))


def settle(home: str) -> None:
    """Hold on to what counts now, before settings from elsewhere come to a home that counts by its place.

    Raises:
        VaultError: the disk refuses.
    """
    try:
        counts_by_place = known(home) is None and is_own(home)
    except Unfit:
        return
    if counts_by_place:
        keep(home, _standing(home))


def _standing(home: str) -> Trusted:
    values = {name: given for name, given in file_values(home).items() if BY_NAME[name].leads_out(given)}
    return Trusted(values, links_out(home))


def file_of(home: str) -> str:
    """The file of a home in which its settings stand."""
    return os.path.join(home, CONFIG_NAME)
