"""Near repeats: almost the same words, and exactly the same where it matters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lifecycle.claiming import read

from vademecum.lifecycle.repeats import adds, common_share, near


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The staging server listens on port 8080.", "the staging server listens on  port 8080"),
        ("It doesn't work on staging.", "It does not work on staging"),
        ("You can't merge into main.", "You cannot merge into main."),
        ("The door won't open.", "The door will not open."),
        ("Send an e-mail to ops.", "Send an email to ops."),
        ("The disk is read-only.", "The disk is read only."),
        ("We moved to GitHub Actions.", "we moved to github actions"),
        ("It handled 1,200,000 rows.", "It handled 1200000 rows."),
        ("Anna and Bob met in Lyon.", "Bob and Anna met in Lyon."),
        ("On Monday the server restarts.", "The server restarts on Monday."),
        ("The wiki runs on the small node.", "Our wiki runs on the small node."),
        ("服务器每天晚上备份数据库。", "服务器每天晚上都备份数据库。"),
        ("バックアップは毎晩二時に実行する。", "バックアップは毎晩二時に実行します。"),
        ("端口８０８０已经被占用。", "端口8080已经被占用。"),
        ("to be or not to be", "To be, or not to be!"),
    ],
)
def test_same_statement_is_near(one: str, other: str) -> None:
    assert near(read(one), read(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("port 8080", "port 8081"),
        ("works", "does not work"),
        ("The service works.", "The service does not work."),
        ("Pinned to v1.2 for the pilot.", "Pinned to v1.3 for the pilot."),
        ("Store it at -20 degrees.", "Store it at 20 degrees."),
        ("It costs $5 at the door.", "It costs €5 at the door."),
        ("Patch src/parser.rs first.", "Patch src/printer.rs first."),
        ("getUserName returns an empty string.", "getUserId returns an empty string."),
        ("Firmware is in C++ here.", "Firmware is in C# here."),
        ("Anna manages Bob.", "Bob manages Anna."),
        ("Copy the totals from sheet A into sheet B.", "Copy the totals from sheet B into sheet A."),
        ("Change it from 30 to 60 seconds.", "Change it from 60 to 30 seconds."),
        ("She approved the refund.", "He approved the refund."),
        ("Take it before meals.", "Take it after meals."),
        ("Only Anna may open it.", "Anna may open it."),
        ("We keep three copies.", "We keep two copies."),
        ("服务器监听端口5432。", "服务器监听端口5433。"),
        ("会议室可以使用。", "会议室不可以使用。"),
        ("张伟负责维护支付系统。", "李伟负责维护支付系统。"),
        ("薬は食前に飲む。", "薬は食後に飲む。"),
        ("", ""),
        ("🎉", "🎉"),
    ],
)
def test_another_statement_is_not_near(one: str, other: str) -> None:
    assert not near(read(one), read(other))


def test_one_new_word_of_five_is_near() -> None:
    assert common_share(read("red green blue grey"), read("red green blue grey pink")) == 0.8
    assert near(read("red green blue grey"), read("red green blue grey pink"))
    assert not near(read("red green blue"), read("red green blue pink"))


def test_added_name_is_not_near() -> None:
    one = read("the tool shed key hangs beside the front door of the old barn")

    assert not near(one, read("the tool shed key hangs beside the front door of the old Wilson barn"))
    assert near(one, read("the tool shed key hangs beside the front door of the old wooden barn"))


def test_adds_counts_what_is_new() -> None:
    known = read("The pump leaks.")

    assert adds(read("the pump leaks"), known) == 0
    assert adds(read("The red pump leaks 4 litres."), known) == 4  # red, litres, 4 as word and number


TEXTS = st.text(max_size=60) | st.lists(
    st.sampled_from(
        ["Anna", "manages", "not", "8080", "v1.2", "the", "before", "数据库", "e-mail", "A", "and", "."]
    )
).map(" ".join)


@given(one=TEXTS, other=TEXTS)
def test_near_has_no_direction(one: str, other: str) -> None:
    assert near(read(one), read(other)) == near(read(other), read(one))


@given(text=TEXTS)
def test_text_with_words_is_near_itself(text: str) -> None:
    own = read(text)

    assert near(own, own) == bool(own.words or own.order)


@given(text=TEXTS, number=st.integers(0, 10**6))
def test_another_number_is_never_near(text: str, number: int) -> None:
    assert not near(read(f"{text} {number}"), read(f"{text} {number + 1}"))
