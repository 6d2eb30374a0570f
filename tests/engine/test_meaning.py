"""Embedding what a home holds, and asking what is like a text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome, StandingClock

from vademecum.embedders.hashed import HashedEmbedder
from vademecum.engine.conversations.turn_texts import TurnTexts
from vademecum.engine.deadlines import CountedDeadlines
from vademecum.engine.meaning import Embedding, Meaning
from vademecum.errors import ModelError, VaultError
from vademecum.model.ask import Filters
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.turns import Choice, Fence
from vademecum.model.vectors import Coverage, Lacking, Space
from vademecum.ports import Clock, Embedder


class Failing(HashedEmbedder):
    """Answers nothing any more once told to."""

    broken = False

    def embed(self, texts: Sequence[str], *, questions: bool = False) -> bytes:
        if self.broken:
            raise ModelError("the server is gone")
        return super().embed(texts, questions=questions)


class Renewed(HashedEmbedder):
    """A server where another model may come under the name of the old one."""

    id = "endpoint"


class Slow(HashedEmbedder):
    """Every call takes ten seconds of a clock."""

    clock = StandingClock()

    def embed(self, texts: Sequence[str], *, questions: bool = False) -> bytes:
        self.clock.go_on(seconds=10)
        return super().embed(texts, questions=questions)


class Counting(HashedEmbedder):
    """An embedder of which another one comes for every number of texts."""

    def __init__(self, number: int = 0) -> None:
        super().__init__()
        self.number = number
        self.fit = str(number).encode() if number else b""

    @property
    def id(self) -> str:
        return f"counting+{self.number}"

    def fitted(self, texts: Iterable[str]) -> Counting:
        return Counting(len(list(texts)))

    def refitted(self, fit: bytes) -> Counting:
        return Counting(int(fit or b"0"))


class Refusing:
    """A keeper whose disk refuses one conversation."""

    def __init__(self, keeper: Any, refused: str) -> None:
        self.keeper = keeper
        self.refused = refused

    def lines(self, conversation: Any, since: Any = None) -> Any:
        if conversation == self.refused:
            raise VaultError("the disk refuses")
        return self.keeper.lines(conversation, since)


class Latest(Counting):
    """One that is fitted to two texts, however many there are."""

    def fitted(self, texts: Iterable[str]) -> Counting:
        return Latest(len(list(texts)[:2]))

    def refitted(self, fit: bytes) -> Counting:
        return Latest(int(fit))


class Measured(HashedEmbedder):
    """Remembers how many texts it was given at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def embed(self, texts: Sequence[str], *, questions: bool = False) -> bytes:
        self.asked.append(len(texts))
        return super().embed(texts, questions=questions)


def home(embedder: Embedder | Lacking | None = None) -> MemoryHome:
    given = embedder or HashedEmbedder()

    def meaning(clock: Clock) -> Embedding:
        return Embedding(
            lacking=lambda: given if isinstance(given, Lacking) else None,
            open_embedder=lambda: given,
            open_deadlines=lambda: CountedDeadlines(clock),
            deadline_s=5.0,
            clock=clock,
        )

    made = MemoryHome(meaning=meaning)
    for text in ("Herons nest in the reeds.", "The oak was planted in 1890."):
        made.remember(text)
    return made


def meaning_of(made: MemoryHome) -> Meaning:
    return made.vade._parts.meaning


def nearest(made: MemoryHome, text: str) -> list[str]:
    found = meaning_of(made).nearest(text, Filters(), 9).found
    return [row.card.text.strip() for row in made.index.rows(list(found)).values()]


def test_what_is_nearest_comes_first() -> None:
    made = home()
    made.vade.embed(spare_s=9)

    assert nearest(made, "where herons nest") == ["Herons nest in the reeds.", "The oak was planted in 1890."]


def test_same_text_is_wholly_alike() -> None:
    made = home()
    made.vade.embed(spare_s=9)
    (oak,) = made.index.resolve(made.remember("Ash."))
    made.vade.embed(spare_s=9)

    (found,) = meaning_of(made).likenesses("ash", [oak]).found.items()

    assert (found[0], round(found[1], 1)) == (oak, 1.0)


