"""Words that mean the same, fields, rules."""

from __future__ import annotations

from tests.web.pages.desk import Desk


def test_two_words_come_to_mean_the_same(desk: Desk) -> None:
    answer = desk.post("/words", alias="k8s", target="kubernetes")

    assert answer.headers["location"] == "/words"
    assert "k8s = kubernetes" in desk.text("/words")


def test_an_entry_is_removed(desk: Desk) -> None:
    desk.vade.add_alias("k8s", "kubernetes")
    desk.post("/words", alias="k8s", target="kubernetes", scope="personal", remove="1")

    assert desk.vade.aliases() == ()


def test_words_that_are_the_same_already_are_refused(desk: Desk) -> None:
    answer = desk.post("/words", alias="K8S", target="k8s")

    assert answer.status_code == 400
    assert 'value="K8S"' in answer.text


def test_searched_fields_are_told(desk: Desk) -> None:
    assert "Memory.text yes" in desk.text("/words")
