"""One spelling for every address of the same git remote."""

from __future__ import annotations

_USUAL_PORTS = {"22", "80", "443", "9418"}


def normal_remote(address: str) -> str:
    """``host/path`` of a remote: no scheme, user, usual port, ``.git`` or last slash; host in lower case.

    ``git@h:a/b``, ``https://h/a/b.git`` and ``ssh://git@h:22/a/b/`` are all ``h/a/b``.
    """
    _, scheme, rest = address.rpartition("://")
    if scheme:
        authority, _, path = rest.partition("/")
    else:
        authority, path = _scp_parts(address)
    host = authority.rpartition("@")[2].lower()
    name, colon, port = host.rpartition(":")
    if colon and port in _USUAL_PORTS and not name.endswith(":"):
        host = name
    return f"{host}/{without_git(path.strip('/'))}"


def without_git(path: str) -> str:
    """A path without slashes at its end and without ``.git``."""
    return path.rstrip("/").removesuffix(".git").rstrip("/") or path


def is_local(address: str) -> bool:
    """Whether an address names a folder of this machine."""
    if "://" in address:
        return address.startswith("file://")
    host, path = _scp_parts(address)
    # One letter before the colon is a Windows drive, and a slash before it makes it part of a path.
    return not path or len(host) == 1 or "/" in host or "\\" in host


def _scp_parts(address: str) -> tuple[str, str]:
    if address.startswith("["):
        host, _, path = address.partition("]:")
        return f"{host}]", path
    _, at, rest = address.partition("@")
    if at and rest.startswith("["):
        host, _, path = rest.partition("]:")
        return f"{host}]", path
    host, _, path = address.partition(":")
    return host, path
