"""Which values of a home's file, and which links in a home, its user lets reach beyond it.

A home comes from somewhere: made here, or cloned, unpacked, shared. What stands in it would then decide where
everything is sent to. Trust is therefore kept outside of every home, in the user's own configuration: one
file a home, named by the digest of its real path, so that a home which was moved or copied asks again. It
holds each value that is trusted, and counts for that value alone: whoever changes one later asks again, and
whoever sets one by `vade config set` trusts that one and none beside it.

Without such a file only the default home counts, for it is its user's by its place, unless it is a clone of
a repository. Where a file stands, it alone decides, there too: so trust can be withdrawn, and the settings of
a copy that is put there are asked about.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress

from vademecum.model.value import value
from vademecum.places import DEFAULT_HOME, config_folder, home_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from typing import Any

    from vademecum.settings.table import Value

_MOST = 65_536
"""Bytes of a record; a path takes 4,000 of them, and there are about fifteen values."""
_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)

NEVER = "you did not say that you trust this home"
CHANGED = "it is not what you trusted"


@value
class Judged:
    """What of a home is not trusted.

    Attributes:
        values: names of settings, in the order of the file.
        links: folders that lead out, with the place where each leads.
        reason: why, in words; empty when there is nothing.
    """

    values: tuple[str, ...]
    links: Mapping[str, str]
    reason: str


@value
class Trusted:
    """What is trusted of a home: values by their setting, and links with the place where each leads."""

    values: Mapping[str, Value]
    links: Mapping[str, str]


class Unfit(Exception):
    """The file that says what is trusted cannot be believed; the message says which and why."""


def record_place(home: str) -> str:
    """The file that says what is trusted of a home, whether it is there or not."""
    return os.path.join(config_folder(), "trusted", f"{home_digest(home)}.toml")


def judge(home: str, values: Mapping[str, Value], links: Mapping[str, str]) -> Judged:
    """What is not trusted of what reaches beyond a home; never raises.

    Args:
        values: settings of the file that reach beyond.
        links: folders that lead out, with the place where each leads.
    """
    reason = NEVER
    try:
        record = known(home)
    except Unfit as error:
        record, reason = Trusted({}, {}), str(error)
    else:
        if record is None and is_own(home):
            return Judged((), {}, "")
        record = record or Trusted({}, {})
    refused = tuple([name for name, given in values.items() if not _same(record.values.get(name), given)])
    astray = {link: place for link, place in links.items() if record.links.get(link) != _shown(place)}
    if any(name in record.values for name in refused) or any(link in record.links for link in astray):
        reason = CHANGED
    return Judged(refused, astray, reason if refused or astray else "")


def _same(trusted: object, given: Value) -> bool:
    return trusted == given and type(trusted) is type(given)  # for Python holds `True == 1`


def is_own(home: str) -> bool:
    """Whether it is the default home, and its user's: nobody else puts a folder there. A clone may have been
    put there by hand, and is known by its `.git`."""
    place = os.path.expanduser(DEFAULT_HOME)
    if os.path.abspath(home) != place and not _is_open_in(home, place):
        return False
    try:
        found = os.stat(place)
    except OSError:
        return True  # nothing is there yet, and who is about to set something makes it
    return _is_ours(found) and not os.path.lexists(os.path.join(place, ".git"))


def _is_open_in(home: str, place: str) -> bool:
    """Whether a home holds the plain files of the encrypted one in that place. It is asked from there: what
    a folder says of itself could say it in a clone as well."""
    from vademecum.sealing.layout import is_sealed, opened

    at = opened(place, os.environ) if is_sealed(place) else None
    return at is not None and os.path.abspath(home) == at.home


def _is_ours(found: os.stat_result) -> bool:
    return os.name == "nt" or found.st_uid == os.geteuid()


def known(home: str) -> Trusted | None:
    """What is trusted of a home, None where nothing was ever said about it.

    Raises:
        Unfit: what was said cannot be believed.
    """
    place = record_place(home)
    data = _read(place)
    if data is None:
        return None
    import tomllib

    try:
        found = tomllib.loads(data.decode())
        values, links = dict(found["values"]), dict(found["links"])
    except (ValueError, KeyError, TypeError):
        raise Unfit(f"{place}, which says what you trust, cannot be read as such") from None
    if found.get("home") != _shown(os.path.realpath(home)):
        raise Unfit(f"{place}, which says what you trust, is about another home")
    return Trusted(values, links)


def _read(place: str) -> bytes | None:
    try:
        descriptor = os.open(place, os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Unfit(f"{place}, which says what you trust, cannot be read: {error.strerror}") from None
    try:
        found = os.fstat(descriptor)
        is_loose = os.name != "nt" and found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if not stat.S_ISREG(found.st_mode) or not _is_ours(found) or is_loose or found.st_size > _MOST:
            raise Unfit(f"{place}, which says what you trust, may have been written by others than you")
        return os.read(descriptor, _MOST)
    finally:
        os.close(descriptor)


def _shown(path: str) -> str:
    """A path as text that every file can hold."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def allow(home: str, name: str, given: Value | None) -> None:
    """Trust the value of one setting, and none that was trusted for it before; None where it has none that
    reaches beyond the home.

    Raises:
        VaultError: the disk refuses.
    """
    if not os.path.lexists(record_place(home)) and (given is None or is_own(home)):
        return
    with _changing(home) as record:
        values = {other: trusted for other, trusted in record.values.items() if other != name}
        _write(home, Trusted(values if given is None else {**values, name: given}, record.links))


def keep(home: str, trusted: Trusted) -> None:
    """Trust exactly this of a home from now on.

    Raises:
        VaultError: the disk refuses.
    """
    with _changing(home):
        _write(home, trusted)


@contextmanager
def _changing(home: str) -> Generator[Trusted]:
    """What is trusted, while nobody else changes it. What cannot be believed counts for nothing."""
    from pathlib import Path

    from vademecum.durable import disk_refusal, make_folders

    folder = Path(record_place(home)).parent
    make_folders(folder)
    lock = folder / "lock"
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | _NO_LINK, 0o600)
    except OSError as error:
        raise disk_refusal("open", lock, error) from error
    try:
        if os.name == "posix":  # elsewhere the last of two that write at once wins, and the other asks again
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX)
        record: Trusted | None = None
        with suppress(Unfit):
            record = known(home)
        yield record or Trusted({}, {})
    finally:
        os.close(descriptor)


def _write(home: str, trusted: Trusted) -> None:
    from pathlib import Path

    import tomlkit

    from vademecum.durable import replace_file

    told: dict[str, Any] = {
        "home": _shown(os.path.realpath(home)),
        "values": dict(trusted.values),
        "links": {link: _shown(place) for link, place in trusted.links.items()},
    }
    text = f"# What you let reach beyond a home; see `vade config trust`.\n{tomlkit.dumps(told)}"
    replace_file(Path(record_place(home)), text.encode(), mode=0o600, guard=lambda: None)
