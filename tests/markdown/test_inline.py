"""Tags and links in a body, in any script and not in code."""

from __future__ import annotations

import pytest

from vademecum.markdown.inline import inline_tags, wikilinks


@pytest.mark.parametrize(
    ("body", "tags"),
    [
        ("#ops at the start", ("ops",)),
        ("see #ops, #db/sql and #ops", ("ops", "db/sql")),
        ("# Heading\n## Second", ()),
        ("#1 and #123", ()),
        ("#v2 #2026-plan", ("v2", "2026-plan")),
        ("#重要、#日本語。#한국어", ("重要", "日本語", "한국어")),
        ("#हिन्दी #اردو #ελληνικά", ("हिन्दी", "اردو", "ελληνικά")),
        ('(#aside) "#quoted"', ("aside", "quoted")),
        ("a#b page.html#part ##x \\#no", ()),
        ("[text](#anchor) &#38; C# F#", ()),
        ("`#code` and ``#more ` `` #yes", ("yes",)),
        ("```\n#in\n```\n#out", ("out",)),
        ("~~~~ sh\n#in\n~~~\n#in\n~~~~\n#out", ("out",)),
        ("```\n#open to the end", ()),
        ("``` inline ``` #out", ("out",)),
        ("#done/ #🙂", ("done", "🙂")),
        ("`open #tag", ("tag",)),
    ],
)
def test_tags_of_a_body(body: str, tags: tuple[str, ...]) -> None:
    assert inline_tags(body) == tags


@pytest.mark.parametrize(
    ("body", "links"),
    [
        ("[[Anna]] met [[Bert|him]] and [[Anna]]", ("Anna", "Bert")),
        ("[[Plan#Risks]] [[Plan#^a1]] [[#here]]", ("Plan",)),
        ("![[diagram.png]]", ("diagram.png",)),
        ("[[東京]] [[Ωμέγα|o]]", ("東京", "Ωμέγα")),
        ("| [[A\\|shown]] |", ("A",)),
        ("[[a [[b]]", ("b",)),
        ("`[[code]]` \\[[escaped]]", ()),
        ("```\n[[in]]\n```\n[[out]]", ("out",)),
        ("[[never closed\n]]", ()),
        ("[[ ]] [[]]", ()),
    ],
)
def test_links_of_a_body(body: str, links: tuple[str, ...]) -> None:
    assert wikilinks(body) == links
