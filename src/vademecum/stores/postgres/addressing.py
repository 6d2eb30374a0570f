"""Where the database is, read before anybody connects: what is told of a failure quotes no password."""

from __future__ import annotations

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from vademecum.errors import InvalidValue

_FORM = "write postgresql://USER@HOST/NAME, with what is special in a password as %40 for @ or %2F for /"


def checked(url: str) -> str:
    """The same address, of which whatever fails later quotes no password.

    libpq takes a part of a password that is not escaped for a host or a port, and would name it when it
    cannot be reached.

    Args:
        url: a connection string of libpq, as URL or as words.

    Raises:
        InvalidValue: it cannot be read, or hosts and ports in it are none.
    """
    try:
        read = conninfo_to_dict(url)
    except ProgrammingError:  # its text quotes the address
        raise InvalidValue("database-url", f"is no address of a database; {_FORM}") from None
    hosts, ports = (str(read.get(name) or "") for name in ("host", "port"))
    if "@" in hosts or (ports and not ports.replace(",", "0").isdigit()):
        raise InvalidValue("database-url", f"names a host or a port that is none; {_FORM}")
    return url
