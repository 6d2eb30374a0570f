"""Curated synonyms and translations."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vademecum.lexicon import load
from vademecum.model.lexicon import Lexicon
from vademecum.text.analyzer import Analyzer
from vademecum.text.expansion import EXPANSION_LIMIT, expand

SHIPPED = load()
ANALYZER = Analyzer(SHIPPED)


def lexicon(*groups: tuple[str, ...]) -> Lexicon:
    forms = {form: tuple(f for f in group if f != form) for group in groups for form in group}
    return Lexicon(stop_words={}, stop_bigrams=frozenset(), expansions=forms)


SMALL = lexicon(("sso", "single sign on", "单点登录"), ("k8s", "kubernetes"))


def test_form_brings_its_group() -> None:
    assert expand(SMALL, ANALYZER, "Our SSO.") == ("single sign on", "单点登录")


def test_several_words_match_as_sequence() -> None:
    assert expand(SMALL, ANALYZER, "a Single-Sign On page") == ("sso", "单点登录")
    assert expand(SMALL, ANALYZER, "single page, sign on") == ()


def test_unspaced_form_matches_inside_a_run() -> None:
    assert expand(SMALL, ANALYZER, "配置单点登录服务") == ("sso", "single sign on")


def test_word_inside_a_word_does_not_match() -> None:
    assert expand(SMALL, ANALYZER, "an association") == ()


def test_present_forms_are_left_out() -> None:
    assert expand(SMALL, ANALYZER, "SSO (single sign on)") == ("单点登录",)


def test_order_follows_the_text() -> None:
    assert expand(SMALL, ANALYZER, "Kubernetes and SSO")[0] == "k8s"


def test_shipped_groups_translate() -> None:
    assert {"база данных", "数据库", "データベース"} <= set(expand(SHIPPED, ANALYZER, "the database"))


@given(st.lists(st.sampled_from(sorted(SHIPPED.expansions)), max_size=12).map(" ".join))
def test_expansions_are_few_and_absent(text: str) -> None:
    found = expand(SHIPPED, ANALYZER, text)
    words = " ".join(ANALYZER.exact(text))

    assert len(found) == len(set(found)) <= EXPANSION_LIMIT
    assert not [form for form in found if f" {' '.join(ANALYZER.exact(form))} " in f" {words} "]