def test_last_paragraph_of_a_long_text_is_found() -> None:
    made = home()
    filler = "\n\n".join(f"Paragraph {number} tells of rain. " * 37 for number in range(9))
    long = made.remember(f"{filler}\n\nThe ferry leaves at nine.")
    made.vade.embed(spare_s=9)

    (first, likeness), *_ = meaning_of(made).nearest("The ferry leaves at nine.", Filters(), 9).found.items()

    assert (first, likeness > 0.5) == (long, True)


def test_nothing_is_embedded_before_it_is_asked_for() -> None:
    made = home()

    assert meaning_of(made).nearest("heron", Filters(), 9).found == {}
    assert meaning_of(made).coverage() == Coverage(0, 2)


def test_answer_says_that_many_texts_have_no_vector_yet() -> None:
    made = home()
    made.vade.embed(spare_s=9)
    assert not meaning_of(made).nearest("heron", Filters(), 9).partial

    for number in range(32):
        made.remember(f"Nest {number} is empty.")

    assert meaning_of(made).nearest("heron", Filters(), 9).partial


def test_command_loads_no_model_for_few_texts() -> None:
    made = home()

    made.vade.after_answer()
    assert meaning_of(made).coverage() == Coverage(0, 2)

    for number in range(30):
        made.remember(f"Nest {number} is empty.")
    made.vade.after_answer()
    assert meaning_of(made).coverage() == Coverage(32, 32)


def test_loaded_model_embeds_what_is_new() -> None:
    made = home()
    made.vade.embed(spare_s=9)
    made.remember("Reeds grow fast.")

    made.vade.after_answer()

    assert meaning_of(made).coverage() == Coverage(3, 3)


def test_embedding_stops_when_its_time_is_over() -> None:
    slow = Slow()
    made = home(slow)
    slow.clock = made.clock
    for number in range(40):
        made.remember(f"Nest {number} is empty.")

    assert not made.vade.embed(spare_s=15)
    assert meaning_of(made).coverage() == Coverage(32, 42)
    assert made.vade.embed(spare_s=15)


def test_embedder_that_is_late_leaves_words() -> None:
    slow = Slow()
    made = home(slow)
    made.vade.embed(spare_s=9)
    slow.clock = made.clock

    found = meaning_of(made).nearest("heron", Filters(), 9)

    assert (found.found, found.why) == ({}, "the embedder did not answer in time")


def test_embedder_that_fails_leaves_words() -> None:
    embedder = Failing()
    made = home(embedder)
    made.vade.embed(spare_s=9)
    embedder.broken = True

    found = meaning_of(made).nearest("heron", Filters(), 9)

    assert (found.found, found.why) == ({}, "the embedder failed with ModelError")


def test_embedding_that_fails_is_told_and_tried_again() -> None:
    embedder = Failing()
    embedder.broken = True
    made = home(embedder)
    assert made.vade.reindex().warnings == ("what texts mean is not kept: the server is gone",)
    assert [one.message for one in made.vade.doctor().findings if one.code == "meaning"] == [
        "0 of 2 memories and 0 of 0 turns have a vector; the server is gone"
    ]

    embedder.broken = False

    assert made.vade.reindex().warnings == ()
    assert meaning_of(made).coverage() == Coverage(2, 2)


def test_other_vectors_under_the_same_name_leave_words_until_all_are_made_anew() -> None:
    embedder = Renewed()
    made = home(embedder)
    made.vade.embed(spare_s=9)
    embedder._dimension = 32

    found = meaning_of(made).nearest("heron", Filters(), 9)
    assert (found.found, found.why) == (
        {},
        "the model gives other vectors than are kept; `vade reindex` makes all anew",
    )

    made.vade.reindex()
    assert nearest(made, "where herons nest")[0] == "Herons nest in the reeds."


def test_embedder_is_fitted_again_when_a_store_has_grown() -> None:
    made = home(Counting())
    made.vade.embed(spare_s=9)
    made.vade.embed(spare_s=9)
    assert (space := made.index.vectors().space()) is not None
    assert (space.model, space.texts) == ("counting+2", 2)

    for number in range(7):
        made.remember(f"Nest {number} is empty.")
    made.vade.embed(spare_s=9)

    assert (space := made.index.vectors().space()) is not None
    assert (space.model, space.texts) == ("counting+9", 9)
    assert meaning_of(made).coverage() == Coverage(9, 9)


