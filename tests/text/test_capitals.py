"""Names are written with a capital, and so is what begins a sentence."""

from __future__ import annotations

import pytest

from vademecum.text.capitals import READ, names_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("When did Caroline go to Paris?", ("Caroline", "Paris")),
        ("Caroline went home. Where is Mel?", ("Mel",)),
        ("what does matthew prefer?", ()),
        ("Where did I put it, and where I'd look?", ()),
        ("and where I’d look for Mel", ("Mel",)),
        ("She called, “Otis sings” she said, and left with Ana-Maria", ("Otis", "Ana-Maria")),
        ("“Otis sings” was heard", ()),
        ("¿Cómo toma Joris el café?", ("Joris",)),
        ("Is it in\nGhent", ()),
        ("what is O'Brien's address", ("O'Brien's",)),
        ("", ()),
    ],
)
def test_names_are_told_from_beginnings(text: str, names: tuple[str, ...]) -> None:
    assert names_of(text) == names


def test_only_the_beginning_of_a_prompt_is_read() -> None:
    assert names_of("x" * READ + " Otis") == ()
