"""The vocabulary rewrites what it knows, both ways, and stops by itself."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.retrieval.building import ANALYZER

from vademecum.model.file import AliasEntry
from vademecum.model.record import PERSONAL
from vademecum.retrieval.vocabulary import rewritings


def rewritten(topic: str, *pairs: tuple[str, str]) -> list[list[str]]:
    """Words of each rewriting, with every entry of the vocabulary offered."""
    entries = [AliasEntry(PERSONAL, alias, target) for alias, target in pairs]

    def everything(_words: Sequence[str]) -> list[AliasEntry]:
        return entries

    return [ANALYZER.exact(text) for text in rewritings(topic, ANALYZER, everything)]


@pytest.mark.parametrize(
    ("topic", "pairs", "rounds"),
    [
        ("k8s pods", [("k8s", "kubernetes")], [["kubernetes", "pods"]]),
        ("kubernetes pods", [("k8s", "kubernetes")], [["k8s", "pods"]]),
        ("the association", [("sso", "single sign on")], []),
        ("sso.", [("sso", "single sign on")], [["single", "sign", "on"]]),
        ("our single sign on page", [("sso", "single sign on")], [["our", "sso", "page"]]),
        ("SSO and k8s", [("sso", "login"), ("k8s", "kubernetes")], [["login", "and", "kubernetes"]]),
        ("a", [("a", "b"), ("b", "c")], [["b"], ["c"]]),
        ("a", [("a", "b"), ("b", "c"), ("c", "d")], [["b"], ["c"]]),
        ("a b", [("a", "b")], [["b", "b"]]),
        ("port", [("port", r"$& \1")], [["1"]]),
        ("port", [("port", "Port!")], []),
        ("nothing", [], []),
        ("用户登录失败", [("登录", "sso")], [["用户", "sso", "失败"]]),
        ("sso 失败", [("登录", "sso")], [["登录", "失败"]]),
        ("ログインの画面", [("ログイン", "sso")], [["sso", "の画", "画面"]]),
        ("로그인 오류", [("로그인", "sso")], [["sso", "오류"]]),
        ("登录和登录", [("登录", "sso")], [["sso", "和登", "登录"]]),
        ("登录失败", [("登录", "sso"), ("失败", "fail")], [["sso", "fail"]]),
        ("登录失败", [("失败", "fail"), ("登录", "sso")], [["sso", "fail"]]),
        ("port", [("port", "Port!"), ("port", "harbour")], [["harbour"]]),
        ("猫的名字", [("猫", "cat")], [["cat", "的名", "名字"]]),
    ],
)
def test_every_mention_is_rewritten(
    topic: str, pairs: list[tuple[str, str]], rounds: list[list[str]]
) -> None:
    assert rewritten(topic, *pairs) == rounds


def test_vocabulary_is_asked_by_the_words() -> None:
    entry = AliasEntry(PERSONAL, "k8s", "kubernetes")

    def matching(words: Sequence[str]) -> list[AliasEntry]:
        return [entry] if words == ("our", "k8s", "pods") else []

    assert rewritings("our K8s pods, our pods", ANALYZER, matching) == ("our kubernetes pods, our pods",)


def test_mirrored_entries_stop() -> None:
    assert rewritten("a", ("a", "b"), ("b", "a")) == [["b"]]


def test_overlapping_mentions_take_the_first_entry() -> None:
    assert rewritten("new york city", ("new york", "ny"), ("york city", "yc")) == [["ny", "city"]]


SIDES = st.text("ab 你", min_size=1, max_size=4)


@given(st.text("ab 你x", max_size=12), st.lists(st.tuples(SIDES, SIDES), max_size=6))
def test_at_most_two_distinct_rewritings(topic: str, pairs: list[tuple[str, str]]) -> None:
    rounds = rewritten(topic, *pairs)

    assert len(rounds) <= 2
    assert ANALYZER.exact(topic) not in rounds
