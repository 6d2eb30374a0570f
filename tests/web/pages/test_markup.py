"""Stored Markdown becomes HTML in which nothing that was written is markup."""

from __future__ import annotations

import pytest

from vademecum.web.pages.markup import rendered


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<b>bold</b>", "<p>&lt;b&gt;bold&lt;/b&gt;</p>\n"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("`<i>`", "<p><code>&lt;i&gt;</code></p>\n"),
        ("a & b", "<p>a &amp; b</p>\n"),
    ],
)
def test_html_is_shown_as_text(text: str, html: str) -> None:
    assert rendered(text) == html


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "/memories/1/erase",
        "//evil",
    ],
)
def test_a_link_leads_nowhere_unexpected(target: str) -> None:
    assert "<a" not in rendered(f"[here]({target}) and <{target}>")


def test_a_link_outside_tells_nothing() -> None:
    html = '<p><a href="https://example.org/" rel="noopener noreferrer nofollow">here</a></p>\n'

    assert rendered("[here](https://example.org/)") == html


def test_a_picture_is_a_link() -> None:
    assert "<img" not in rendered("![chart](https://example.org/chart.png)")


def test_a_wikilink_leads_to_what_it_names() -> None:
    html = '<p>See <a href="/named?name=Rhea+Okafor" class="wikilink">Rhea Okafor</a>.</p>\n'

    assert rendered("See [[Rhea Okafor]].") == html


def test_a_wikilink_may_be_called_otherwise() -> None:
    assert (
        rendered("[[rhea-okafor|her]]")
        == '<p><a href="/named?name=rhea-okafor" class="wikilink">her</a></p>\n'
    )


def test_a_wikilink_cannot_break_out() -> None:
    html = '<p><a href="/named?name=%22%3E%3Cb%3E" class="wikilink">&quot;&gt;&lt;b&gt;</a></p>\n'

    assert rendered('[["><b>]]') == html


def test_headings_stand_below_those_of_the_page() -> None:
    assert rendered("# One\n\n##### Five") == "<h3>One</h3>\n<h6>Five</h6>\n"


def test_alignment_is_a_class() -> None:
    assert '<td class="to-right">1</td>' in rendered("| a |\n|--:|\n| 1 |\n")


def test_a_very_long_text_is_shown_as_it_was_written() -> None:
    html = rendered("*" * 50_000)

    assert html.startswith('<pre class="file" tabindex="0">***')
