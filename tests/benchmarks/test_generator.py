"""The corpus is the same everywhere, so that its numbers compare."""

from __future__ import annotations

from collections import Counter

from generator import ONE_PERCENT, VOCABULARY, Generator
from vademecum.model.record import Scope


def test_same_seed_same_memory() -> None:
    assert Generator(3).memory(41) == Generator(3).memory(41)


def test_other_seed_other_memory() -> None:
    assert Generator(3).memory(41).body != Generator(4).memory(41).body


def test_first_memory_is_known() -> None:
    assert Generator().memory(0).title == "Brapouk tutain bekfuk fetzokkral dainzek"


def test_vocabulary_has_no_repeats() -> None:
    assert len(set(Generator().words)) == VOCABULARY


def test_one_scope_holds_one_percent() -> None:
    scopes = Counter(memory.scope for memory in Generator().memories(300))

    assert scopes[ONE_PERCENT] == 3


def test_ids_do_not_repeat() -> None:
    assert len({memory.id for memory in Generator().memories(500)}) == 500


def test_questions_have_distinct_words() -> None:
    questions = Generator().queries(20, words=24, own=13, corpus=1000)

    assert [len(set(question.text.split())) for question in questions] == [24] * 20


def test_questions_are_about_the_scope_that_is_asked_for() -> None:
    generator = Generator()
    memories = {memory.id: memory for memory in generator.memories(200)}
    questions = generator.queries(9, words=24, own=13, corpus=200, scope=Scope("org:harbour"))

    assert {memories[question.about].scope for question in questions} == {Scope("org:harbour")}


def test_questions_borrow_from_their_memory() -> None:
    generator = Generator()
    (question,) = generator.queries(1, words=5, own=3, corpus=100)
    lent = generator.memory(99).body.lower().replace(".", " ").replace(",", " ").split()

    assert len(set(question.text.split()) & set(lent)) >= 3
