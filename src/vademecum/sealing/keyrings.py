"""One door to the system's keyring: secret keys of sealed homes, each under its public part."""

from __future__ import annotations

from vademecum.errors import UsageError
from vademecum.sealing.ciphering import checked_identity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SERVICE = "vademecum"


def keep(recipient: str, identity: str) -> None:
    """Keep a secret key.

    Raises:
        UsageError: the extra is missing, or the system has no keyring.
    """
    ring = _ring()
    try:
        ring.set_password(_SERVICE, recipient, identity)
    except Exception as error:  # back ends fail as they like
        raise UsageError(f"the system's keyring keeps no key: {error}; leave out --keyring") from error


def fetch(recipient: str) -> str | None:
    """A secret key; None where the keyring has none, or there is no keyring.

    Raises:
        VaultError: what it has is no key.
    """
    try:
        ring = _ring()
        kept = ring.get_password(_SERVICE, recipient)
    except Exception:  # noqa: BLE001  # back ends fail as they like; the passphrase is asked for instead
        return None
    return checked_identity(kept) if kept else None


def drop(recipient: str) -> None:
    """Let go of a secret key, if there is one."""
    try:
        _ring().delete_password(_SERVICE, recipient)
    except Exception:  # noqa: BLE001  # as above: nothing is kept where there is no keyring
        return


def _ring() -> Any:
    try:
        import keyring
    except ImportError:
        raise UsageError(
            "the system's keyring needs the extra: pip install 'vademecum[encryption]'"
        ) from None
    return keyring
