"""Names in the form in which links compare them."""

from __future__ import annotations

import re
import unicodedata

from vademecum.text.names import fold_name

_SIGNED = re.compile(r"(?<=\w)[+#]+(?=\W|$)|(?<!\S)\.(?=\w)")
_SIGNS = {"+": " plus", "#": " sharp", ".": "dot "}


def link_form(text: str) -> str:
    """The form in which links compare names: `fold_name`, with signs that make another name of a word.

    C, C++ and C# are three, and so are Net and .NET; ``C++`` equals ``C plus plus``.
    """
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return fold_name(_SIGNED.sub(lambda signs: "".join([_SIGNS[sign] for sign in signs[0]]), plain))
