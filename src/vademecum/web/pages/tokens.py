"""That a form was sent by our own page: a secret in a cookie that the form must repeat.

It is the same for every form of a visitor, so that two tabs do not spoil each other's, and no server has to
keep anything: several serve the same pages. Another site can make a browser send the cookie, and cannot read
it.
"""

from __future__ import annotations

from hmac import compare_digest
from secrets import token_urlsafe

COOKIE = "vade_form"
FIELD = "form_token"

_BYTES = 24
_LEAST = 32
"""Characters of such a secret; what is shorter is none of ours."""


def token_of(cookie: str | None) -> str:
    """The visitor's secret: the one that the cookie holds, or a fresh one."""
    return cookie if cookie and len(cookie) >= _LEAST else token_urlsafe(_BYTES)


def repeats(cookie: str | None, said: str) -> bool:
    """Whether a form repeats the secret of the cookie."""
    return bool(cookie) and len(said) >= _LEAST and compare_digest((cookie or "").encode(), said.encode())