def test_fit_that_comes_out_the_same_is_of_the_store_as_it_is() -> None:
    made = home(Latest())
    made.vade.embed(spare_s=9)
    for number in range(7):
        made.remember(f"Nest {number} is empty.")

    made.vade.embed(spare_s=9)

    assert (space := made.index.vectors().space()) is not None
    assert (space.model, space.texts) == ("counting+2", 9)
    assert meaning_of(made).coverage() == Coverage(9, 9)


def test_long_texts_are_embedded_a_few_passages_at_a_time() -> None:
    embedder = Measured()
    made = home(embedder)
    made.remember("\n\n".join(f"Paragraph {number} tells of rain. " * 28 for number in range(25)))

    made.vade.embed(spare_s=9)

    assert embedder.asked == [16, 11]
    assert meaning_of(made).coverage() == Coverage(3, 3)


def test_vectors_that_later_settings_began_are_not_taken_back() -> None:
    made = home()
    made.vade.embed(spare_s=9)
    nearest(made, "where herons nest")
    made.index.vectors().begin(Space(model="later", dimension=64))

    assert made.vade.embed(spare_s=9)

    assert made.index.vectors().space() == Space(model="later", dimension=64)
    assert "the settings were changed" in meaning_of(made).nearest("heron", Filters(), 9).why
    (warning,) = made.vade.reindex().warnings
    assert "the settings were changed" in warning


def test_vectors_of_earlier_settings_are_made_anew() -> None:
    made = home()
    made.index.vectors().begin(Space(model="earlier", dimension=32))
    assert meaning_of(made).nearest("heron", Filters(), 9).why == ""

    made.vade.embed(spare_s=9)

    assert nearest(made, "where herons nest")[0] == "Herons nest in the reeds."


def test_rebuilt_index_keeps_its_fit() -> None:
    made = home(Counting())
    made.vade.embed(spare_s=9)
    made.remember("Reeds grow fast.")

    made.vade.reindex()

    assert (space := made.index.vectors().space()) is not None
    assert space.model == "counting+2"
    assert meaning_of(made).coverage() == Coverage(3, 3)


@pytest.mark.parametrize(
    ("lacking", "why", "levels"),
    [(Lacking("install it"), "install it", ["warning"]), (Lacking("", wanted=False), "", [])],
)
def test_embedder_that_is_not_there_is_told_when_wanted(
    lacking: Lacking, why: str, levels: list[str]
) -> None:
    made = home(lacking)

    assert made.vade.embed(spare_s=9)
    assert meaning_of(made).nearest("heron", Filters(), 9).why == why
    assert [one.level for one in made.vade.doctor().findings if one.code == "meaning"] == levels


def test_turns_are_embedded_from_their_files() -> None:
    made = home()
    said = enumerate(("Herons again?", "No, oak.", ""))
    turns = [NewTurn(origin_id=str(number), role=Role.USER, text=text) for number, text in said]
    made.vade.conversations.append(NewConversation(host="h", origin_id="1", turns=turns))
    made.vade.conversations.search("herons")
    made.vade.embed(spare_s=9)
    parts: Any = made.vade.conversations._parts

    found = parts.meaning.nearest("oak", Fence(), 1).found

    assert [seq for _, seq in found] == [2]
    assert parts.meaning.coverage() == Coverage(3, 3)


def test_conversation_that_cannot_be_read_keeps_no_other_from_being_embedded() -> None:
    made = home(Counting())
    for origin, text in (("1", "Herons again?"), ("2", "No, oak.")):
        said = [NewTurn(origin_id=origin, role=Role.USER, text=text)]
        made.vade.conversations.append(NewConversation(host="h", origin_id=origin, turns=said))
    made.vade.conversations.search("herons")
    parts: Any = made.vade.conversations._parts
    gone = parts.turns.page(Choice(fence=Fence()), limit=1)[0][0].id
    refusing: Any = Refusing(parts.keeper, gone)
    texts = TurnTexts(parts.turns, refusing)
    meaning = Meaning(parts.turns.vectors, texts, parts.meaning._embedding)

    meaning.embed(None)

    assert (meaning.fault, meaning.coverage()) == ("", Coverage(1, 2))
