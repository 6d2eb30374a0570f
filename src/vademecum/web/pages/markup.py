"""Stored Markdown as HTML in which nothing that was written is markup, script, or a request to elsewhere."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from markdown_it import MarkdownIt
from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

_OUTSIDE = re.compile(r"^(?:https?://|mailto:)", re.IGNORECASE)
_WIKILINK = re.compile(r"\[\[([^\[\]\n]{1,200})\]\]")

_DEEPER = 2
"""A memory's own headings stand below those of the page."""


_MOST = 40_000
"""Characters; what is longer is a log, and reading it as Markdown would take a second."""


def rendered(text: str) -> Markup:
    """Markdown as HTML: tables and struck text too, HTML as the text it is, wikilinks to the page they mean,
    pictures as links, since a picture from elsewhere would tell its owner who reads what. A very long text is
    shown as it was written."""
    if len(text) > _MOST:
        return Markup('<pre class="file" tabindex="0">{}</pre>').format(text)
    return Markup(_renderer().render(text))  # noqa: S704 - the renderer escapes whatever it does not make itself


@cache
def _renderer() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    made.disable(["html_block", "html_inline", "image"])
    made.validateLink = _leads_outside  # type: ignore[method-assign]
    made.inline.ruler.before("link", "wikilink", _wikilink)
    made.core.ruler.push("plain", _plain)
    made.add_render_rule("link_open", _link)
    return made


def _leads_outside(url: str) -> bool:
    """Whether a link may be one: to a page of the web or an address of mail, never to a page of ours."""
    return _OUTSIDE.match(url.strip()) is not None


def _wikilink(state: StateInline, silent: bool) -> bool:
    found = _WIKILINK.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        target, _, shown = found[1].partition("|")
        opening = state.push("link_open", "a", 1)
        opening.attrs = {"href": f"/named?{urlencode({'name': target.strip()})}", "class": "wikilink"}
        state.push("text", "", 0).content = (shown or target).strip()
        state.push("link_close", "a", -1)
    state.pos = found.end()
    return True


def _plain(state: Any) -> None:
    """Headings below those of the page, and alignment as a class, since a page's rules forbid styles."""
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + _DEEPER)}"
        elif aligned := token.attrs.pop("style", None):
            token.attrs["class"] = str(aligned).replace("text-align:", "to-")


def _link(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    if tokens[at].attrs.get("class") != "wikilink":
        tokens[at].attrs["rel"] = "noopener noreferrer nofollow"
    return self.renderToken(tokens, at, options, env)
